import { z } from 'zod';
import { call } from './call.ts';
import { doneSchema, idSchema, modeSchema, moneySchema, pageOf, queryInt, timeSchema } from './shapes.ts';

/** The staff pages of Quayside's own warehouse, for operators only; customers use the warehouse API. */

export const WAREHOUSE_STATES = ['created', 'paid', 'processing', 'shipped', 'delivered', 'cancelled'] as const;
export type WarehouseState = (typeof WAREHOUSE_STATES)[number];
export const WAREHOUSE_ACTIONS = ['pack', 'ship', 'refuse_line'] as const;

/** Tracking events that staff can record. */
export const PARCEL_EVENT_STATES = [
  'info_received',
  'in_transit',
  'available_for_pickup',
  'out_for_delivery',
  'delivered',
  'expired',
  'delivery_failure',
  'exception',
] as const;

const addressSchema = z.object({
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  company: z.string().nullable(),
  address1: z.string().nullable(),
  address2: z.string().nullable(),
  city: z.string().nullable(),
  province: z.string().nullable(),
  postal_code: z.string().nullable(),
  country_code: z.string().nullable(),
  phone: z.string().nullable(),
});

export const warehouseOrderSchema = z
  .object({
    order_id: idSchema,
    /** The warehouse's order number, e.g. QW-100001. */
    number: z.string(),
    /** The customer and its order number. */
    installation: z.string(),
    order_name: z.string(),
    mode: modeSchema,
    state: z.enum(WAREHOUSE_STATES),
    address: addressSchema,
    shipping_service: z.string(),
    items_cost: moneySchema,
    shipping_cost: moneySchema,
    total: moneySchema,
    cancel_reason: z.string().nullable(),
    paid_at: timeSchema.nullable(),
    created_at: timeSchema,
    lines: z.array(
      z.object({
        line_no: z.int(),
        sku: z.string(),
        title: z.string(),
        option_values: z.array(z.string()),
        image_url: z.string().nullable(),
        quantity: z.int(),
        shipped: z.int(),
        unit_cost: moneySchema,
        state: z.enum(['open', 'refused']),
        reason: z.string().nullable(),
      }),
    ),
    parcels: z.array(
      z.object({
        parcel_id: idSchema,
        carrier: z.string(),
        tracking_number: z.string(),
        tracking_url: z.string().nullable(),
        state: z.string(),
        shipped_at: timeSchema,
        lines: z.array(z.object({ line_no: z.int(), quantity: z.int() })),
        events: z.array(
          z.object({ at: timeSchema, state: z.string(), description: z.string(), location: z.string().nullable() }),
        ),
      }),
    ),
    /** Actions currently available, which determine the buttons. */
    actions: z.array(z.enum(WAREHOUSE_ACTIONS)),
  })
  .meta({ id: 'WarehouseOrder' });
export type WarehouseOrder = z.output<typeof warehouseOrderSchema>;

const installationSchema = z.object({
  installation_id: idSchema,
  name: z.string(),
  mode: modeSchema,
  role: z.enum(['client', 'staff']),
  created_at: timeSchema,
  revoked_at: timeSchema.nullable(),
});

const quantity = z.int().min(1).max(10_000);
const ofOrder = z.object({ order_id: idSchema });

export const warehouse = {
  orders: call({
    id: 'own',
    method: 'GET',
    path: '/operator/warehouse/orders',
    access: 'operator',
    alsoDemo: true,
    summary: 'List warehouse orders in one state, oldest first, with counts by state.',
    query: z.strictObject({
      state: z.enum(WAREHOUSE_STATES).default('paid'),
      mode: modeSchema.optional(),
      cursor: idSchema.optional(),
      page_size: queryInt(1, 100).default(25),
    }),
    data: pageOf(warehouseOrderSchema).extend({ counts: z.record(z.enum(WAREHOUSE_STATES), z.int()) }),
  }),
  order: call({
    id: 'own',
    method: 'GET',
    path: '/operator/warehouse/orders/{order_id}',
    access: 'operator',
    alsoDemo: true,
    summary: 'Get a warehouse order.',
    params: ofOrder,
    data: warehouseOrderSchema,
  }),
  pack: call({
    id: 'own',
    method: 'POST',
    path: '/operator/warehouse/orders/{order_id}/pack',
    access: 'operator',
    alsoDemo: true,
    summary: 'Start packing a paid order. The customer can no longer cancel it.',
    params: ofOrder,
    body: z.strictObject({}),
    data: warehouseOrderSchema,
  }),
  ship: call({
    id: 'own',
    method: 'POST',
    path: '/operator/warehouse/orders/{order_id}/parcels',
    access: 'operator',
    alsoDemo: true,
    summary: 'Ship a parcel with its label; without lines, all remaining items.',
    params: ofOrder,
    body: z.strictObject({
      carrier: z.string().trim().min(1).max(100),
      tracking_number: z.string().trim().min(1).max(100),
      tracking_url: z
        .url({ protocol: /^https?$/ })
        .max(500)
        .optional(),
      lines: z
        .array(z.strictObject({ line_no: z.int().min(1), quantity }))
        .min(1)
        .max(200)
        .optional(),
    }),
    data: warehouseOrderSchema,
  }),
  refuseLine: call({
    id: 'own',
    method: 'POST',
    path: '/operator/warehouse/orders/{order_id}/lines/{line_no}/refuse',
    access: 'operator',
    alsoDemo: true,
    summary: "Reject a line that hasn't shipped. The customer is refunded and sees the reason.",
    params: ofOrder.extend({ line_no: queryInt(1, 1000) }),
    body: z.strictObject({ reason: z.string().trim().min(1).max(500) }),
    data: warehouseOrderSchema,
  }),
  parcelEvent: call({
    id: 'own',
    method: 'POST',
    path: '/operator/warehouse/parcels/{parcel_id}/events',
    access: 'operator',
    alsoDemo: true,
    summary: 'Record a tracking event of a parcel.',
    params: z.object({ parcel_id: idSchema }),
    body: z.strictObject({
      state: z.enum(PARCEL_EVENT_STATES),
      description: z.string().trim().min(1).max(500),
      location: z.string().trim().min(1).max(200).optional(),
    }),
    data: doneSchema,
  }),
  setStock: call({
    id: 'own',
    method: 'POST',
    path: '/operator/warehouse/stock',
    access: 'operator',
    summary: 'Set the stock of a variant, and optionally its new cost.',
    body: z.strictObject({
      sku: z.string().min(1).max(100),
      pieces: z.int().min(0).max(10_000_000),
      /** In the product's currency. Absent: unchanged. */
      cost: z.strictObject({ amount: z.int().min(1).max(1_000_000_000), currency: z.string().length(3) }).optional(),
    }),
    data: doneSchema,
  }),
  installations: call({
    id: 'own',
    method: 'GET',
    path: '/operator/warehouse/installations',
    access: 'operator',
    summary: 'List the holders of warehouse API keys.',
    data: z.object({ items: z.array(installationSchema) }),
  }),
  addInstallation: call({
    id: 'own',
    method: 'POST',
    path: '/operator/warehouse/installations',
    access: 'operator',
    summary: 'Create a warehouse API key for a customer. It is shown only once.',
    body: z.strictObject({
      name: z.string().trim().min(1).max(100),
      mode: modeSchema,
      role: z.enum(['client', 'staff']),
    }),
    data: z.object({ installation_id: idSchema, key: z.string() }),
  }),
  revokeInstallation: call({
    id: 'own',
    method: 'POST',
    path: '/operator/warehouse/installations/{installation_id}/revoke',
    access: 'operator',
    summary: 'Revoke a warehouse API key.',
    params: z.object({ installation_id: idSchema }),
    body: z.strictObject({}),
    data: doneSchema,
  }),
};
