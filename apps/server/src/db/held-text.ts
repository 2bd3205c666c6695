/** How a NUL stands in JSON: its escape, before which there is an even number of backslashes. */
const ESCAPED_NUL = /(?<!\\)((?:\\\\)*)\\u0000/g;
const REPLACEMENT = '\ufffd';

/**
 * A value as PostgreSQL can hold it. It keeps no NUL, in text or in JSON, and would refuse the whole row: what a store or a
 * supplier wrote is kept with the sign for a character that is not known in its place. Our own callers are refused before
 * (http/route.ts).
 */
export function heldText(value: unknown): unknown {
  if (typeof value === 'string') {
    const text = value.includes('\0') ? value.replaceAll('\0', REPLACEMENT) : value;
    if (!text.includes('\\u0000') || !/^\s*["[{]/.test(text)) return text;
    return text.replace(ESCAPED_NUL, `$1\\ufffd`);
  }
  return Array.isArray(value) ? value.map(heldText) : value;
}
