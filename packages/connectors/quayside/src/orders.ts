import type { ConnectorContext, Page, PaymentSteps, SupplierOrder, SupplierOrderInput } from '@quayside/connector-kit';
import type { Money } from '@quayside/kernel';
import { ask, askFor } from './client.ts';
import { toAddress, toOrder } from './map.ts';
import * as raw from './raw.ts';

const orderPath = (id: string): string => `/orders/${encodeURIComponent(id)}`;

/** The reference is the idempotency key: the warehouse answers the same order however often it is sent. */
export async function createOrder(ctx: ConnectorContext, input: SupplierOrderInput): Promise<SupplierOrder> {
  const made = await ask(
    ctx,
    {
      method: 'POST',
      path: '/orders',
      headers: { 'idempotency-key': input.reference },
      body: {
        ...(input.account ? { account: input.account } : {}),
        order_name: input.orderName,
        address: toAddress(input.address),
        shipping_service: input.shippingMethod,
        lines: input.lines.map((line) => ({
          ref: line.ref,
          variant_id: line.sourceVariantId,
          quantity: line.quantity,
        })),
      },
      effect: true,
    },
    raw.order,
  );
  return toOrder(made);
}

export async function findOrder(ctx: ConnectorContext, reference: string): Promise<SupplierOrder | undefined> {
  const call = { method: 'GET', path: '/orders', query: { reference }, effect: false } as const;
  const found = (await ask(ctx, call, raw.orders)).items[0];
  return found && toOrder(found);
}

export async function getOrder(ctx: ConnectorContext, id: string): Promise<SupplierOrder | undefined> {
  const found = await askFor(ctx, { method: 'GET', path: orderPath(id), effect: false }, raw.order);
  return found && toOrder(found);
}

export async function listOrders(
  ctx: ConnectorContext,
  input: { updatedAfter: string; cursor?: string },
): Promise<Page<SupplierOrder>> {
  const query = { updated_after: input.updatedAfter, cursor: input.cursor, size: '50' };
  const found = await ask(ctx, { method: 'GET', path: '/orders', query, effect: false }, raw.orders);
  return { items: found.items.map(toOrder), ...(found.next_cursor ? { nextCursor: found.next_cursor } : {}) };
}

export async function cancelOrder(ctx: ConnectorContext, id: string, reason: string): Promise<void> {
  await ask(ctx, { method: 'POST', path: `${orderPath(id)}/cancel`, body: { reason }, effect: true }, raw.anything);
}

export interface Payment {
  paymentId: string;
  amount: Money;
}

export async function payOrder(
  ctx: ConnectorContext,
  input: { supplierOrderId: string; amount: Money; paymentReference: string } & PaymentSteps,
): Promise<Payment> {
  const body = { reference: input.paymentReference, amount: input.amount };
  const path = `${orderPath(input.supplierOrderId)}/payments`;
  await input.beforeMoney?.();
  const made = await ask(ctx, { method: 'POST', path, body, effect: true }, raw.payment);
  return { paymentId: made.id, amount: made.amount };
}

export async function findPayment(
  ctx: ConnectorContext,
  input: { supplierOrderId: string; paymentReference: string },
): Promise<Payment | undefined> {
  const call = { method: 'GET', path: orderPath(input.supplierOrderId), effect: false } as const;
  const found = await askFor(ctx, call, raw.order);
  const made = found?.payments.find((one) => one.kind === 'payment' && one.reference === input.paymentReference);
  return made && { paymentId: made.id, amount: made.amount };
}

/** Repeating it changes nothing. */
export async function eraseOrders(
  ctx: ConnectorContext,
  input: { references: string[]; isForced: boolean },
): Promise<{ underWay: string[] }> {
  const body = { references: input.references, force: input.isForced };
  const done = await ask(ctx, { method: 'POST', path: '/erasures', body, effect: true }, raw.erasures);
  return { underWay: done.under_way };
}
