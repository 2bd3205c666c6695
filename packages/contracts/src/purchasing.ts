import { z } from 'zod';
import { call } from './call.ts';
import { MOST_PIECES } from './pieces.ts';
import { exchangeRateSchema } from './rates.ts';
import {
  idSchema,
  moneySchema,
  pageOf,
  pageQueryShape,
  problemSchema,
  queryList,
  supplierSchema,
  textsById,
  timeSchema,
} from './shapes.ts';

export const SUPPLIER_ORDER_STATES = ['requested', 'placing', 'unknown', 'placed', 'failed', 'cancelled'] as const;
export const PAY_STATES = ['unpaid', 'requested', 'paying', 'unknown', 'paid', 'failed', 'refunded'] as const;
/** Payment groups of the tracking tab (document 3, section 3). failed: a declined payment; refund_pending: our own. */
export const PAYMENT_GROUPS = ['waiting_payment', 'order_placed', 'failed', 'refund_pending'] as const;

/** How a shipping method is shown; decimals as in the specification, plus our own money. */
export const shippingInfoSchema = z
  .object({
    service_name: z.string(),
    amount: z.number().nullable(),
    cost: moneySchema.nullable(),
    /** "1-3 days"; null without a credible value. The days are also given as numbers. */
    processing_time: z.string().nullable(),
    processing_days_min: z.int().nullable(),
    processing_days_max: z.int().nullable(),
    delivery_time: z.string().nullable(),
    delivery_days_min: z.int().nullable(),
    delivery_days_max: z.int().nullable(),
    quayside_recommend: z.boolean(),
  })
  .meta({ id: 'ShippingInfo' });
export type ShippingInfo = z.output<typeof shippingInfoSchema>;

/** Actions currently available for a supplier order, from its state machines. */
export const SUPPLIER_ORDER_ACTIONS = [
  'pay',
  'cancel_payment',
  'retry',
  'sync',
  'buy_anyway',
  'place_now',
  'edit_manual',
  'fail_manual',
] as const;

export const supplierOrderSchema = z
  .object({
    id: idSchema,
    /** Of several orders: the first one. */
    order_id: idSchema,
    /** Of several orders: all names, separated by commas. */
    order_name: z.string(),
    /** All orders that share it, the first one first; empty: it is for one order. */
    combined_orders: z.array(z.object({ order_id: idSchema, name: z.string() })),
    source: supplierSchema,
    /** The supplier's order number; null until it is placed. */
    order_no: z.string().nullable(),
    reference: z.string(),
    state: z.enum(SUPPLIER_ORDER_STATES),
    pay_state: z.enum(PAY_STATES),
    remote_state: z.string().nullable(),
    /** Bought by a member at a marketplace; its state is what they entered. */
    is_manual: z.boolean(),
    /** wallet: our wallet is charged; own-account: the owner's balance at the supplier. */
    payer: z.enum(['wallet', 'own-account']),
    is_sandbox: z.boolean(),
    shipping_info: shippingInfoSchema.nullable(),
    line_items: z.array(
      z.object({
        id: idSchema,
        title: z.string(),
        variant_title: z.string().nullable(),
        image: z.string().nullable(),
        /** Pieces. */
        quantity: z.int(),
        /** Pieces in one unit sold. */
        pieces_per_unit: z.int(),
        /** Of one piece. */
        unit_cost: moneySchema.nullable(),
        /** Until when the supplier accepts a claim; null: nothing to claim, or claimed already. */
        claim_until: timeSchema.nullable(),
      }),
    ),
    quoted_total: moneySchema.nullable(),
    items_cost: moneySchema.nullable(),
    shipping_cost: moneySchema.nullable(),
    total_cost: moneySchema.nullable(),
    /** What the supplier paid back; `total_cost` is without it. null: nothing. */
    refunded: moneySchema.nullable(),
    /** In an order's own view: its part of a supplier order that several orders share. null: it isn't shared, or a list. */
    order_part: z.object({ cost: moneySchema.nullable(), refunded: moneySchema.nullable() }).nullable(),
    /** Unconfirmed refund of a canceled part; null: none. */
    refund_pending: moneySchema.nullable(),
    pay_automatically: z.boolean(),
    problem: problemSchema.nullable(),
    /** Why placing or paying waits; null: it doesn't. */
    waiting: problemSchema.nullable(),
    actions: z.array(z.enum(SUPPLIER_ORDER_ACTIONS)),
    /** It is placed then; until then the customer may still cancel. null: it doesn't wait for a time. */
    not_before: timeSchema.nullable(),
    placed_at: timeSchema.nullable(),
    paid_at: timeSchema.nullable(),
    created_at: timeSchema,
  })
  .meta({ id: 'SupplierOrder' });
export type SupplierOrderView = z.output<typeof supplierOrderSchema>;

/** Orders in one supplier order. */
export const MOST_COMBINED = 20;

const serviceName = z.string().trim().min(1).max(200);
const lineIds = z.array(idSchema).min(1).max(500);

/** An order and its lines to buy. Absent line_item_ids: every ready line. */
const orderToPlace = z.strictObject({
  order_id: idSchema,
  line_item_ids: lineIds.optional(),
  /** Shipping method by line id; default: the line's chosen one, else the cheapest. */
  shipping_methods: textsById(200).optional(),
});

/** Groups of orders to buy in one supplier order each; an order is in one group at most. */
const combine = z.array(z.array(idSchema).min(2).max(MOST_COMBINED)).max(1_000).default([]);

/** 10,000 orders with a few lines each. */
const PLACEMENT_LIMITS = { bytes: 4 * 1024 * 1024, items: 50_000, keys: 40_000 };

const previewLine = z.object({
  id: idSchema,
  title: z.string(),
  variant_title: z.string().nullable(),
  image: z.string().nullable(),
  /** Units sold that are bought. */
  quantity: z.int(),
  /** Pieces of the supplier's variant in one unit sold. */
  pieces_per_unit: z.int(),
  /** The line that this one is a further part of, in a bundle; null: the store knows it. */
  bundle_line_id: idSchema.nullable(),
  state: z.string(),
  source: supplierSchema.nullable(),
  source_product_id: z.string().nullable(),
  sku_id: z.string().nullable(),
  /** The line's sale amount. */
  sale: moneySchema,
  /** Of one unit sold, all of its pieces. */
  unit_cost: moneySchema.nullable(),
  items_cost: moneySchema.nullable(),
  /** Units that the supplier's stock is enough for, if reported. */
  stock: z.int().nullable(),
  shipping_options: z.array(shippingInfoSchema),
  /** The line's shipping method. */
  shipping_method: z.string().nullable(),
  quotes_pending: z.boolean(),
  problem: problemSchema.nullable(),
});

/** A future supplier order: lines of one supplier with one shipping method. */
const previewPackage = z.object({
  source: supplierSchema,
  line_item_ids: z.array(idSchema),
  shipping_info: shippingInfoSchema.nullable(),
  items_cost: moneySchema.nullable(),
  shipping_cost: moneySchema.nullable(),
  total: moneySchema.nullable(),
  payer: z.enum(['wallet', 'own-account']),
  quotes_pending: z.boolean(),
  /** When the supplier gave these shipping methods and prices. */
  quoted_at: timeSchema.nullable(),
  problem: problemSchema.nullable(),
});

export const previewOrderSchema = z
  .object({
    order_id: idSchema,
    name: z.string(),
    country_code: z.string().nullable(),
    is_sandbox: z.boolean(),
    /** A sample, or an exchange: without profit. */
    is_sample: z.boolean(),
    line_items: z.array(previewLine),
    packages: z.array(previewPackage),
    items_cost: moneySchema.nullable(),
    shipping_cost: moneySchema.nullable(),
    total: moneySchema.nullable(),
    sale: moneySchema,
    /** Sale minus cost; null while a part is unknown, or for different currencies without a known rate. */
    profit: moneySchema.nullable(),
    /** The exchange rate used for the profit; null: none needed. */
    profit_rate: exchangeRateSchema.nullable(),
    quotes_pending: z.boolean(),
    can_place: z.boolean(),
    /** Problems that block the whole order (address, canceled in the store). */
    problems: z.array(problemSchema),
    warnings: z.array(problemSchema),
  })
  .meta({ id: 'PlacementPreview' });
export type PlacementPreview = z.output<typeof previewOrderSchema>;

/** Orders that can be placed as one supplier order. */
const combinedGroup = z
  .object({
    order_ids: z.array(idSchema).min(2).max(MOST_COMBINED),
    /** Shipping of all items together; null until the supplier has quoted it. */
    shipping_cost: moneySchema.nullable(),
    /** Shipping of each order: in a supplier order of its own, and its part when combined. null: not known. */
    shares: z.array(
      z.object({
        order_id: idSchema,
        separate_cost: moneySchema.nullable(),
        shipping_cost: moneySchema.nullable(),
      }),
    ),
    /** Less shipping than in supplier orders of their own; below zero: more. null: not known. */
    saving: moneySchema.nullable(),
    quotes_pending: z.boolean(),
  })
  .meta({ id: 'CombinedGroup' });
export type CombinedGroupView = z.output<typeof combinedGroup>;

const refusedLine = z.object({ line_item_id: idSchema.nullable(), problem: problemSchema });
const refusedOrders = z.record(z.string(), z.array(refusedLine));

const placementData = z
  .object({
    /** The background task; null when nothing was started. */
    process_id: idSchema.nullable(),
    requested: z.int(),
    /** Supplier orders by order; left out above 500 orders, when only the task reports them. */
    items: z.array(
      z.object({
        order_id: idSchema,
        supplier_orders: z.array(z.object({ id: idSchema, source: supplierSchema, line_item_ids: z.array(idSchema) })),
      }),
    ),
    /** Orders and lines that were not started, by order id. */
    failed: refusedOrders,
  })
  .meta({ id: 'PlacementAnswer' });

/** One line of the placement toast (document 3, section 3). */
export const placementItemSchema = z
  .object({
    id: idSchema,
    order_id: idSchema,
    order_name: z.string(),
    source_type: supplierSchema,
    status: z.enum(['processing', 'success', 'error']),
    line_items: z.array(
      z.object({ id: idSchema, title: z.string(), variant_title: z.string().nullable(), quantity: z.int() }),
    ),
    country_code: z.string().nullable(),
    error_message: z.string().nullable(),
    error_key: z.string().nullable(),
    warning_key: z.enum(['different_region', 'waiting_complete_order']).nullable(),
    order_no: z.string().nullable(),
    pay_state: z.enum(PAY_STATES),
    /** The supplier's total; null until known. */
    total: moneySchema.nullable(),
  })
  .meta({ id: 'PlacementItem' });
export type PlacementItem = z.output<typeof placementItemSchema>;

const payData = z
  .object({
    process_id: idSchema.nullable(),
    requested: z.int(),
    total: moneySchema,
    /** Supplier orders that were not paid, by id. */
    failed: z.record(z.string(), problemSchema),
  })
  .meta({ id: 'PaymentAnswer' });

/** One line of the sync toast (document 3, section 3). */
const syncItem = z.object({
  supplier_order_id: idSchema,
  order_id: idSchema,
  source_type: supplierSchema,
  source_no: z.string().nullable(),
  status: z.enum(['processing', 'success', 'error']),
  country_code: z.string().nullable(),
  warning_key: z.enum(['different_region', 'waiting_complete_order']).nullable(),
  error_message: z.string().nullable(),
  /** Whether the supplier canceled it, or no longer has it after it was canceled there. */
  cancelled: z.boolean(),
  synced_at: timeSchema.nullable(),
});
const syncStarted = z.object({
  process_id: idSchema.nullable(),
  requested: z.int(),
  failed: z.record(z.string(), problemSchema),
});

const newSource = {
  source: supplierSchema.optional(),
  source_product_id: z.string().min(1).max(120).optional(),
  /** The variant at the supplier. */
  sku_id: z.string().min(1).max(120).optional(),
  /** Pieces of it in one unit sold. Absent: as many as the line had before. */
  pieces_per_unit: z.int().min(1).max(MOST_PIECES).optional(),
  /** true: reset to the supplier of the imported product. */
  original: z.literal(true).optional(),
};

const payBehavior = z.enum(['default', 'popup']);

const buyingAddresses = z.object({
  /** Lines without one are left out. */
  items: z.array(z.object({ line_item_id: idSchema, address: z.string() })),
});

export const purchasing = {
  preview: call({
    id: 'C233',
    method: 'POST',
    path: '/orders/v4/preview',
    access: 'workplace',
    needs: 'orders.change',
    summary:
      'Preview placing orders: cost, stock and shipping methods of each line, total and profit of each order. quotes_pending: supplier quotes are being requested; a live event of topic orders announces them. groups: orders that can be combined in one supplier order each.',
    body: z.strictObject({ orders: z.array(orderToPlace).min(1).max(100) }),
    limits: { bytes: 512 * 1024, items: 10_000, keys: 10_000 },
    data: z.object({
      orders: z.array(previewOrderSchema),
      total: moneySchema.nullable(),
      /** The wallet's part of the total, its balance and the shortfall. */
      wallet_total: moneySchema.nullable(),
      wallet_available: moneySchema,
      wallet_short: moneySchema.nullable(),
      quotes_pending: z.boolean(),
      groups: z.array(combinedGroup),
    }),
  }),
  updateShippingMethods: call({
    id: 'C224',
    method: 'POST',
    path: '/orders/v5/update-multiple-shipping-method',
    access: 'workplace',
    needs: 'orders.change',
    summary: 'Choose the shipping method of unplaced lines.',
    body: z.strictObject({
      orders: z
        .array(z.strictObject({ order_id: idSchema, line_item_ids: lineIds.optional(), shipping_method: serviceName }))
        .min(1)
        .max(500),
    }),
    limits: { bytes: 1024 * 1024, items: 20_000, keys: 2_000 },
    data: z.object({ updated: z.int(), failed: refusedOrders }),
  }),
  request: call({
    id: 'C225',
    method: 'POST',
    path: '/orders/v5/request',
    access: 'workplace',
    needs: 'orders.change',
    summary:
      'Place supplier orders without paying them. combine: groups of orders of one customer to place as one supplier order each.',
    body: z.strictObject({ orders: z.array(orderToPlace).min(1).max(10_000), combine }),
    limits: PLACEMENT_LIMITS,
    data: placementData,
  }),
  create: call({
    id: 'C226',
    method: 'POST',
    path: '/orders/v5/create',
    access: 'workplace',
    needs: 'orders.pay',
    summary:
      'Place supplier orders and, with pay, pay each order once all of its supplier orders are confirmed. combine: groups of orders of one customer to place as one supplier order each. Idempotent.',
    body: z.strictObject({
      orders: z.array(orderToPlace).min(1).max(10_000),
      pay: z.boolean().default(false),
      combine,
    }),
    limits: PLACEMENT_LIMITS,
    data: placementData,
  }),
  placement: call({
    id: 'own',
    method: 'GET',
    path: '/orders/v5/placements/{process_id}',
    access: 'workplace',
    needs: 'orders.read',
    summary: 'List the supplier orders of one placement, those with errors first.',
    params: z.object({ process_id: idSchema }),
    query: z.object({ status: z.enum(['processing', 'success', 'error']).optional(), ...pageQueryShape }),
    data: pageOf(placementItemSchema),
  }),
  stop: call({
    id: 'own',
    method: 'POST',
    path: '/orders/v4/stop-order',
    access: 'workplace',
    needs: 'orders.pay',
    summary: "Stop a supplier's orders that haven't been sent yet, of all tasks or of one.",
    body: z.strictObject({ source_type: supplierSchema, process_id: idSchema.optional() }),
    data: z.object({
      /** Supplier orders that won't be sent. */
      stopped: z.int(),
      /** Those that may already be at the supplier and continue. */
      sent: z.int(),
    }),
    perMinute: 60,
  }),
  supplierOrders: call({
    id: 'own',
    method: 'GET',
    path: '/orders/v5/supplier-orders',
    access: 'workplace',
    needs: 'orders.read',
    summary:
      'List supplier orders, newest first: awaiting payment, paid but not shipped, failed payment, or expected refund.',
    query: z.object({
      group: queryList(z.enum(PAYMENT_GROUPS)).optional(),
      source: supplierSchema.optional(),
      store_id: idSchema.optional(),
      order_ids: queryList(idSchema).optional(),
      ...pageQueryShape,
    }),
    data: pageOf(supplierOrderSchema),
  }),
  supplierOrderCounts: call({
    id: 'own',
    method: 'GET',
    path: '/orders/v5/supplier-orders/count',
    access: 'workplace',
    needs: 'orders.read',
    summary:
      'Count supplier orders awaiting payment (with their cost), paid, with a failed payment, or with an expected refund (with its amount).',
    query: z.object({ store_id: idSchema.optional(), source: supplierSchema.optional() }),
    data: z.object({
      waiting_payment: z.int(),
      order_placed: z.int(),
      failed: z.int(),
      refund_pending: z.int(),
      most: z.int(),
      /** Of all that can be paid now, without a limit: how many and how much. */
      unpaid_count: z.int(),
      unpaid_total: moneySchema,
      /** One total per currency. */
      refunds_totals: z.array(moneySchema),
    }),
  }),
  pay: call({
    id: 'C240',
    method: 'POST',
    path: '/orders/v5/payment',
    access: 'workplace',
    needs: 'orders.pay',
    summary:
      'Pay placed supplier orders: by id, by order, or all awaiting payment. An order with a failed line is refused unless allow_partial is set.',
    body: z
      .strictObject({
        supplier_order_ids: z.array(idSchema).min(1).max(10_000).optional(),
        order_ids: z.array(idSchema).min(1).max(10_000).optional(),
        all: z.literal(true).optional(),
        source: supplierSchema.optional(),
        /** With all: only those of this store. */
        store_id: idSchema.optional(),
        allow_partial: z.boolean().default(false),
      })
      .refine((body) => [body.supplier_order_ids, body.order_ids, body.all].filter((one) => one).length === 1, {
        path: ['supplier_order_ids'],
        error: 'PAY_ONE_CHOICE',
      }),
    limits: { bytes: 512 * 1024, items: 11_000 },
    data: payData,
  }),
  paymentInfo: call({
    id: 'C254',
    method: 'POST',
    path: '/orders/v6/payments/info',
    access: 'workplace',
    needs: 'orders.pay',
    summary:
      'Get what paying supplier orders costs before doing it: by id, by order, or all awaiting payment. Those that cannot be paid now do not count.',
    body: z
      .strictObject({
        supplier_order_ids: z.array(idSchema).min(1).max(10_000).optional(),
        order_ids: z.array(idSchema).min(1).max(10_000).optional(),
        all: z.literal(true).optional(),
        source: supplierSchema.optional(),
        store_id: idSchema.optional(),
      })
      .refine((body) => [body.supplier_order_ids, body.order_ids, body.all].filter((one) => one).length === 1, {
        path: ['supplier_order_ids'],
        error: 'PAY_ONE_CHOICE',
      }),
    limits: { bytes: 1024 * 1024, items: 21_000 },
    data: z.object({
      supplier_orders: z.int(),
      orders: z.int(),
      wallet_total: moneySchema,
      /** From the owner's accounts at suppliers, one sum per currency. */
      own_totals: z.array(moneySchema),
      wallet_available: moneySchema,
      /** null: the wallet has enough. */
      wallet_short: moneySchema.nullable(),
      payment_behavior: payBehavior,
    }),
  }),
  buyAnyway: call({
    id: 'own',
    method: 'POST',
    path: '/orders/v5/buy-anyway',
    access: 'workplace',
    needs: 'orders.pay',
    summary:
      "Buy an order although its store doesn't respond or reports it as unpaid. Skips the store check for a day; orders that the store canceled, refunded or deleted are still refused.",
    body: z.strictObject({ order_id: idSchema }),
    data: z.object({ requested: z.int(), failed: z.array(problemSchema) }),
  }),
  payAllLink: call({
    id: 'C241',
    method: 'GET',
    path: '/orders/v5/fetch-quayside-pay-all-link',
    access: 'workplace',
    needs: 'orders.pay',
    summary: 'Get the payment link and total of all unpaid Quayside supplier orders.',
    data: z.object({ url: z.string().nullable(), supplier_orders: z.int(), total: moneySchema }),
  }),
  retryPayments: call({
    id: 'C242',
    method: 'GET',
    path: '/orders/v6/payments/retry-all',
    access: 'workplace',
    needs: 'orders.pay',
    summary: 'Retry all declined payments of supplier orders, of all stores or of one.',
    query: z.object({ store_id: idSchema.optional() }),
    data: payData,
  }),
  cancelPayment: call({
    id: 'C243',
    method: 'POST',
    path: '/orders/v5/payments/cancel',
    access: 'workplace',
    needs: 'orders.pay',
    summary: "Cancel requested payments that haven't been sent and release their funds.",
    body: z.strictObject({ supplier_order_ids: z.array(idSchema).min(1).max(10_000) }),
    limits: { bytes: 512 * 1024, items: 11_000 },
    data: z.object({ cancelled: z.array(idSchema), failed: z.record(z.string(), problemSchema) }),
  }),
  syncState: call({
    id: 'C237',
    method: 'GET',
    path: '/orders/v5/sync-status',
    access: 'workplace',
    needs: 'orders.read',
    summary: 'Get the result of the last supplier order sync.',
    query: z.object({
      order_ids: queryList(idSchema).optional(),
      process_id: idSchema.optional(),
      page_size: pageQueryShape.page_size,
    }),
    data: z.object({ items: z.array(syncItem) }),
  }),
  sync: call({
    id: 'C238',
    method: 'POST',
    path: '/orders/v4/sync-status',
    access: 'workplace',
    needs: 'orders.change',
    summary: 'Sync the supplier orders of the given orders now.',
    body: z.strictObject({ order_ids: z.array(idSchema).min(1).max(500) }),
    data: syncStarted,
    perMinute: 60,
  }),
  syncSource: call({
    id: 'C239',
    method: 'POST',
    path: '/orders/sync-status/{source_type}',
    access: 'workplace',
    needs: 'orders.change',
    summary: 'Sync supplier orders of one supplier by their numbers now.',
    params: z.object({ source_type: supplierSchema }),
    body: z.strictObject({ source_orders: z.array(z.string().min(1).max(120)).min(1).max(500) }),
    limits: { bytes: 192 * 1024 },
    data: syncStarted,
    perMinute: 60,
  }),
  paymentSetting: call({
    id: 'C252',
    method: 'GET',
    path: '/orders/v6/payments/setting',
    access: 'workplace',
    needs: 'orders.read',
    summary: 'Get the payment display settings.',
    data: z.object({ payment_behavior: payBehavior }),
  }),
  setPaymentSetting: call({
    id: 'C253',
    method: 'PUT',
    path: '/orders/v6/payments/setting',
    access: 'workplace',
    needs: 'orders.pay',
    summary: 'Save the payment display settings.',
    body: z.strictObject({ payment_behavior: payBehavior }),
    data: z.object({ payment_behavior: payBehavior }),
  }),
  buyingAddresses: call({
    id: 'own',
    method: 'GET',
    path: '/orders/v5/buying-addresses/{order_id}',
    access: 'workplace',
    needs: 'orders.change',
    summary: "Get where an order's lines are bought manually, as saved for the same items before.",
    params: z.object({ order_id: idSchema }),
    data: buyingAddresses,
  }),
  keepBuyingAddresses: call({
    id: 'own',
    method: 'PUT',
    path: '/orders/v5/buying-addresses/{order_id}',
    access: 'workplace',
    needs: 'orders.change',
    summary:
      "Save where lines of an order are bought manually, also for the store's next order with the same items; null: remove.",
    params: z.object({ order_id: idSchema }),
    body: z.strictObject({
      items: z
        .array(
          z.strictObject({
            line_item_id: idSchema,
            address: z
              .url({ protocol: /^https?$/ })
              .max(2_000)
              .nullable(),
          }),
        )
        .min(1)
        .max(500),
    }),
    limits: { bytes: 3 * 1024 * 1024, keys: 2_000 },
    data: buyingAddresses,
  }),
  changeSupplier: call({
    id: 'C256',
    method: 'POST',
    path: '/orders/{id}/change-supplier',
    access: 'workplace',
    needs: 'orders.change',
    summary:
      'Buy a line of an order, or with line_items several (C257), from another source product or variant, or reset it to the original one.',
    params: z.object({ id: idSchema }),
    body: z.strictObject({
      line_item_id: idSchema.optional(),
      ...newSource,
      line_items: z
        .array(z.strictObject({ id: idSchema, ...newSource }))
        .min(1)
        .max(500)
        .optional(),
    }),
    limits: { bytes: 512 * 1024, keys: 4_000 },
    data: z.object({ line_item_ids: z.array(idSchema) }),
  }),
};
