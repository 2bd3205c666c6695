import type { SUPPLIER_ORDER_ACTIONS } from '@quayside/contracts';
import { PAY_OPEN, PAYABLE, type PayState, PLACE_OPEN, type PlaceState } from '../../../states/supplier-order.ts';

export {
  PAY_MOVES,
  PAY_OPEN,
  PAYABLE,
  type PayMove,
  type PayState,
  PLACE_MOVES,
  PLACE_OPEN,
  type PlaceMove,
  type PlaceState,
} from '../../../states/supplier-order.ts';

/** Only what stands at the supplier can be paid: no payment for what may not exist. */
export const mayBePaid = (order: { state: PlaceState; pay_state: PayState }): boolean =>
  order.state === 'placed' && PAYABLE.includes(order.pay_state);

/** Taking a payment back is safe only while no call may have been sent for it. */
export const mayTakePaymentBack = (order: { pay_state: PayState; pay_sent_at: string | null }): boolean =>
  order.pay_state === 'requested' && order.pay_sent_at === null;

/** The supplier cancelled it, and no payment of it is open any more: the cancellation can be recorded. */
export const isCancelledThere = (order: {
  state: PlaceState;
  pay_state: PayState;
  remote_state: string | null;
}): boolean => order.state === 'placed' && order.remote_state === 'cancelled' && !PAY_OPEN.includes(order.pay_state);

/** Something is being done for it, or will be without anybody asking again. */
export const isUnderWay = (order: { state: PlaceState; pay_state: PayState }): boolean =>
  PLACE_OPEN.includes(order.state) || (order.state === 'placed' && PAY_OPEN.includes(order.pay_state));

/** Why it was refused: the store says that the shopper has not paid. */
export const UNPAID = 'ORDER_NOT_PAID_BY_SHOPPER';

/** The supplier no longer shows an order that stood there. */
export const MISSING = 'SUPPLIER_ORDER_MISSING';

/** What a person may do with a supplier order now. */
export function supplierOrderActions(order: {
  state: PlaceState;
  pay_state: PayState;
  pay_sent_at: string | null;
}): (typeof SUPPLIER_ORDER_ACTIONS)[number][] {
  return [
    ...(mayBePaid(order) ? (['pay'] as const) : []),
    ...(mayTakePaymentBack(order) ? (['cancel_payment'] as const) : []),
    ...(order.state === 'failed' ? (['retry'] as const) : []),
    ...(order.state === 'placed' ? (['sync'] as const) : []),
  ];
}
