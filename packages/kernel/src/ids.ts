/** `count` random bytes from the runtime's cryptographic source (the same in Node and in a browser). */
const randomBytes = (count: number): Uint8Array => globalThis.crypto.getRandomValues(new Uint8Array(count));

const hexOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * A new UUIDv7: 48 bits of Unix milliseconds, then 74 random bits, so that ids made later sort later.
 * Source of the layout: RFC 9562, section 5.7.
 */
export function newId(now: number = Date.now()): string {
  const random = randomBytes(10);
  random[0] = ((random[0] ?? 0) & 0x0f) | 0x70;
  random[2] = ((random[2] ?? 0) & 0x3f) | 0x80;
  const hex = now.toString(16).padStart(12, '0') + hexOf(random);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a text has the form of a UUID of any version. */
export const isId = (text: string): boolean => UUID.test(text);

/** An unguessable hexadecimal token of `bytes` random bytes, for links, states and webhook addresses. */
export const newToken = (bytes = 24): string => hexOf(randomBytes(bytes));
