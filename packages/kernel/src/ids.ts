/** `count` random bytes from the runtime's cryptographic source (the same in Node and in a browser). */
const randomBytes = (count: number): Uint8Array => globalThis.crypto.getRandomValues(new Uint8Array(count));

const hexOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

let lastMillis = 0;
let sequence = 0;

/** Next timestamp and counter: ids of one millisecond are counted up, so that later ones sort later. */
function nextTimestamp(): { millis: number; order: number } {
  const now = Date.now();
  if (now > lastMillis) {
    lastMillis = now;
    // Leaves at least half of the range for counting up.
    sequence = (randomBytes(2).reduce((all, byte) => all * 256 + byte, 0) & 0x7ff) | 0;
  } else {
    sequence += 1;
    if (sequence > 0xfff) {
      lastMillis += 1;
      sequence = 0;
    }
  }
  return { millis: lastMillis, order: sequence };
}

/**
 * A new UUIDv7: 48 bits of Unix milliseconds, a 12-bit counter within one, then 62 random bits. Source of the layout:
 * RFC 9562, sections 5.7 and 6.2 (method 1).
 */
export function newId(): string {
  const { millis, order } = nextTimestamp();
  const random = randomBytes(8);
  random[0] = ((random[0] ?? 0) & 0x3f) | 0x80;
  const rest = hexOf(random);
  const time = millis.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${order.toString(16).padStart(3, '0')}-${rest.slice(0, 4)}-${rest.slice(4)}`;
}

/** The smallest UUIDv7 of a moment in Unix milliseconds. */
export function firstIdAt(millis: number): string {
  const time = Math.max(0, Math.trunc(millis)).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`;
}

/** Creation time of one of our ids, in Unix milliseconds. */
export const madeAt = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a text is a UUID of any version. */
export const isId = (text: string): boolean => UUID.test(text);

/** An unguessable hexadecimal token of `bytes` random bytes, for links, states and webhook URLs. */
export const newToken = (bytes = 24): string => hexOf(randomBytes(bytes));
