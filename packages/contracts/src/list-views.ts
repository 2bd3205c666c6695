import { z } from 'zod';
import { call } from './call.ts';
import { doneSchema, idSchema } from './shapes.ts';

/** Lists with saved views. */
export const VIEWED_LISTS = ['orders'] as const;
/** Maximum views of one person in a list. */
export const MOST_VIEWS = 50;

const viewShape = {
  name: z.string().trim().min(1).max(60),
  /** The list's state as in its URL, without the question mark: tab, sort, filters. No search words (q): they may name a customer. */
  search: z
    .string()
    .max(2_000)
    .refine((text) => !new URLSearchParams(text).has('q'), { error: 'LIST_VIEW_WITHOUT_WORDS' }),
  hidden_columns: z.array(z.string().min(1).max(40)).max(40),
  /** Everyone in the workspace sees it. */
  shared: z.boolean(),
};

const listViewSchema = z
  .object({
    id: idSchema,
    ...viewShape,
    /** The caller created it. Only that person can change it, and the owner or a manager a shared one. */
    is_own: z.boolean(),
    can_change: z.boolean(),
    /** Name of the person who created it. */
    created_by: z.string(),
  })
  .meta({ id: 'ListView' });
export type SavedListView = z.output<typeof listViewSchema>;

export const listViews = {
  list: call({
    id: 'own',
    method: 'GET',
    path: '/lists/{list}/views',
    access: 'workplace',
    needs: 'orders.read',
    summary: "List the caller's saved views of a list, and those that others share, by name.",
    params: z.object({ list: z.enum(VIEWED_LISTS) }),
    data: z.object({ items: z.array(listViewSchema) }),
  }),
  create: call({
    id: 'own',
    method: 'POST',
    path: '/lists/{list}/views',
    access: 'workplace',
    needs: 'orders.read',
    summary: `Save a view of a list: its filters and columns. At most ${MOST_VIEWS} per person.`,
    params: z.object({ list: z.enum(VIEWED_LISTS) }),
    body: z.strictObject(viewShape),
    data: listViewSchema,
  }),
  update: call({
    id: 'own',
    method: 'PUT',
    path: '/lists/views/{view_id}',
    access: 'workplace',
    needs: 'orders.read',
    summary: 'Change a saved view. Absent fields are unchanged.',
    params: z.object({ view_id: idSchema }),
    body: z.strictObject({
      name: viewShape.name.optional(),
      search: viewShape.search.optional(),
      hidden_columns: viewShape.hidden_columns.optional(),
      shared: viewShape.shared.optional(),
    }),
    data: listViewSchema,
  }),
  remove: call({
    id: 'own',
    method: 'DELETE',
    path: '/lists/views/{view_id}',
    access: 'workplace',
    needs: 'orders.read',
    summary: 'Delete a saved view.',
    params: z.object({ view_id: idSchema }),
    data: doneSchema,
  }),
};
