import {
  type ChannelAddress,
  type ChannelFinancialStatus,
  type ChannelFulfillment,
  type ChannelFulfillmentStatus,
  type ChannelOrder,
  type ChannelOrderLine,
  type ChannelOrderState,
  readAmount,
  readQuantity,
  readTime,
} from '@quayside/connector-kit';
import { type Money, money, subtract, sum } from '@quayside/kernel';
import { decodeEntities } from './entities.ts';
import { getParcels } from './parcels.ts';
import type { Provinces } from './provinces.ts';
import type { RawAddress, RawLine, RawOrder, RawOrderState, RawRefund } from './raw.ts';

/** WooCommerce writes GMT times without a zone. */
export const gmt = (text: string): string => (text.endsWith('Z') ? text : `${text}Z`);

/** A text as people typed it. The block checkout keeps "&" as "&amp;" in names, companies, streets and titles. */
const filled = (text: string | null | undefined): string | undefined => decodeEntities(text ?? '').trim() || undefined;

/** Orders that are none yet: baskets at the till, and what lies in the trash. */
export const isOrder = ({ status }: { [field: string]: unknown; status?: unknown }): boolean =>
  !['checkout-draft', 'auto-draft', 'trash', 'draft'].includes(String(status));

/**
 * WooCommerce writes amounts with a point and without groups (wc_format_decimal). Where a plug-in adds groups of three
 * and the point still stands, what it means is certain; a comma alone may be either and is not guessed. Throws UnreadableError.
 */
function amountOf(value: string | number, currency: string, where: string): Money {
  const grouped = typeof value === 'string' && /^\s*[+-]?\d{1,3}(,\d{3})+\.\d+\s*$/.test(value);
  return readAmount(grouped ? value.replaceAll(',', '') : value, currency, where);
}

/** A line without a subtotal has its total for one: so WooCommerce itself fills it in (WC_Order_Item_Product::set_total). */
const subtotalOf = (line: RawLine): string | number =>
  typeof line.subtotal === 'string' && line.subtotal.trim() === '' ? line.total : line.subtotal;

/** An order written past WooCommerce may never have been changed: then it is as it was made. */
const changedAt = (order: RawOrder): string =>
  order.date_modified_gmt
    ? readTime(gmt(order.date_modified_gmt), 'date_modified_gmt')
    : readTime(order.date_created_gmt && gmt(order.date_created_gmt), 'date_created_gmt');

/** The address goods go to; undefined when the order has none (nothing in it is shipped). */
export function toAddress(order: RawOrder, provinces: Provinces): ChannelAddress | undefined {
  const { billing, shipping } = order;
  if (!filled(shipping.address_1) && !filled(shipping.city) && !filled(shipping.country)) return undefined;
  const state = filled(shipping.state);
  const name = state && provinces(shipping.country, state);
  // Where WooCommerce has a list of states it keeps the code; elsewhere what the shopper typed.
  const province = name ?? (state && !isCode(state) ? state : undefined);
  return {
    firstName: filled(shipping.first_name),
    lastName: filled(shipping.last_name),
    company: filled(shipping.company),
    address1: filled(shipping.address_1),
    address2: filled(shipping.address_2),
    city: filled(shipping.city),
    province,
    provinceCode: name || (state && isCode(state)) ? state : undefined,
    postalCode: filled(shipping.postcode),
    countryCode: filled(shipping.country)?.toUpperCase(),
    // Most shops ask for a telephone once, with the bill.
    phone: filled(shipping.phone) ?? filled(billing.phone),
    email: filled(billing.email),
  };
}

const isCode = (text: string): boolean => /^[A-Z0-9]{1,4}(-[A-Z0-9]{1,4})?$/.test(text);

export const toName = (address: RawAddress): string | undefined =>
  filled([address.first_name, address.last_name].filter(Boolean).join(' '));

/** WooCommerce's own cash on delivery. Its orders are processed unpaid, and count as paid when they are completed. */
const isOnDelivery = (order: Pick<RawOrder, 'payment_method'>): boolean => order.payment_method === 'cod';

function financialStatus(order: Omit<RawOrderState, 'date_modified_gmt'>): ChannelFinancialStatus {
  const total = amountOf(order.total, order.currency, 'total').amount;
  const refunded = -sum(
    order.refunds.map((refund, at) => amountOf(refund.total, order.currency, `refunds.${at}.total`)),
    order.currency,
  ).amount;
  if (order.status === 'refunded' || (refunded > 0 && refunded >= total)) return 'refunded';
  if (refunded > 0) return 'partially_refunded';
  // A payment that is declined after one that was taken (a renewal, a second try): WooCommerce keeps the time of the first.
  if (order.status === 'failed') return 'failed';
  if (order.date_paid_gmt || order.status === 'completed') return 'paid';
  if (order.status === 'processing') return isOnDelivery(order) ? 'pending' : 'paid';
  return order.status === 'cancelled' ? 'voided' : 'pending';
}

function paymentOf(order: RawOrder): ChannelOrder['payment'] {
  const method = filled(order.payment_method_title) ?? filled(order.payment_method);
  return method ? { method, onDelivery: isOnDelivery(order) } : undefined;
}

/** Whether the merchant completed the order: everything in it was sent. One that is refunded after that was sent, too. */
const isSent = (order: RawOrder): boolean =>
  order.status === 'completed' || (order.status === 'refunded' && Boolean(order.date_completed_gmt));

function fulfillmentStatus(order: RawOrder, parcels: ChannelFulfillment[]): ChannelFulfillmentStatus {
  if (isSent(order)) return 'fulfilled';
  return parcels.length > 0 ? 'partially_fulfilled' : 'unfulfilled';
}

/** Pieces of a line that were given back. A refund's line names the order's line in its meta data. */
const refundedPieces = (lineId: number, refunds: RawRefund[]): number =>
  refunds
    .flatMap((refund) => refund.line_items)
    .filter((item) => item.meta_data.some((meta) => meta.key === '_refunded_item_id' && Number(meta.value) === lineId))
    .reduce((total, item) => total + Math.abs(item.quantity), 0);

/** What the variation is called: the part of the line's name after the product's, else its visible meta data. */
function variantTitle(line: RawLine): string | undefined {
  if (!line.variation_id) return undefined;
  const prefix = `${line.parent_name ?? ''} - `;
  if (line.parent_name && line.name.startsWith(prefix)) return filled(line.name.slice(prefix.length));
  const values = line.meta_data.filter((meta) => !meta.key.startsWith('_')).map((meta) => String(meta.value));
  return filled(values.join(', '));
}

function lineOf(
  order: RawOrder,
  line: RawLine,
  where: string,
  parcels: ChannelFulfillment[],
  refunds: RawRefund[],
): ChannelOrderLine {
  const { currency } = order;
  const subtotal = amountOf(subtotalOf(line), currency, `${where}.subtotal`);
  // Plug-ins sell by weight and length: nobody packs half a piece.
  const quantity = readQuantity(Math.ceil(line.quantity), `${where}.quantity`);
  const shipped = parcels
    .flatMap((parcel) => parcel.lines)
    .filter((part) => part.externalLineId === String(line.id))
    .reduce((total, part) => total + part.quantity, 0);
  const unsent = isSent(order) ? 0 : Math.max(0, quantity - shipped);
  // Pieces that came back after they were sent were sent all the same.
  const refunded = order.status === 'refunded' ? unsent : Math.min(unsent, Math.ceil(refundedPieces(line.id, refunds)));
  return {
    externalLineId: String(line.id),
    externalProductId: line.product_id ? String(line.product_id) : undefined,
    externalVariantId: line.variation_id || line.product_id ? String(line.variation_id || line.product_id) : undefined,
    sku: filled(line.sku),
    title: filled(line.parent_name) ?? filled(line.name) ?? '',
    variantTitle: variantTitle(line),
    quantity,
    // A failed payment may still succeed: it is no reason to send less.
    fulfillableQuantity: order.status === 'cancelled' ? 0 : unsent - refunded,
    refundedQuantity: refunded,
    unitPrice: money(quantity > 0 ? Math.round(subtotal.amount / quantity) : 0, currency),
    discount: subtract(subtotal, amountOf(line.total, currency, `${where}.total`)),
    // WooCommerce does not say it of a line; of the whole order it says whether anything has to be done.
    requiresShipping: order.needs_processing !== false,
    imageUrl: filled(line.image?.src),
  };
}

/** An order in our words. `refunds` are its refunds with their lines, when it has any. Throws UnreadableError. */
export function toOrder(order: RawOrder, refunds: RawRefund[], provinces: Provinces): ChannelOrder {
  const { currency } = order;
  const parcels = getParcels(order.meta_data);
  const decimal = (value: string | number, where: string) => amountOf(value, currency, where);
  const updatedAt = changedAt(order);
  return {
    externalOrderId: String(order.id),
    name: `#${order.number}`,
    createdAt: readTime(order.date_created_gmt && gmt(order.date_created_gmt), 'date_created_gmt'),
    updatedAt,
    // WooCommerce keeps no time of cancelling; a cancelled order was cancelled at its last change or before.
    cancelledAt: order.status === 'cancelled' ? updatedAt : undefined,
    currency,
    subtotal: sum(
      order.line_items.map((line, at) => decimal(subtotalOf(line), `line_items.${at}.subtotal`)),
      currency,
    ),
    shippingTotal: decimal(order.shipping_total, 'shipping_total'),
    taxTotal: decimal(order.total_tax, 'total_tax'),
    // WooCommerce keeps every amount of an order without tax, also where the shop's prices are typed with it.
    taxIncluded: false,
    feeTotal: sum(
      order.fee_lines.map((fee, at) => decimal(fee.total, `fee_lines.${at}.total`)),
      currency,
    ),
    discountTotal: decimal(order.discount_total, 'discount_total'),
    total: decimal(order.total, 'total'),
    financialStatus: financialStatus(order),
    fulfillmentStatus: fulfillmentStatus(order, parcels),
    customerEmail: filled(order.billing.email),
    customerName: toName(order.billing) ?? toName(order.shipping),
    shippingAddress: toAddress(order, provinces),
    shippingMethodTitle: filled(order.shipping_lines[0]?.method_title),
    payment: paymentOf(order),
    note: filled(order.customer_note),
    lines: order.line_items.map((line, at) => lineOf(order, line, `line_items.${at}`, parcels, refunds)),
  };
}

/** The part of an order that decides whether it may be bought. Throws UnreadableError. */
export function toState(order: RawOrderState): ChannelOrderState {
  const updatedAt = readTime(gmt(order.date_modified_gmt), 'date_modified_gmt');
  return {
    externalOrderId: String(order.id),
    updatedAt,
    cancelledAt: order.status === 'cancelled' ? updatedAt : undefined,
    financialStatus: financialStatus(order),
    total: amountOf(order.total, order.currency, 'total'),
    paysOnDelivery: isOnDelivery(order),
  };
}
