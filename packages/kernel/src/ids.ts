import { randomBytes } from 'node:crypto';

/**
 * A new UUIDv7: 48 bits of Unix milliseconds, then 74 random bits, so that ids made later sort later.
 * Source of the layout: RFC 9562, section 5.7.
 */
export function newId(now: number = Date.now()): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(now, 0, 6);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a text has the form of a UUID of any version. */
export const isId = (text: string): boolean => UUID.test(text);

/** An unguessable url-safe token of `bytes` random bytes, for links, states and webhook addresses. */
export const newToken = (bytes = 24): string => randomBytes(bytes).toString('base64url');
