import { z } from 'zod';
import { ADOPTION_REFUSALS, ADOPTION_STATES } from './adoption-choices.ts';
import { call } from './call.ts';
import { doneSchema, idSchema, pageOf, queryInt, timeSchema } from './shapes.ts';

const adoptionSchema = z
  .object({
    adoption_id: idSchema,
    store_id: idSchema,
    state: z.enum(ADOPTION_STATES),
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

const ofAdoption = z.object({ adoption_id: idSchema });

/** Taking a store's existing products into the product center. */
export const adoption = {
  start: call({
    id: 'own',
    method: 'POST',
    path: '/center/products/adoptions',
    access: 'workplace',
    needs: 'products.change',
    summary: "Start taking in a store's own products, with their listings. Nothing is written to the store.",
    body: z.strictObject({ store_id: idSchema }),
    data: ofAdoption,
    perMinute: 20,
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
