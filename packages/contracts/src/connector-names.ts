/**
 * Names of marketplaces and channels in the specification that have no connector: the browser extension reads some,
 * filters and old rows contain others. Source: document 1, sections 3 and 9.
 */
const MARKETPLACE_NAMES: Readonly<Record<string, string>> = {
  aliexpress: 'AliExpress',
  alibaba: 'Alibaba',
  amazon: 'Amazon',
  ebay: 'eBay',
  temu: 'Temu',
};
const NAMES: Readonly<Record<string, string>> = {
  ...MARKETPLACE_NAMES,
  tiktok: 'TikTok',
  facebook: 'Facebook',
  google: 'Google',
  /** The source of products that came from a file. */
  csv: 'CSV',
};

/** Marketplaces that can be a product's source without an installed connector. */
export const MARKETPLACE_IDS: readonly string[] = Object.keys(MARKETPLACE_NAMES);

/** Display name of a system without a connector; default: its id. */
export const nameWithoutConnector = (id: string): string => (Object.hasOwn(NAMES, id) ? (NAMES[id] ?? id) : id);
