/** What the trail speaks of, in the order of the filter. Apart from the calls, so that the screens read it without schemas. */
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
  'order',
  'order_line',
  'supplier_order',
  'payment_setting',
  'topup',
  'wallet',
  'webhook',
  'store_migration',
  'ownership',
] as const;
export type AuditEntity = (typeof AUDIT_ENTITIES)[number];
