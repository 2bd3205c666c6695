import { REFUND_OPEN } from '../../../states/refund-request.ts';
import type { Delivery } from '../../fulfilment/index.ts';
import type { RequestRow } from '../request-repo.ts';
import type { PurchaseLineRow, PurchaseRow } from '../tables.ts';
import { isRefundable } from './refunds.ts';

type Bought = Pick<PurchaseLineRow, 'line_id' | 'supplier_order_id'>;

export interface Receipt {
  /** When the last item of a line was delivered; null while one is missing, or its parcel's outcome isn't known. */
  receivedAt: string | null;
  /** When the last of its parcels that arrived was delivered; null: none. */
  partlyReceivedAt: string | null;
}

/** The paid supplier order with a line, the latest if it was bought several times. */
export function findBought<
  P extends Pick<PurchaseRow, 'supplier_order_id' | 'pay_state' | 'total_cost'>,
  L extends Bought,
>(lineId: string, purchases: readonly P[], bought: readonly L[]): { purchase: P; line: L } | undefined {
  const found = bought
    .filter((line) => line.line_id === lineId)
    .flatMap((line) => {
      const purchase = purchases.find((one) => one.supplier_order_id === line.supplier_order_id);
      return purchase && isRefundable(purchase) ? [{ purchase, line }] : [];
    });
  return found.sort((a, b) => (a.line.supplier_order_id < b.line.supplier_order_id ? -1 : 1)).at(-1);
}

type Line = Bought & Pick<PurchaseLineRow, 'quantity'>;

/** The parcels with items of a bought line. */
const parcelsOf = (line: Bought, deliveries: readonly Delivery[]): Delivery[] =>
  deliveries.filter(
    (one) =>
      one.line_id === line.line_id && (one.supplier_order_id ?? line.supplier_order_id) === line.supplier_order_id,
  );

const sum = (parcels: readonly Pick<Delivery, 'quantity'>[]): number =>
  parcels.reduce((total, one) => total + one.quantity, 0);

/** Whether every item of a bought line is in a parcel. */
export const isSentWhole = (line: Line, deliveries: readonly Delivery[]): boolean =>
  sum(parcelsOf(line, deliveries)) >= line.quantity;

export function getReceipt(line: Line, deliveries: readonly Delivery[]): Receipt {
  const own = parcelsOf(line, deliveries);
  const arrived = own.flatMap(({ delivered_at: at, quantity }) => (at === null ? [] : [{ at, quantity }]));
  const partlyReceivedAt =
    arrived
      .map((one) => one.at)
      .toSorted()
      .at(-1) ?? null;
  const isWhole = arrived.length === own.length && sum(arrived) >= line.quantity;
  return { receivedAt: isWhole ? partlyReceivedAt : null, partlyReceivedAt };
}

export const isOpenRequest = (request: Pick<RequestRow, 'state'>): boolean => REFUND_OPEN.includes(request.state);

/** The part of a request that limits others. */
export type SpendingRequest = Pick<
  RequestRow,
  'supplier_order_id' | 'order_id' | 'state' | 'type' | 'amount' | 'agreed' | 'credited_before'
>;

/** What was refunded, or will be: agreed amounts that have not come yet. Minor units. */
export function getSpent(credited: number, requests: readonly SpendingRequest[]): number {
  const open = requests.filter((one) => one.type === 'refund' && isOpenRequest(one));
  const promised = open.map((one) => one.credited_before + (one.agreed ?? one.amount));
  return Math.max(credited, ...promised);
}
