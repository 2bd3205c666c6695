/** Where a page ended: the sort value and key of its last row, or how many rows came before. */
export type Cursor = { after: [number, string] } | { skip: number };

export const writeCursor = (cursor: Cursor): string =>
  Buffer.from(JSON.stringify('after' in cursor ? cursor.after : cursor.skip)).toString('base64url');

const KEY = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** undefined for anything that we did not write. */
export function readCursor(text: string): Cursor | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    if (Number.isSafeInteger(value) && (value as number) >= 0) return { skip: value as number };
    if (!Array.isArray(value) || value.length !== 2) return undefined;
    const [at, key] = value as unknown[];
    return Number.isSafeInteger(at) && typeof key === 'string' && KEY.test(key)
      ? { after: [at as number, key] }
      : undefined;
  } catch {
    return undefined;
  }
}
