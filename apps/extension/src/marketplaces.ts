import type { Marketplace } from '@quayside/contracts/extension-messages.ts';
import { plainHost } from '@quayside/kernel/plain-host.ts';

/** One site of a marketplace. */
export interface Site {
  /** ISO 3166-1 alpha-2, or "global" where one site serves all. */
  region: string;
  address: string;
  /** A page that only a signed-in person sees: the list of own orders. */
  orders: string;
  signIn: string;
  /** Host and path that the order list redirects to without a sign-in. */
  signInAt: RegExp;
  /**
   * The server redirects visitors without a sign-in, so seeing the list is proof. Elsewhere a script may redirect later, and
   * the list proves nothing.
   */
  listIsGuarded: boolean;
}

/**
 * Amazon. Sites: the marketplaces of Amazon's Selling Partner API ("Marketplace IDs"), each with the domain that its sellers API
 * tells. List of orders: /gp/css/order-history, which every public tool that reads one's own orders opens, and which Amazon's
 * server redirects to /ap/signin on the same site without a sign-in. Opened directly, /ap/signin shows no form, so we open the
 * list instead. Amazon documents none of this.
 */
const amazonSite = (region: string, domain: string): Site => ({
  region,
  address: `https://www.${domain}/`,
  orders: `https://www.${domain}/gp/css/order-history`,
  signIn: `https://www.${domain}/gp/css/order-history`,
  signInAt: /^www\.amazon\.[a-z.]+(?:\/-\/[a-z-]+)?\/(?:ap|ax)\//i,
  listIsGuarded: true,
});

const AMAZON =
  'US:com AE:ae AU:com.au BE:com.be BR:com.br CA:ca DE:de EG:eg ES:es FR:fr GB:co.uk IE:ie IN:in IT:it JP:co.jp MX:com.mx NL:nl ' +
  'PL:pl SA:sa SE:se SG:sg TR:com.tr ZA:co.za';

/**
 * eBay. Sites: MarketplaceIdEnum of eBay's APIs (account and inventory), those with a site of their own. List of orders:
 * /mye/myebay/purchase, which redirects to the site's signin host without a sign-in, according to eBay's consent pages and
 * public tools that read purchases.
 */
const ebaySite = (region: string, domain: string): Site => ({
  region,
  address: `https://www.${domain}/`,
  orders: `https://www.${domain}/mye/myebay/purchase`,
  signIn: `https://signin.${domain}/signin/`,
  signInAt: /^signin\.ebay\.[a-z.]+\//,
  listIsGuarded: true,
});

const EBAY =
  'US:com AT:at AU:com.au BE:be CA:ca CH:ch DE:de ES:es FR:fr GB:co.uk HK:com.hk IE:ie IT:it NL:nl PL:pl SG:com.sg';

const sites = (table: string, site: (region: string, end: string) => Site): Site[] =>
  table.split(' ').map((pair) => {
    const [region = '', end = ''] = pair.split(':');
    return site(region, end);
  });

/**
 * AliExpress. One site for all regions; visitors in the United States are redirected to aliexpress.us. Order list and sign-in:
 * according to public tools. Unconfirmed: whether the server or a script redirects without a sign-in, so seeing the list is no proof.
 */
const ALIEXPRESS: Site = {
  region: 'global',
  address: 'https://www.aliexpress.com/',
  orders: 'https://www.aliexpress.com/p/order/index.html',
  signIn: 'https://login.aliexpress.com/',
  signInAt: /^(?:(?:login|passport)\.aliexpress\.(?:com|us)\/|www\.aliexpress\.(?:com|us)\/p\/ug-login-page)/,
  listIsGuarded: false,
};

/**
 * Temu. One site with the country in the path. List of orders and sign-in: as public tools have them; the list is drawn by
 * scripts. Not confirmed: what a stranger is sent in its place, so being shown it is no proof.
 */
const TEMU: Site = {
  region: 'global',
  address: 'https://www.temu.com/',
  orders: 'https://www.temu.com/bgt_orders.html',
  signIn: 'https://www.temu.com/login.html',
  signInAt: /^www\.temu\.com(?:\/[a-z]{2}(?:-[a-z]{2})?)?\/(?:w\/)?login\.html$/,
  listIsGuarded: false,
};

type Sites = readonly [Site, ...Site[]];

/** Every marketplace's sites; the first is used until another is chosen. */
export const SITES: Readonly<Record<Marketplace, Sites>> = {
  aliexpress: [ALIEXPRESS],
  amazon: sites(AMAZON, (region, end) => amazonSite(region, `amazon.${end}`)) as unknown as Sites,
  ebay: sites(EBAY, (region, end) => ebaySite(region, `ebay.${end}`)) as unknown as Sites,
  temu: [TEMU],
};

/** A marketplace's site of a region; undefined: there is none. */
export const getSite = (marketplace: Marketplace, region: string | undefined): Site | undefined =>
  SITES[marketplace].find((site) => site.region === region);

/** Domains of the marketplaces, of all their sites: what may be read from the installation on. */
export const marketplaceHosts = (): string[] => [
  ...Object.values(SITES).flatMap((list) => list.map(({ address }) => plainHost(address))),
  'aliexpress.us',
];

/** The marketplace that an address is of, if any. */
export const getMarketplace = (address: string): Marketplace | undefined => {
  const { hostname } = new URL(address);
  return (Object.keys(SITES) as Marketplace[]).find((name) =>
    SITES[name].some((site) => `.${hostname}`.endsWith(`.${plainHost(site.address)}`)),
  );
};
