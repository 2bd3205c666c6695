import { z } from 'zod';
import { call } from './call.ts';
import { MOST_REFUND_PHOTOS } from './file-limits.ts';
import { storedFileSchema } from './files.ts';
import { MOST_REFUND_TEXT, REFUND_REASONS, REFUND_STATES, REFUND_TYPES } from './refund-choices.ts';
import {
  doneSchema,
  idSchema,
  moneySchema,
  pageOf,
  pageQueryShape,
  problemSchema,
  queryList,
  supplierSchema,
  timeSchema,
} from './shapes.ts';

/** Requests to suppliers for a refund or a replacement of items that were paid for. */

/** What a person can do with a request now. */
export const REFUND_ACTIONS = ['withdraw', 'accept', 'reject', 'complete', 'retry'] as const;

export const refundRequestSchema = z
  .object({
    id: idSchema,
    order_id: idSchema,
    order_name: z.string(),
    supplier_order_id: idSchema,
    source: supplierSchema,
    /** The supplier's order number. */
    order_no: z.string(),
    is_sandbox: z.boolean(),
    type: z.enum(REFUND_TYPES),
    reason: z.enum(REFUND_REASONS),
    state: z.enum(REFUND_STATES),
    /** supplier: opened and followed through the supplier's API. manual: sent and recorded by a person. */
    via: z.enum(['supplier', 'manual']),
    /** How sending to the supplier goes; not_needed for manual ones. */
    send_state: z.enum(['not_needed', 'requested', 'sending', 'unknown', 'sent', 'failed']),
    /** Requested; zero for a replacement. */
    amount: moneySchema,
    /** What the supplier agreed to refund; null: not known yet. */
    agreed: moneySchema.nullable(),
    /** What was refunded; null: nothing yet. */
    received: moneySchema.nullable(),
    description: z.string(),
    /** Note on the supplier's answer. */
    answer: z.string().nullable(),
    line_items: z.array(
      z.object({
        id: idSchema,
        title: z.string(),
        variant_title: z.string().nullable(),
        image: z.string().nullable(),
        quantity: z.int(),
      }),
    ),
    photos: z.array(storedFileSchema),
    /** Why it could not be sent. */
    problem: problemSchema.nullable(),
    requested_by: z.string(),
    actions: z.array(z.enum(REFUND_ACTIONS)),
    created_at: timeSchema,
    answered_at: timeSchema.nullable(),
    closed_at: timeSchema.nullable(),
  })
  .meta({ id: 'RefundRequest' });
export type RefundRequest = z.output<typeof refundRequestSchema>;

const optionSchema = z.object({
  line_item_id: idSchema,
  title: z.string(),
  variant_title: z.string().nullable(),
  image: z.string().nullable(),
  source: supplierSchema.nullable(),
  supplier_order_id: idSchema.nullable(),
  order_no: z.string().nullable(),
  /** Items bought in that supplier order. */
  quantity: z.int(),
  /** Paid for one item; null: unknown. */
  unit_cost: moneySchema.nullable(),
  types: z.array(z.enum(REFUND_TYPES)),
  via: z.enum(['supplier', 'manual']),
  received_at: timeSchema.nullable(),
  /** Until when the supplier accepts a request; null: nothing to request. */
  deadline: timeSchema.nullable(),
  /** The supplier wants a photo, unless the item didn't arrive. */
  needs_photo: z.boolean(),
  /** An open request with this item. */
  request_id: idSchema.nullable(),
  /** Why no request is possible; null: it is. */
  problem: problemSchema.nullable(),
});
export type RefundOption = z.output<typeof optionSchema>;

const purchaseSchema = z.object({
  supplier_order_id: idSchema,
  /** The most that can be requested if every item of the order is included. */
  most: moneySchema,
  /** Names of the other orders that share it: a request doesn't cover their items. */
  other_orders: z.array(z.string()),
});

const ofRequest = z.object({ refund_request_id: idSchema });
const filters = {
  order_id: idSchema.optional(),
  store_id: idSchema.optional(),
};

export const refundRequests = {
  request: call({
    id: 'C264',
    method: 'POST',
    path: '/orders/v4/refund/request',
    access: 'workplace',
    needs: 'orders.change',
    summary:
      'Ask a supplier to refund or replace items of one of its orders, up to 30 days after receipt. Idempotent by key.',
    body: z.strictObject({
      order_id: idSchema,
      line_items: z
        .array(z.strictObject({ id: idSchema, quantity: z.int().min(1).max(100_000) }))
        .min(1)
        .max(100),
      type: z.enum(REFUND_TYPES).default('refund'),
      reason: z.enum(REFUND_REASONS),
      /** Minor units of the supplier order's currency; leave out for a replacement. */
      amount: z.int().min(1).optional(),
      description: z.string().trim().min(1).max(MOST_REFUND_TEXT),
      photo_ids: z.array(idSchema).max(MOST_REFUND_PHOTOS).default([]),
      idempotency_key: z.string().min(8).max(80),
    }),
    data: refundRequestSchema,
    perMinute: 60,
  }),
  requestType: call({
    id: 'C265',
    method: 'POST',
    path: '/orders/v4/refund/request-type',
    access: 'workplace',
    needs: 'orders.read',
    summary: "Which requests an order's items allow, with their deadlines.",
    body: z.strictObject({ order_id: idSchema, line_item_ids: z.array(idSchema).min(1).max(100).optional() }),
    data: z.object({ currency: z.string(), items: z.array(optionSchema), supplier_orders: z.array(purchaseSchema) }),
  }),
  list: call({
    id: 'own',
    method: 'GET',
    path: '/orders/v4/refund/list',
    access: 'workplace',
    needs: 'orders.read',
    summary: 'List refund requests, newest first.',
    query: z.object({ ...pageQueryShape, ...filters, state: queryList(z.enum(REFUND_STATES)).optional() }),
    data: pageOf(refundRequestSchema),
  }),
  counts: call({
    id: 'own',
    method: 'GET',
    path: '/orders/v4/refund/count',
    access: 'workplace',
    needs: 'orders.read',
    summary: 'Count refund requests by state.',
    query: z.object(filters),
    data: z.record(z.enum(REFUND_STATES), z.int()),
  }),
  detail: call({
    id: 'own',
    method: 'GET',
    path: '/orders/v4/refund/{refund_request_id}',
    access: 'workplace',
    needs: 'orders.read',
    summary: 'One refund request.',
    params: ofRequest,
    data: refundRequestSchema,
  }),
  withdraw: call({
    id: 'own',
    method: 'POST',
    path: '/orders/v4/refund/{refund_request_id}/withdraw',
    access: 'workplace',
    needs: 'orders.change',
    summary: 'Withdraw a refund request that the supplier has not received through its API.',
    params: ofRequest,
    data: doneSchema,
  }),
  retry: call({
    id: 'own',
    method: 'POST',
    path: '/orders/v4/refund/{refund_request_id}/retry',
    access: 'workplace',
    needs: 'orders.change',
    summary: 'Send a refund request again that the supplier declined.',
    params: ofRequest,
    data: doneSchema,
  }),
  answer: call({
    id: 'own',
    method: 'POST',
    path: '/orders/v4/refund/{refund_request_id}/answer',
    access: 'workplace',
    needs: 'orders.pay',
    summary: "Record the supplier's answer to a refund request.",
    params: ofRequest,
    body: z.strictObject({
      answer: z.enum(['accept', 'reject', 'complete']),
      /** Minor units: what the supplier agreed to, or what it refunded. Leave out for a replacement. */
      amount: z.int().min(1).optional(),
      note: z.string().trim().max(MOST_REFUND_TEXT).optional(),
    }),
    data: refundRequestSchema,
  }),
};
