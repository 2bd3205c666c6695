import { createHmac, timingSafeEqual } from 'node:crypto';

/** Seconds that the callback's timestamp may be away from our clock. Source: @shopify/shopify-api. */
export const TIMESTAMP_TOLERANCE_S = 90;

/** The text that Shopify signs: every pair but the signature itself, sorted by name, form-encoded. */
function signedText(query: Record<string, string>): string {
  const pairs = Object.entries(query)
    .filter(([name]) => name !== 'hmac' && name !== 'signature')
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return new URLSearchParams(pairs).toString();
}

/** The hexadecimal HMAC-SHA256 of a callback's query. */
export const queryHmac = (query: Record<string, string>, secret: string): string =>
  createHmac('sha256', secret).update(signedText(query)).digest('hex');

/** Compares two texts in a time that tells nothing about where they differ. */
export function sameText(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}
