import { z } from 'zod';
import { call } from './call.ts';
import {
  doneSchema,
  idSchema,
  pageOf,
  pageQueryShape,
  problemSchema,
  queryList,
  supplierSchema,
  timeSchema,
} from './shapes.ts';
import { ALARM_KINDS } from './shipment-alarms.ts';

/** Parcel status. Source: document 3, section 3. */
export const SHIPMENT_STATES = [
  'not_found',
  'info_received',
  'in_transit',
  'available_for_pickup',
  'out_for_delivery',
  'delivered',
  'expired',
  'delivery_failure',
  'exception',
] as const;
export type ShipmentStateName = (typeof SHIPMENT_STATES)[number];
const shipmentState = z.enum(SHIPMENT_STATES);

/** Progress of reporting a parcel to the store. */
export const SYNC_STATES = ['waiting', 'sending', 'unknown', 'sent', 'failed', 'not_needed'] as const;

export const trackingEventSchema = z.object({
  at: timeSchema,
  state: shipmentState,
  description: z.string(),
  location: z.string().nullable(),
});

const shipmentShape = {
  id: idSchema,
  order_id: idSchema,
  supplier_order_id: idSchema.nullable(),
  source: supplierSchema.nullable(),
  source_order_no: z.string().nullable(),
  carrier: z.string().nullable(),
  /** Carriers whose numbers look like this one, for a parcel without a carrier. */
  carrier_candidates: z.array(z.string()),
  tracking_number: z.string(),
  tracking_url: z.string().nullable(),
  state: shipmentState,
  /** Its open alarms. */
  alarms: z.array(z.object({ id: idSchema, kind: z.enum(ALARM_KINDS) })),
  /** Progress of reporting it to the store. */
  report_state: z.enum(SYNC_STATES),
  /** When the store was last updated. */
  told_at: timeSchema.nullable(),
  /** The tracking number known to the store; differs from `tracking_number` while a correction is pending. */
  told_number: z.string().nullable(),
  /** The parcel with the same items: a replacement, or one of several boxes. */
  same_items_as: idSchema.nullable(),
  problem: problemSchema.nullable(),
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
      /** Units sold that the parcel completes, as reported to the store. */
      units: z.int(),
    }),
  ),
  shipped_at: timeSchema,
  delivered_at: timeSchema.nullable(),
  updated_at: timeSchema,
};

export const shipmentSchema = z
  .object({ ...shipmentShape, events: z.array(trackingEventSchema) })
  .meta({ id: 'Shipment' });
export type Shipment = z.output<typeof shipmentSchema>;

export const shipmentSummarySchema = z
  .object({
    ...shipmentShape,
    order_name: z.string(),
    store_id: idSchema,
    /** null where the store can't be read. */
    store_name: z.string().nullable(),
    customer_name: z.string().nullable(),
    country_code: z.string().nullable(),
    last_event: trackingEventSchema.nullable(),
    is_sandbox: z.boolean(),
  })
  .meta({ id: 'ShipmentSummary' });
export type ShipmentSummary = z.output<typeof shipmentSummarySchema>;

const shipmentCounts = z.object({
  all: z.int(),
  not_found: z.int(),
  info_received: z.int(),
  in_transit: z.int(),
  available_for_pickup: z.int(),
  out_for_delivery: z.int(),
  delivered: z.int(),
  expired: z.int(),
  delivery_failure: z.int(),
  exception: z.int(),
  /** Counts are capped at this number per group and shown with a plus when they reach it. */
  most: z.int(),
});

const listFilter = {
  store_id: idSchema.optional(),
  source: supplierSchema.optional(),
  /** With an open alarm: any, or of one kind. */
  alarm: z.enum([...ALARM_KINDS, 'any']).optional(),
  /** Prefix of the order name, customer or tracking number. */
  keyword: z.string().trim().max(100).optional(),
};

export const fulfilment = {
  shipments: call({
    id: 'own',
    method: 'GET',
    path: '/orders/v5/shipments',
    access: 'workplace',
    needs: 'orders.read',
    summary: 'List parcels by status, newest first.',
    query: z.object({ ...listFilter, state: queryList(shipmentState).optional(), ...pageQueryShape }),
    data: pageOf(shipmentSummarySchema),
  }),
  shipmentCounts: call({
    id: 'own',
    method: 'GET',
    path: '/orders/v5/shipments/count',
    access: 'workplace',
    needs: 'orders.read',
    summary: 'Count parcels by status.',
    query: z.object(listFilter),
    data: shipmentCounts,
  }),
  tracking: call({
    id: 'C251',
    method: 'GET',
    path: '/orders/v5/trackings/{tracking_id}',
    access: 'workplace',
    needs: 'orders.read',
    summary: 'Get a parcel with its events, newest first.',
    params: z.object({ tracking_id: idSchema }),
    data: shipmentSchema,
  }),
  publicTracking: call({
    id: 'C260',
    method: 'GET',
    path: '/open-api/orders/tracking/{order_id}',
    access: 'public',
    summary:
      'Get public tracking by tracking id: store name, carriers, tracking numbers, statuses, events and destination country, without name, address or prices.',
    params: z.object({ order_id: z.string().regex(/^[a-z0-9]{16,64}$/) }),
    data: z.object({
      state: z.enum(['preparing', 'partially_shipped', 'shipped', 'delivered', 'cancelled']),
      country_code: z.string().nullable(),
      store_name: z.string().nullable(),
      /** The shop's brand; null: none, or not in its plan. */
      brand: z
        .object({ logo_url: z.string().nullable(), color: z.string().nullable(), support_url: z.string().nullable() })
        .nullable(),
      parcels: z.array(
        z.object({
          carrier: z.string().nullable(),
          tracking_number: z.string(),
          /** The carrier's tracking page. */
          tracking_url: z.string().nullable(),
          state: shipmentState,
          pieces: z.int(),
          shipped_at: timeSchema,
          delivered_at: timeSchema.nullable(),
          /** Dates between which it probably arrives, by earlier deliveries; null: unknown. */
          estimate: z.object({ from: z.iso.date(), to: z.iso.date() }).nullable(),
          events: z.array(z.object({ at: timeSchema, state: shipmentState, description: z.string() })),
        }),
      ),
    }),
    perMinute: 60,
  }),
  carriers: call({
    id: 'own',
    method: 'GET',
    path: '/orders/v5/carriers',
    access: 'workplace',
    needs: 'orders.read',
    summary: 'Find the carrier of a tracking number by its form and check digit, or the carriers it may belong to.',
    query: z.object({ number: z.string().trim().min(1).max(64) }),
    data: z.object({
      /** The only possible carrier. */
      carrier: z.string().nullable(),
      candidates: z.array(z.string()),
    }),
  }),
  setCarrier: call({
    id: 'own',
    method: 'PUT',
    path: '/orders/v5/shipments/{shipment_id}/carrier',
    access: 'workplace',
    needs: 'orders.change',
    summary: 'Set the carrier of a parcel whose supplier names none, and update the store.',
    params: z.object({ shipment_id: idSchema }),
    body: z.strictObject({ carrier: z.string().trim().min(1).max(80) }),
    data: doneSchema,
  }),
  retryReport: call({
    id: 'own',
    method: 'POST',
    path: '/orders/v5/shipments/{shipment_id}/report',
    access: 'workplace',
    needs: 'orders.change',
    summary: 'Retry updating the store about a parcel that it rejected.',
    params: z.object({ shipment_id: idSchema }),
    body: z.strictObject({}),
    data: doneSchema,
  }),
  manuallyFulfill: call({
    id: 'C266',
    method: 'PUT',
    path: '/orders/v4/manually-fulfill',
    access: 'workplace',
    needs: 'orders.change',
    summary:
      'Fulfill lines manually, without a supplier order. With a tracking number, creates the fulfillment in the store, once.',
    body: z.strictObject({
      order_id: idSchema,
      /** Absent: every line that is not at a supplier yet. */
      line_item_ids: z.array(idSchema).min(1).max(500).optional(),
      tracking: z
        .strictObject({
          carrier: z.string().trim().min(1).max(80),
          number: z.string().trim().min(1).max(64),
          url: z
            .url({ protocol: /^https?$/ })
            .max(500)
            .optional(),
        })
        .optional(),
    }),
    data: z.object({ line_item_ids: z.array(idSchema), shipment_id: idSchema.nullable() }),
  }),
};
