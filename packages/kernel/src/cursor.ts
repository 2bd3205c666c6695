import { isId } from './ids.ts';

/** Cursor in a list ordered by time and id: the last row shown. */
export interface PageCursor {
  /** ISO 8601 in UTC, with the precision of the database. */
  at: string;
  id: string;
}

const MOMENT = /^((?!0000)\d{4}-\d\d-\d\d)T\d\d:\d\d:\d\d(?:\.\d{1,6})?Z$/;

/** Whether a text is a valid ISO 8601 time in UTC that PostgreSQL accepts. */
export function isMoment(text: string): boolean {
  const day = MOMENT.exec(text)?.[1];
  const at = Date.parse(text);
  return day !== undefined && !Number.isNaN(at) && new Date(at).toISOString().startsWith(day);
}

/** Encodes a cursor for the next page. */
export const encodeCursor = ({ at, id }: PageCursor): string => `${at}_${id}`;

/** Decodes a cursor; undefined for malformed text, which callers treat as the first page. */
export function decodeCursor(text: string | undefined): PageCursor | undefined {
  const [at = '', id = '', ...more] = (text ?? '').split('_');
  return more.length === 0 && isMoment(at) && isId(id) ? { at, id } : undefined;
}
