/** Which article helps on which screens, by the beginning of their address. The longest that fits counts. */
const ARTICLES: readonly (readonly [path: string, article: string])[] = [
  ['/app', 'getting-started'],
  ['/app/find-product', 'find-and-import-products'],
  ['/app/products-import', 'edit-products'],
  ['/app/products-center', 'push-products'],
  ['/app/products-center/without-supplier', 'map-products'],
  ['/app/products-center/editor', 'edit-products'],
  ['/app/products-center/unmapped', 'map-products'],
  ['/app/products-center/missing-variants', 'map-products'],
  ['/app/products-center/supplier-list', 'product-monitoring'],
  ['/app/products/auto-update/changes', 'automatic-updates'],
  ['/app/products/auto-update/rules', 'automatic-updates'],
  ['/app/products/auto-update', 'product-monitoring'],
  ['/app/ai-images', 'improve-images'],
  ['/app/ob-ai-enhancer', 'edit-products'],
  ['/app/channel', 'connect-a-store'],
  ['/app/orders', 'place-and-pay-orders'],
  ['/app/orders/payments', 'wallet-and-top-ups'],
  ['/app/orders/shipment', 'shipments-and-tracking'],
  ['/app/orders/returns', 'returns-and-exchanges'],
  ['/app/orders/unrecorded', 'backup-and-restore'],
  ['/app/unclaimed-orders', 'backup-and-restore'],
  ['/app/pending-refunds', 'refunds-and-claims'],
  ['/app/notifications', 'notifications'],
  ['/app/recent-notification', 'notifications'],
  ['/app/warehouse', 'operators'],
  ['/app/outbox', 'operators'],
  ['/app/jobs', 'operators'],
  ['/app/backups', 'backup-and-restore'],
  ['/app/setting/account', 'security'],
  ['/app/setting/api-tokens', 'security'],
  ['/app/setting/suspended', 'security'],
  ['/app/setting/workspace', 'team-and-roles'],
  ['/app/setting/team', 'team-and-roles'],
  ['/app/setting/audit', 'team-and-roles'],
  ['/app/setting/migrate', 'connect-a-store'],
  ['/app/setting/product', 'push-products'],
  ['/app/setting/selling-price', 'pricing-and-profit'],
  ['/app/setting/monitoring', 'product-monitoring'],
  ['/app/setting/returns', 'returns-and-exchanges'],
  ['/app/setting/wallet', 'wallet-and-top-ups'],
  ['/app/setting/extension', 'browser-extension'],
  ['/app/setting/notification', 'notifications'],
  ['/app/setting/privacy', 'security'],
  ['/app/setting/integration/ai-writing', 'edit-products'],
  ['/app/setting/integration/product-copy', 'work-with-many-products'],
];

/** Returns the article about a screen of the app. */
export function articleForScreen(path: string): string {
  let best: readonly [string, string] = ['', 'getting-started'];
  for (const one of ARTICLES)
    if ((path === one[0] || path.startsWith(`${one[0]}/`)) && one[0].length > best[0].length) best = one;
  return best[1];
}
