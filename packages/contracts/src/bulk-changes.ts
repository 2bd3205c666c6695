import { z } from 'zod';
import { countryCodeSchema } from './shapes.ts';

const MOST_TAGS = 50;
const name = z.string().trim().min(1).max(255);

/** Changes of many products at once. Texts that are there already aren't added again. */
export const bulkChangesSchema = z
  .strictObject({
    /** Spaces at their ends count. */
    title_prefix: z.string().min(1).max(100).optional(),
    title_suffix: z.string().min(1).max(100).optional(),
    /** Every occurrence in the title is replaced, upper and lower case alike; before anything is added. */
    title_find: z.string().min(1).max(100).optional(),
    /** Absent: what was found is removed. */
    title_replace: z.string().max(100).optional(),
    vendor: z.string().trim().max(255).optional(),
    product_type: z.string().trim().max(255).optional(),
    add_tags: z.array(name).min(1).max(MOST_TAGS).optional(),
    remove_tags: z.array(name).min(1).max(MOST_TAGS).optional(),
    /** Digits only, as Shopify's Admin API takes it. */
    hs_code: z
      .string()
      .regex(/^\d{6,13}$/)
      .optional(),
    origin_country: countryCodeSchema.optional(),
    /** Raises or lowers prices by this percentage. */
    price_percent: z.int().min(-99).max(1_000).optional(),
    /** Sets compare-at prices this percentage above the price; null removes them. */
    compare_at_percent: z.int().min(1).max(1_000).nullable().optional(),
  })
  .refine(({ title_replace: _with, ...changes }) => Object.values(changes).some((value) => value !== undefined), {
    message: 'name a change',
  })
  .meta({ id: 'BulkChanges' });
export type BulkChanges = z.output<typeof bulkChangesSchema>;

/** Fields that a bulk edit can change, of a product or of each of its variants. */
export const BULK_FIELDS = [
  'title',
  'vendor',
  'product_type',
  'tags',
  'hs_code',
  'origin_country',
  'price',
  'compare_at_price',
] as const;
