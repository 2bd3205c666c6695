import type { ChannelOrder, ChannelOrderLine } from '@quayside/connector-kit';
import { newId } from '@quayside/kernel';
import type { VariantMatch } from '../ports.ts';
import type { LineRow, OrderRow } from '../tables.ts';
import { effectiveAddress, formatName } from './address.ts';
import type { NewEvent } from './event.ts';
import { dropLine, getFulfillment, takeLine } from './intake.ts';

/** Columns of an order written from the store's data. */
export type StoreFacts = Pick<
  OrderRow,
  | 'name'
  | 'placed_at'
  | 'store_updated_at'
  | 'read_at'
  | 'currency'
  | 'subtotal'
  | 'shipping_total'
  | 'tax_total'
  | 'tax_included'
  | 'fee_total'
  | 'discount_total'
  | 'total'
  | 'financial_status'
  | 'fulfillment_status'
  | 'customer_name'
  | 'customer_email'
  | 'customer_locale'
  | 'ship_country'
  | 'address'
  | 'shipping_method_title'
  | 'payment_method'
  | 'pays_on_delivery'
  | 'note'
  | 'tags'
  | 'staff_notes'
  | 'cancelled_at'
  | 'cancelled_by'
  | 'archived_at'
>;

/** Columns of a line written from the store's data. */
export type StoreLine = Pick<
  LineRow,
  | 'order_id'
  | 'line_id'
  | 'external_line_id'
  | 'external_product_id'
  | 'external_variant_id'
  | 'sku'
  | 'title'
  | 'variant_title'
  | 'image_url'
  | 'quantity'
  | 'fulfillable_quantity'
  | 'refunded_quantity'
  | 'unit_price'
  | 'discount'
  | 'requires_shipping'
  | 'state'
  | 'taken_over_by'
  | 'block_key'
  | 'position'
>;

/** An order as its store reported it. */
export interface Reading {
  order: ChannelOrder;
  /** When the store was asked, which determines the age of its response. */
  readAt: string;
  /** When its news happened, for an order of the past; absent: now. */
  at?: string;
  /** Where its lines are bought, by their position; absent or undefined: looked up among the store's listings. */
  sources?: readonly (VariantMatch | undefined)[];
}

/** An order without customer data, for erased orders: the store may still return it. */
export const withoutPerson = (order: ChannelOrder): ChannelOrder => {
  const {
    customerName: _name,
    customerEmail: _email,
    customerLocale: _locale,
    note: _note,
    shippingAddress,
    ...rest
  } = order;
  const countryCode = shippingAddress?.countryCode;
  return { ...rest, tags: [], staffNotes: [], shippingAddress: countryCode ? { countryCode } : {} };
};

/** An order refunded before anything shipped is archived, until the store reopens it, unless a member decided. */
function archivedAt(order: ChannelOrder, known: OrderRow | undefined): string | null {
  if (known?.archive_edit) return known.archived_at;
  const isOver = order.lines.every((line) => line.quantity - (line.refundedQuantity ?? 0) <= 0);
  if (order.financialStatus === 'refunded' && isOver) return known?.archived_at ?? order.updatedAt;
  return known?.financial_status === 'refunded' ? null : (known?.archived_at ?? null);
}

export function factsOf({ order, readAt }: Reading, known: OrderRow | undefined): StoreFacts {
  const address = order.shippingAddress ?? {};
  const shown = effectiveAddress(address, known?.address_edit ?? null);
  return {
    name: order.name,
    placed_at: order.createdAt,
    store_updated_at: order.updatedAt,
    read_at: readAt,
    currency: order.currency,
    subtotal: order.subtotal.amount,
    shipping_total: order.shippingTotal.amount,
    tax_total: order.taxTotal.amount,
    tax_included: order.taxIncluded,
    fee_total: order.feeTotal.amount,
    discount_total: order.discountTotal.amount,
    total: order.total.amount,
    financial_status: order.financialStatus,
    fulfillment_status: getFulfillment(order),
    customer_name: formatName(shown) || (order.customerName ?? null),
    customer_email: shown.email ?? order.customerEmail ?? null,
    customer_locale: order.customerLocale?.slice(0, 35) ?? null,
    ship_country: shown.countryCode ?? null,
    address,
    shipping_method_title: order.shippingMethodTitle ?? null,
    payment_method: order.payment?.method ?? null,
    pays_on_delivery: order.payment?.onDelivery ?? false,
    note: order.note ?? null,
    tags: order.tags ?? known?.tags ?? [],
    staff_notes: order.staffNotes ?? known?.staff_notes ?? [],
    cancelled_at: order.cancelledAt ?? null,
    cancelled_by: order.cancelledAt ? 'channel' : null,
    archived_at: archivedAt(order, known),
  };
}

const lineFields = (line: ChannelOrderLine, position: number) => ({
  external_line_id: line.externalLineId,
  external_product_id: line.externalProductId ?? null,
  external_variant_id: line.externalVariantId ?? null,
  sku: line.sku ?? null,
  title: line.title,
  variant_title: line.variantTitle ?? null,
  image_url: line.imageUrl ?? null,
  quantity: line.quantity,
  fulfillable_quantity: line.fulfillableQuantity,
  refunded_quantity: line.refundedQuantity ?? 0,
  unit_price: line.unitPrice.amount,
  discount: line.discount.amount,
  requires_shipping: line.requiresShipping,
  position,
});

/** The lines to save, and whether the store changed one that is at a supplier. */
export function mergeLines(
  orderId: string,
  order: ChannelOrder,
  known: readonly LineRow[],
  elsewhere: boolean,
): { lines: StoreLine[]; flagged: string[] } {
  const cancelled = order.cancelledAt !== undefined;
  const knownBy = new Map(known.map((line) => [line.external_line_id, line]));
  const flagged: string[] = [];
  // Ids that sort in line order.
  const kept = (before: LineRow | undefined, flag: string | undefined): string | null => {
    if (flag && before?.block_key !== flag) flagged.push(before?.title ?? '');
    return flag ?? before?.block_key ?? null;
  };
  const lines = order.lines.map((line, position): StoreLine => {
    const before = knownBy.get(line.externalLineId);
    const { state, taken_over_by, flag } = takeLine(line, before, cancelled, elsewhere);
    return {
      ...lineFields(line, position),
      order_id: orderId,
      line_id: before?.line_id ?? newId(),
      state,
      taken_over_by,
      block_key: state === 'blocked' || flag || before?.state === state ? kept(before, flag) : null,
    };
  });
  const told = new Set(order.lines.map((line) => line.externalLineId));
  const positions = new Map(lines.map((line) => [line.line_id, line.position]));
  const incoming = new Map(lines.map((line, at) => [line.line_id, order.lines[at]]));
  // The store knows nothing of a bundle's parts: they follow the line that they belong to.
  for (const before of known.filter((line) => line.bundle_line_id !== null)) {
    const line = incoming.get(before.bundle_line_id ?? '');
    if (!line) continue;
    const { state, taken_over_by, flag } = takeLine(line, before, cancelled, elsewhere);
    lines.push({
      ...before,
      quantity: line.quantity,
      fulfillable_quantity: line.fulfillableQuantity,
      refunded_quantity: line.refundedQuantity ?? 0,
      position: positions.get(before.bundle_line_id ?? '') ?? before.position,
      state,
      taken_over_by,
      block_key: state === 'blocked' || flag || before.state === state ? (flag ?? before.block_key) : null,
    });
  }
  const gone = known.filter((line) =>
    line.bundle_line_id === null ? !told.has(line.external_line_id) : !incoming.has(line.bundle_line_id),
  );
  for (const before of gone) {
    const { state, taken_over_by, flag } = dropLine(before);
    lines.push({ ...before, state, taken_over_by, block_key: kept(before, flag), fulfillable_quantity: 0 });
  }
  return { lines, flagged };
}

export function eventsOf(
  orderId: string,
  before: OrderRow | undefined,
  { at, order }: Reading,
  flagged: string[],
): NewEvent[] {
  const events: NewEvent[] = [];
  if (!before) events.push({ orderId, kind: 'received' });
  if (order.cancelledAt && !before?.cancelled_at) events.push({ orderId, kind: 'canceled', params: { by: 'channel' } });
  if (getFulfillment(order) === 'fulfilled' && before && before.fulfillment_status !== 'fulfilled')
    events.push({ orderId, kind: 'fulfilled' });
  for (const title of flagged) events.push({ orderId, kind: 'changed_at_store', params: { title } });
  return at === undefined ? events : events.map((event) => ({ ...event, at }));
}

/** Whether parcels still go to the same destination. */
export function sameDestination(before: OrderRow, now: StoreFacts): boolean {
  const [old, next] = [before.address, now.address].map((one) => effectiveAddress(one, before.address_edit));
  return old?.countryCode === next?.countryCode && old?.postalCode === next?.postalCode;
}
