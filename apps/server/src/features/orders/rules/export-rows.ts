import { money, toDecimal } from '@quayside/kernel';
import type { LineRow, OrderRow } from '../tables.ts';

type Order = Pick<
  OrderRow,
  | 'order_id'
  | 'external_order_id'
  | 'name'
  | 'placed_at'
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
  | 'placement_status'
  | 'payment_status'
  | 'tab'
  | 'mark'
  | 'is_sample'
  | 'is_exchange'
  | 'customer_name'
  | 'customer_email'
  | 'ship_country'
  | 'cost'
  | 'cost_currency'
  | 'cost_is_whole'
  | 'cancelled_at'
>;
type Line = Pick<
  LineRow,
  | 'title'
  | 'variant_title'
  | 'sku'
  | 'quantity'
  | 'refunded_quantity'
  | 'unit_price'
  | 'discount'
  | 'state'
  | 'source'
  | 'source_order_no'
  | 'pieces_per_unit'
  | 'unit_cost'
  | 'cost_currency'
>;

/** Columns of the export. The names stay the same in every language, so that other programs can rely on them. */
const ORDER_COLUMNS: readonly (readonly [name: string, value: (order: Order, store: string) => string])[] = [
  ['Order', (order) => order.name],
  ['Order ID', (order) => order.order_id],
  ['Store', (_order, store) => store],
  ['Store order ID', (order) => order.external_order_id],
  ['Created at', (order) => order.placed_at],
  ['Tab', (order) => order.tab],
  ['Mark', (order) => (order.mark === 'none' ? '' : order.mark)],
  ['Customer payment', (order) => order.financial_status],
  ['Fulfillment', (order) => order.fulfillment_status],
  ['Placement', (order) => order.placement_status],
  ['Supplier payment', (order) => order.payment_status],
  ['Canceled at', (order) => order.cancelled_at ?? ''],
  ['Customer', (order) => order.customer_name ?? ''],
  ['Email', (order) => order.customer_email ?? ''],
  ['Country', (order) => order.ship_country ?? ''],
  ['Currency', (order) => order.currency],
  ['Subtotal', (order) => amount(order.subtotal, order.currency)],
  ['Shipping', (order) => amount(order.shipping_total, order.currency)],
  ['Tax', (order) => amount(order.tax_total, order.currency)],
  ['Tax included', (order) => (order.tax_included ? 'yes' : 'no')],
  ['Fees', (order) => amount(order.fee_total, order.currency)],
  ['Discount', (order) => amount(order.discount_total, order.currency)],
  ['Total', (order) => amount(order.total, order.currency)],
  ['Cost', (order) => amount(order.cost, order.cost_currency)],
  ['Cost currency', (order) => order.cost_currency ?? ''],
  ['Cost complete', (order) => (order.cost_is_whole ? 'yes' : 'no')],
  ['Sample', (order) => (order.is_sample ? 'yes' : 'no')],
  ['Exchange', (order) => (order.is_exchange ? 'yes' : 'no')],
];
const LINE_COLUMNS: readonly (readonly [name: string, value: (line: Line, order: Order) => string])[] = [
  ['Item', (line) => line.title],
  ['Variant', (line) => line.variant_title ?? ''],
  ['SKU', (line) => line.sku ?? ''],
  ['Quantity', (line) => String(line.quantity)],
  ['Refunded quantity', (line) => String(line.refunded_quantity ?? 0)],
  ['Unit price', (line, order) => amount(line.unit_price, order.currency)],
  ['Item discount', (line, order) => amount(line.discount, order.currency)],
  ['Item state', (line) => line.state],
  ['Supplier', (line) => line.source ?? ''],
  ['Supplier order number', (line) => line.source_order_no ?? ''],
  [
    'Unit cost',
    (line) => amount(line.unit_cost === null ? null : line.unit_cost * line.pieces_per_unit, line.cost_currency),
  ],
  ['Unit cost currency', (line) => line.cost_currency ?? ''],
  ['Pieces per unit', (line) => String(line.pieces_per_unit)],
];

const amount = (minor: number | null, currency: string | null): string =>
  minor === null || currency === null ? '' : toDecimal(money(minor, currency));

export const EXPORT_HEADER: readonly string[] = [...ORDER_COLUMNS, ...LINE_COLUMNS].map(([name]) => name);

/** Rows of an order's export, one per line; an order without lines has one row. Amounts are decimals with a point. */
export function toExportRows(order: Order, lines: readonly Line[], store: string): string[][] {
  const own = ORDER_COLUMNS.map(([, value]) => value(order, store));
  if (lines.length === 0) return [[...own, ...LINE_COLUMNS.map(() => '')]];
  return lines.map((line) => [...own, ...LINE_COLUMNS.map(([, value]) => value(line, order))]);
}
