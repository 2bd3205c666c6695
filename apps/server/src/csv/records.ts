import { setImmediate } from 'node:timers/promises';
import { CsvError, Parser } from 'csv-parse';
import { findDelimiter } from './decode.ts';

/** Why a file is refused as a whole; the sentence is in messages/<language>/server. */
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

/** A row of a file; row 1 is the header. */
export interface FileRow {
  number: number;
  cells: string[];
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
 * Reads the rows of a CSV file in batches, without empty ones; other work gets its turn in between. Throws FileFault where it is
 * not CSV, or has more than `most` rows below its header.
 */
export async function* readRecords(text: string, most: number): AsyncGenerator<FileRow[]> {
  const parser = new Parser({
    delimiter: findDelimiter(text),
    relax_column_count: true,
    max_record_size: LONGEST_ROW,
    bom: false,
  });
  let number = 0;
  let count = 0;
  let failure: unknown;
  let rows: FileRow[] = [];
  parser.on('error', (error) => {
    failure ??= error;
  });
  const ended = new Promise<void>((done) => parser.on('end', done).on('close', done));
  parser.on('readable', () => {
    for (let record: string[] | null = parser.read(); record !== null; record = parser.read()) {
      number += 1;
      if (record.some((cell) => cell.trim() !== '')) rows.push({ number, cells: record });
    }
  });
  const check = (): void => {
    if (failure !== undefined) throw explained(failure, number);
    count += rows.length;
    if (count > most + 1) throw new FileFault('IMPORT_TOO_MANY_ROWS', { most });
  };
  try {
    for (let at = 0; at < text.length; at += CHUNK) {
      parser.write(text.slice(at, at + CHUNK));
      await setImmediate();
      check();
      if (rows.length > 0) yield rows;
      rows = [];
    }
    parser.end();
    await ended;
    check();
    if (rows.length > 0) yield rows;
  } finally {
    parser.destroy();
  }
}
