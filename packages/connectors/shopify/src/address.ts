import { ConnectorError } from '@quayside/connector-kit';

/** Hosts that belong to Shopify's shops. Source: the domain list of @shopify/shopify-api. */
const SHOP_DOMAINS = ['myshopify.com', 'shopify.com', 'myshopify.io', 'shop.dev'];
const DOMAINS = SHOP_DOMAINS.map((domain) => domain.replace('.', '\\.')).join('|');
const SHOP_HOST = new RegExp(`^[a-z0-9][a-z0-9_-]*\\.(${DOMAINS})$`);
const ADMIN_PATH = /^admin\.shopify\.com\/store\/([a-z0-9][a-z0-9_-]*)/;
/** Hosts of Shopify itself that look like a shop's. */
const NOT_SHOPS = /^(admin|www|accounts|partners|apps|help)\./;
const HANDLE = /^[a-z0-9][a-z0-9-]*$/;

/** Whether a text is the permanent host of a shop, e.g. "north-pier.myshopify.com". */
export const isShopHost = (host: string): boolean => SHOP_HOST.test(host);

/**
 * Reads what people paste: the handle, the host, any page of the shop or of its admin. Throws rejected/invalid_input for
 * anything else, a shop's own domain among it: Shopify's API answers at the permanent host only.
 */
export function normalizeAddress(typed: string): { baseUrl: string; platformDomain: string } {
  const text = typed
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '');
  const admin = ADMIN_PATH.exec(text);
  const host = admin?.[1] ?? text.split(/[/?#]/)[0] ?? '';
  const domain = HANDLE.test(host) ? `${host}.myshopify.com` : host;
  if (!isShopHost(domain) || NOT_SHOPS.test(domain)) {
    throw new ConnectorError('rejected', `expected a Shopify domain (name.myshopify.com), got ${typed.trim()}`, {
      code: 'invalid_input',
    });
  }
  return { baseUrl: `https://${domain}`, platformDomain: domain };
}

/** The shop's handle behind a base address: the host's first label, or the path's last part where many shops share a host. */
export function shopHandle(baseUrl: string): string {
  const { hostname, pathname } = new URL(baseUrl);
  const handle = isShopHost(hostname) ? hostname.split('.')[0] : pathname.split('/').filter(Boolean).at(-1);
  if (!handle) throw new ConnectorError('rejected', 'base URL contains no shop name', { code: 'invalid_input' });
  return handle;
}

/** Whether the shop that a callback speaks of is the one behind the base address. */
export function isSameShop(baseUrl: string, shop: string): boolean {
  if (!isShopHost(shop)) return false;
  const { hostname } = new URL(baseUrl);
  return isShopHost(hostname) ? hostname === shop : shop.split('.')[0] === shopHandle(baseUrl);
}
