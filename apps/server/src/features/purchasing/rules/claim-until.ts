import type { Delivery } from '../../fulfilment/index.ts';
import type { RequestRow } from '../request-repo.ts';
import type { PurchaseLineRow, PurchaseRow } from '../tables.ts';
import { getReceipt } from './refund-options.ts';
import { getClaimDates, getPromisedDelivery } from './refund-request.ts';
import { isRefundable } from './refunds.ts';

type Purchase = Pick<
  PurchaseRow,
  | 'supplier_order_id'
  | 'supplier'
  | 'pay_state'
  | 'total_cost'
  | 'remote_state'
  | 'paid_at'
  | 'created_at'
  | 'shipping_quote'
>;

/** A refund request with one of its lines. */
export type LineRequest = Pick<RequestRow, 'supplier_order_id' | 'state' | 'send_state'> & { line_id: string };

export interface LineClaim {
  /** Until when the supplier accepts a claim; null: nothing to claim, or claimed already. */
  until: string | null;
  /** null: not received, or not known to be. */
  receivedAt: string | null;
  /** A request was made, and the supplier didn't take it. */
  isUnsent: boolean;
}

const isDeclined = (request: LineRequest): boolean => request.state === 'pending' && request.send_state === 'failed';

/** Whether a request leaves nothing more to claim: it is with the supplier, or was settled. */
const isClaimed = (request: LineRequest): boolean =>
  request.state === 'accepted' ||
  request.state === 'completed' ||
  (request.state === 'pending' && !isDeclined(request));

/** The claim of a bought line. A canceled supplier order owes its refund without one. */
export function getLineClaim(
  purchase: Purchase,
  line: Pick<PurchaseLineRow, 'supplier_order_id' | 'line_id' | 'quantity'>,
  deliveries: readonly Delivery[],
  requests: readonly LineRequest[],
  now: string,
): LineClaim {
  const { receivedAt } = getReceipt(line, deliveries);
  const own = requests.filter(
    (one) => one.line_id === line.line_id && one.supplier_order_id === purchase.supplier_order_id,
  );
  const isOpen = isRefundable(purchase) && purchase.remote_state !== 'cancelled' && !own.some(isClaimed);
  const promisedAt = getPromisedDelivery(purchase.paid_at ?? purchase.created_at, purchase.shipping_quote);
  return {
    until: isOpen ? getClaimDates({ supplier: purchase.supplier, receivedAt, promisedAt }, now).deadline : null,
    receivedAt,
    isUnsent: isOpen && own.some(isDeclined),
  };
}
