import { moneyFromDecimal, subtract, sum, times, toDecimal } from '@quayside/kernel';
import type { World } from '../core/world.ts';
import { nowSeconds } from './dates.ts';
import {
  type Address,
  type Line,
  ORDER_STATUSES,
  type Order,
  type OrderStatus,
  type OrderStore,
} from './order-store.ts';
import { getTotals, type OrderViews } from './order-view.ts';
import { batch, checkTypes, dateConditions, idList, oneOf, pageHeaders, paging, truthy } from './params.ts';
import { mergeMeta } from './product-input.ts';
import type { ProductStore } from './product-store.ts';
import { getPrice } from './product-view.ts';
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

/** Statuses in which a payment that arrives makes the order "processing" (WC_Order::payment_complete). */
const UNPAID: readonly string[] = ['pending', 'failed', 'on-hold', 'cancelled'];
const NOWHERE: Address = {
  first_name: '',
  last_name: '',
  company: '',
  address_1: '',
  address_2: '',
  city: '',
  state: '',
  postcode: '',
  country: '',
  phone: '',
};
const listOf = (value: unknown): Doc[] => (Array.isArray(value) ? (value as Doc[]) : []);

/** /orders with notes and refunds. Orders come in through the shop window or, as for other plug-ins, by the API. */
export function addOrderRoutes(routes: RestRoutes, parts: OrderParts): void {
  const { world, shops, store, views, webhooks } = parts;
  const missing = (status: number) => new WpError('woocommerce_rest_shop_order_invalid_id', 'Invalid ID.', status);
  const existing = (shop: string, id: number, status: number): Order => {
    const order = store.get(shop, id);
    if (!order) throw missing(status);
    return order;
  };

  /** What is left of an order is given back when somebody sets it to "Refunded". Source: wc_order_fully_refunded. */
  function refundRest(order: Order): void {
    const { currency } = order.doc;
    const done = store.refunds(order.shop, order.id, true).map((entry) => moneyFromDecimal(entry.amount, currency));
    const left = subtract(moneyFromDecimal(getTotals(order).total, currency), sum(done, currency));
    if (left.amount <= 0) return;
    const reason = 'Order fully refunded.';
    store.addRefund(order.shop, { orderId: order.id, amount: toDecimal(left), reason, meta: [], lines: [] });
  }

  function update(shop: string, id: number, body: Doc): Doc {
    const order = existing(shop, id, 400);
    checkTypes(body, { status: 'string', customer_note: 'string', meta_data: 'array' });
    const asked = body.status ? oneOf('status', String(body.status), ORDER_STATUSES, 'pending') : undefined;
    const isPaid = truthy(body.set_paid) && UNPAID.includes(asked ?? order.status);
    const status: OrderStatus = isPaid ? 'processing' : (asked ?? order.status);
    const now = nowSeconds();
    const fees = [...(order.doc.fees ?? []), ...feesOf(shop, order.doc.currency, body.fee_lines)];
    const doc = { ...order.doc, fees, meta: mergeMeta(order.doc.meta, body.meta_data, () => shops.nextId(shop)) };
    if (body.customer_note !== undefined) doc.customerNote = String(body.customer_note);
    if (status === 'completed') doc.dateCompleted ??= now;
    if (status === 'completed' || status === 'processing') doc.datePaid ??= now;
    if (status === 'refunded') refundRest(order);
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

  const feesOf = (shop: string, currency: string, lines: unknown) =>
    listOf(lines).map((fee) => ({
      id: shops.nextId(shop),
      name: String(fee.name ?? ''),
      total: toDecimal(moneyFromDecimal(String(fee.total ?? '0'), currency)),
    }));

  /** An order by the API, as importers, tills and other plug-ins write it: any status, with fees and discounts. */
  function create(shop: string, body: Doc): Doc {
    checkTypes(body, { status: 'string', line_items: 'array', fee_lines: 'array', shipping_lines: 'array' });
    const settings = shops.get(shop);
    if (!settings) throw missing(404);
    const { currency } = settings;
    const asked = oneOf('status', body.status as string | undefined, ORDER_STATUSES, 'pending');
    const status = truthy(body.set_paid) && UNPAID.includes(asked) ? 'processing' : asked;
    const decimal = (value: unknown, otherwise: string): string =>
      toDecimal(moneyFromDecimal(String(value ?? otherwise), currency));
    const lines = listOf(body.line_items).map((item): Line => {
      const quantity = Number(item.quantity ?? 1);
      const product = parts.products.get(shop, Number(item.variation_id || item.product_id));
      const parent = item.variation_id ? parts.products.get(shop, Number(item.product_id)) : undefined;
      const price = moneyFromDecimal((product && getPrice(product)) || '0', currency);
      const subtotal = decimal(item.subtotal, toDecimal(times(price, quantity)));
      return {
        id: shops.nextId(shop),
        name: String(item.name ?? product?.name ?? ''),
        parentName: parent?.name ?? null,
        productId: Number(item.product_id ?? 0),
        variationId: Number(item.variation_id ?? 0),
        quantity,
        subtotal,
        total: decimal(item.total, subtotal),
        sku: product?.sku || parent?.sku || String(item.sku ?? ''),
        imageId: product?.doc.imageIds[0] ?? 0,
        chosen: product?.doc.chosen ?? [],
      };
    });
    const [shipping] = listOf(body.shipping_lines);
    const billing = { ...NOWHERE, ...(body.billing as Partial<Address> | undefined) };
    const now = nowSeconds();
    const order = store.save({
      shop,
      id: 0,
      status,
      created: now,
      modified: now,
      visibleAt: world.visibleAt('woocommerce'),
      doc: {
        currency,
        billing,
        shipping: { ...NOWHERE, ...(body.shipping as Partial<Address> | undefined) },
        lines,
        shippingTitle: String(shipping?.method_title ?? ''),
        shippingTotal: decimal(shipping?.total, '0'),
        fees: feesOf(shop, currency, body.fee_lines),
        ...(settings.taxPercent ? { taxPercent: settings.taxPercent } : {}),
        customerNote: String(body.customer_note ?? ''),
        paymentMethodTitle: String(body.payment_method_title ?? ''),
        datePaid: ['processing', 'completed'].includes(status) ? now : null,
        dateCompleted: status === 'completed' ? now : null,
        createdVia: 'rest-api',
        meta: mergeMeta([], body.meta_data, () => shops.nextId(shop)),
      },
    });
    const view = views.order(order);
    webhooks.fire(shop, 'order.created', view);
    webhooks.fire(shop, 'order.updated', view);
    return view;
  }

  /** Into the trash, which is told; for good (`force`), of which WooCommerce tells nobody. */
  function remove(shop: string, id: number, force: boolean): Doc {
    const order = existing(shop, id, 404);
    if (force) {
      store.remove(shop, id);
      return views.order(order);
    }
    if (order.status === 'trash')
      throw new WpError('woocommerce_rest_already_trashed', 'The order has already been deleted.', 410);
    store.save({ ...order, status: 'trash' });
    webhooks.fire(shop, 'order.deleted', { id });
    return views.order(order);
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
    // MySQL names no order among equal times, and each page of a question may see another one.
    const among = column === 'id' ? 'id' : `(id * 7919 + ${offset} * 104729) % 10007`;
    const tail = `order by ${column} ${order}, ${among} ${order} limit ${limit} offset ${offset}`;
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
    const left = subtract(moneyFromDecimal(getTotals(order).total, currency), sum(done, currency));
    if (asked.amount <= 0 || asked.amount > left.amount) throw refused('Invalid refund amount.');
    const isPaidBack = body.api_refund === undefined || truthy(body.api_refund);
    const gateway = shops.get(shop)?.gatewayRefunds ?? 'none';
    if (isPaidBack && gateway === 'none')
      throw refused('The payment gateway for this order does not support automatic refunds.');
    if (isPaidBack && gateway === 'declines') throw refused('The payment gateway declined the refund.');
    const made = store.addRefund(shop, {
      orderId,
      amount: toDecimal(asked),
      reason: String(body.reason ?? ''),
      isPaidBack,
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
  routes.add('POST', 'orders', ({ shop, body }) => created(world.transaction(() => create(shop, body))));
  routes.add('DELETE', 'orders/#', ({ shop, ids: [id = 0], query }) =>
    ok(world.transaction(() => remove(shop, id, truthy(query.force)))),
  );
  routes.add('POST PUT PATCH', 'orders/batch', async (request) =>
    ok(
      await batch(request, {
        create: (item) => world.transaction(() => create(request.shop, item)),
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
    if (text === '') throw new WpError('rest_missing_callback_param', 'Missing parameter(s): note', 400);
    const author = truthy(body.added_by_user) ? 'shop-manager' : undefined;
    return created(views.note(order, store.addNote(shop, id, text, truthy(body.customer_note), undefined, author)));
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
  // Refunds of any orders, by their own ids; from WooCommerce 9.0 on. It pays no heed to parents.
  routes.add('GET', 'refunds', (request) => {
    const { shop, query } = request;
    if (Number.parseInt(shops.get(shop)?.version ?? '', 10) < 9)
      throw new WpError('rest_no_route', 'No route was found matching the URL and request method.', 404);
    const { limit, offset } = paging(query);
    const ids = new Set(idList(query.include));
    const all = store.refundsOf(shop).filter((entry) => ids.size === 0 || ids.has(entry.id));
    const page = all.slice(offset, offset + limit).flatMap((entry) => {
      const order = store.get(shop, entry.orderId);
      return order ? [{ ...views.refund(order, entry), parent_id: order.id }] : [];
    });
    return ok(page, pageHeaders(request, shops.home(shop), all.length));
  });
  routes.add('POST', 'orders/#/refunds', ({ shop, ids: [id = 0], body }) =>
    created(world.transaction(() => refund(shop, id, body))),
  );
}
