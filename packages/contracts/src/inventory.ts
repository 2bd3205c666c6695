import { z } from 'zod';
import { call } from './call.ts';
import { INVENTORY_STATES } from './inventory-states.ts';
import { idSchema, pageOf, pageQueryShape, platformSchema, supplierSchema, timeSchema } from './shapes.ts';

const inventoryRowSchema = z
  .object({
    variant_id: idSchema,
    product_id: idSchema,
    title: z.string(),
    option_values: z.array(z.string()),
    sku: z.string(),
    image: z.string().nullable(),
    source: supplierSchema,
    is_sandbox: z.boolean(),
    /** Items at the supplier; null: unknown. */
    stock: z.int().nullable(),
    /** false: the supplier no longer has the variant. null: not tracked, so `stock` is from the import. */
    is_available: z.boolean().nullable(),
    seen_at: timeSchema.nullable(),
    stores: z.array(
      z.object({
        listing_id: idSchema,
        store_id: idSchema,
        store_name: z.string(),
        platform: platformSchema,
        /** Items at the last push; null: not tracked in the store. */
        quantity: z.int().nullable(),
        pushed_at: timeSchema.nullable(),
      }),
    ),
  })
  .meta({ id: 'InventoryRow' });
export type InventoryRow = z.output<typeof inventoryRowSchema>;

/** Stock by supplier and store. */
export const inventory = {
  list: call({
    id: 'own',
    method: 'GET',
    path: '/center/products/inventory',
    access: 'workplace',
    needs: 'products.read',
    summary: 'List the variants that are sold, with the stock at the supplier and what was pushed to each store.',
    query: z.object({
      /** In title or SKU. */
      keyword: z.string().trim().max(200).optional(),
      source: supplierSchema.optional(),
      store_id: idSchema.optional(),
      state: z.enum(INVENTORY_STATES).default('all'),
      ...pageQueryShape,
    }),
    data: pageOf(inventoryRowSchema),
  }),
};
