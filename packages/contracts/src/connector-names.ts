/**
 * Names of marketplaces and channels that the specification knows by these ids and that have no connector yet: the browser
 * extension reads some of them, filters and old rows name others. Source: document 1, sections 3 and 9.
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
};

/** Marketplaces whose goods may be among the sources though no connector is installed for them. */
export const MARKETPLACE_IDS: readonly string[] = Object.keys(MARKETPLACE_NAMES);

/** What people call a system that no connector is installed for; its id where nobody named it. */
export const nameWithoutConnector = (id: string): string => (Object.hasOwn(NAMES, id) ? (NAMES[id] ?? id) : id);
