/** Entities of the audit log in the order of the filter. Separate from the calls, so that screens load no schemas. */
export const AUDIT_ENTITIES = [
  'workspace',
  'member',
  'invitation',
  'api_token',
  'store',
  'store_move',
  'supplier',
  'product',
  'variant',
  'listing',
  'enhancement',
  'ai_writing',
  'order',
  'order_line',
  'supplier_order',
  'unrecorded_order',
  'refund',
  'payment_setting',
  'topup',
  'wallet',
  'webhook',
  'store_migration',
  'ownership',
  'product_watch',
  'monitoring_setting',
  'exchange_rate',
  'saved_page',
  'buying_address',
  'privacy_request',
  'retention_setting',
] as const;
export type AuditEntity = (typeof AUDIT_ENTITIES)[number];

/**
 * What entries of one act are about, by the kinds of things that change together; a thing's parts follow it. Entries of
 * different areas are different acts.
 */
export const AUDIT_AREAS = {
  orders: ['order', 'supplier_order', 'order_line', 'unrecorded_order', 'refund', 'buying_address'],
  products: ['product', 'variant', 'enhancement', 'product_watch'],
  listings: ['listing'],
  stores: ['store_move', 'store_migration', 'store'],
  suppliers: ['supplier'],
  wallet: ['topup', 'wallet'],
  team: ['member', 'invitation', 'ownership'],
  tokens: ['api_token'],
  pages: ['saved_page'],
  privacy: ['privacy_request', 'retention_setting'],
  settings: ['workspace', 'payment_setting', 'monitoring_setting', 'ai_writing', 'exchange_rate', 'webhook'],
} as const satisfies Record<string, readonly AuditEntity[]>;
export type AuditArea = keyof typeof AUDIT_AREAS;
