/** What a ranked page is cut from: every hit of all the words, or of some of them. */
export type RankedSet = 'every' | 'some';

/**
 * Where a page ended: the sort value and key of its last row, or how many rows came before; of which ranking, where the
 * best sold alone did not fill the first page.
 */
export type Cursor = { after: [number, string] } | { skip: number; of?: RankedSet };

export const writeCursor = (cursor: Cursor): string => {
  const value = 'after' in cursor ? cursor.after : cursor.of ? [cursor.skip, cursor.of] : cursor.skip;
  return Buffer.from(JSON.stringify(value)).toString('base64url');
};

const KEY = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** undefined for anything that we did not write. */
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
