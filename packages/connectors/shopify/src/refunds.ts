import {
  type ConnectorContext,
  ConnectorError,
  type RefundableAmount,
  type RefundInput,
} from '@quayside/connector-kit';
import { type Money, money, moneyFromDecimal, toDecimal } from '@quayside/kernel';
import { run } from './client.ts';
import { documents } from './documents.ts';
import { refuseUserErrors } from './errors.ts';
import { findStockLocation } from './locations.ts';
import type { RawRefund, RawTransaction } from './raw.ts';

/** Our reference stands in the refund's note, which only the shop's staff see. */
const mark = (ref: string): string => `[quayside ${ref}]`;

const PAID = new Set(['SALE', 'CAPTURE']);

const amountOf = ({ amountSet: { shopMoney } }: RawTransaction): Money =>
  moneyFromDecimal(shopMoney.amount, shopMoney.currencyCode);

/** The successful payments of an order, each with the part that wasn't refunded. */
function openPayments(all: readonly RawTransaction[]) {
  const done = all.filter((transaction) => transaction.status === 'SUCCESS');
  return done
    .filter((transaction) => PAID.has(transaction.kind))
    .map((payment) => {
      const back = done
        .filter((other) => other.kind === 'REFUND' && other.parentTransaction?.id === payment.id)
        .reduce((sum, other) => sum + amountOf(other).amount, 0);
      return {
        id: payment.id,
        gateway: payment.gateway,
        paid: amountOf(payment).amount,
        left: amountOf(payment).amount - back,
      };
    });
}

/** What an order's payments leave to refund, in the shop's currency. */
export function getRefundable(all: readonly RawTransaction[], currency: string): RefundableAmount {
  const payments = openPayments(all);
  const total = (amounts: number[]) =>
    money(
      amounts.reduce((sum, amount) => sum + amount, 0),
      currency,
    );
  return {
    paid: total(payments.map((one) => one.paid)),
    left: total(payments.filter((one) => one.gateway).map((one) => Math.max(0, one.left))),
  };
}

/**
 * Spreads an amount over the payments of an order, less what was given back of each. Throws rejected when the order has
 * not that much left to give back.
 */
export function refundTransactions(orderId: string, all: readonly RawTransaction[], amount: Money) {
  let open = amount.amount;
  const parts = openPayments(all).flatMap((payment) => {
    const part = Math.min(open, payment.left);
    if (part <= 0 || !payment.gateway) return [];
    open -= part;
    const text = toDecimal(money(part, amount.currency));
    return [{ orderId, parentId: payment.id, gateway: payment.gateway, kind: 'REFUND', amount: text }];
  });
  if (open > 0) {
    const lacking = `${toDecimal(money(open, amount.currency))} ${amount.currency}`;
    throw new ConnectorError('rejected', `refund exceeds the refundable amount by ${lacking}`, {
      code: 'refund_amount',
    });
  }
  return parts;
}

const withRef = (refunds: readonly RawRefund[], ref: string): { externalRefundId: string } | undefined => {
  const found = refunds.find((refund) => refund.note?.includes(mark(ref)));
  return found && { externalRefundId: found.id };
};

/** Pieces that have not left are cancelled; those that have are returned. Shopify restocks the two under other names. */
export function refundLines(
  lines: RefundInput['lines'],
  unfulfilled: ReadonlyMap<string, number>,
  locationId?: string,
) {
  return lines.flatMap(({ externalLineId: lineItemId, quantity }) => {
    if (locationId === undefined) return [{ lineItemId, quantity, restockType: 'NO_RESTOCK' }];
    const cancelled = Math.min(quantity, unfulfilled.get(lineItemId) ?? 0);
    const parts = [
      { lineItemId, quantity: cancelled, restockType: 'CANCEL', locationId },
      { lineItemId, quantity: quantity - cancelled, restockType: 'RETURN', locationId },
    ];
    return parts.filter((part) => part.quantity > 0);
  });
}

/**
 * Gives money back through the payments it came by, once per reference: it stands in the refund's note, and is the
 * idempotency key.
 */
export async function createRefund(ctx: ConnectorContext, input: RefundInput): Promise<{ externalRefundId: string }> {
  if (!input.paysBack)
    throw new ConnectorError('rejected', 'Shopify pays back every refund', { code: 'invalid_input' });
  const lines = input.lines.map((line) => line.externalLineId);
  const variables = { id: input.externalOrderId, lines };
  const { nodes, order } = await run(ctx, documents.payments, variables, lines.length);
  if (!order) throw new ConnectorError('not-found', `order ${input.externalOrderId} no longer exists in the store`);
  const made = withRef(order.refunds, input.ref);
  if (made) return made;
  if (order.currencyCode !== order.presentmentCurrencyCode || order.currencyCode !== input.amount.currency) {
    const paid = `paid in ${order.presentmentCurrencyCode}, asked back in ${input.amount.currency}`;
    throw new ConnectorError('rejected', `an order ${paid} must be refunded in Shopify`, {
      code: 'invalid_input',
    });
  }
  const unfulfilled = new Map(
    nodes.flatMap((node) => (node ? [[node.id, node.unfulfilledQuantity ?? 0] as const] : [])),
  );
  const locationId = input.restock && lines.length > 0 ? await findStockLocation(ctx) : undefined;
  const refund = {
    orderId: input.externalOrderId,
    note: [input.reason, mark(input.ref)].filter(Boolean).join(' '),
    notify: false,
    refundLineItems: refundLines(input.lines, unfulfilled, locationId),
    transactions: refundTransactions(input.externalOrderId, order.transactions, input.amount),
  };
  const { refundCreate } = await run(ctx, documents.createRefund, { input: refund, key: input.ref });
  refuseUserErrors('Shopify refused the refund', refundCreate?.userErrors ?? []);
  if (!refundCreate?.refund) throw new ConnectorError('unknown', 'Shopify answered a refund without its id');
  return { externalRefundId: refundCreate.refund.id };
}

/** The refund with this reference; undefined when the order has none. */
export async function findRefund(
  ctx: ConnectorContext,
  input: RefundInput,
): Promise<{ externalRefundId: string } | undefined> {
  const { order } = await run(ctx, documents.refunds, { id: input.externalOrderId });
  return withRef(order?.refunds ?? [], input.ref);
}

export async function readRefundable(
  ctx: ConnectorContext,
  externalOrderId: string,
): Promise<RefundableAmount | undefined> {
  const { order } = await run(ctx, documents.payments, { id: externalOrderId, lines: [] });
  return order ? getRefundable(order.transactions, order.currencyCode) : undefined;
}
