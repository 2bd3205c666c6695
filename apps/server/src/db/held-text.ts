/** An escaped NUL in JSON: preceded by an even number of backslashes. */
const ESCAPED_NUL = /(?<!\\)((?:\\\\)*)\\u0000/g;
const REPLACEMENT = '\ufffd';

/**
 * Makes a value from a store or supplier storable: PostgreSQL accepts no NUL in text or JSON, so each becomes U+FFFD.
 * Our own callers are refused earlier (http/route.ts).
 */
export function heldText(value: unknown): unknown {
  if (typeof value === 'string') {
    const text = value.includes('\0') ? value.replaceAll('\0', REPLACEMENT) : value;
    if (!text.includes('\\u0000') || !/^\s*["[{]/.test(text)) return text;
    return text.replace(ESCAPED_NUL, `$1\\ufffd`);
  }
  return Array.isArray(value) ? value.map(heldText) : value;
}
