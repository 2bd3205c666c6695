import type { BodyLimits } from '@quayside/contracts';

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_ARRAY = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** The index of the quote that ends a string, or the end of the text. */
function endOfString(bytes: Uint8Array, from: number): number {
  for (let at = from; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === BACKSLASH) at += 1;
    else if (byte === QUOTE) return at;
  }
  return bytes.length;
}

/**
 * Whether a JSON text stays within the limits, found by counting its punctuation. JSON.parse takes about a second for a
 * million different keys, so the count has to come first. A text that is not JSON may pass; the parser refuses it.
 */
export function isWithin(bytes: Uint8Array, limits: BodyLimits): boolean {
  if (bytes.length > limits.bytes) return false;
  let items = 0;
  let keys = 0;
  let depth = 0;
  /** Bit n is set while the container at level n is an array. */
  let arrays = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    switch (bytes[at]) {
      case QUOTE:
        at = endOfString(bytes, at + 1);
        break;
      case COLON:
        keys += 1;
        break;
      case COMMA:
        if ((arrays >>> depth) & 1) items += 1;
        break;
      case OPEN_ARRAY:
        depth += 1;
        if (depth > limits.depth) return false;
        arrays |= 1 << depth;
        items += 1;
        break;
      case OPEN_OBJECT:
        depth += 1;
        if (depth > limits.depth) return false;
        arrays &= ~(1 << depth);
        break;
      case CLOSE_ARRAY:
      case CLOSE_OBJECT:
        depth -= 1;
        break;
    }
  }
  return items <= limits.items && keys <= limits.keys;
}
