import type { AuditAct, AuditEntry } from '@quayside/contracts';

/** Verbs of `audit:act`, beside those for any change. */
export type Verb =
  | 'placed'
  | 'approved'
  | 'startedPayment'
  | 'canceledPayment'
  | 'fulfilled'
  | 'imported'
  | 'pushed'
  | 'connected'
  | 'disconnected'
  | 'sent'
  | 'revoked'
  | 'started'
  | 'requested'
  | 'canceled'
  | AuditEntry['change'];

type Verbs = Partial<Record<AuditAct['area'], Verb>>;

const CONNECTED: Verbs = { stores: 'connected', suppliers: 'connected' };
const DISCONNECTED: Verbs = { stores: 'disconnected', suppliers: 'disconnected' };
const PUSHED: Verbs = { products: 'imported', listings: 'pushed' };

/** Calls that say more of what was done than that something changed. */
export const VERBS: Readonly<Record<string, Verbs>> = {
  'POST /orders/v5/request': { orders: 'placed' },
  'POST /orders/v5/create': { orders: 'placed' },
  'POST /orders/v5/buy-anyway': { orders: 'placed' },
  'POST /orders/v5/payment': { orders: 'startedPayment' },
  'POST /orders/v5/payments/cancel': { orders: 'canceledPayment' },
  'PUT /orders/v4/manually-fulfill': { orders: 'fulfilled' },
  'POST /center/products/import/{source}': { products: 'imported' },
  'POST /center/products/source/push': PUSHED,
  'POST /center/products/push-multiple-channel': { listings: 'pushed' },
  'POST /center/products/elastic-products/push': { listings: 'pushed' },
  'POST /center/products/listings/{listing_id}/retry': { listings: 'pushed' },
  'DELETE /center/products/import/delete': { products: 'removed' },
  'POST /center/products/setup-selling-price': { products: 'started' },
  'POST /center/products/optimize-content': { products: 'requested' },
  'POST /center/products/optimize-image': { products: 'requested' },
  'POST /auth/platform/{platform}/link': CONNECTED,
  'POST /auth/platform/{platform}/install': CONNECTED,
  'POST /sandbox/connect': CONNECTED,
  'POST /connections/{store_id}/reconnect': CONNECTED,
  'POST /connections/suppliers': CONNECTED,
  'POST /auth/platform/{platform}/uninstall': DISCONNECTED,
  'POST /auth/platform/unlink': DISCONNECTED,
  'DELETE /connections/suppliers/{connection_id}': DISCONNECTED,
  'POST /core/stores/move': { stores: 'started' },
  'DELETE /core/stores/move/{move_id}': { stores: 'canceled' },
  'POST /team/invitations': { team: 'sent' },
  'POST /team/invitations/{invitation_id}/renew': { team: 'sent' },
  'POST /team/ownership': { team: 'started' },
  'DELETE /team/ownership': { team: 'canceled' },
  'POST /orders/v4/guards/{order_id}/approve': { orders: 'approved' },
  'POST /api-tokens/{token_id}/revoke': { tokens: 'revoked' },
  'POST /payments/user/wallets/topup': { wallet: 'started' },
};

/** Acts that have a sentence of their own, and what rules do. */
export const SENTENCES: Readonly<
  Record<string, 'check' | 'currency' | 'join' | 'leave' | 'policy' | 'enhance' | 'enhanceImages'>
> = {
  'GET /connections/{store_id}/health': 'check',
  'GET /auth/platform/refresh-stores-currency': 'currency',
  'POST /invitations/accept': 'join',
  'POST /workplaces/{workplace_id}/leave': 'leave',
  'POST /payments/user/wallets/accept-policy': 'policy',
  'enhance-imported': 'enhance',
  'optimize-imported-images': 'enhanceImages',
};

/** Settings whose record is written when they are first saved. */
const SETTINGS: ReadonlySet<string> = new Set([
  'ai_images',
  'ai_writing',
  'auto_update_rule',
  'collection_list',
  'market_choice',
  'store_copy_setting',
  'document_setting',
  'monitoring_setting',
  'order_setting',
  'payment_setting',
  'price_rule',
  'product_setting',
  'retention_setting',
  'return_setting',
  'tracking_setting',
]);

export const verbOf = ({
  action,
  area,
  change,
  entity,
}: Pick<AuditAct, 'action' | 'area' | 'change' | 'entity'>): Verb =>
  VERBS[action]?.[area] ?? (SETTINGS.has(entity) ? 'changed' : change);

/** Things a workspace has one of: they need no number and no name. */
const SINGLE = [
  'workspace',
  'wallet',
  'ai_images',
  'ai_writing',
  'auto_update_rule',
  'collection_list',
  'market_choice',
  'store_copy_setting',
  'document_setting',
  'monitoring_setting',
  'order_setting',
  'payment_setting',
  'price_rule',
  'product_setting',
  'retention_setting',
  'return_setting',
  'tracking_setting',
  'webhook',
  'ownership',
] as const;
export type SingleEntity = (typeof SINGLE)[number];

export const isSingle = (entity: AuditEntry['entity']): entity is SingleEntity =>
  (SINGLE as readonly string[]).includes(entity);
