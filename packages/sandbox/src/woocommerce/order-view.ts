import { decimalsOf, moneyFromDecimal, sum, toDecimal } from '@quayside/kernel';
import { gmtTime, localTime } from './dates.ts';
import type { Media } from './media.ts';
import type { Line, Note, Order, OrderStore, Refund } from './order-store.ts';
import type { Shops } from './shops.ts';
import { slugOf } from './slug.ts';

export interface OrderViews {
  order(order: Order): Record<string, unknown>;
  refund(order: Order, refund: Refund): Record<string, unknown>;
  note(order: Order, note: Note): Record<string, unknown>;
}

/** Sums of an order, as decimal texts. */
export function totalsOf(order: Order): { items: string; total: string } {
  const { currency, lines, shippingTotal } = order.doc;
  const items = sum(
    lines.map((line) => moneyFromDecimal(line.total, currency)),
    currency,
  );
  const total = sum([items, moneyFromDecimal(shippingTotal, currency)], currency);
  return { items: toDecimal(items), total: toDecimal(total) };
}

/** Orders, refunds and notes in the shape that WooCommerce REST v3 answers. */
export function createOrderViews(parts: { shops: Shops; store: OrderStore; media: Media }): OrderViews {
  const { shops, store, media } = parts;
  const zoneOf = (shop: string) => shops.get(shop)?.timeZone ?? 'UTC';
  const both = (name: string, seconds: number | null, zone: string) => ({
    [name]: seconds === null ? null : localTime(seconds, zone),
    [`${name}_gmt`]: seconds === null ? null : gmtTime(seconds),
  });
  const zero = (currency: string) => (0).toFixed(decimalsOf(currency));

  function line(shop: string, currency: string, item: Line): Record<string, unknown> {
    const picture = item.imageId ? media.get(shop, item.imageId) : undefined;
    return {
      id: item.id,
      name: item.name,
      product_id: item.productId,
      variation_id: item.variationId,
      quantity: item.quantity,
      tax_class: '',
      subtotal: item.subtotal,
      subtotal_tax: zero(currency),
      total: item.total,
      total_tax: zero(currency),
      taxes: [],
      meta_data: item.chosen.map((entry, index) => ({
        id: item.id * 10 + index,
        key: slugOf(entry.name),
        value: entry.option,
        display_key: entry.name,
        display_value: entry.option,
      })),
      sku: item.sku,
      // A JSON number, with the noise that floats have: WooCommerce divides here.
      price: Number(item.total) / item.quantity,
      image: { id: item.imageId ? String(item.imageId) : '', src: picture ? media.src(shop, picture) : '' },
      parent_name: item.parentName,
    };
  }

  return {
    order(order) {
      const { doc, shop } = order;
      const zone = zoneOf(shop);
      const { total } = totalsOf(order);
      const key = `wc_order_${order.id.toString(36)}${order.created.toString(36)}`;
      return {
        id: order.id,
        parent_id: 0,
        status: order.status,
        currency: doc.currency,
        version: shops.get(shop)?.version,
        prices_include_tax: false,
        ...both('date_created', order.created, zone),
        ...both('date_modified', order.modified, zone),
        discount_total: zero(doc.currency),
        discount_tax: zero(doc.currency),
        shipping_total: doc.shippingTotal,
        shipping_tax: zero(doc.currency),
        cart_tax: zero(doc.currency),
        total,
        total_tax: zero(doc.currency),
        customer_id: 0,
        order_key: key,
        billing: doc.billing,
        shipping: doc.shipping,
        payment_method: 'sandbox',
        payment_method_title: doc.paymentMethodTitle,
        transaction_id: '',
        customer_ip_address: '127.0.0.1',
        customer_user_agent: '',
        created_via: doc.createdVia,
        customer_note: doc.customerNote,
        ...both('date_completed', doc.dateCompleted, zone),
        ...both('date_paid', doc.datePaid, zone),
        cart_hash: '',
        number: String(order.id),
        meta_data: doc.meta,
        line_items: doc.lines.map((item) => line(shop, doc.currency, item)),
        tax_lines: [],
        shipping_lines: [
          {
            id: order.id * 100,
            method_title: doc.shippingTitle,
            method_id: 'flat_rate',
            instance_id: '1',
            total: doc.shippingTotal,
            total_tax: zero(doc.currency),
            taxes: [],
            meta_data: [],
          },
        ],
        fee_lines: [],
        coupon_lines: [],
        refunds: store
          .refunds(shop, order.id)
          .map((refund) => ({ id: refund.id, reason: refund.reason, total: `-${refund.amount}` })),
        payment_url: `${shops.home(shop)}/checkout/order-pay/${order.id}/?pay_for_order=true&key=${key}`,
        is_editable: order.status === 'pending' || order.status === 'on-hold',
        needs_payment: order.status === 'pending' || order.status === 'failed',
        needs_processing: true,
        currency_symbol: doc.currency,
        _links: { self: [{ href: `${shops.home(shop)}/wp-json/wc/v3/orders/${order.id}` }] },
      };
    },
    refund(order, refund) {
      const { doc, shop } = order;
      return {
        id: refund.id,
        ...both('date_created', refund.created, zoneOf(shop)),
        amount: refund.amount,
        reason: refund.reason,
        refunded_by: 1,
        refunded_payment: false,
        meta_data: refund.meta,
        line_items: refund.lines.flatMap((part, index) => {
          const item = doc.lines.find((entry) => entry.id === part.itemId);
          if (!item) return [];
          const negative = { ...item, quantity: -part.quantity, subtotal: `-${part.total}`, total: `-${part.total}` };
          const marked = {
            id: refund.id * 10 + index,
            key: '_refunded_item_id',
            value: String(part.itemId),
            display_key: '_refunded_item_id',
            display_value: String(part.itemId),
          };
          return [{ ...line(shop, doc.currency, negative), id: refund.id * 100 + index, meta_data: [marked] }];
        }),
        shipping_lines: [],
        tax_lines: [],
        fee_lines: [],
      };
    },
    note: (order, note) => ({
      id: note.id,
      author: 'WooCommerce',
      ...both('date_created', note.created, zoneOf(order.shop)),
      note: note.note,
      customer_note: note.customerNote,
    }),
  };
}
