import { z } from 'zod';
import { call } from './call.ts';
import { shipmentSchema } from './fulfilment.ts';
import { shippingInfoSchema, supplierOrderSchema } from './purchasing.ts';
import { exchangeRateSchema } from './rates.ts';
import {
  countryCodeSchema,
  doneSchema,
  idSchema,
  moneySchema,
  pageOf,
  pageQueryShape,
  platformSchema,
  problemSchema,
  queryList,
  supplierSchema,
  timeSchema,
} from './shapes.ts';

export const ORDER_TABS = ['unfulfilled', 'fulfilled', 'archived'] as const;
/** unmapped: a line has no supplier yet. ready: all required data is known ("placement / ready"). */
export const PLACEMENT_STATUSES = [
  'ready',
  'needs_attention',
  'unmapped',
  'placing',
  'placed',
  'nothing_to_place',
] as const;
export const ORDER_PAYMENT_STATUSES = ['pending', 'in_progress', 'partially_paid', 'paid'] as const;
/** not_refunded: paid, with no expected or known refund. */
export const ORDER_REFUND_STATUSES = ['pending', 'refunded', 'not_refunded'] as const;
export const FULFILLMENT_STATUSES = ['unfulfilled', 'in_progress', 'partially_fulfilled', 'fulfilled'] as const;
export const MARK_COLORS = ['none', 'grey', 'green', 'red'] as const;
export const LINE_STATES = [
  'unmapped',
  'ready',
  'blocked',
  'placing',
  'placed',
  'shipped',
  'delivered',
  'cancelled',
  'manual',
  'no_shipping',
] as const;
export type LineState = (typeof LINE_STATES)[number];
/** Period presets (document 3, section 2); another_time takes from_date and to_date; all is our own. */
export const ORDER_PERIODS = ['today', '7_days', '30_days', '60_days', '90_days', 'another_time', 'all'] as const;
export type OrderPeriod = (typeof ORDER_PERIODS)[number];

/** Actions currently available for an order, which determine its buttons. */
export const ORDER_ACTIONS = [
  'place',
  'pay',
  'cancel_payment',
  'change_supplier',
  'update_shipping',
  'update_customer',
  'manual_fulfil',
  'sync',
  'archive',
  'revert',
  'mark_paid',
  'cancel_order',
] as const;

export const TIMELINE_KINDS = [
  'received',
  'mapped',
  'created_to_supplier',
  'create_failed',
  'ordered',
  'payment_failed',
  'payment_timeout',
  'shipped',
  'delivered',
  'fulfilled',
  'report_failed',
  'report_held',
  'tracking_changed',
  'tracking_edited',
  'refunded',
  'refund_requested',
  'refund_accepted',
  'refund_rejected',
  'refund_completed',
  'refund_withdrawn',
  'refund_not_sent',
  'canceled',
  'archived',
  'reverted',
  'customer_updated',
  'supplier_changed',
  'manually_fulfilled',
  'changed_at_store',
  'created_here',
  'sample_created',
  'marked_paid',
  'note_written',
  'tag_added',
  'tag_removed',
  'note_conflict',
  'edit_failed',
  'shopper_mail',
  'return_requested',
  'return_approved',
  'return_rejected',
  'return_sent_back',
  'return_received',
  'return_refunding',
  'return_refunded',
  'return_refund_failed',
  'return_refund_withdrawn',
  'return_exchanged',
  'return_canceled',
  'return_closed',
  'exchange_created',
  /** The first events of an old order, which are in a file now (history.ts). */
  'history_exported',
] as const;

export const orderLineSchema = z
  .object({
    id: idSchema,
    external_line_id: z.string(),
    /** The imported product and variant that the line is mapped to. */
    product_id: idSchema.nullable(),
    variant_id: idSchema.nullable(),
    title: z.string(),
    variant_title: z.string().nullable(),
    sku: z.string().nullable(),
    image: z.string().nullable(),
    quantity: z.int(),
    fulfillable_quantity: z.int(),
    /** Quantity refunded before shipping. */
    refunded_quantity: z.int(),
    unit_price: moneySchema,
    discount: moneySchema,
    requires_shipping: z.boolean(),
    state: z.enum(LINE_STATES),
    /** For a line in state manual: shipped by a person, or already by the store. */
    taken_over_by: z.enum(['person', 'store']).nullable(),
    problem: problemSchema.nullable(),
    source: supplierSchema.nullable(),
    source_product_id: z.string().nullable(),
    sku_id: z.string().nullable(),
    source_sku: z.string().nullable(),
    /** Set when the owner chose another supplier than the product's. */
    replace_supplier: z
      .object({ source: supplierSchema, source_product_id: z.string(), sku_id: z.string() })
      .nullable(),
    source_order: z.object({ id: idSchema, order_no: z.string().nullable() }).nullable(),
    shipping_info: shippingInfoSchema.nullable(),
    /** Pieces of the supplier's variant in one unit sold; quantities of the line count units. */
    pieces_per_unit: z.int(),
    /** The line that this one is a further part of, in a bundle; null: the store knows it. */
    bundle_line_id: idSchema.nullable(),
    /** Of one unit sold, all of its pieces. */
    unit_cost: moneySchema.nullable(),
    can_place_by_quayside: z.boolean(),
    unmapped_product: z.boolean(),
  })
  .meta({ id: 'OrderLine' });
export type OrderLine = z.output<typeof orderLineSchema>;

const orderShape = {
  id: idSchema,
  platform_order_id: z.string(),
  name: z.string(),
  /** The store; null fields are unknown for one that can't be read. */
  store: z.object({
    id: idSchema,
    name: z.string().nullable(),
    platform: platformSchema.nullable(),
    domain: z.string().nullable(),
  }),
  is_sandbox: z.boolean(),
  /** Created in Quayside: never sent to the store nor changed by it. */
  is_manual: z.boolean(),
  /** Ordered by the workspace for itself: no sale, and without profit. */
  is_sample: z.boolean(),
  /** Replaces returned items at a price of zero: no sale, and without profit. */
  is_exchange: z.boolean(),
  placed_at: timeSchema,
  currency: z.string(),
  total: moneySchema,
  financial_status: z.string(),
  fulfillment_status: z.enum(FULFILLMENT_STATUSES),
  placement_status: z.enum(PLACEMENT_STATUSES),
  payment_status: z.enum(ORDER_PAYMENT_STATUSES),
  /**
   * For payments of canceled supplier orders, when no other supplier order counts for the payment status; else null.
   */
  refund_status: z.enum(ORDER_REFUND_STATUSES).nullable(),
  tab: z.enum(ORDER_TABS),
  mark_order: z.enum(MARK_COLORS),
  customer_name: z.string().nullable(),
  customer_email: z.string().nullable(),
  country_code: z.string().nullable(),
  line_items: z.array(orderLineSchema),
  /** Suppliers of the lines. */
  sources: z.array(supplierSchema),
  shipping_warehouse: z.string().nullable(),
  /** Known supplier cost of the lines including shipping; null: unknown. */
  cost: moneySchema.nullable(),
  /** The whole cost is known: for unplaced lines from recent supplier quotes. */
  cost_is_whole: z.boolean(),
  /** Sale minus cost; null while a part is unknown, or for different currencies without a known rate. */
  profit: moneySchema.nullable(),
  /** The exchange rate used for the profit; null: none needed. */
  profit_rate: exchangeRateSchema.nullable(),
  /** What needs attention. */
  problems: z.array(problemSchema),
  actions: z.array(z.enum(ORDER_ACTIONS)),
  cancelled_at: timeSchema.nullable(),
  /** deletion: the store deleted the order. */
  cancelled_by: z.enum(['channel', 'source', 'deletion']).nullable(),
};

export const orderSummarySchema = z.object(orderShape).meta({ id: 'OrderSummary' });
export type OrderSummary = z.output<typeof orderSummarySchema>;

const addressText = (most: number) => z.string().trim().max(most).optional();
const addressShape = {
  first_name: addressText(80),
  last_name: addressText(80),
  company: addressText(120),
  address1: addressText(200),
  address2: addressText(200),
  city: addressText(100),
  province: addressText(100),
  province_code: addressText(10),
  postal_code: addressText(20),
  country_code: countryCodeSchema.optional(),
  phone: addressText(40),
  /** The recipient's tax number, where customs ask for it: CPF, RFC. */
  tax_id: addressText(30),
};
/** Fields of a destination address, without its email. */
export const orderAddressShape = addressShape;
export const orderAddressSchema = z.object({ ...addressShape, email: addressText(254) }).meta({ id: 'OrderAddress' });
export type OrderAddress = z.output<typeof orderAddressSchema>;

export const timelineEventSchema = z
  .object({
    id: idSchema,
    kind: z.enum(TIMELINE_KINDS),
    text: z.string(),
    params: z.record(z.string(), z.union([z.string(), z.number()])),
    /** system, or the person's name. */
    actor: z.string(),
    at: timeSchema,
  })
  .meta({ id: 'TimelineEvent' });
export type TimelineEvent = z.output<typeof timelineEventSchema>;

export const orderDetailSchema = z
  .object({
    ...orderShape,
    subtotal: moneySchema,
    shipping_total: moneySchema,
    tax_total: moneySchema,
    /** Amounts include tax: tax_total is part of them and not added. */
    tax_included: z.boolean(),
    /** Fees, duties and tips; negative for reductions. */
    fee_total: moneySchema,
    discount_total: moneySchema,
    /** Difference to the store's total (cash rounding, for example), so that all amounts add up. */
    adjustment_total: moneySchema,
    address: orderAddressSchema,
    /** true: the owner corrected the address, and later store updates don't change it. */
    address_edited: z.boolean(),
    /** Missing or invalid address fields with the reason. */
    address_errors: z.record(z.string(), problemSchema),
    shipping_method_title: z.string().nullable(),
    /** Warnings before paying a supplier: the customer has not paid, or pays on delivery. */
    warnings: z.array(problemSchema),
    /** Payment method, as named by the store. */
    payment_method: z.string().nullable(),
    note: z.string().nullable(),
    /** Path of the customer's public tracking page. */
    public_tracking_path: z.string(),
    source_orders: z.array(supplierOrderSchema),
    shipments: z.array(shipmentSchema),
  })
  .meta({ id: 'OrderDetail' });
export type OrderDetail = z.output<typeof orderDetailSchema>;

const day = z.iso.date();
/** Filters of the order list and of everything that acts on what it shows. */
export const orderFilterShape = {
  period: z.enum(ORDER_PERIODS).default('7_days'),
  /** Days in the caller's time zone (time-zone header), both included. */
  from_date: day.optional(),
  to_date: day.optional(),
  store_id: idSchema.optional(),
  /** `all`, or the id of a channel. */
  channel: platformSchema.default('all'),
  /** `all`, `unlinked`, or the id of a supplier. */
  source: supplierSchema.default('all'),
  mark_order: z.enum(['all', ...MARK_COLORS]).default('all'),
  order_type: z.enum(['all', 'sale', 'sample']).default('all'),
  placement_status: queryList(z.enum(PLACEMENT_STATUSES)).optional(),
  payment_status: queryList(z.enum(ORDER_PAYMENT_STATUSES)).optional(),
  /** Prefixes of the order's name, the customer, the email or an SKU. */
  keyword: z.string().trim().max(100).optional(),
};

/** The period another_time has both days, in order. Use with DAYS_NEEDED. */
export const periodNeedsDays = (query: { period: string; from_date?: string; to_date?: string }): boolean =>
  query.period !== 'another_time' ||
  (query.from_date !== undefined && query.to_date !== undefined && query.from_date <= query.to_date);
export const DAYS_NEEDED = { error: 'ORDER_PERIOD_NEEDS_DAYS', path: ['from_date'] };

const listQuery = z
  .object({
    ...orderFilterShape,
    /** all: ignores the tab. */
    tab: z.enum(['all', ...ORDER_TABS]).default('all'),
    order_by: z.enum(['created_at']).default('created_at'),
    sort: z.enum(['asc', 'desc']).default('desc'),
    ...pageQueryShape,
  })
  .refine(periodNeedsDays, DAYS_NEEDED);
export type OrderListQuery = z.output<typeof listQuery>;

const countQuery = z.object(orderFilterShape).refine(periodNeedsDays, DAYS_NEEDED);
export type OrderCountQuery = z.output<typeof countQuery>;

const ofOrder = z.object({ order_id: idSchema });
const timeline = z.object({ items: z.array(timelineEventSchema) });

export const orders = {
  list: call({
    id: 'C223',
    method: 'GET',
    path: '/orders/v5/list',
    access: 'workplace',
    needs: 'orders.read',
    summary:
      'List orders with their lines. Cursor pages have constant cost; page numbers work but cost more the higher they are.',
    query: listQuery,
    data: pageOf(orderSummarySchema),
  }),
  counts: call({
    id: 'C227',
    method: 'GET',
    path: '/orders/v5/count-order-status',
    access: 'workplace',
    needs: 'orders.read',
    summary:
      'Count orders by tab. Exact without filters; with filters, counts are capped at `most` and shown with a plus.',
    query: countQuery,
    data: z.object({
      unfulfilled: z.int(),
      fulfilled: z.int(),
      archived: z.int(),
      /** Counts are capped at this number; null: exact. */
      most: z.int().nullable(),
    }),
  }),
  detail: call({
    id: 'C228',
    method: 'GET',
    path: '/orders/v5/detail/{order_id}',
    access: 'workplace',
    needs: 'orders.read',
    summary: 'Get an order, optionally only some of its lines.',
    params: ofOrder,
    query: z.object({ line_item_ids: queryList(idSchema).optional() }),
    data: orderDetailSchema,
  }),
  panel: call({
    id: 'C250',
    method: 'GET',
    path: '/orders/v5/panel/{order_id}',
    access: 'workplace',
    needs: 'orders.read',
    summary: 'Get an order with its timeline, for the panel beside the list.',
    params: ofOrder,
    data: z.object({ order: orderDetailSchema, timeline: z.array(timelineEventSchema) }),
  }),
  updateCustomer: call({
    id: 'C267',
    method: 'POST',
    path: '/orders/update-customer',
    access: 'workplace',
    needs: 'orders.change',
    summary:
      "Correct the address of an order that isn't completely placed. The given fields replace the store's; an empty text clears one.",
    body: z.strictObject({
      order_id: idSchema,
      ...addressShape,
      email: z.union([z.literal(''), z.email().max(254)]).optional(),
    }),
    data: orderDetailSchema,
  }),
  setAside: call({
    id: 'own',
    method: 'GET',
    path: '/connections/set-aside-orders',
    access: 'workplace',
    needs: 'stores.read',
    summary:
      "List orders that couldn't be read or saved, by store and with the reason. They don't block others and disappear once readable; all are counted, and each store's newest 20 listed.",
    data: z.object({
      items: z.array(
        z.object({
          store_id: idSchema,
          count: z.int(),
          orders: z.array(
            z.object({
              external_order_id: z.string(),
              /** The order's number in the store, if readable. */
              name: z.string().nullable(),
              reason: problemSchema.nullable(),
              first_at: timeSchema,
              last_at: timeSchema,
            }),
          ),
        }),
      ),
    }),
  }),
  readSetAside: call({
    id: 'own',
    method: 'POST',
    path: '/connections/{store_id}/set-aside-orders/read',
    access: 'workplace',
    needs: 'orders.change',
    summary: "Retry reading a store's unreadable orders, at most the newest 500.",
    params: z.object({ store_id: idSchema }),
    body: z.strictObject({}),
    data: doneSchema,
    perMinute: 10,
  }),
  log: call({
    id: 'C268',
    method: 'GET',
    path: '/orders/v4/order_log/order/{orderId}',
    access: 'workplace',
    needs: 'orders.read',
    summary: 'List the events of an order, newest first.',
    params: z.object({ orderId: idSchema }),
    data: timeline,
  }),
  shipmentLog: call({
    id: 'C269',
    method: 'GET',
    path: '/orders/v4/order_log/shipment/{orderId}',
    access: 'workplace',
    needs: 'orders.read',
    summary: "List the events of an order's parcels, newest first.",
    params: z.object({ orderId: idSchema }),
    data: timeline,
  }),
  olderLog: call({
    id: 'C270',
    method: 'GET',
    path: '/orders/v2/logs/{id}',
    access: 'workplace',
    needs: 'orders.read',
    summary: 'List the events of an order, oldest first (legacy format).',
    params: z.object({ id: idSchema }),
    data: timeline,
  }),
};
