/** Marketplaces where people buy themselves, with the page that lists their orders there. */
export const MARKETPLACES = {
  aliexpress: 'https://www.aliexpress.com/p/order/index.html',
  amazon: 'https://www.amazon.com/gp/css/order-history',
  ebay: 'https://www.ebay.com/mye/myebay/purchase',
  temu: 'https://www.temu.com/bgt_orders.html',
} as const;
export type ManualSource = keyof typeof MARKETPLACES;
export const MANUAL_SOURCES = Object.keys(MARKETPLACES) as ManualSource[];

export const isManualSource = (source: string): source is ManualSource => Object.hasOwn(MARKETPLACES, source);

/**
 * Whether to ask for a sign-in before opening a marketplace's orders (rule B452): Temu unless it is known to be signed
 * in, AliExpress only if it is known to be signed out.
 */
export const needsSignIn = (source: ManualSource, state: 'signed_in' | 'signed_out' | 'unknown'): boolean =>
  source === 'temu' ? state !== 'signed_in' : source === 'aliexpress' && state === 'signed_out';
