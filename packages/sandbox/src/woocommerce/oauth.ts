import { createHmac, timingSafeEqual } from 'node:crypto';

/** Percent-encoding of RFC 3986, as OAuth wants it. */
export const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);

/** The one-legged OAuth 1.0a signature that WooCommerce computes for a request. Source: RFC 5849, section 3.4. */
export function computeSignature(
  method: string,
  url: string,
  params: Record<string, string>,
  secret: string,
  algorithm: 'sha1' | 'sha256',
): string {
  const pairs = Object.keys(params)
    .filter((name) => name !== 'oauth_signature')
    .sort()
    .map((name) => `${encode(name)}=${encode(params[name] ?? '')}`);
  const base = [method.toUpperCase(), encode(url), encode(pairs.join('&'))].join('&');
  return createHmac(algorithm, `${secret}&`).update(base).digest('base64');
}

export function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
