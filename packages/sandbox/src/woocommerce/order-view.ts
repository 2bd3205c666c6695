import { getDecimals, type Money, money, moneyFromDecimal, subtract, sum, toDecimal } from '@quayside/kernel';
import { gmtTime, localTime } from './dates.ts';
import type { Media } from './media.ts';
import type { Line, Note, Order, OrderStore, Refund } from './order-store.ts';
import type { Shops } from './shops.ts';
import { toSlug } from './slug.ts';

export interface OrderViews {
  order(order: Order): Record<string, unknown>;
  refund(order: Order, refund: Refund): Record<string, unknown>;
  note(order: Order, note: Note): Record<string, unknown>;
}

/** Sums of an order, as decimal texts. Tax is rounded per line, as WooCommerce does unless told otherwise. */
export function getTotals({ doc }: Order): Record<'items' | 'discount' | 'tax' | 'shippingTax' | 'total', string> {
  const { currency, lines, fees = [], taxPercent = 0 } = doc;
  const amounts = (texts: string[]) => texts.map((text) => moneyFromDecimal(text, currency));
  const taxed = (amount: Money): Money => money(Math.round((amount.amount * taxPercent) / 100), currency);
  const items = amounts(lines.map((line) => line.total));
  const shipping = moneyFromDecimal(doc.shippingTotal, currency);
  const charged = [...items, shipping, ...amounts(fees.map((fee) => fee.total))];
  const tax = sum(charged.map(taxed), currency);
  const before = sum(amounts(lines.map((line) => line.subtotal)), currency);
  return {
    items: toDecimal(sum(items, currency)),
    discount: toDecimal(subtract(before, sum(items, currency))),
    tax: toDecimal(tax),
    shippingTax: toDecimal(taxed(shipping)),
    total: toDecimal(sum([...charged, tax], currency)),
  };
}

/** An answer as a plug-in's filter leaves it: other values at some paths. */
function distort(answer: Record<string, unknown>, values: Record<string, unknown>): Record<string, unknown> {
  if (Object.keys(values).length === 0) return answer;
  const changed = structuredClone(answer);
  for (const [path, value] of Object.entries(values)) {
    const steps = path.split('.');
    const name = steps.pop() ?? '';
    const holder = steps.reduce<unknown>((at, step) => (at as Record<string, unknown> | undefined)?.[step], changed);
    if (holder && typeof holder === 'object') (holder as Record<string, unknown>)[name] = value;
  }
  return changed;
}

/** Orders, refunds and notes in the shape that WooCommerce REST v3 answers. */
export function createOrderViews(parts: { shops: Shops; store: OrderStore; media: Media }): OrderViews {
  const { shops, store, media } = parts;
  const zoneOf = (shop: string) => shops.get(shop)?.timeZone ?? 'UTC';
  const both = (name: string, seconds: number | null, zone: string) => ({
    [name]: seconds === null ? null : localTime(seconds, zone),
    [`${name}_gmt`]: seconds === null ? null : gmtTime(seconds),
  });
  const zero = (currency: string) => (0).toFixed(getDecimals(currency));

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
        key: toSlug(entry.name),
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

  const views: OrderViews = {
    order(order) {
      const { doc, shop } = order;
      const zone = zoneOf(shop);
      const totals = getTotals(order);
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
        discount_total: totals.discount,
        discount_tax: zero(doc.currency),
        shipping_total: doc.shippingTotal,
        shipping_tax: totals.shippingTax,
        cart_tax: toDecimal(
          subtract(moneyFromDecimal(totals.tax, doc.currency), moneyFromDecimal(totals.shippingTax, doc.currency)),
        ),
        total: totals.total,
        total_tax: totals.tax,
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
        fee_lines: (doc.fees ?? []).map((fee) => ({
          id: fee.id,
          name: fee.name,
          tax_class: '',
          tax_status: 'taxable',
          amount: fee.total,
          total: fee.total,
          total_tax: zero(doc.currency),
          taxes: [],
          meta_data: [],
        })),
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
        refunded_payment: refund.isPaidBack ?? false,
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
      author: note.author ?? 'system',
      ...both('date_created', note.created, zoneOf(order.shop)),
      note: note.note,
      customer_note: note.customerNote,
    }),
  };
  return { ...views, order: (order) => distort(views.order(order), order.doc.distorted ?? {}) };
}
