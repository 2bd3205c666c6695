/** The help center's sections with their articles, in reading order. An article's name is the file it is written in. */
export const HELP_SECTIONS = [
  { key: 'start', articles: ['getting-started', 'connect-a-store', 'keyboard-shortcuts'] },
  {
    key: 'products',
    articles: [
      'find-and-import-products',
      'edit-products',
      'edit-variants',
      'metafields',
      'improve-images',
      'one-store',
      'copy-and-split-products',
      'pricing-and-profit',
      'markets',
      'push-products',
      'work-with-many-products',
      'map-products',
      'product-monitoring',
      'automatic-updates',
      'browser-extension',
    ],
  },
  {
    key: 'orders',
    articles: [
      'place-and-pay-orders',
      'order-notes-and-documents',
      'shipments-and-tracking',
      'returns-and-exchanges',
      'refunds-and-claims',
    ],
  },
  {
    key: 'account',
    articles: ['wallet-and-top-ups', 'plans-and-credits', 'team-and-roles', 'notifications', 'security'],
  },
  { key: 'trouble', articles: ['order-not-arriving', 'payment-failed', 'price-changed', 'tracking-late'] },
  {
    key: 'operators',
    articles: [
      'operators',
      'connect-shopify',
      'connect-woocommerce',
      'embed-in-shopify',
      'phone-app',
      'set-up-a-writer',
      'support-chat',
      'receive-notifications',
      'your-own-catalog',
      'on-a-small-server',
      'behind-a-proxy',
      'run-on-postgresql',
      'several-machines',
      'containers',
      'backup-and-restore',
      'upgrade',
      'old-history',
      'watch-quayside',
      'run-on-citus',
    ],
  },
  {
    key: 'project',
    articles: ['changelog', 'contributing', 'write-a-connector', 'write-an-effect', 'try-a-real-woocommerce'],
  },
] as const;

export type HelpSection = (typeof HELP_SECTIONS)[number]['key'];

/** The sections for store owners; the others are for those who run or develop an installation. */
export const OWNER_SECTIONS: readonly HelpSection[] = ['start', 'products', 'orders', 'account', 'trouble'];
