import { z } from 'zod';
import { watchMarksSchema } from './monitoring.ts';
import { idSchema, moneySchema, platformSchema, problemSchema, supplierSchema, timeSchema } from './shapes.ts';

export const LISTING_STATES = ['queued', 'pushing', 'unknown', 'listed', 'failed', 'removed'] as const;
export const PUSH_STATES = ['unpushed', 'processing', 'pushed'] as const;

export const listingSchema = z
  .object({
    listing_id: idSchema,
    product_id: idSchema,
    store_id: idSchema,
    store_name: z.string(),
    platform: platformSchema,
    platform_domain: z.string(),
    state: z.enum(LISTING_STATES),
    publish_status: z.enum(['active', 'draft']),
    part: z.int(),
    parts: z.int(),
    variants: z.int(),
    external_product_id: z.string().nullable(),
    url: z.string().nullable(),
    admin_url: z.string().nullable(),
    problem: problemSchema.nullable(),
    /** false: the product was edited since its last push. */
    is_current: z.boolean(),
    pushed_at: timeSchema.nullable(),
    /** The status in the store when it was last read (active, draft, or the platform's own word); null: not known. */
    store_status: z.string().nullable(),
    /** Values that the store changed and that stay, and those of them that were changed here too. */
    own_fields: z.int(),
    conflicts: z.int(),
  })
  .meta({ id: 'Listing' });
export type Listing = z.output<typeof listingSchema>;

const summaryShape = {
  id: idSchema,
  product_package_id: idSchema,
  source: supplierSchema,
  source_product_id: z.string(),
  source_name: z.string(),
  ship_to: z.string(),
  /** Cheapest shipping to ship_to for one item of the cheapest variant; null: unknown. */
  shipping: z.object({ cost: moneySchema, days_min: z.int().nullable(), days_max: z.int().nullable() }).nullable(),
  title: z.string(),
  image: z.string().nullable(),
  total_variant: z.int(),
  currency: z.string(),
  cost_from: z.number(),
  cost_to: z.number(),
  price_from: z.number(),
  price_to: z.number(),
  push_state: z.enum(PUSH_STATES),
  is_pushed_to_store: z.boolean(),
  is_sandbox: z.boolean(),
  revision: z.int(),
  listings: z.array(listingSchema),
  /** null: not tracked. */
  watch: watchMarksSchema.nullable(),
  created_at: timeSchema,
  updated_at: timeSchema,
};
export const productSummarySchema = z.object(summaryShape).meta({ id: 'ProductSummary' });
export type ProductSummary = z.output<typeof productSummarySchema>;

export const weightUnitSchema = z.enum(['g', 'kg', 'oz', 'lb']);
export type WeightUnit = z.output<typeof weightUnitSchema>;

export const productImageSchema = z.object({ url: z.string(), alt: z.string().optional() });
const optionSchema = z.object({ name: z.string(), values: z.array(z.string()) });

export const productVariantSchema = z
  .object({
    variant_id: idSchema,
    source_variant_id: z.string(),
    sku: z.string(),
    /** A GTIN, or another text; empty: none. */
    barcode: z.string(),
    option_values: z.array(z.string()),
    cost: moneySchema,
    price: moneySchema,
    compare_at_price: moneySchema.nullable(),
    /** Price minus cost and the cheapest shipping to `ship_to`; null for unknown shipping or another currency. */
    profit: moneySchema.nullable(),
    /** Whole percent of the price; null at price 0 and for an unknown profit. */
    margin: z.int().nullable(),
    stock: z.int().nullable(),
    weight_grams: z.int().nullable(),
    image_url: z.string().nullable(),
    enabled: z.boolean(),
    position: z.int(),
    /** Supplier data of the last check; null: not tracked, or not checked yet. */
    supplier: z
      .object({
        /** false: no longer available; the other values are from before. */
        found: z.boolean(),
        /** null: not reported. */
        cost: moneySchema.nullable(),
        stock: z.int().nullable(),
        seen_at: timeSchema.nullable(),
      })
      .nullable(),
  })
  .meta({ id: 'ProductVariant' });

/** A difference from the supplier's data at import, as text; money as a decimal with currency. */
export const productChangeSchema = z.object({
  field: z.enum([
    'title',
    'description_html',
    'vendor',
    'product_type',
    'tags',
    'seo_title',
    'seo_description',
    'hs_code',
    'origin_country',
    'length_mm',
    'width_mm',
    'height_mm',
    'option_name',
    'option_value',
    'images',
    'variant_price',
    'variant_compare_at_price',
    'variant_weight',
    'variant_sku',
    'variant_barcode',
    'variant_enabled',
    'variant_image',
  ]),
  /** The variant, for variant fields. */
  variant_id: idSchema.nullable(),
  label: z.string().nullable(),
  before: z.string().nullable(),
  after: z.string().nullable(),
});
export type ProductChange = z.output<typeof productChangeSchema>;

/** Fields of both the product and the supplier's original. */
const contentShape = {
  description_html: z.string(),
  vendor: z.string(),
  product_type: z.string(),
  tags: z.array(z.string()),
  options: z.array(optionSchema),
  images: z.array(productImageSchema),
};

export const productDetailSchema = z
  .object({
    ...summaryShape,
    ...contentShape,
    /** The entry in search engines; empty: made by the store from title and description. */
    seo_title: z.string(),
    seo_description: z.string(),
    /** Harmonized System code; empty: not known. */
    hs_code: z.string(),
    /** Country of origin, ISO 3166-1 alpha-2; empty: not known. */
    origin_country: z.string(),
    /** How weights are shown; they are in grams. */
    weight_unit: weightUnitSchema,
    /** Of the packed product, in millimeters; null: not known. */
    length_mm: z.int().nullable(),
    width_mm: z.int().nullable(),
    height_mm: z.int().nullable(),
    variants: z.array(productVariantSchema),
    original: z.object({
      title: z.string(),
      ...contentShape,
      specifications: z.array(z.object({ name: z.string(), value: z.string() })),
      imported_at: timeSchema,
    }),
    changes: z.array(productChangeSchema),
  })
  .meta({ id: 'ProductDetail' });
export type ProductDetail = z.output<typeof productDetailSchema>;
