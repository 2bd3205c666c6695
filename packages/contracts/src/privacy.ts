import { z } from 'zod';
import { call } from './call.ts';
import { connectorIdSchema, doneSchema, idSchema, pageOf, pageQueryShape, queryInt, timeSchema } from './shapes.ts';

/** Search keys for a customer. */
export const SHOPPER_KEYS = ['email', 'phone', 'order'] as const;
export const PRIVACY_KINDS = ['export', 'erase', 'erase_store', 'retention'] as const;
export const PRIVACY_STATES = ['open', 'waiting', 'done', 'stopped'] as const;
/** Orders listed per search; the rest is counted. */
export const SHOPPER_ORDERS_SHOWN = 50;
/** Orders per page of an export. */
export const EXPORT_ORDERS_MOST = 2_000;
export const RETENTION_MONTHS_MOST = 120;

const wanted = z.strictObject({
  by: z.enum(SHOPPER_KEYS),
  value: z.string().trim().min(2).max(200),
});

const orderSchema = z.object({
  id: idSchema,
  name: z.string(),
  store: z.string(),
  placed_at: timeSchema,
  /** Still being bought, shipped or paid, so the address is needed. */
  under_way: z.boolean(),
});

const countsSchema = z.record(z.string(), z.int());

const requestSchema = z
  .object({
    id: idSchema,
    kind: z.enum(PRIVACY_KINDS),
    /** Id of the requesting platform; `workspace`: requested here. */
    origin: connectorIdSchema,
    state: z.enum(PRIVACY_STATES),
    /** The person concerned; shortened when the request is done. */
    label: z.string(),
    store: z.string().nullable(),
    asked_by: z.string(),
    requested_at: timeSchema,
    due_at: timeSchema,
    done_at: timeSchema.nullable(),
    orders: z.int(),
    /** Erased rows by location. */
    erased: countsSchema,
    /** Suppliers that received the addresses and must erase their own copies. */
    suppliers: z.array(z.string()),
    /** Names of open orders. */
    waits_for: z.array(z.string()),
    /** Why a stopped request ended. */
    stopped: z.enum(['store_connected', 'store_moved', 'cancelled']).nullable(),
  })
  .meta({ id: 'PrivacyRequest' });
export type PrivacyRequest = z.output<typeof requestSchema>;

const documentSchema = z.object({
  file_name: z.string(),
  document: z.record(z.string(), z.unknown()),
  /** Cursor of the next page; null on the last one. */
  next_cursor: z.string().nullable(),
});
/** `next_cursor` of the previous page. */
const exportCursor = pageQueryShape.cursor;

export const privacy = {
  find: call({
    id: 'own',
    method: 'POST',
    path: '/privacy/shoppers/find',
    access: 'workplace',
    needs: 'privacy.read',
    summary: 'Find a customer by email, phone or order number, and list the data held about them.',
    body: wanted,
    data: z.object({
      names: z.array(z.string()),
      emails: z.array(z.string()),
      phones: z.array(z.string()),
      total: z.int(),
      orders: z.array(orderSchema),
      under_way: z.int(),
      held: countsSchema,
      suppliers: z.array(z.string()),
    }),
    perMinute: 60,
  }),
  exportShopper: call({
    id: 'own',
    method: 'POST',
    path: '/privacy/shoppers/export',
    access: 'workplace',
    needs: 'privacy.change',
    summary: 'Export all data about a customer for handing over, one page at a time by cursor.',
    body: z.strictObject({ ...wanted.shape, cursor: exportCursor }),
    data: documentSchema,
    perMinute: 20,
  }),
  erase: call({
    id: 'own',
    method: 'POST',
    path: '/privacy/shoppers/erase',
    access: 'workplace',
    needs: 'privacy.change',
    summary:
      "Erase a customer's personal data. Refused while they have an open order, unless erasing may wait until it is completed.",
    body: z.strictObject({ ...wanted.shape, when: z.enum(['now', 'completed']).default('now') }),
    data: requestSchema,
    perMinute: 20,
  }),
  requests: call({
    id: 'own',
    method: 'GET',
    path: '/privacy/requests',
    access: 'workplace',
    needs: 'privacy.read',
    summary: 'List privacy requests, newest first: from the platform, from members, and from the retention setting.',
    query: z.object({ cursor: pageQueryShape.cursor, page_size: pageQueryShape.page_size }),
    data: pageOf(requestSchema),
  }),
  exportRequest: call({
    id: 'own',
    method: 'POST',
    path: '/privacy/requests/{privacy_request_id}/export',
    access: 'workplace',
    needs: 'privacy.change',
    summary: 'Export what a customer requested through the platform, one page at a time by cursor.',
    params: z.object({ privacy_request_id: idSchema }),
    body: z.strictObject({ cursor: exportCursor }),
    data: documentSchema,
    perMinute: 20,
  }),
  cancelRequest: call({
    id: 'own',
    method: 'POST',
    path: '/privacy/requests/{privacy_request_id}/cancel',
    access: 'workplace',
    needs: 'privacy.change',
    summary: "Cancel an erasure requested in this workspace. Data already erased can't be restored.",
    params: z.object({ privacy_request_id: idSchema }),
    data: doneSchema,
  }),
  checkRequest: call({
    id: 'own',
    method: 'POST',
    path: '/privacy/requests/{privacy_request_id}/check',
    access: 'workplace',
    needs: 'privacy.change',
    summary: 'Check now whether the orders that block an erasure are completed, and erase them if so.',
    params: z.object({ privacy_request_id: idSchema }),
    data: doneSchema,
    perMinute: 20,
  }),
  handOn: call({
    id: 'own',
    method: 'POST',
    path: '/privacy/requests/{privacy_request_id}/handed-on',
    access: 'workplace',
    needs: 'privacy.change',
    summary: 'Mark an export request as done after handing over the export.',
    params: z.object({ privacy_request_id: idSchema }),
    data: doneSchema,
  }),
  retention: call({
    id: 'own',
    method: 'GET',
    path: '/privacy/retention',
    access: 'workplace',
    needs: 'privacy.read',
    summary: 'Get the retention period in months for personal data of completed orders, and preview a new value.',
    query: z.object({ months: queryInt(1, RETENTION_MONTHS_MOST).optional() }),
    data: z.object({
      months: z.int().nullable(),
      /** Orders affected by `months` of the query, or by the setting; capped at 10,000. */
      preview: z.object({ months: z.int(), orders: z.int(), is_more: z.boolean() }).nullable(),
    }),
  }),
  saveRetention: call({
    id: 'own',
    method: 'PUT',
    path: '/privacy/retention',
    access: 'workplace',
    needs: 'privacy.change',
    summary: 'Set the retention period in months for personal data of completed orders; null: unlimited.',
    body: z.strictObject({ months: z.int().min(1).max(RETENTION_MONTHS_MOST).nullable() }),
    data: z.object({ months: z.int().nullable() }),
  }),
};
