import { createHmac } from 'node:crypto';
import OAuth from 'oauth-1.0a';

/**
 * The query of a request signed in the way WooCommerce wants over plain http: one-legged OAuth 1.0a, HMAC-SHA256, all
 * parameters in the query. Each call makes a nonce of its own; a second try of a request is signed anew.
 */
export function signedQuery(
  method: string,
  url: string,
  query: Record<string, string>,
  keys: { consumerKey: string; consumerSecret: string },
): Record<string, string> {
  const oauth = new OAuth({
    consumer: { key: keys.consumerKey, secret: keys.consumerSecret },
    signature_method: 'HMAC-SHA256',
    hash_function: (base, key) => createHmac('sha256', key).update(base).digest('base64'),
  });
  const signed = oauth.authorize({ url, method, data: query });
  return Object.fromEntries(Object.entries(signed).map(([name, value]) => [name, String(value)]));
}

/** A query string in RFC 3986 spelling: what was signed is what is sent ("+" would not be a blank to OAuth). */
export const queryString = (query: Record<string, string>): string =>
  Object.entries(query)
    .map(([name, value]) => `${escaped(name)}=${escaped(value)}`)
    .join('&');

/** A slash may stand in a query as it is (RFC 3986, section 3.4); see MARK in client.ts. */
const escaped = (text: string): string =>
  encodeURIComponent(text)
    .replaceAll('%2F', '/')
    .replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
