import { z } from 'zod';
import { call } from './call.ts';
import { LONGEST_SEO_DESCRIPTION, LONGEST_SEO_TITLE } from './seo-limits.ts';
import { idSchema, platformSchema } from './shapes.ts';

const text = (most: number) => z.string().trim().max(most).nullable();

/** A store's own values; null: as in all stores. An empty text is a value. */
const storeValuesSchema = z
  .strictObject({
    title: z.string().trim().min(1).max(255).nullable(),
    description_html: z.string().max(100_000).nullable(),
    vendor: text(255),
    product_type: text(255),
    tags: z.array(z.string().trim().min(1).max(255)).max(250).nullable(),
    seo_title: text(LONGEST_SEO_TITLE),
    seo_description: text(LONGEST_SEO_DESCRIPTION),
    status: z.enum(['active', 'draft']).nullable(),
  })
  .meta({ id: 'StoreValues' });
export type StoreValues = z.output<typeof storeValuesSchema>;

export const storeOverrides = {
  list: call({
    id: 'own',
    method: 'GET',
    path: '/center/products/{id}/store-values',
    access: 'workplace',
    needs: 'products.read',
    summary: 'List the stores that a product may go to, with the values that it has in one of them only.',
    params: z.object({ id: idSchema }),
    data: z.object({
      items: z.array(
        z.object({
          store_id: idSchema,
          store_name: z.string(),
          platform: platformSchema,
          /** 0: nothing was ever set. */
          revision: z.int(),
          values: storeValuesSchema,
        }),
      ),
    }),
  }),
  save: call({
    id: 'own',
    method: 'PUT',
    path: '/center/products/{id}/store-values/{store_id}',
    access: 'workplace',
    needs: 'products.change',
    summary: 'Set or reset values of a product in one store only. The next push to that store writes them.',
    params: z.object({ id: idSchema, store_id: idSchema }),
    body: z.strictObject({
      /** The revision shown on screen; refused if the values were changed since. */
      revision: z.int().min(0),
      /** Fields left out stay; null: as in all stores. */
      values: storeValuesSchema.partial(),
    }),
    limits: { bytes: 512 * 1024, items: 300, keys: 50 },
    data: z.object({ revision: z.int(), values: storeValuesSchema }),
  }),
};
