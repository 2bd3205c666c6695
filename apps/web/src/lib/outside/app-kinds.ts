import type { RecommendedApp } from '@quayside/contracts';

/** The word of each kind of app in the catalogue of texts: `channels:appKind.<word>`. */
export const APP_KIND = {
  Marketing: 'marketing',
  Sales: 'sales',
  'Orders and shipping': 'ordersAndShipping',
  'Customer service': 'customerService',
  'Social media': 'socialMedia',
  'Trust and security': 'trustAndSecurity',
  'Store Design': 'storeDesign',
  Advertising: 'advertising',
  Affiliate: 'affiliate',
  Products: 'products',
  Orders: 'orders',
  Reporting: 'reporting',
} as const satisfies Record<RecommendedApp['category'], string>;
