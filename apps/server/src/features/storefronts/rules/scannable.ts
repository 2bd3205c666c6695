import { isWebAddress } from '@quayside/kernel/web-address.ts';

/**
 * Whether an address may be a store's own page. Marketplaces and large sites have pages of many sellers: what is found there
 * says nothing of one store (rule B277). Parts of host names, so that every country's site of theirs is meant.
 */
const NOT_A_STORE = [
  'aliexpress',
  'alibaba',
  '1688',
  'taobao',
  'tmall',
  'dhgate',
  'lazada',
  'shopee',
  'ebay',
  'etsy',
  'amazon',
  'walmart',
  'wish',
  'temu',
  'tokopedia',
  'mercadolibre',
  'mercadolivre',
  'rakuten',
  'facebook',
  'instagram',
  'pinterest',
  'twitter',
  'tiktok',
  'youtube',
  'linkedin',
  'google',
  'bing',
  'yahoo',
] as const;

/** An address by its text, with https where it names no scheme; undefined for what is no address of a page. */
export function pageAddress(text: string): URL | undefined {
  const whole = text.startsWith('//') ? `https:${text}` : /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`;
  if (!isWebAddress(whole) || !URL.canParse(whole)) return undefined;
  const url = new URL(whole);
  return (url.protocol === 'https:' || url.protocol === 'http:') && !url.username && !url.password ? url : undefined;
}

/** Whether a page is looked at at all. A name counts as one part of the host: `ebay.com` and `www.ebay.co.uk`, not `myebay-shop.test`. */
export function isScannable(text: string): boolean {
  const url = pageAddress(text);
  if (!url) return false;
  const parts = url.hostname.toLowerCase().split('.').slice(0, -1);
  return !parts.some((part) => (NOT_A_STORE as readonly string[]).includes(part));
}
