import { type ConnectorContext, ConnectorError, type PaymentNotes, type PaymentSteps } from '@quayside/connector-kit';
import { type Money, toDecimal } from '@quayside/kernel';
import { usd } from './map-money.ts';
import { isPaid, toOrder, wasPaid } from './map-order.ts';
import { readDetail } from './orders.ts';
import type { RawOrder } from './raw.ts';
import * as raw from './raw.ts';
import { askAccount } from './session.ts';

/**
 * CJ knows no payment of its own id: an order is paid from the balance or it is not. So the order's own state is the
 * idempotency key, it is read before every attempt, and the payment is called by the order's id.
 */
export interface CjPayment {
  paymentId: string;
  amount: Money;
}

/** Under which the amount of a bill is noted that differs from the order's total: no answer of CJ names it afterwards. */
const DUE = 'due';

function paymentOf(order: RawOrder, kept: PaymentNotes['kept'] = {}): CjPayment {
  const due = kept[DUE];
  return { paymentId: order.orderId, amount: due === undefined ? toOrder(order).total : usd(due) };
}

const post = (path: string, body: object) => ({
  method: 'POST' as const,
  path: `/shopping/${path}`,
  body,
  effect: true,
});

const other = (detail: string): ConnectorError => new ConnectorError('rejected', detail, { code: 'other' });

/** CJ stops an order with an address or goods it does not like at these steps, with reasons in free words. */
function refuseIntercepted(step: string, reasons: unknown[] | null | undefined): void {
  if (reasons && reasons.length > 0) throw other(`CJ stopped the order at ${step}: ${JSON.stringify(reasons)}`);
}

function refuseOtherAmount(asked: Money, billed: Money): void {
  if (asked.currency === billed.currency && asked.amount === billed.amount) return;
  throw other(`CJ's bill is ${toDecimal(billed)} ${billed.currency}, not ${toDecimal(asked)} ${asked.currency}`);
}

/** A bill may be lower than the order's total (a discount of the account): never higher than what was agreed to. */
export function refuseDearer(asked: Money, billed: Money): void {
  if (asked.currency === billed.currency && billed.amount <= asked.amount) return;
  refuseOtherAmount(asked, billed);
}

/** Cart and confirmation: what leads from CREATED to a shipment that a bill is made for. undefined: CJ gave it no id. */
async function confirm(ctx: ConnectorContext, orderId: string): Promise<string | undefined> {
  const cart = await askAccount(ctx, post('order/addCart', { cjOrderIdList: [orderId] }), raw.cart);
  refuseIntercepted('the cart', cart?.interceptOrders);
  const confirmed = await askAccount(ctx, post('order/addCartConfirm', { cjOrderIdList: [orderId] }), raw.confirmed);
  refuseIntercepted('the confirmation', confirmed.interceptOrders);
  return confirmed.shipmentsId ?? undefined;
}

/** The bill of a shipment; asked for again it is the same one. */
async function billOf(ctx: ConnectorContext, shipmentOrderId: string): Promise<{ payId: string; due: Money }> {
  const parent = await askAccount(ctx, post('order/saveGenerateParentOrder', { shipmentOrderId }), raw.parent);
  refuseIntercepted('the bill', parent.interceptOrders);
  const due = parent.paymentInformation?.actualPayment ?? parent.orderMoney;
  if (!parent.payId || due == null) throw new ConnectorError('unknown', 'CJ made a bill without its id or amount');
  return { payId: parent.payId, due: usd(due) };
}

/** Under which the shipment of a confirmed order is noted: CJ tells its id once, and takes the order by its own id alone. */
const SHIPMENT = 'shipmentOrderId';

/** The bill of a shipment that was noted earlier; undefined where there is none any more, and the order is `open` to be confirmed anew. */
async function keptBill(ctx: ConnectorContext, shipmentOrderId: string, open: boolean) {
  try {
    return await billOf(ctx, shipmentOrderId);
  } catch (error) {
    if (open && error instanceof ConnectorError && error.kind === 'rejected') return undefined;
    throw error;
  }
}

/**
 * Pays what is due, and answers how much that was. `order` as CJ shows it; undefined while CJ does not show it yet, although
 * it may well be there.
 */
async function settle(
  ctx: ConnectorContext,
  orderId: string,
  order: RawOrder | undefined,
  amount: Money,
  { notes, beforeMoney }: PaymentSteps,
): Promise<Money> {
  const charge = (path: string, body: object) =>
    askAccount(ctx, { ...post(`pay/${path}`, body), beforeSend: beforeMoney }, raw.anything);
  const keepDue = async (due: Money): Promise<void> => {
    if (notes && (notes.kept[DUE] ?? toDecimal(amount)) !== toDecimal(due)) await notes.keep({ [DUE]: toDecimal(due) });
  };
  const open = !order || order.orderStatus === 'CREATED' || order.orderStatus === 'IN_CART';
  let shipmentOrderId: string | undefined = notes?.kept[SHIPMENT];
  let bill = shipmentOrderId && (await keptBill(ctx, shipmentOrderId, open));
  if (!bill && open) {
    shipmentOrderId = await confirm(ctx, orderId);
    if (shipmentOrderId) {
      await notes?.keep({ [SHIPMENT]: shipmentOrderId });
      bill = await billOf(ctx, shipmentOrderId);
    }
  }
  if (bill) {
    refuseDearer(amount, bill.due);
    await keepDue(bill.due);
    await charge('payBalanceV2', { shipmentOrderId, payId: bill.payId });
    return bill.due;
  }
  if (!order) throw new ConnectorError('unknown', `CJ does not show order ${orderId} yet`);
  // Confirmed in an earlier attempt whose answer (and with it the shipment's id) was lost: paid by the order's own id.
  await keepDue(amount);
  await charge('payBalance', { orderId });
  return amount;
}

/**
 * "Order confirm fail" and "order pay fail" (1603001, 1603101) do not say why: an order that is paid already fails the same
 * way. They are never taken for "not paid"; every other refusal names its reason.
 */
const saysNothing = (err: unknown): err is ConnectorError =>
  err instanceof ConnectorError && err.kind === 'rejected' && err.code === 'error_checkout_products';

/**
 * Pays the order of exactly `amount`, by its bill where that is lower, or throws. Repeating it after any outcome never pays
 * twice. With its notes another process goes on where this one stopped.
 */
export async function payOrder(
  ctx: ConnectorContext,
  orderId: string,
  amount: Money,
  steps: PaymentSteps = {},
): Promise<CjPayment> {
  const before = await readDetail(ctx, orderId);
  const kept = steps.notes?.kept;
  if (before && wasPaid(before)) return paymentOf(before, kept);
  if (before?.orderStatus === 'CANCELLED') throw other(`CJ has cancelled order ${orderId}`);
  if (before) refuseOtherAmount(amount, toOrder(before).total);
  let paid: Money;
  try {
    paid = await settle(ctx, orderId, before, amount, steps);
  } catch (err) {
    if (!saysNothing(err)) throw err;
    // Perhaps because an earlier attempt has moved it on, which CJ may show now, or only a little later.
    const after = await readDetail(ctx, orderId);
    if (after && isPaid(after)) return paymentOf(after, kept);
    throw new ConnectorError('unknown', err.detail, { cause: err });
  }
  return { paymentId: orderId, amount: paid };
}

export async function findPayment(
  ctx: ConnectorContext,
  orderId: string,
  kept?: PaymentNotes['kept'],
): Promise<CjPayment | undefined> {
  const order = await readDetail(ctx, orderId);
  return order && wasPaid(order) ? paymentOf(order, kept) : undefined;
}
