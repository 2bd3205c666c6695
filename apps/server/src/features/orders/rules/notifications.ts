import type { NotificationEvent } from '../../notifications/index.ts';
import type { NewEvent } from './event.ts';
import { getMessageKey } from './message-keys.ts';

const OUT_OF_STOCK = ['product_out_of_stock', 'product_sold_out'];

/** A person stopped the placement (B384). */
export const STOPPED_BY_PERSON = 'OrderFailedDueToUserSkipStopProgress';

/** Whether a reason is that of a guard: our own decision not to buy (features/purchasing/rules/guards.ts). */
export const isGuardReason = (reason: string): boolean => reason.startsWith('GUARD_');

/** Notifications for an order event. Most events appear only in the order's timeline. */
export function toNotifications({ orderId, kind, params = {}, at }: NewEvent): NotificationEvent[] {
  const code = String(params.reason ?? '');
  const told = {
    orderId,
    params: code ? { ...params, reason: getMessageKey(code) } : params,
    ...(at === undefined ? {} : { at }),
  };
  switch (kind) {
    case 'received':
      return [
        { kind: 'order_received', ...told },
        { kind: 'order_blocked', ...told, ifBlocked: true },
      ];
    case 'canceled':
      // The person who canceled an order created here knows; no store was involved.
      if (params.by === 'person') return [];
      return [{ kind: params.by === 'source' ? 'supplier_cancelled' : 'order_cancelled', ...told }];
    case 'changed_at_store':
      return [{ kind: 'order_changed', ...told }];
    case 'create_failed':
      if (isGuardReason(code)) return [{ kind: 'order_stopped', ...told }];
      // The store's cancellation was reported when it arrived.
      if (code === 'ORDER_CANCELLED' || code === STOPPED_BY_PERSON) return [];
      return [{ kind: OUT_OF_STOCK.includes(code) ? 'out_of_stock' : 'placement_failed', ...told }];
    case 'payment_failed':
      if (isGuardReason(code)) return [{ kind: 'order_stopped', ...told }];
      if (code?.startsWith('WALLET_SHORT')) return [{ kind: 'wallet_short', ...told }];
      return [{ kind: code === 'PRICE_CHANGED' ? 'price_changed' : 'payment_failed', ...told }];
    case 'report_failed':
    case 'report_held':
    case 'tracking_edited':
      return [{ kind: 'report_failed', ...told }];
    case 'return_requested':
    case 'return_refund_failed':
      return [{ kind, ...told }];
    case 'edit_failed':
    case 'note_conflict':
      return [{ kind: 'order_edit_failed', ...told }];
    default:
      return [];
  }
}
