import { setImmediate } from 'node:timers/promises';
import { CATALOG_FILE } from '@quayside/contracts';
import { CsvError, Parser } from 'csv-parse';
import { decodeText, findDelimiter } from '../rules/catalog/decode.ts';
import type { FileRow } from '../rules/catalog/drafts.ts';

/** Why a file is refused as a whole; the sentence is in messages/<language>/server/warehouse.json. */
export class FileFault extends Error {
  override readonly name = 'FileFault';
  readonly code: string;
  readonly params: Record<string, string | number>;
  constructor(code: string, params: Record<string, string | number> = {}) {
    super(code);
    this.code = code;
    this.params = params;
  }
}

const CHUNK = 64 * 1024;
/** Characters of one row. A longer one nearly always means a missing closing quote. */
const LONGEST_ROW = 200_000;

function explained(error: unknown, row: number): unknown {
  if (!(error instanceof CsvError)) return error;
  const params = { row: row + 1 };
  if (error.code === 'CSV_MAX_RECORD_SIZE') return new FileFault('IMPORT_ROW_TOO_LONG', params);
  return error.code.startsWith('CSV_QUOTE') ||
    error.code.startsWith('CSV_INVALID') ||
    error.code === 'CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE'
    ? new FileFault('IMPORT_QUOTES_BROKEN', params)
    : error;
}

/**
 * Reads a CSV file: its column names and its rows, without empty ones. Throws FileFault where it is not text, not CSV, or has
 * more rows than one import takes. Other work gets its turn in between.
 */
export async function parseCsv(bytes: Uint8Array): Promise<{ names: string[]; rows: FileRow[] }> {
  const text = decodeText(bytes);
  if (text === undefined) throw new FileFault('IMPORT_NOT_UTF8');
  const parser = new Parser({
    delimiter: findDelimiter(text),
    relax_column_count: true,
    max_record_size: LONGEST_ROW,
    bom: false,
  });
  const all: FileRow[] = [];
  let number = 0;
  let failure: unknown;
  const take = (): void => {
    for (let record: string[] | null = parser.read(); record !== null; record = parser.read()) {
      number += 1;
      if (record.some((cell) => cell.trim() !== '')) all.push({ number, cells: record });
    }
  };
  parser.on('error', (error) => {
    failure ??= error;
  });
  const ended = new Promise<void>((done) => parser.on('end', done).on('close', done));
  parser.on('readable', take);
  for (let at = 0; at < text.length && failure === undefined && all.length <= CATALOG_FILE.rows + 1; at += CHUNK) {
    parser.write(text.slice(at, at + CHUNK));
    await setImmediate();
  }
  if (failure === undefined && all.length > CATALOG_FILE.rows + 1) {
    parser.destroy();
    throw new FileFault('IMPORT_TOO_MANY_ROWS', { most: CATALOG_FILE.rows });
  }
  if (failure === undefined) {
    parser.end();
    await ended;
  }
  if (failure !== undefined) throw explained(failure, number);
  if (all.length > CATALOG_FILE.rows + 1) throw new FileFault('IMPORT_TOO_MANY_ROWS', { most: CATALOG_FILE.rows });
  const [header, ...rows] = all;
  if (!header || rows.length === 0) throw new FileFault('IMPORT_EMPTY');
  return { names: header.cells.map((name) => name.trim()), rows };
}
