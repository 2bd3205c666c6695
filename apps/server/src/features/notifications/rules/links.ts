import { NOTIFICATION_KINDS, type NotificationKind } from '@quayside/contracts';

const FAILED_PAYMENTS = '/app/orders/payments?tab=failed';

/** List page of each kind. */
const LISTS: Readonly<Record<NotificationKind, string>> = {
  order_received: '/app/orders',
  order_blocked: '/app/orders?placement=needs_attention',
  order_changed: '/app/orders',
  order_cancelled: '/app/orders?tab=archived',
  placement_failed: '/app/orders?placement=needs_attention',
  order_stopped: '/app/orders?placement=needs_attention',
  payment_failed: FAILED_PAYMENTS,
  parcel_trouble: '/app/orders/shipment',
  parcel_unmatched: '/app/orders/shipment',
  shipment_alarm: '/app/manage/tracking',
  report_failed: '/app/orders/shipment',
  return_requested: '/app/orders/returns',
  return_refund_failed: '/app/orders/returns',
  order_edit_failed: '/app/orders',
  order_feedback: '/app/orders/feedback',
  push_failed: '/app/products-import',
  cost_moved: '/app/products-center?watch=cost_moved',
  stock_ended: '/app/products-center?watch=out_of_stock',
  stock_back: '/app/products/auto-update',
  product_gone: '/app/products-center?watch=gone',
  auto_update_done: '/app/products/auto-update/changes',
  auto_update_attention: '/app/products/auto-update/changes',
  supplier_fault: '/app/products/auto-update/changes',
  mapping_missing: '/app/products-center/missing-variants',
  out_of_stock: '/app/orders?placement=needs_attention',
  price_changed: FAILED_PAYMENTS,
  supplier_cancelled: '/app/orders',
  store_reconnect: '/app/channel',
  store_disconnected: '/app/channel',
  supplier_reconnect: '/app/channel',
  access_ends: '/app/channel',
  order_unread: '/app/channel',
  topped_up: '/app/setting/wallet',
  wallet_low: '/app/setting/wallet',
  wallet_short: '/app/setting/wallet',
  topup_disputed: '/app/setting/wallet',
  topup_taken_back: '/app/setting/wallet',
  privacy_request: '/app/setting/privacy',
};

/** Target of a notification: the thing itself, or its list. */
export function getLink(kind: NotificationKind, subjectIds: readonly string[], count: number): string {
  const [id] = subjectIds;
  if (count !== 1 || !id) return LISTS[kind];
  const one = encodeURIComponent(id);
  if (kind === 'push_failed') return `/app/products-import/editor/${one}`;
  if (kind === 'parcel_trouble' || kind === 'parcel_unmatched') return `/app/orders/shipment?open=${one}`;
  if (kind === 'supplier_fault' || kind === 'auto_update_done' || kind === 'auto_update_attention') return LISTS[kind];
  if (kind === 'mapping_missing') return LISTS[kind];
  const area = NOTIFICATION_KINDS[kind];
  // Other product notifications are about tracked ones.
  if (area === 'product') return `/app/products-center?open=${one}`;
  if (area === 'order' || area === 'supplier') return `/app/orders?period=all&open=${one}`;
  return LISTS[kind];
}
