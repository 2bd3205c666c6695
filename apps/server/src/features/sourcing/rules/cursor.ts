/** The ranking of a page: matches of all words, or of some. */
export type RankedSet = 'every' | 'some';

/**
 * End of a page: sort value and key of its last row, or number of previous rows with their ranking, if best sellers
 * didn't fill the first page.
 */
export type Cursor = { after: [number, string] } | { skip: number; of?: RankedSet };

export const writeCursor = (cursor: Cursor): string => {
  const value = 'after' in cursor ? cursor.after : cursor.of ? [cursor.skip, cursor.of] : cursor.skip;
  return Buffer.from(JSON.stringify(value)).toString('base64url');
};

const KEY = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** undefined for a malformed cursor. */
export function readCursor(text: string): Cursor | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    if (Number.isSafeInteger(value) && (value as number) >= 0) return { skip: value as number };
    if (!Array.isArray(value) || value.length !== 2) return undefined;
    const [at, key] = value as unknown[];
    if (!Number.isSafeInteger(at)) return undefined;
    if (key === 'every' || key === 'some') return (at as number) >= 0 ? { skip: at as number, of: key } : undefined;
    return typeof key === 'string' && KEY.test(key) ? { after: [at as number, key] } : undefined;
  } catch {
    return undefined;
  }
}
