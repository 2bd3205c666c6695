import type { BodyLimits } from '@quayside/contracts';

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const SMALL_U = 0x75;
const OPEN_ARRAY = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Limit of keys in one object: each distinct key costs JSON.parse and the schema a microsecond. */
export const MOST_KEYS_OF_ONE = 1_000;

/** Bytes of a string scanned one by one before switching to native search; ids are shorter. */
const SHORT = 48;

/** Bytes that end a string or start an escape. */
const ENDS = new Uint8Array(256);
ENDS[QUOTE] = 1;
ENDS[BACKSLASH] = 1;

/** Whether the escape at a backslash encodes a NUL. */
const isNul = (bytes: Buffer, at: number): boolean =>
  bytes[at + 1] === SMALL_U && bytes.toString('latin1', at + 2, at + 6) === '0000';

/** Finds the ends of strings from front to back and records whether one contains a NUL. */
function stringEnds(bytes: Buffer, seen: { nul: boolean }): (from: number) => number {
  /** The next backslash at or after the last requested position. */
  let backslash = -1;
  return (from) => {
    let at = from;
    while (at < bytes.length) {
      for (; bytes[at] === BACKSLASH; at += 2) if (!seen.nul && isNul(bytes, at)) seen.nul = true;
      const near = Math.min(at + SHORT, bytes.length);
      while (at < near && ENDS[bytes[at] as number] === 0) at += 1;
      if (bytes[at] === QUOTE) return at;
      if (bytes[at] === BACKSLASH) continue;
      if (backslash < at) backslash = bytes.indexOf(BACKSLASH, at);
      if (backslash < 0) backslash = bytes.length;
      const quote = bytes.indexOf(QUOTE, at);
      if (quote < 0) return bytes.length;
      if (quote < backslash) return quote;
      at = backslash;
    }
    return bytes.length;
  };
}

/**
 * Counts the values and keys of a JSON text; undefined: over the limits. It runs before JSON.parse, which takes about a
 * second for a million distinct keys; malformed JSON may pass and is refused by the parser.
 */
export function measureJson(bytes: Buffer, limits: BodyLimits): { nul: boolean } | undefined {
  if (bytes.length > limits.bytes) return undefined;
  const seen = { nul: false };
  let items = 0;
  let keys = 0;
  let depth = 0;
  /** Bit n is set while the container at level n is an array. */
  let arrays = 0;
  /** Number of keys of the current object at each level. */
  const keysAt: number[] = [];
  const endOfString = stringEnds(bytes, seen);
  for (let at = 0; at < bytes.length; at += 1) {
    switch (bytes[at]) {
      case QUOTE:
        at = endOfString(at + 1);
        break;
      case COLON:
        keys += 1;
        keysAt[depth] = (keysAt[depth] ?? 0) + 1;
        if ((keysAt[depth] ?? 0) > MOST_KEYS_OF_ONE) return undefined;
        break;
      case COMMA:
        if ((arrays >>> depth) & 1) items += 1;
        break;
      case OPEN_ARRAY:
        depth += 1;
        if (depth > limits.depth) return undefined;
        arrays |= 1 << depth;
        items += 1;
        break;
      case OPEN_OBJECT:
        depth += 1;
        if (depth > limits.depth) return undefined;
        arrays &= ~(1 << depth);
        keysAt[depth] = 0;
        break;
      case CLOSE_ARRAY:
      case CLOSE_OBJECT:
        depth -= 1;
        break;
    }
  }
  return items <= limits.items && keys <= limits.keys ? seen : undefined;
}
