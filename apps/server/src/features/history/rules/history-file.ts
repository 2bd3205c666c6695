import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { toCsv } from '../../../csv/csv.ts';

export type HistoryRow = Readonly<Record<string, unknown>>;

const toText = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
};

/** Rows as compressed CSV with a byte order mark. The same rows give the same bytes. */
export function toHistoryFile(columns: readonly string[], rows: readonly HistoryRow[]): Buffer {
  const csv = toCsv([[...columns], ...rows.map((row) => columns.map((name) => toText(row[name])))]);
  return gzipSync(`\uFEFF${csv}`);
}

/** The CSV text of a file, without its byte order mark. */
export const readHistoryFile = (bytes: Uint8Array): string =>
  gunzipSync(bytes)
    .toString('utf8')
    .replace(/^\uFEFF/, '');

/** As history_ids_hash() computes it. */
export const hashIds = (ids: readonly string[]): string => createHash('sha256').update(ids.join(',')).digest('hex');

/** Whether two lists have equal rows, in any order. */
export function isSame(ids: (row: HistoryRow) => string, a: readonly HistoryRow[], b: readonly HistoryRow[]): boolean {
  const texts = (rows: readonly HistoryRow[]) => new Map(rows.map((row) => [ids(row), toCanonical(row)]));
  const [first, second] = [texts(a), texts(b)];
  return first.size === second.size && [...first].every(([id, text]) => second.get(id) === text);
}

/** JSON with sorted keys. */
function toCanonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
