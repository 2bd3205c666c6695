import { CATALOG_FILE } from '@quayside/contracts';
import { decodeText } from '../../../csv/decode.ts';
import { FileFault, type FileRow, readRecords } from '../../../csv/records.ts';

/**
 * Reads a CSV file: its column names and its rows, without empty ones. Throws FileFault where it is not text, not CSV, or has
 * more rows than one import takes.
 */
export async function parseCsv(bytes: Uint8Array): Promise<{ names: string[]; rows: FileRow[] }> {
  const text = decodeText(bytes);
  if (text === undefined) throw new FileFault('IMPORT_NOT_UTF8');
  const all: FileRow[] = [];
  for await (const rows of readRecords(text, CATALOG_FILE.rows)) all.push(...rows);
  const [header, ...rows] = all;
  if (!header || rows.length === 0) throw new FileFault('IMPORT_EMPTY');
  return { names: header.cells.map((name) => name.trim()), rows };
}
