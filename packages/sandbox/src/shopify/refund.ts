import type { Call } from './call.ts';
import { type UserErrorView, userError } from './errors.ts';
import { idOf } from './gid.ts';
import type { OrderDoc, RefundDoc } from './model.ts';
import { cents, decimal, isAmount } from './money.ts';
import { sendOrderWebhooks, sendRefundWebhook } from './order-events.ts';
import { EVERYTHING, getRefunded, getUnfulfilled } from './order-facts.ts';
import { saveProduct } from './product-set.ts';

export interface RefundSet {
  orderId: string;
  note?: string | null;
  refundLineItems?:
    | { lineItemId: string; quantity: number; restockType?: string | null; locationId?: string | null }[]
    | null;
  transactions?:
    | { amount: string | number; gateway: string; kind: string; orderId: string; parentId?: string | null }[]
    | null;
}

export type RefundResult = { order: OrderDoc; refund: RefundDoc } | { errors: UserErrorView[] };

const refuse = (message: string, field: string[] | null = null): RefundResult => ({
  errors: [userError(message, field)],
});

const removedIn = (one: RefundDoc['lines'][number], lineId: number): number =>
  one.lineId === lineId ? (one.removed ?? 0) : 0;

function restock(call: Call, order: OrderDoc, line: RefundDoc['lines'][number], locationId: number): void {
  if (line.restockType !== 'RETURN' && line.restockType !== 'CANCEL') return;
  const sold = order.lines.find((one) => one.id === line.lineId);
  const product = sold && call.store.get(call.seed.shop, 'product', sold.productId);
  const variant = product?.variants.find((one) => one.id === sold?.variantId);
  if (!product || !variant?.tracked) return;
  const location = String(locationId);
  variant.levels[location] = (variant.levels[location] ?? 0) + line.quantity;
  saveProduct(call, product);
}

/** Gives money back through the payments named, and takes pieces back. */
export function createRefund(call: Call, input: RefundSet): RefundResult {
  const { seed, store, world } = call;
  const id = idOf('Order', input.orderId);
  const order = id === undefined ? undefined : store.get(seed.shop, 'order', id);
  if (!order) return refuse('Order does not exist', ['orderId']);
  const lines: RefundDoc['lines'] = [];
  for (const entry of input.refundLineItems ?? []) {
    const line = order.lines.find((one) => one.id === idOf('LineItem', entry.lineItemId));
    if (!line) return refuse('Line item does not exist', ['refundLineItems']);
    if (entry.quantity < 1 || entry.quantity > line.quantity - getRefunded(EVERYTHING, order, line.id)) {
      return refuse('Quantity cannot refund more items than were purchased', ['refundLineItems']);
    }
    const restockType = entry.restockType ?? 'NO_RESTOCK';
    if (restockType !== 'NO_RESTOCK' && !entry.locationId) {
      return refuse('Location is required to restock', ['refundLineItems']);
    }
    if (restockType === 'CANCEL' && entry.quantity > getUnfulfilled(EVERYTHING, order, line)) {
      return refuse('Cannot cancel more items than are unfulfilled', ['refundLineItems']);
    }
    // Without a word on stock, pieces that have left are given back first.
    const open = getUnfulfilled(EVERYTHING, order, line) - lines.reduce((sum, one) => sum + removedIn(one, line.id), 0);
    const left = line.quantity - getRefunded(EVERYTHING, order, line.id) - open;
    const removed =
      restockType === 'CANCEL' ? entry.quantity : restockType === 'RETURN' ? 0 : Math.max(0, entry.quantity - left);
    lines.push({ lineId: line.id, quantity: entry.quantity, restockType, removed });
  }
  const now = store.now();
  const parts: OrderDoc['transactions'] = [];
  for (const entry of input.transactions ?? []) {
    const sale = order.transactions.find((one) => one.id === idOf('OrderTransaction', entry.parentId));
    if (sale?.kind !== 'SALE' || entry.kind !== 'REFUND')
      return refuse('Parent transaction is invalid', ['transactions']);
    if (!isAmount(String(entry.amount))) return refuse('Amount must be a decimal', ['transactions']);
    const back = [...order.transactions, ...parts]
      .filter((one) => one.parentId === sale.id)
      .reduce((sum, one) => sum + cents(one.amount), 0);
    if (back + cents(String(entry.amount)) > cents(sale.amount)) {
      return refuse('Refund amount is more than what is left of the payment', ['transactions']);
    }
    const amount = decimal(cents(String(entry.amount)));
    const part = { id: store.next(), kind: 'REFUND' as const, status: 'SUCCESS' as const, gateway: sale.gateway };
    parts.push({ ...part, amount, parentId: sale.id, createdAt: now });
  }
  if (lines.length === 0 && parts.length === 0) return refuse('Refund must refund something');
  const refund: RefundDoc = {
    id: store.next(),
    note: input.note ?? null,
    lines,
    transactionIds: parts.map((part) => part.id),
    amount: decimal(parts.reduce((sum, part) => sum + cents(part.amount), 0)),
    createdAt: now,
    visibleAt: world.visibleAt('shopify'),
  };
  order.transactions.push(...parts);
  order.refunds.push(refund);
  order.updatedAt = now;
  store.save(seed.shop, 'order', order);
  for (const [at, line] of lines.entries()) {
    const named = idOf('Location', input.refundLineItems?.[at]?.locationId);
    restock(call, order, line, named ?? seed.locationId);
  }
  sendRefundWebhook(call, order, refund);
  sendOrderWebhooks(call, ['ORDERS_UPDATED'], order);
  return { order, refund };
}
