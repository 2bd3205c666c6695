import { moneyFromDecimal, subtract, sum, toDecimal } from '@quayside/kernel';
import type { World } from '../core/world.ts';
import { nowSeconds } from './dates.ts';
import { ORDER_STATUSES, type Order, type OrderStatus, type OrderStore } from './order-store.ts';
import { type OrderViews, totalsOf } from './order-view.ts';
import { batch, checkTypes, dateConditions, idList, oneOf, pageHeaders, paging, truthy } from './params.ts';
import { mergeMeta } from './product-input.ts';
import type { ProductStore } from './product-store.ts';
import { created, ok, type RestRequest, type RestRoutes } from './rest.ts';
import type { Shops } from './shops.ts';
import type { Webhooks } from './webhooks.ts';
import { WpError } from './wp-error.ts';

type Doc = Record<string, unknown>;

export interface OrderParts {
  world: World;
  shops: Shops;
  store: OrderStore;
  products: ProductStore;
  views: OrderViews;
  webhooks: Webhooks;
}

const ORDER = { date: 'created', id: 'id', include: 'id', title: 'id', slug: 'id', modified: 'modified' } as const;
const TITLES: Record<string, string> = {
  pending: 'Pending payment',
  processing: 'Processing',
  'on-hold': 'On hold',
  completed: 'Completed',
  cancelled: 'Cancelled',
  refunded: 'Refunded',
  failed: 'Failed',
};

/** /orders with notes and refunds. Orders come in through the shop window; the API reads and moves them on. */
export function addOrderRoutes(routes: RestRoutes, parts: OrderParts): void {
  const { world, shops, store, views, webhooks } = parts;
  const missing = (status: number) => new WpError('woocommerce_rest_shop_order_invalid_id', 'Invalid ID.', status);
  const existing = (shop: string, id: number, status: number): Order => {
    const order = store.get(shop, id);
    if (!order) throw missing(status);
    return order;
  };

  function update(shop: string, id: number, body: Doc): Doc {
    const order = existing(shop, id, 400);
    checkTypes(body, { status: 'string', customer_note: 'string', meta_data: 'array' });
    const status: OrderStatus = body.status
      ? oneOf('status', String(body.status), ORDER_STATUSES, 'pending')
      : order.status;
    const now = nowSeconds();
    const doc = { ...order.doc, meta: mergeMeta(order.doc.meta, body.meta_data, () => shops.nextId(shop)) };
    if (body.customer_note !== undefined) doc.customerNote = String(body.customer_note);
    if (status === 'completed') doc.dateCompleted ??= now;
    if (status === 'completed' || status === 'processing') doc.datePaid ??= now;
    if (status !== order.status)
      store.addNote(
        shop,
        id,
        `Order status changed from ${TITLES[order.status] ?? order.status} to ${TITLES[status] ?? status}.`,
        false,
      );
    const view = views.order(store.save({ ...order, status, doc }));
    webhooks.fire(shop, 'order.updated', view);
    return view;
  }

  function list(request: RestRequest) {
    const { query, shop } = request;
    const where: string[] = [];
    const values: (string | number)[] = [];
    const statuses = (query.status ?? 'any').split(',').map((status) => status.trim());
    for (const status of statuses) oneOf('status', status, ['any', 'trash', ...ORDER_STATUSES], 'any');
    if (statuses.includes('any')) where.push("and status <> 'trash'");
    else {
      where.push(`and status in (${statuses.map(() => '?').join(', ')})`);
      values.push(...statuses);
    }
    for (const [name, sign] of [
      ['include', 'in'],
      ['exclude', 'not in'],
    ] as const) {
      const listed = idList(query[name]);
      if (listed.length > 0) where.push(`and id ${sign} (${listed.join(', ')})`);
    }
    const dates = dateConditions(query, shops.get(shop)?.timeZone ?? 'UTC');
    where.push(dates.sql);
    values.push(...dates.values);
    const column = ORDER[oneOf('orderby', query.orderby, Object.keys(ORDER) as (keyof typeof ORDER)[], 'date')];
    const order = oneOf('order', query.order, ['asc', 'desc'], 'desc');
    const { limit, offset } = paging(query);
    const tail = `order by ${column} ${order}, id ${order} limit ${limit} offset ${offset}`;
    const total = store.count(shop, where.join(' '), values);
    const page = store.select(shop, where.join(' '), values, tail).map(views.order);
    return ok(page, pageHeaders(request, shops.home(shop), total));
  }

  function refund(shop: string, orderId: number, body: Doc): Doc {
    const order = store.get(shop, orderId);
    // Both answer 500 with a bare number for data: WooCommerce passes the status where data belongs.
    if (!order) throw new WpError('woocommerce_rest_invalid_order_id', 'Invalid order ID.', 500, 404);
    const refused = (message: string) => new WpError('woocommerce_rest_cannot_create_order_refund', message, 500, 500);
    checkTypes(body, { amount: 'string', reason: 'string', api_refund: 'boolean', line_items: 'array' });
    if (body.api_refund === undefined || truthy(body.api_refund))
      throw refused('The payment gateway for this order does not support automatic refunds.');
    const { currency } = order.doc;
    const given = Array.isArray(body.line_items) ? (body.line_items as Doc[]) : [];
    const lines = given.map((item) => ({
      itemId: Number(item.id),
      quantity: Number(item.quantity ?? 0),
      total: String(item.refund_total ?? 0),
    }));
    const asked = body.amount
      ? moneyFromDecimal(String(body.amount), currency)
      : sum(
          lines.map((line) => moneyFromDecimal(line.total, currency)),
          currency,
        );
    const done = store.refunds(shop, orderId, true).map((entry) => moneyFromDecimal(entry.amount, currency));
    const left = subtract(moneyFromDecimal(totalsOf(order).total, currency), sum(done, currency));
    if (asked.amount <= 0 || asked.amount > left.amount) throw refused('Invalid refund amount.');
    const made = store.addRefund(shop, {
      orderId,
      amount: toDecimal(asked),
      reason: String(body.reason ?? ''),
      meta: mergeMeta([], body.meta_data, () => shops.nextId(shop)),
      lines: lines.map((line) => ({ ...line, total: toDecimal(moneyFromDecimal(line.total, currency)) })),
    });
    if (body.api_restock === undefined || truthy(body.api_restock))
      for (const line of lines) {
        const item = order.doc.lines.find((entry) => entry.id === line.itemId);
        if (item) parts.products.moveStock(shop, item.variationId || item.productId, line.quantity);
      }
    const whole = asked.amount === left.amount;
    const saved = store.save({ ...order, status: whole ? 'refunded' : order.status });
    webhooks.fire(shop, 'order.updated', views.order(saved));
    return views.refund(order, made);
  }

  routes.add('GET', 'orders', list);
  routes.add('GET', 'orders/#', ({ shop, ids: [id = 0] }) => ok(views.order(existing(shop, id, 404))));
  routes.add('POST PUT PATCH', 'orders/#', ({ shop, ids: [id = 0], body }) =>
    ok(world.transaction(() => update(shop, id, body))),
  );
  routes.add('DELETE', 'orders/#', ({ shop, ids: [id = 0] }) => {
    const order = existing(shop, id, 404);
    store.save({ ...order, status: 'trash' });
    webhooks.fire(shop, 'order.deleted', { id });
    return ok(views.order(order));
  });
  routes.add('POST PUT PATCH', 'orders/batch', async (request) =>
    ok(
      await batch(request, {
        create: () => {
          throw new WpError('woocommerce_rest_cannot_create', 'Orders are placed in the shop window.', 400);
        },
        update: (item) => world.transaction(() => update(request.shop, Number(item.id), item)),
        remove: (id) => views.order(existing(request.shop, id, 404)),
      }),
    ),
  );
  const invalidOrder = () => missing(404);
  routes.add('GET', 'orders/#/notes', ({ shop, ids: [id = 0], query }) => {
    const order = store.get(shop, id);
    if (!order) throw invalidOrder();
    const type = oneOf('type', query.type, ['any', 'customer', 'internal'], 'any');
    const notes = store
      .notes(shop, id)
      .filter((note) => type === 'any' || note.customerNote === (type === 'customer'))
      .map((note) => views.note(order, note));
    return ok(notes);
  });
  routes.add('POST', 'orders/#/notes', ({ shop, ids: [id = 0], body }) => {
    const order = store.get(shop, id);
    if (!order) throw invalidOrder();
    const text = String(body.note ?? '');
    return created(views.note(order, store.addNote(shop, id, text, truthy(body.customer_note))));
  });
  routes.add('GET', 'orders/#/refunds', (request) => {
    const { shop } = request;
    const order = store.get(shop, request.ids[0] ?? 0);
    // WordPress looks for children of an order and finds none; that the order is missing it does not notice.
    if (!order) return ok([], pageHeaders(request, shops.home(shop), 0));
    const { limit, offset } = paging(request.query);
    const all = store.refunds(shop, order.id);
    const page = all.slice(offset, offset + limit).map((entry) => views.refund(order, entry));
    return ok(page, pageHeaders(request, shops.home(shop), all.length));
  });
  routes.add('POST', 'orders/#/refunds', ({ shop, ids: [id = 0], body }) =>
    created(world.transaction(() => refund(shop, id, body))),
  );
}
