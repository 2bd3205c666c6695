import { z } from 'zod';
import { call } from './call.ts';
import {
  DAYS_NEEDED,
  MARK_COLORS,
  ORDER_TABS,
  orderFilterShape,
  orderSummarySchema,
  periodNeedsDays,
} from './orders.ts';
import { idSchema, problemSchema } from './shapes.ts';

/** Maximum number of orders that one call changes or returns ids of. */
export const MOST_ORDERS_AT_ONCE = 10_000;
/** Orders per page of an export. */
export const EXPORT_PAGE = 500;

const orderIds = z.array(idSchema).min(1).max(MOST_ORDERS_AT_ONCE);
const limits = { bytes: 512 * 1024, items: MOST_ORDERS_AT_ONCE + 1_000 };

const changed = z.object({
  /** Number of orders that changed; the others already had the value. */
  updated: z.int(),
  /** Undoes the change within a day; null: nothing changed. */
  change_id: idSchema.nullable(),
  /** Orders that weren't changed, by id. */
  failed: z.record(z.string(), problemSchema),
});

const sortShape = {
  ...orderFilterShape,
  tab: z.enum(['all', ...ORDER_TABS]).default('all'),
  sort: z.enum(['asc', 'desc']).default('desc'),
};

export const orderActions = {
  mark: call({
    id: 'C234',
    method: 'PUT',
    path: '/orders/v5/mark-order',
    access: 'workplace',
    needs: 'orders.change',
    summary: 'Mark orders with a color, or remove the mark with `none`.',
    body: z.strictObject({ order_ids: orderIds, mark_order: z.enum(MARK_COLORS) }),
    limits,
    data: changed,
  }),
  archive: call({
    id: 'C235',
    method: 'PUT',
    path: '/orders/v5/mark-archive',
    access: 'workplace',
    needs: 'orders.change',
    summary: 'Archive orders. Nothing changes in the store, and parcels are still tracked.',
    body: z.strictObject({ order_ids: orderIds }),
    limits,
    data: changed,
  }),
  revert: call({
    id: 'C236',
    method: 'POST',
    path: '/orders/v5/revert-order',
    access: 'workplace',
    needs: 'orders.change',
    summary: 'Move archived orders back to their tab. Canceled orders stay archived until their store reopens them.',
    body: z.strictObject({ order_ids: orderIds }),
    limits,
    data: changed,
  }),
  undo: call({
    id: 'own',
    method: 'POST',
    path: '/orders/v5/changes/{change_id}/undo',
    access: 'workplace',
    needs: 'orders.change',
    summary:
      'Undo marking, archiving or reverting of orders, within a day and once. Orders changed again since then keep the later change.',
    params: z.object({ change_id: idSchema }),
    body: z.strictObject({}),
    data: z.object({
      restored: z.int(),
      /** Orders that were changed again since then, or no longer exist. */
      kept: z.int(),
    }),
  }),
  info: call({
    id: 'C258',
    method: 'GET',
    path: '/orders/v4/order-info',
    access: 'workplace',
    needs: 'orders.read',
    summary:
      "Find orders by Quayside's id, by the store's id, or by name; names can repeat across stores, and at most three are listed.",
    query: z
      .object({
        order_id: idSchema.optional(),
        platform_order_id: z.string().trim().min(1).max(120).optional(),
        store_id: idSchema.optional(),
        name: z.string().trim().min(1).max(80).optional(),
      })
      .refine((query) => [query.order_id, query.platform_order_id, query.name].filter((one) => one).length === 1, {
        path: ['order_id'],
        error: 'ORDER_INFO_ONE_CHOICE',
      }),
    data: z.object({ items: z.array(orderSummarySchema) }),
  }),
  ids: call({
    id: 'own',
    method: 'GET',
    path: '/orders/v5/ids',
    access: 'workplace',
    needs: 'orders.read',
    summary: `List the ids of all orders that match a filter, ${MOST_ORDERS_AT_ONCE.toLocaleString('en-US')} per page, for bulk actions.`,
    query: z.object({ ...sortShape, cursor: z.string().max(200).optional() }).refine(periodNeedsDays, DAYS_NEEDED),
    data: z.object({
      items: z.array(idSchema),
      /** More orders match than are listed so far: the cursor leads to them. */
      capped: z.boolean(),
      next_cursor: z.string().optional(),
    }),
  }),
  exportCsv: call({
    id: 'own',
    method: 'GET',
    path: '/orders/v5/export',
    access: 'workplace',
    needs: 'orders.read',
    summary: `Export matching orders as CSV (RFC 4180), one row per item, ${EXPORT_PAGE} orders per page; the first page starts with the header. Cells that a spreadsheet would evaluate as formulas start with an apostrophe.`,
    query: z.object({ ...sortShape, cursor: z.string().max(200).optional() }).refine(periodNeedsDays, DAYS_NEEDED),
    data: z.object({
      csv: z.string(),
      orders: z.int(),
      next_cursor: z.string().optional(),
    }),
    perMinute: 600,
  }),
};
