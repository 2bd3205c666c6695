import type { SUPPLIER_ORDER_ACTIONS } from '@quayside/contracts';
import { PAY_OPEN, PAYABLE, type PayState, PLACE_OPEN, type PlaceState } from '../../../states/supplier-order.ts';

export {
  PAY_OPEN,
  PAY_TRANSITIONS,
  PAYABLE,
  type PayState,
  type PayTransition,
  PLACE_OPEN,
  PLACE_TRANSITIONS,
  type PlaceState,
  type PlaceTransition,
} from '../../../states/supplier-order.ts';

/** Only confirmed supplier orders can be paid. */
export const mayBePaid = (order: { state: PlaceState; pay_state: PayState }): boolean =>
  order.state === 'placed' && PAYABLE.includes(order.pay_state);

/** A payment can only be withdrawn while no call may have been sent. */
export const mayWithdrawPayment = (order: { pay_state: PayState; pay_sent_at: string | null }): boolean =>
  order.pay_state === 'requested' && order.pay_sent_at === null;

/** Canceled by the supplier without an open payment: the cancellation can be recorded. */
export const isCancelledAtSupplier = (order: {
  state: PlaceState;
  pay_state: PayState;
  remote_state: string | null;
}): boolean => order.state === 'placed' && order.remote_state === 'cancelled' && !PAY_OPEN.includes(order.pay_state);

/** Work is in progress, or will start without another request. */
export const isInProgress = (order: { state: PlaceState; pay_state: PayState }): boolean =>
  PLACE_OPEN.includes(order.state) || (order.state === 'placed' && PAY_OPEN.includes(order.pay_state));

/** Reason: the store reports the order as unpaid. */
export const UNPAID = 'ORDER_NOT_PAID_BY_SHOPPER';

/** The supplier no longer shows a confirmed order. */
export const MISSING = 'SUPPLIER_ORDER_MISSING';

/** Actions a person may take on a supplier order now. */
export function supplierOrderActions(order: {
  state: PlaceState;
  pay_state: PayState;
  pay_sent_at: string | null;
  manual: boolean;
}): (typeof SUPPLIER_ORDER_ACTIONS)[number][] {
  // A member made the purchase and keeps it up to date.
  if (order.manual) return order.state === 'placed' ? ['edit_manual', 'fail_manual'] : [];
  return [
    ...(mayBePaid(order) ? (['pay'] as const) : []),
    ...(mayWithdrawPayment(order) ? (['cancel_payment'] as const) : []),
    ...(order.state === 'failed' ? (['retry'] as const) : []),
    ...(order.state === 'placed' ? (['sync'] as const) : []),
  ];
}
