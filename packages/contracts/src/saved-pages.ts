import { z } from 'zod';
import { call } from './call.ts';
import { pageToSaveSchema } from './extension-messages.ts';
import { currencySchema, doneSchema, idSchema, moneySchema, problemSchema, queryInt, timeSchema } from './shapes.ts';

/** Maximum saved pages of a workspace. Further ones are refused and stay in the extension. */
export const MOST_SAVED_PAGES = 500;
/** Maximum per call. */
export const MOST_PAGES_AT_ONCE = 50;

export const savedPageSchema = z
  .object({
    id: idSchema,
    address: z.string(),
    /** Host of the URL, without www. */
    site: z.string(),
    title: z.string(),
    picture_url: z.string().nullable(),
    /** Price when the page was saved. */
    price: moneySchema.nullable(),
    saved_at: timeSchema,
  })
  .meta({ id: 'SavedPage' });
export type SavedPage = z.output<typeof savedPageSchema>;

const pageSchema = z.strictObject({
  ...pageToSaveSchema.shape,
  price: z.strictObject({ amount: z.int().min(0), currency: currencySchema }).nullable(),
});

export const savedPages = {
  list: call({
    id: 'own',
    method: 'GET',
    path: '/product-sources/saved-pages',
    access: 'workplace',
    needs: 'sourcing.read',
    summary: 'List product pages saved for a supplier search, newest first.',
    query: z.object({ cursor: z.string().max(200).optional(), page_size: queryInt(1, 100).default(25) }),
    data: z.object({ items: z.array(savedPageSchema), next_cursor: z.string().optional(), total: z.int() }),
  }),
  save: call({
    id: 'own',
    method: 'POST',
    path: '/product-sources/saved-pages',
    access: 'workplace',
    needs: 'products.change',
    summary:
      'Save product pages. The same id is saved once, and the same URL is one page with its latest content. Pages over the limit are listed in `failed`; the call fails if none was saved.',
    body: z.strictObject({ pages: z.array(pageSchema).min(1).max(MOST_PAGES_AT_ONCE) }),
    limits: { bytes: 768 * 1024 },
    data: z.object({
      /** Ids that were received and need not be sent again. */
      taken: z.array(idSchema),
      failed: z.record(z.string(), problemSchema),
    }),
    perMinute: 120,
  }),
  remove: call({
    id: 'own',
    method: 'DELETE',
    path: '/product-sources/saved-pages/{id}',
    access: 'workplace',
    needs: 'products.change',
    summary: 'Remove a saved page.',
    params: z.object({ id: idSchema }),
    data: doneSchema,
  }),
};
