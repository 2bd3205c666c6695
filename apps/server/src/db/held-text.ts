/**
 * Escapes in JSON that PostgreSQL refuses, preceded by an even number of backslashes: NUL, and halves of surrogate pairs.
 * Whole pairs are matched first, to leave them.
 */
const ESCAPED = /(?<!\\)((?:\\\\)*)(\\ud[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}|\\ud[89a-f][0-9a-f]{2}|\\u0000)/gi;
const ANY_ESCAPED = /\\u(?:0000|d[89a-f])/i;
const PAIR_LENGTH = '\\ud83d\\ude00'.length;
const REPLACEMENT = '\ufffd';

/**
 * Makes a value from a store or supplier storable: PostgreSQL accepts neither NUL nor half a surrogate pair in text or
 * JSON, so each becomes U+FFFD. Our own callers are refused earlier (http/route.ts).
 */
export function heldText(value: unknown): unknown {
  if (typeof value === 'string') {
    const text = value.includes('\0') ? value.replaceAll('\0', REPLACEMENT) : value;
    if (!ANY_ESCAPED.test(text) || !/^\s*["[{]/.test(text)) return text;
    return text.replace(ESCAPED, (all: string, before: string, found: string) =>
      found.length === PAIR_LENGTH ? all : `${before}\\ufffd`,
    );
  }
  return Array.isArray(value) ? value.map(heldText) : value;
}
