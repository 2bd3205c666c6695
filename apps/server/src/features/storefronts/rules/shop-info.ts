import { isProductOf } from '@quayside/kernel/store-page.ts';
import { appsUsed, type KnownApp } from './known-apps.ts';
import { type PageParts, readPage } from './read-page.ts';
import { isScannable } from './scannable.ts';
import { type SocialProfiles, socialProfiles } from './social-profiles.ts';
import { knownTheme } from './themes.ts';

/** What a store's own page tells of it: document 2, section 3. What is not told is null. */
export interface ShopInfo extends SocialProfiles {
  shopUriOrigin: string;
  shopUri: string;
  shopName: string;
  themeName: string | null;
  /** The shop's own copy of its theme; for WordPress the theme's folder. */
  themeId: string | null;
  themeUri: string | null;
  themeStoreId: number | null;
  storeId: string | null;
  currencyActive: string | null;
  bestSellingUrl: string | null;
  title: string;
  description: string;
  logos: string[];
  country: string | null;
  appUsed: KnownApp[];
}

const short = (text: string | undefined, most = 300): string =>
  (text ?? '').replaceAll(/\s+/g, ' ').trim().slice(0, most);

/** An address on the page as a whole one; undefined for what leads to no page of the web. */
function whole(address: string, base: URL): URL | undefined {
  const text = address.trim().slice(0, 2_000);
  if (!URL.canParse(text, base)) return undefined;
  const url = new URL(text, base);
  return url.protocol === 'https:' || url.protocol === 'http:' ? url : undefined;
}

/** The text of a value in a script: `Shopify.country = "US"`, `"priceCurrency": "EUR"`. */
const told = (inline: string, pattern: RegExp): string | undefined => pattern.exec(inline)?.[1];

/** The object that Shopify puts into every page of a shop; a strange one is as good as none. */
function shopifyTheme(inline: string): { name?: string; id?: string; schemaName?: string; storeId?: number } {
  const text = told(inline, /Shopify\.theme\s*=\s*(\{[^{}]{0,2000}\})/);
  if (!text) return {};
  const name = told(text, /["']?\bname["']?\s*:\s*"((?:[^"\\]|\\.){0,300})"/);
  const schemaName = told(text, /["']?\bschema_name["']?\s*:\s*"((?:[^"\\]|\\.){0,300})"/);
  const id = told(text, /["']?\bid["']?\s*:\s*"?(\d{1,20})/);
  const storeId = told(text, /["']?\btheme_store_id["']?\s*:\s*"?(\d{1,9})/);
  return {
    ...(name ? { name: short(name) } : {}),
    ...(schemaName ? { schemaName: short(schemaName) } : {}),
    ...(id ? { id } : {}),
    ...(storeId ? { storeId: Number(storeId) } : {}),
  };
}

/** Scripts that Shopify loads a moment later stand as a list in the page. */
function lateSources(inline: string): string[] {
  const list = told(inline, /\burls\s*=\s*\[((?:[^\]\\]|\\.){0,50000})\]/);
  return [...(list ?? '').matchAll(/"((?:[^"\\]|\\.){1,2000})"/g)].map(([, address = '']) =>
    address.replaceAll('\\/', '/').replaceAll('\\u0026', '&'),
  );
}

function themeOf(parts: PageParts, sources: readonly string[]) {
  const own = shopifyTheme(parts.inline);
  const known = knownTheme(own);
  if (own.name || known)
    return {
      themeName: known?.name ?? own.name ?? null,
      themeId: own.id ?? null,
      themeUri: known?.themeStoreUrl ?? null,
      themeStoreId: own.storeId ?? known?.id ?? null,
    };
  const folder = sources.map((one) => /\/wp-content\/themes\/([\w.-]{1,100})\//.exec(one)?.[1]).find(Boolean);
  if (!folder) return { themeName: null, themeId: null, themeUri: null, themeStoreId: null };
  const parent = folder.replace(/-child$/, '');
  const name = parent.replaceAll(/[-_]+/g, ' ').replace(/^./, (letter) => letter.toUpperCase());
  return { themeName: name, themeId: folder, themeUri: null, themeStoreId: null };
}

const currencyIn = (text: string | undefined): string | null =>
  text && /^[A-Za-z]{3}$/.test(text) ? text.toUpperCase() : null;

/** What the page at an address tells of the store. Throws nothing of its own, but the page is a stranger's: see shopInfo. */
function read(address: URL, html: string, product: string): ShopInfo | undefined {
  if (!/<[a-z!]/i.test(html)) return undefined;
  const parts = readPage(html);
  const { metas, inline } = parts;
  const sources = [...parts.sources, ...lateSources(inline)];
  const isShopify = /\bShopify\.(?:shop|theme)\s*=/.test(inline) || metas.has('shopify-digital-wallet');
  const isWordPress = sources.some((one) => one.includes('/wp-content/'));
  const title = short(parts.title);
  const name = short(metas.get('og:site_name')) || title.split(/\s[·|–—-]\s/).at(-1) || '';
  if (!name && parts.links.length === 0 && sources.length === 0) return undefined;
  const logos = [...parts.icons, metas.get('og:logo') ?? '', metas.get('og:image') ?? '']
    .flatMap((one) => (one ? (whole(one, address)?.href ?? []) : []))
    .filter((one, at, all) => all.indexOf(one) === at)
    .slice(0, 5);
  const ofProduct = product ? readPage(product) : undefined;
  const marks = ofProduct ? [...sources, ...ofProduct.sources, ...lateSources(ofProduct.inline)] : sources;
  const links = parts.links.flatMap((one) => whole(one, address) ?? []);
  const country = told(inline, /Shopify\.country\s*=\s*"([A-Z]{2})"/);
  const wallet = /^\/(\d{1,20})\//.exec(metas.get('shopify-digital-wallet') ?? '')?.[1];
  return {
    shopUriOrigin: address.origin,
    shopUri: `${address.origin}${address.pathname}`,
    shopName: name || address.hostname,
    ...themeOf(parts, sources),
    storeId: wallet ?? told(inline, /"shopId"\s*:\s*(\d{1,20})/) ?? null,
    currencyActive: currencyIn(
      told(inline, /Shopify\.currency\s*=\s*\{\s*["']?active["']?\s*:\s*"([A-Za-z]{3})"/) ??
        metas.get('og:price:currency') ??
        metas.get('product:price:currency') ??
        told(inline, /"priceCurrency"\s*:\s*"([A-Za-z]{3})"/),
    ),
    bestSellingUrl: isShopify ? bestSellingUrl(address.origin) : isWordPress ? popularUrl(address) : null,
    ...socialProfiles(links),
    title,
    description: short(metas.get('description') ?? metas.get('og:description'), 1_000),
    logos,
    country: country ?? null,
    appUsed: appsUsed(marks.map((one) => one.slice(0, 2_000))),
  };
}

/** Where a Shopify shop shows what it sells most of (rule B218). */
export const bestSellingUrl = (origin: string): string => `${origin}/collections/all?sort_by=best-selling`;

/** The same of a shop in WordPress: WooCommerce's own way of sorting. */
const popularUrl = (address: URL): string => `${address.origin}/shop/?orderby=popularity`;

/** The first product that a store's page links to; undefined where it links to none. */
export function productLink(address: string, html: string): string | undefined {
  try {
    const shop = new URL(address);
    return readPage(html)
      .links.flatMap((one) => whole(one, shop) ?? [])
      .find((link) => isProductOf(shop, link))?.href;
  } catch {
    return undefined;
  }
}

/**
 * What the page at an address tells of a store; undefined where it tells nothing: it is no page, cannot be taken apart (rule
 * B132), or is a marketplace's (rule B277).
 *
 * @param product the page of one of its products: many apps leave their marks only there.
 */
export function shopInfo(address: string, html: string, product = ''): ShopInfo | undefined {
  if (!isScannable(address)) return undefined;
  try {
    return read(new URL(address), html, product);
  } catch {
    return undefined;
  }
}
