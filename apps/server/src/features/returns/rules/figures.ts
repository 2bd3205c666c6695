import type { ReturnRefundState } from '@quayside/contracts';
import { money, toDecimal } from '@quayside/kernel';
import { RETURN_REFUND_VOID } from '../../../states/order-return.ts';
import type { LineRow, OrderRow } from '../../orders/index.ts';

type Line = Pick<LineRow, 'line_id' | 'quantity' | 'unit_price' | 'discount'>;
type Sums = Pick<OrderRow, 'shipping_total' | 'tax_total' | 'tax_included' | 'fee_total' | 'discount_total' | 'total'>;
interface Wanted {
  line_id: string;
  quantity: number;
}

/** Sums of a refund in minor units of the order's currency. */
export interface Figures {
  items: number;
  tax: number;
  shipping: number;
  fee: number;
  amount: number;
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);
const share = (amount: number, part: number, whole: number): number =>
  whole > 0 ? Math.round((amount * part) / whole) : 0;

/** Price of some items of a line, less their part of its discount. */
export const priceOf = (line: Line, quantity: number): number =>
  share(line.unit_price * line.quantity - line.discount, Math.min(quantity, line.quantity), line.quantity);

/**
 * The proposed refund for some items: their price less discounts, the tax on them, shipping on request, less a
 * restocking fee; at most `most`. The discount of the whole order and its tax are spread by price.
 */
export function proposeRefund(
  order: Sums,
  lines: readonly Line[],
  wanted: readonly Wanted[],
  /** `fee`: of the items' price. */
  { withShipping, fee: feeOf, most }: { withShipping: boolean; fee(items: number): number; most: number },
): Figures {
  const byId = new Map(lines.map((line) => [line.line_id, line]));
  const gross = sumOf(lines.map((line) => priceOf(line, line.quantity)));
  const returned = sumOf(
    wanted.map((one) => {
      const line = byId.get(one.line_id);
      return line ? priceOf(line, one.quantity) : 0;
    }),
  );
  const spread = Math.max(0, order.discount_total - sumOf(lines.map((line) => line.discount)));
  const items = Math.max(0, returned - share(spread, returned, gross));
  const fee = feeOf(items);
  const taxed = Math.max(0, gross - spread) + order.shipping_total + Math.max(0, order.fee_total);
  const added = order.tax_included ? 0 : order.tax_total;
  const tax = share(added, items, taxed);
  // Rounded together with the items, so that a return of everything has exactly the tax of everything.
  const shippingTax = withShipping ? share(added, items + order.shipping_total, taxed) - tax : 0;
  const shipping = withShipping ? order.shipping_total + shippingTax : 0;
  const amount = Math.max(0, Math.min(items + tax + shipping - fee, order.total, most));
  return { items, tax, shipping, fee, amount };
}

/** The most that a refund may be, by our own books: what was paid, less refunds of other returns. */
export const getRoom = (total: number, refunds: readonly { amount: number; state: ReturnRefundState }[]): number =>
  Math.max(0, total - sumOf(refunds.filter((one) => !RETURN_REFUND_VOID.includes(one.state)).map((one) => one.amount)));

/** An amount in message parameters. */
export const moneyText = (amount: number, currency: string): string =>
  `${toDecimal(money(amount, currency))} ${currency}`;
