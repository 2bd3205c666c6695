import { z } from 'zod';
import {
  ADOPTION_REFUSALS,
  ADOPTION_SEARCH_STATES,
  ADOPTION_STATES,
  LONGEST_ADOPTION_KEYWORD,
  MOST_ADOPTION_FOUND,
} from './adoption-choices.ts';
import { call } from './call.ts';
import { doneSchema, idSchema, pageOf, queryInt, timeSchema } from './shapes.ts';

const adoptionSchema = z
  .object({
    adoption_id: idSchema,
    store_id: idSchema,
    state: z.enum(ADOPTION_STATES),
    /** What it takes in: all products of the store, those that were chosen, or those that `keyword` finds. */
    only: z.enum(['all', 'chosen', 'matching']),
    keyword: z.string().nullable(),
    /** Products that the store has shown so far. */
    seen: z.int(),
    adopted: z.int(),
    /** Products that are here already. */
    known: z.int(),
    /** Of the adopted: products that orders without a known supplier sold. */
    sold: z.int(),
    skipped: z.int(),
    /** Why it failed. */
    error: z.string().nullable(),
    created_at: timeSchema,
    finished_at: timeSchema.nullable(),
  })
  .meta({ id: 'Adoption' });
export type Adoption = z.output<typeof adoptionSchema>;

const searchSchema = z
  .object({
    search_id: idSchema,
    store_id: idSchema,
    keyword: z.string(),
    /** reading: the store is being asked; more items may come. */
    state: z.enum(ADOPTION_SEARCH_STATES),
    /** Why it failed. */
    error: z.string().nullable(),
    /** Matching products that are here already, which are left out. */
    known: z.int(),
    /** The store may have more. */
    has_more: z.boolean(),
    items: z.array(
      z.object({
        external_product_id: z.string(),
        title: z.string(),
        /** Empty: none, or it has several variants. */
        sku: z.string(),
        image: z.string().nullable(),
        /** null: the store doesn't tell. */
        variants: z.int().nullable(),
        /** "active" or "draft", else the platform's own word. */
        status: z.string(),
        /** Why it can't be taken in, as far as a list tells. */
        refusal: z.enum(ADOPTION_REFUSALS).nullable(),
        /** Came in since the search. */
        is_here: z.boolean(),
      }),
    ),
  })
  .meta({ id: 'AdoptionSearch' });
export type AdoptionSearch = z.output<typeof searchSchema>;

const ofSearch = z.object({ search_id: idSchema });
const externalProductId = z.string().min(1).max(100);

const ofAdoption = z.object({ adoption_id: idSchema });

/** Taking a store's existing products into the product center. */
export const adoption = {
  start: call({
    id: 'own',
    method: 'POST',
    path: '/center/products/adoptions',
    access: 'workplace',
    needs: 'products.change',
    summary:
      "Start taking in a store's own products, all or some, with their listings. Nothing is written to the store.",
    body: z.strictObject({
      store_id: idSchema,
      /** Of what a search found; without ids, all that its keyword finds. Absent: all products of the store. */
      only: z
        .strictObject({
          search_id: idSchema,
          external_product_ids: z.array(externalProductId).min(1).max(MOST_ADOPTION_FOUND).optional(),
        })
        .optional(),
    }),
    data: ofAdoption,
    perMinute: 20,
  }),
  search: call({
    id: 'own',
    method: 'POST',
    path: '/center/products/adoptions/searches',
    access: 'workplace',
    needs: 'products.change',
    summary:
      "Look for a store's products that aren't here yet, by words of the title or a whole SKU. A job asks the store.",
    body: z.strictObject({ store_id: idSchema, keyword: z.string().trim().max(LONGEST_ADOPTION_KEYWORD).default('') }),
    data: ofSearch,
    perMinute: 60,
  }),
  found: call({
    id: 'own',
    method: 'GET',
    path: '/center/products/adoptions/searches/{search_id}',
    access: 'workplace',
    needs: 'products.read',
    summary: 'What a search of a store has found so far. Searches are kept for a day.',
    params: ofSearch,
    data: searchSchema,
  }),
  more: call({
    id: 'own',
    method: 'POST',
    path: '/center/products/adoptions/searches/{search_id}/more',
    access: 'workplace',
    needs: 'products.change',
    summary: 'Read more of a search, or try again after it failed.',
    params: ofSearch,
    data: doneSchema,
    perMinute: 60,
  }),
  latest: call({
    id: 'own',
    method: 'GET',
    path: '/center/products/adoptions',
    access: 'workplace',
    needs: 'products.read',
    summary: 'The last run of each store.',
    data: z.object({ items: z.array(adoptionSchema) }),
  }),
  one: call({
    id: 'own',
    method: 'GET',
    path: '/center/products/adoptions/{adoption_id}',
    access: 'workplace',
    needs: 'products.read',
    summary: 'One run with its counts.',
    params: ofAdoption,
    data: adoptionSchema,
  }),
  skipped: call({
    id: 'own',
    method: 'GET',
    path: '/center/products/adoptions/{adoption_id}/skipped',
    access: 'workplace',
    needs: 'products.read',
    summary: 'Products of a run that were not taken in, with the reason.',
    params: ofAdoption,
    query: z.strictObject({ cursor: z.string().max(200).optional(), page_size: queryInt(1, 100).default(50) }),
    data: pageOf(z.object({ external_product_id: z.string(), title: z.string(), reason: z.enum(ADOPTION_REFUSALS) })),
  }),
  cancel: call({
    id: 'own',
    method: 'POST',
    path: '/center/products/adoptions/{adoption_id}/cancel',
    access: 'workplace',
    needs: 'products.change',
    summary: 'Stop a run. What was taken in stays.',
    params: ofAdoption,
    data: doneSchema,
  }),
};
