import { z } from 'zod';
import { BULK_FIELDS, bulkChangesSchema } from './bulk-changes.ts';
import { call } from './call.ts';
import { products, pushRequestShape } from './products.ts';
import { idSchema, pageOf, problemSchema, timeSchema } from './shapes.ts';

const { keyword, source, store_id, state, watch, tag } = products.centerList.query.shape;
/** The filter of a product list. */
export const productFilterShape = { keyword, source, store_id, state, watch, tag };

export const BULK_EDIT_STATES = ['applying', 'applied', 'undoing', 'undone'] as const;

const editSchema = z
  .object({
    edit_id: idSchema,
    state: z.enum(BULK_EDIT_STATES),
    changes: bulkChangesSchema,
    /** Products in the edit. */
    total: z.int(),
    changed: z.int(),
    unchanged: z.int(),
    /** Products that the changes don't fit. */
    refused: z.int(),
    /** After an undo: products that are as before, and those where something changed since stays. */
    restored: z.int(),
    kept: z.int(),
    /** Whether stores are brought up to date. */
    push: z.boolean(),
    /** Listings queued to be pushed, by the edit and by its undo. */
    pushed: z.int(),
    requested_by: z.string(),
    created_at: timeSchema,
    ended_at: timeSchema.nullable(),
  })
  .meta({ id: 'BulkEdit' });
export type BulkEditView = z.output<typeof editSchema>;

const ofEdit = z.object({ edit_id: idSchema });
const examplesShape = {
  changing: z.int(),
  unchanged: z.int(),
  /** Products of which a store keeps a value of its own in a field that changes. */
  own_values: z.int(),
  /** The first values that change. Amounts are in the smallest unit of `currency`. */
  examples: z.array(
    z.object({
      product_id: idSchema,
      title: z.string(),
      currency: z.string(),
      field: z.enum(BULK_FIELDS),
      label: z.string().nullable(),
      before: z.string().nullable(),
      after: z.string().nullable(),
    }),
  ),
  /** Products that the changes don't fit. */
  failed: z.record(z.string(), problemSchema),
};

/** The same changes made to many products, and their undo. */
export const bulkEdits = {
  preview: call({
    id: 'own',
    method: 'POST',
    path: '/center/products/bulk-changes/preview',
    access: 'workplace',
    needs: 'products.read',
    summary: 'Show what the same changes would do to products. Nothing changes.',
    body: z.strictObject({ product_ids: pushRequestShape.product_ids, changes: bulkChangesSchema }),
    data: z.object(examplesShape),
  }),
  previewMatching: call({
    id: 'own',
    method: 'POST',
    path: '/center/products/bulk-edits/preview',
    access: 'workplace',
    needs: 'products.read',
    summary:
      'Show what the same changes would do to products that match a filter, newest first, a page at a time. The pages together count all of them. Nothing changes.',
    body: z.strictObject({
      filter: z.strictObject(productFilterShape),
      changes: bulkChangesSchema,
      /** The `next` of the page before; absent: the newest. */
      cursor: z.string().max(64).optional(),
    }),
    data: z.object({
      /** How many products match, and how many of them this page counts. */
      matching: z.int(),
      examined: z.int(),
      /** Products that the changes don't fit; `failed` names the first ones. */
      failing: z.int(),
      /** null: the last page. */
      next: z.string().nullable(),
      ...examplesShape,
    }),
    perMinute: 600,
  }),
  start: call({
    id: 'own',
    method: 'POST',
    path: '/center/products/bulk-edits',
    access: 'workplace',
    needs: 'products.change',
    summary: 'Make the same changes to all products that match a filter, in the background. The edit can be undone.',
    body: z.strictObject({
      filter: z.strictObject(productFilterShape),
      /** How many products match on screen; refused if it is another number now. */
      count: z.int().min(1),
      changes: bulkChangesSchema,
      /** Push changed products again to the stores that have them. */
      push: z.boolean().default(false),
    }),
    data: editSchema,
  }),
  list: call({
    id: 'own',
    method: 'GET',
    path: '/center/products/bulk-edits',
    access: 'workplace',
    needs: 'products.read',
    summary: 'List the latest bulk edits, newest first.',
    data: z.object({ items: z.array(editSchema) }),
  }),
  edit: call({
    id: 'own',
    method: 'GET',
    path: '/center/products/bulk-edits/{edit_id}',
    access: 'workplace',
    needs: 'products.read',
    summary: 'Get a bulk edit.',
    params: ofEdit,
    data: editSchema,
  }),
  left: call({
    id: 'own',
    method: 'GET',
    path: '/center/products/bulk-edits/{edit_id}/left',
    access: 'workplace',
    needs: 'products.read',
    summary: 'List the products that a bulk edit or its undo left as they were, with the reason.',
    params: ofEdit,
    query: z.object({
      cursor: z.string().max(500).optional(),
      page_size: z.coerce.number().int().min(1).max(100).default(50),
    }),
    data: pageOf(z.object({ product_id: idSchema, title: z.string(), problem: problemSchema })),
  }),
  undo: call({
    id: 'own',
    method: 'POST',
    path: '/center/products/bulk-edits/{edit_id}/undo',
    access: 'workplace',
    needs: 'products.change',
    summary: 'Undo a bulk edit. What was changed since stays; stores that it brought up to date are pushed again.',
    params: ofEdit,
    body: z.strictObject({}),
    data: editSchema,
  }),
};
