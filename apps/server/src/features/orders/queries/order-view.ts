import type { ShippingOption } from '@quayside/connector-kit';
import type { OrderLine, OrderSummary, ShippingInfo } from '@quayside/contracts';
import { money, toNumber } from '@quayside/kernel';
import type { Executor } from '../../../db/index.ts';
import { problemAnswer } from '../../connections/index.ts';
import { type RateLookup, ratesFor } from '../../rates/index.ts';
import { daysText } from '../../sourcing/index.ts';
import { missingParts } from '../rules/bundles.ts';
import { getMessageKey } from '../rules/message-keys.ts';
import type { RefundStatus } from '../rules/order-status.ts';
import { getActions, getProfit, toConvertCost } from '../rules/order-summary.ts';
import type { LineRow, OrderRow } from '../tables.ts';

/** Columns shown in lists, of orders and lines; the rest is read when an order is opened. */
export const LIST_ORDER_COLUMNS = [
  'order_id',
  'store_id',
  'mode',
  'is_manual',
  'is_sample',
  'is_exchange',
  'external_order_id',
  'name',
  'placed_at',
  'currency',
  'total',
  'tax_total',
  'financial_status',
  'fulfillment_status',
  'placement_status',
  'payment_status',
  'tab',
  'customer_name',
  'customer_email',
  'ship_country',
  'mark',
  'problems',
  'cost',
  'cost_currency',
  'cost_is_whole',
  'cancelled_at',
  'cancelled_by',
] as const satisfies readonly (keyof OrderRow)[];
export const LIST_LINE_COLUMNS = [
  'line_id',
  'external_line_id',
  'product_id',
  'variant_id',
  'title',
  'variant_title',
  'sku',
  'image_url',
  'quantity',
  'fulfillable_quantity',
  'refunded_quantity',
  'unit_price',
  'discount',
  'requires_shipping',
  'state',
  'taken_over_by',
  'block_key',
  'block_params',
  'source',
  'source_product_id',
  'source_variant_id',
  'source_sku',
  'pieces_per_unit',
  'replaced',
  'unit_cost',
  'cost_currency',
  'shipping_method',
  'shipping_quote',
  'supplier_order_id',
  'source_order_no',
  'bundle_line_id',
] as const satisfies readonly (keyof LineRow)[];

export type ListedOrder = Pick<OrderRow, (typeof LIST_ORDER_COLUMNS)[number]> & { refund_status: RefundStatus | null };
export type ListedLine = Pick<LineRow, (typeof LIST_LINE_COLUMNS)[number] | 'order_id'>;

/** A store as shown in lists. */
export interface StoreName {
  store_id: string;
  store_name: string;
  platform: NonNullable<OrderSummary['store']['platform']>;
  platform_domain: string;
}

export const getShippingInfo = (
  service: string | null,
  option: ShippingOption | null,
  recommended: boolean,
): ShippingInfo | null =>
  service === null && option === null
    ? null
    : {
        service_name: option?.serviceName ?? service ?? '',
        amount: option ? toNumber(option.amount) : null,
        cost: option?.amount ?? null,
        processing_time: option && daysText(option.processingDaysMin, option.processingDaysMax),
        processing_days_min: option?.processingDaysMin ?? null,
        processing_days_max: option?.processingDaysMax ?? null,
        delivery_time: option && daysText(option.deliveryDaysMin, option.deliveryDaysMax),
        delivery_days_min: option?.deliveryDaysMin ?? null,
        delivery_days_max: option?.deliveryDaysMax ?? null,
        quayside_recommend: recommended,
      };

const replacement = (line: ListedLine): OrderLine['replace_supplier'] =>
  line.replaced && line.source && line.source_product_id && line.source_variant_id
    ? { source: line.source, source_product_id: line.source_product_id, sku_id: line.source_variant_id }
    : null;

export function lineView(line: ListedLine, currency: string, locale: string): OrderLine {
  return {
    id: line.line_id,
    external_line_id: line.external_line_id,
    product_id: line.product_id,
    variant_id: line.variant_id,
    title: line.title,
    variant_title: line.variant_title,
    sku: line.sku,
    image: line.image_url,
    quantity: line.quantity,
    fulfillable_quantity: line.fulfillable_quantity,
    refunded_quantity: line.refunded_quantity ?? 0,
    unit_price: money(line.unit_price, currency),
    discount: money(line.discount, currency),
    requires_shipping: line.requires_shipping,
    state: line.state,
    taken_over_by: line.taken_over_by,
    problem: problemAnswer(
      locale,
      line.block_key
        ? { key: getMessageKey(line.block_key), params: { title: line.title, ...line.block_params } }
        : null,
    ),
    source: line.source,
    source_product_id: line.source_product_id,
    sku_id: line.source_variant_id,
    source_sku: line.source_sku,
    replace_supplier: replacement(line),
    source_order: line.supplier_order_id ? { id: line.supplier_order_id, order_no: line.source_order_no } : null,
    shipping_info: getShippingInfo(line.shipping_method, line.shipping_quote, false),
    pieces_per_unit: line.pieces_per_unit,
    bundle_line_id: line.bundle_line_id,
    unit_cost:
      line.unit_cost === null || line.cost_currency === null
        ? null
        : money(line.unit_cost * line.pieces_per_unit, line.cost_currency),
    can_place_by_quayside: line.source === 'quayside',
    unmapped_product: line.state === 'unmapped',
  };
}

/** Reads the exchange rates for the profit of some orders. */
export const profitRates = (ex: Executor, workplaceId: string, orders: readonly ListedOrder[]): Promise<RateLookup> =>
  ratesFor(
    ex,
    workplaceId,
    orders.flatMap((order) => toConvertCost(order) ?? []),
  );

/** An order with its lines for any screen. `rates`: exchange rates for its cost. */
export function orderView(
  order: ListedOrder,
  lines: readonly ListedLine[],
  store: StoreName | undefined,
  rates: RateLookup,
  locale: string,
): OrderSummary {
  const conversion = toConvertCost(order);
  const rate = conversion && rates(conversion);
  const profit = getProfit(order, rate?.rate);
  const missing = new Set(missingParts(lines).map((line) => line.line_id));
  return {
    id: order.order_id,
    platform_order_id: order.external_order_id,
    name: order.name,
    store: {
      id: order.store_id,
      name: store?.store_name ?? null,
      platform: store?.platform ?? null,
      domain: store?.platform_domain ?? null,
    },
    is_sandbox: order.mode === 'sandbox',
    is_manual: order.is_manual,
    is_sample: order.is_sample,
    is_exchange: order.is_exchange,
    placed_at: order.placed_at,
    currency: order.currency,
    total: money(order.total, order.currency),
    financial_status: order.financial_status,
    fulfillment_status: order.fulfillment_status,
    placement_status: order.placement_status,
    payment_status: order.payment_status,
    refund_status: order.refund_status,
    tab: order.tab,
    mark_order: order.mark,
    customer_name: order.customer_name,
    customer_email: order.customer_email,
    country_code: order.ship_country,
    line_items: lines.map((line) => {
      const view = lineView(line, order.currency, locale);
      const { line_id, title } = line;
      const half = missing.has(line_id) && { key: 'BUNDLE_PART_MISSING', params: { title } };
      return half && !view.problem ? { ...view, problem: problemAnswer(locale, half) } : view;
    }),
    sources: [...new Set(lines.flatMap((line) => (line.source ? [line.source] : [])))],
    shipping_warehouse: null,
    cost: order.cost === null || order.cost_currency === null ? null : money(order.cost, order.cost_currency),
    cost_is_whole: order.cost_is_whole,
    profit: profit === undefined ? null : money(profit, order.currency),
    profit_rate: profit === undefined ? null : (rate ?? null),
    problems: order.problems.flatMap((problem) => problemAnswer(locale, problem) ?? []),
    actions: getActions(order, lines),
    cancelled_at: order.cancelled_at,
    cancelled_by: order.cancelled_by,
  };
}
