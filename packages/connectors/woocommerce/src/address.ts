import { ConnectorError } from '@quayside/connector-kit';

/** Where people are when they copy the address: pages of WordPress that are not its root. */
const INNER = /\/(wp-admin|wp-login\.php|wp-json|wp-content|index\.php|wc-auth)(\/.*)?$/i;

const invalid = (detail: string): ConnectorError => new ConnectorError('rejected', detail, { code: 'invalid_input' });

/**
 * The WordPress root in what a person typed: with https unless he wrote http, without the page he was on, in lower case
 * where case does not count. Throws rejected/invalid_input.
 */
export function normalizeAddress(typed: string): { baseUrl: string; platformDomain: string } {
  const text = typed.trim();
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`;
  if (text === '' || /\s/.test(text) || !URL.canParse(withScheme)) throw invalid('this is no web address');
  const url = new URL(withScheme);
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw invalid('the address starts with https:// or http://');
  if (url.username || url.password) throw invalid('the address holds no user name or password');
  const host = url.hostname.replace(/\.$/, '');
  if (!/[.:]/.test(host) && host !== 'localhost') throw invalid('the address names a host, like shop.example.com');
  const path = url.pathname.replace(INNER, '').replace(/\/+$/, '');
  const port = url.port ? `:${url.port}` : '';
  return { baseUrl: `${url.protocol}//${host}${port}${path}`, platformDomain: `${host}${port}${path}` };
}
