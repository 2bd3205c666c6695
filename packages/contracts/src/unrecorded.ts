import { z } from 'zod';
import { call } from './call.ts';
import {
  doneSchema,
  idSchema,
  moneySchema,
  pageOf,
  pageQueryShape,
  problemSchema,
  supplierSchema,
  timeSchema,
} from './shapes.ts';

/** Supplier orders placed after a backup and missing in the restored database, for manual review. */

const REMOTE_STATES = ['created', 'unpaid', 'paid', 'processing', 'shipped', 'delivered', 'cancelled'] as const;

const supplierOrderFacts = {
  id: idSchema,
  source: supplierSchema,
  /** The supplier's order number. */
  order_no: z.string(),
  reference: z.string(),
  is_sandbox: z.boolean(),
  /** State at the supplier when found. */
  remote_state: z.enum(REMOTE_STATES),
  is_paid: z.boolean(),
  /** null: not reported. */
  placed_at: timeSchema.nullable(),
  found_at: timeSchema,
  total: moneySchema.nullable(),
  line_items: z.array(
    z.object({
      source_variant_id: z.string(),
      /** null: no known product has this variant. */
      title: z.string().nullable(),
      variant_title: z.string().nullable(),
      image: z.string().nullable(),
      quantity: z.int(),
    }),
  ),
  parcels: z.array(
    z.object({ carrier: z.string().nullable(), tracking_number: z.string(), tracking_url: z.string().nullable() }),
  ),
};

const orderName = z.object({ id: idSchema, name: z.string(), store_name: z.string() });

export const unrecordedOrderSchema = z
  .object({
    ...supplierOrderFacts,
    /** The store order that its reference belongs to, if it exists here. */
    order: orderName.nullable(),
    /** Otherwise open orders with the same items, newest first. */
    candidates: z.array(orderName),
    /**
     * wallet: recording a paid one charges our wallet; own-account: it was paid from the owner's balance at the
     * supplier.
     */
    payer: z.enum(['wallet', 'own-account']),
    /** Why it was not matched. */
    reason: problemSchema,
    /** It can be recorded as a purchase for `order`, or for one of the candidates. */
    may_record: z.boolean(),
  })
  .meta({ id: 'UnrecordedOrder' });
export type UnrecordedOrder = z.output<typeof unrecordedOrderSchema>;

export const unclaimedOrderSchema = z
  .object({ ...supplierOrderFacts, reason: problemSchema })
  .meta({ id: 'UnclaimedOrder' });
export type UnclaimedOrder = z.output<typeof unclaimedOrderSchema>;

const ofOrder = z.object({ unrecorded_id: idSchema });

export const unrecorded = {
  list: call({
    id: 'own',
    method: 'GET',
    path: '/orders/v5/unrecorded-orders',
    access: 'workplace',
    needs: 'orders.read',
    summary:
      "List supplier orders with this workspace's references that are missing in the restored database, newest first.",
    query: z.object({ ...pageQueryShape }),
    data: pageOf(unrecordedOrderSchema).extend({ total: z.int() }),
  }),
  record: call({
    id: 'own',
    method: 'POST',
    path: '/orders/v5/unrecorded-orders/{unrecorded_id}/record',
    access: 'workplace',
    needs: 'orders.pay',
    summary:
      "Record a supplier order as the purchase of an order's open lines, with its current state and payment at the supplier.",
    params: ofOrder,
    /** The order, when the reference belongs to none. */
    body: z.strictObject({ order_id: idSchema.optional() }),
    data: z.object({ order_id: idSchema, supplier_order_id: idSchema }),
    perMinute: 60,
  }),
  dismiss: call({
    id: 'own',
    method: 'POST',
    path: '/orders/v5/unrecorded-orders/{unrecorded_id}/dismiss',
    access: 'workplace',
    needs: 'orders.pay',
    summary: 'Dismiss an unrecorded supplier order as unrelated. The lines it blocked can be placed again.',
    params: ofOrder,
    body: z.strictObject({}),
    data: doneSchema,
  }),
  unclaimed: call({
    id: 'own',
    method: 'GET',
    path: '/operator/unclaimed-orders',
    access: 'operator',
    summary:
      "List orders on the operator's supplier accounts from after a backup that belong to no workspace, newest first.",
    query: z.object({ ...pageQueryShape }),
    data: pageOf(unclaimedOrderSchema).extend({ total: z.int() }),
  }),
  dismissUnclaimed: call({
    id: 'own',
    method: 'POST',
    path: '/operator/unclaimed-orders/{unclaimed_id}/dismiss',
    access: 'operator',
    summary: 'Dismiss an order after settling it with the supplier.',
    params: z.object({ unclaimed_id: idSchema }),
    body: z.strictObject({}),
    data: doneSchema,
  }),
};
