import { z } from 'zod';
import { call } from './call.ts';
import { MOST_ORDERS_AT_ONCE } from './order-actions.ts';
import { idSchema, problemSchema, timeSchema } from './shapes.ts';

/** States of a change on its way to the store. conflict: the store's note was changed meanwhile. */
export const ORDER_EDIT_STATES = ['waiting', 'sending', 'unknown', 'done', 'failed', 'conflict', 'dropped'] as const;
export const ORDER_EDIT_KINDS = ['note', 'add_tag', 'remove_tag'] as const;
export const LONGEST_NOTE = 5000;
export const LONGEST_TAG = 40;
export const MOST_TAGS = 250;

const note = z.string().trim().max(LONGEST_NOTE);
const tag = z
  .string()
  .trim()
  .min(1)
  .max(LONGEST_TAG)
  // Shopify separates tags with commas.
  .regex(/^[^,]+$/);

const editSchema = z
  .object({
    edit_id: idSchema,
    kind: z.enum(ORDER_EDIT_KINDS),
    text: z.string(),
    state: z.enum(ORDER_EDIT_STATES),
    /** Why it failed or waits. */
    problem: problemSchema.nullable(),
    /** For a conflict: the store's note. */
    store_text: z.string().nullable(),
    actor: z.string(),
    created_at: timeSchema,
  })
  .meta({ id: 'OrderEdit' });

const view = z
  .object({
    note: z.string().nullable(),
    tags: z.array(z.string()),
    /** Private notes that people wrote in the store, oldest first. */
    staff_notes: z.array(z.object({ id: z.string(), text: z.string(), author: z.string().nullable(), at: timeSchema })),
    /** replace: the order has one note; add: a private note is added in the store. */
    note_kind: z.enum(['replace', 'add']),
    /** false: the store's platform has no order tags. */
    has_tags: z.boolean(),
    /** Changes that the store doesn't have yet, oldest first. */
    edits: z.array(editSchema),
  })
  .meta({ id: 'OrderNotes' });
export type OrderNotesView = z.output<typeof view>;
export type OrderEditView = z.output<typeof editSchema>;

const ofOrder = z.object({ order_id: idSchema });
const limits = { bytes: 512 * 1024, items: MOST_ORDERS_AT_ONCE + 1_000 };

export const orderNotes = {
  get: call({
    id: 'own',
    method: 'GET',
    path: '/orders/v5/notes/{order_id}',
    access: 'workplace',
    needs: 'orders.read',
    summary: 'Get the note and tags of an order, and their changes that its store does not have yet.',
    params: ofOrder,
    data: view,
  }),
  write: call({
    id: 'own',
    method: 'PUT',
    path: '/orders/v5/notes/{order_id}',
    access: 'workplace',
    needs: 'orders.change',
    summary:
      "Write an order's note to its store, or add a private note there. `seen` is the note that the text is based on: if the store has another one, nothing is overwritten.",
    params: ofOrder,
    body: z.strictObject({ note, seen: z.string().max(20_000).default('') }),
    data: view,
  }),
  tag: call({
    id: 'own',
    method: 'POST',
    path: '/orders/v5/order-tags',
    access: 'workplace',
    needs: 'orders.change',
    summary: 'Add a tag to orders, or remove it, here and in their stores. Other tags stay as they are.',
    body: z.strictObject({
      order_ids: z.array(idSchema).min(1).max(MOST_ORDERS_AT_ONCE),
      kind: z.enum(['add', 'remove']),
      tag,
    }),
    limits,
    data: z.object({
      /** Number of orders that change; the others already had the tag, or didn't have it. */
      updated: z.int(),
      /** Orders that weren't changed, by id. */
      failed: z.record(z.string(), problemSchema),
    }),
  }),
  resolve: call({
    id: 'own',
    method: 'POST',
    path: '/orders/v5/order-edits/{edit_id}/resolve',
    access: 'workplace',
    needs: 'orders.change',
    summary:
      "Decide about a change that failed or is in conflict: `drop` it and keep the store's state, `write` it, or write `both` notes.",
    params: z.object({ edit_id: idSchema }),
    body: z.strictObject({ choice: z.enum(['drop', 'write', 'both']) }),
    data: view,
  }),
};
