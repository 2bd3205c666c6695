import { isId } from '@quayside/kernel';
import type { Deps } from '../../../deps.ts';
import { createBatcher } from '../../../jobs/batcher.ts';
import { cancelOrder } from '../actions/cancel-order.ts';
import { eraseOrder } from '../actions/erase-order.ts';
import { payOrder } from '../actions/pay-order.ts';
import { type PlaceOrder, placeOrders } from '../actions/place-order.ts';
import { setWebhook } from '../actions/set-webhook.ts';
import type { Installation } from '../installation-repo.ts';
import { changedOrders, viewByReference, viewOrder, viewOrders } from '../queries/order-view.ts';
import { WarehouseRefusal } from '../refusal.ts';
import { type door, read } from './door.ts';
import * as schemas from './schemas.ts';
import { orderShape, readCursor, toAddress, writeCursor } from './shapes.ts';

/** Orders and payments of one customer. */
export function addOrderRoutes(call: ReturnType<typeof door>, deps: Deps): void {
  const idOf = (params: Record<string, string>): string => {
    const parsed = schemas.id.safeParse(params.id);
    if (parsed.success) return parsed.data;
    throw new WarehouseRefusal('not_found', 'Order not found.');
  };
  const shown = async (customer: Installation, orderId: string): Promise<object> => {
    const order = await deps.db.global((tx) => viewOrder(tx, customer.installation_id, orderId));
    if (!order) throw new WarehouseRefusal('not_found', 'Order not found.');
    return orderShape(order);
  };

  // What a customer orders at the same moment is placed in one transaction, each order for itself.
  const place = createBatcher(
    (customer: Installation) => customer.installation_id,
    (customer, inputs: readonly PlaceOrder[]) =>
      deps.db.global(async (tx) => {
        const placed = await placeOrders(tx, customer, inputs);
        const ids = placed.filter((one) => typeof one === 'string');
        const views = new Map(
          (await viewOrders(tx, customer.installation_id, ids)).map((view) => [view.order_id, view]),
        );
        return placed.map((one) => (one instanceof WarehouseRefusal ? one : views.get(one)));
      }),
  );

  call('POST', '/orders', async ({ customer, body, header }) => {
    const reference = header('idempotency-key') ?? '';
    if (!/^[\x21-\x7e]{8,100}$/.test(reference))
      throw new WarehouseRefusal('invalid_input', 'Idempotency-Key must be your reference: 8 to 100 plain characters.');
    const order = read(schemas.orderBody, body);
    const placed = await place(customer, {
      reference,
      account: order.account,
      orderName: order.order_name,
      address: toAddress(order.address),
      shippingService: order.shipping_service,
      lines: order.lines.map((line) => ({ ref: line.ref, variantId: line.variant_id, quantity: line.quantity })),
    });
    if (placed instanceof WarehouseRefusal) throw placed;
    if (!placed) throw new Error('placed order not found');
    return orderShape(placed);
  });

  call('POST', '/webhooks', async ({ customer, body }) => {
    const { account, address, secret } = read(schemas.webhookBody, body);
    await setWebhook(deps, customer, { account, address, secret });
    return { account, address };
  });

  call('GET', '/orders', async ({ customer, query }) => {
    const { reference, updated_after: updatedAfter, cursor, size } = read(schemas.ordersQuery, query);
    if (reference !== undefined) {
      const found = await deps.db.global((tx) => viewByReference(tx, customer.installation_id, reference));
      return { items: found ? [orderShape(found)] : [], next_cursor: null };
    }
    const after = cursor === undefined ? undefined : readCursor(cursor);
    if (cursor !== undefined && !(after && isId(after.id)))
      throw new WarehouseRefusal('invalid_input', 'cursor: not one of ours');
    if (!after && !updatedAfter)
      throw new WarehouseRefusal('invalid_input', 'Required: reference, updated_after or cursor.');
    const ask = { installationId: customer.installation_id, updatedAfter: updatedAfter ?? '', after, size };
    const rows = await deps.db.global((tx) => changedOrders(tx, ask));
    const last = rows.length === size ? rows.at(-1) : undefined;
    return { items: rows.map(orderShape), next_cursor: last ? writeCursor(last.updated_at, last.order_id) : null };
  });

  call('GET', '/orders/:id', ({ customer, params }) => shown(customer, idOf(params)));

  call('POST', '/orders/:id/payments', async ({ customer, params, body }) => {
    const { reference, amount } = read(schemas.paymentBody, body);
    const payment = await payOrder(deps.db, customer, { orderId: idOf(params), reference, amount });
    return {
      id: payment.payment_id,
      kind: 'payment',
      reference: payment.reference,
      amount: { amount: payment.amount, currency: payment.currency },
    };
  });

  call('POST', '/orders/:id/cancel', async ({ customer, params, body }) => {
    const { reason } = read(schemas.cancelBody, body);
    const orderId = idOf(params);
    await cancelOrder(deps.db, customer, orderId, reason);
    return shown(customer, orderId);
  });

  call('POST', '/erasures', async ({ customer, body }) => {
    const { references, force } = read(schemas.erasureBody, body);
    const underWay: string[] = [];
    for (const reference of references)
      if (!(await eraseOrder(deps.db, customer, { reference, isForced: force }))) underWay.push(reference);
    return { under_way: underWay };
  });
}
