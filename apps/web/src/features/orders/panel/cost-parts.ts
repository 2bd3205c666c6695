import type { OrderDetail } from '@quayside/contracts';
import { sumMoney } from '../labels.ts';

type Line = Pick<
  OrderDetail['line_items'][number],
  'id' | 'quantity' | 'refunded_quantity' | 'requires_shipping' | 'unit_cost' | 'shipping_info' | 'source_order'
>;
type Bought = Pick<OrderDetail['source_orders'][number], 'id' | 'order_part' | 'refunded'> & {
  line_items: readonly { id: string }[];
};
type Costed = Pick<OrderDetail, 'cost' | 'cost_is_whole'> & {
  line_items: readonly Line[];
  source_orders: readonly Bought[];
};

/** Pieces that are bought: one that is not at a supplier yet loses those that were refunded. */
const piecesOf = (line: Line): number => (line.source_order ? line.quantity : line.quantity - line.refunded_quantity);

/**
 * What the suppliers paid back for items that are still theirs. An item that was bought elsewhere afterwards left its cost
 * and its refund with the former supplier.
 */
function findRefunded({ line_items, source_orders }: Costed) {
  const refunds = source_orders
    .filter((one) => {
      const own = line_items.filter((line) => one.line_items.some((item) => item.id === line.id));
      return own.length > 0 && own.every((line) => line.source_order?.id === one.id);
    })
    .flatMap((one) => (one.order_part ? one.order_part.refunded : one.refunded) ?? []);
  return refunds.length > 0 ? sumMoney(refunds) : null;
}

/** What an order costs, in parts: the items, the suppliers' shipping, and what suppliers paid back. null: unknown, or none. */
export function costParts(order: Costed) {
  const bought = order.line_items.filter((line) => line.unit_cost);
  const items = sumMoney(
    bought.map((line) => line.unit_cost && { ...line.unit_cost, amount: line.unit_cost.amount * piecesOf(line) }),
  );
  const isShippingKnown =
    order.cost_is_whole ||
    bought.every((line) => !line.requires_shipping || line.shipping_info?.cost || line.source_order);
  const found = findRefunded(order);
  const refunded = found && found.currency === order.cost?.currency ? found : null;
  const amount = (order.cost?.amount ?? 0) + (refunded?.amount ?? 0) - (items?.amount ?? 0);
  const isKnown = isShippingKnown && items !== null && items.currency === order.cost?.currency && amount >= 0;
  return { items, shipping: isKnown ? { amount, currency: items.currency } : null, refunded };
}
