import { createHash } from 'node:crypto';
import { moneyFromDecimal, sum, times, toDecimal } from '@quayside/kernel';
import { type CreatedOrder, type PastLine, type PastOrder, pastOrders } from '../core/history.ts';
import type { Line, Order, OrderDoc, OrderStatus } from './order-store.ts';
import { getTotals } from './order-view.ts';
import type { OrderParts } from './orders.ts';
import type { Meta } from './product-store.ts';
import { getAddress, getLine } from './shopper-order.ts';

const seconds = (iso: string): number => Math.floor(Date.parse(iso) / 1000);

/** The list in which the Shipment Tracking plug-ins keep parcels. */
const TRACKING = '_wc_shipment_tracking_items';

function trackingOf(order: PastOrder, nextId: () => number): Meta[] {
  if (order.parcels.length === 0) return [];
  const value = order.parcels.map(({ at, carrier, number, url }) => ({
    tracking_provider: '',
    custom_tracking_provider: carrier,
    custom_tracking_link: url ?? '',
    tracking_number: number,
    date_shipped: String(seconds(at)),
    tracking_id: createHash('md5').update(`${carrier}-${number}${at}`).digest('hex'),
  }));
  return [{ id: nextId(), key: TRACKING, value }];
}

const isAllSent = ({ lines, parcels }: PastOrder): boolean =>
  lines.every(
    (line, index) =>
      parcels
        .flatMap((parcel) => parcel.pieces)
        .reduce((pieces, one) => pieces + (one.line === index ? one.quantity : 0), 0) >= line.quantity,
  );

function statusOf(order: PastOrder): OrderStatus {
  if (order.cancelledAt) return 'cancelled';
  if (order.payment === 'failed') return 'failed';
  if (order.payment === 'pending') return 'on-hold';
  return isAllSent(order) ? 'completed' : 'processing';
}

/** Writes orders as of the times given, past WooCommerce's webhooks. */
export function keepHistory(parts: OrderParts, body: unknown): { orders: CreatedOrder[] } {
  const { shops, store } = parts;
  const input = pastOrders.parse(body);
  const settings = shops.get(input.shop);
  if (!settings) throw new RangeError(`no shop ${input.shop}`);
  const { shop } = settings;
  const { currency } = settings;
  if (input.empty) {
    store.clear(shop);
    parts.products.clear(shop);
  }
  const nextId = () => shops.nextId(shop);

  function pastLine(line: PastLine): Line {
    if ('productId' in line) return getLine(parts, shop, currency, line, false);
    const total = toDecimal(times(moneyFromDecimal(line.price, currency), line.quantity));
    return {
      id: nextId(),
      name: line.title,
      parentName: null,
      productId: 0,
      variationId: 0,
      quantity: line.quantity,
      subtotal: total,
      total,
      sku: '',
      imageId: 0,
      chosen: [],
    };
  }

  function refund(order: Order, past: PastOrder): Order {
    if (!past.refund) return order;
    const { at, isUnsent, pieces } = past.refund;
    const parted = pieces.flatMap(({ line, quantity }) => {
      const item = order.doc.lines[line];
      if (!item) return [];
      const total = moneyFromDecimal(item.total, currency);
      const amount = { ...total, amount: Math.round((total.amount * quantity) / item.quantity) };
      return [{ itemId: item.id, quantity, total: toDecimal(amount) }];
    });
    const isAll = isUnsent && parted.every((one, index) => one.quantity === order.doc.lines[index]?.quantity);
    const isWhole = isAll && parted.length === order.doc.lines.length;
    const amount = isWhole
      ? getTotals(order).total
      : toDecimal(
          sum(
            parted.map((one) => moneyFromDecimal(one.total, currency)),
            currency,
          ),
        );
    store.addRefund(shop, { orderId: order.id, amount, reason: '', meta: [], lines: parted }, seconds(at));
    return store.write({ ...order, status: isWhole ? 'refunded' : order.status });
  }

  const keep = (past: PastOrder): CreatedOrder => {
    const status = statusOf(past);
    const created = seconds(past.at);
    const lastParcel = past.parcels.at(-1);
    const doc: OrderDoc = {
      currency,
      billing: { ...getAddress(past), email: past.email },
      shipping: getAddress(past),
      lines: past.lines.map(pastLine),
      shippingTitle: settings.shippingTitle ?? 'Flat rate',
      shippingTotal: settings.shippingFee,
      ...(settings.taxPercent ? { taxPercent: settings.taxPercent } : {}),
      customerNote: '',
      paymentMethodTitle: past.payment === 'pending' ? 'Direct bank transfer' : 'Sandbox card',
      datePaid: past.payment === 'paid' ? created : null,
      dateCompleted: status === 'completed' && lastParcel ? seconds(lastParcel.at) : null,
      createdVia: 'checkout',
      meta: trackingOf(past, nextId),
    };
    const times = [past.at, past.cancelledAt, past.refund?.at, lastParcel?.at].flatMap((at) => (at ? seconds(at) : []));
    const modified = Math.max(...times);
    const order = store.write({ shop, id: 0, status, created, modified, visibleAt: 0, doc });
    if (past.payment === 'paid')
      store.addNote(shop, order.id, 'Order status changed from Pending payment to Processing.', false, created);
    for (const { at, carrier, number } of past.parcels)
      store.addNote(shop, order.id, `Shipped with ${carrier}, tracking number ${number}.`, true, seconds(at));
    refund(order, past);
    return { orderId: String(order.id), fulfillmentIds: [] };
  };
  return { orders: input.orders.map(keep) };
}
