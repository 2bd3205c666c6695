import { PRICE_ENDINGS } from '@quayside/kernel/price-ending.ts';
import { MAX_RATE } from '@quayside/kernel/rates.ts';
import { z } from 'zod';
import { call } from './call.ts';
import { WATCH_FILTERS } from './monitoring-choices.ts';
import {
  listingSchema,
  PUSH_STATES,
  productDetailSchema,
  productSummarySchema,
  weightUnitSchema,
} from './product-shapes.ts';
import { LONGEST_SEO_DESCRIPTION, LONGEST_SEO_TITLE } from './seo-limits.ts';
import {
  countryCodeSchema,
  idSchema,
  modeSchema,
  moneySchema,
  pageOf,
  pageQueryShape,
  platformSchema,
  problemSchema,
  supplierSchema,
  timeSchema,
} from './shapes.ts';
import { splitOptionsSchema } from './split.ts';

const listQuery = z.object({
  keyword: z.string().trim().max(200).optional(),
  source: supplierSchema.optional(),
  store_id: idSchema.optional(),
  sort: z.enum(['newest', 'oldest']).default('newest'),
  ...pageQueryShape,
});
/** Only products with this tag, ignoring case. */
const tag = z.string().trim().min(1).max(255).optional();
/** all: every imported product; failed: products with a listing that a store rejected. */
const centerQuery = listQuery.extend({
  state: z.enum(['all', ...PUSH_STATES, 'failed']).default('all'),
  /** Only tracked products, or those with this result of the last check. */
  watch: z.enum(WATCH_FILTERS).optional(),
  tag,
});

const ids = (most: number) => z.array(idSchema).min(1).max(most);
const text = (most: number) => z.string().trim().max(most);

/** Push settings of one channel. Defaults: rule B210. */
const channelSettings = z.strictObject({
  is_publish: z.boolean().default(true),
  allow_sell_out_of_stock: z.boolean().default(true),
  sync_order: z.boolean().default(true),
  /** For channels with publications; absent: all publications of the shop. */
  publications: z
    .array(z.strictObject({ id: z.string().min(1).max(200), handle: z.string().max(200).optional() }))
    .max(100)
    .optional(),
});
export const pushSettingsSchema = z.record(platformSchema, channelSettings);
export type PushSettings = z.output<typeof pushSettingsSchema>;

export const pushAnswer = z
  .object({
    /** Started pushes, one for each product and store. */
    items: z.array(
      z.object({
        product_id: idSchema,
        source_product_id: z.string(),
        store_id: idSchema,
        process_id: idSchema,
        listing_ids: z.array(idSchema),
        parts: z.int(),
      }),
    ),
    /** Products that were not started, by id (for a source push, by source id). */
    failed: z.record(z.string(), problemSchema),
  })
  .meta({ id: 'PushAnswer' });

/** A web URL, or an image served by this installation. */
const imageUrl = z
  .string()
  .max(2000)
  .regex(/^(https?:\/\/[^\s"<>]+|\/pictures\/[\w./-]+)$/);
/** Exchange rates by store currency: units for one unit of the product's currency; required where they differ. */
const ratesSchema = z.record(z.string().regex(/^[A-Z]{3}$/), z.number().positive().max(MAX_RATE));
/** Converted prices are rounded up to this ending. */
const priceEndingSchema = z.enum(PRICE_ENDINGS);

/** Products, the stores that they go to, and how. */
export const pushRequestShape = {
  product_ids: ids(500),
  store_ids: ids(50),
  push_settings: pushSettingsSchema.optional(),
  variant_options: splitOptionsSchema.optional(),
  rates: ratesSchema.optional(),
  price_ending: priceEndingSchema.optional(),
};

/** A list of products with the settings and publications of every channel. */
export const PUSH_LIMITS = { bytes: 512 * 1024, items: 2_000, keys: 2_000 };

/** Millimeters, up to 100 m; null: not known. */
const sizeSchema = z.int().min(1).max(100_000).nullable();

/** Characters of a barcode. */
export const LONGEST_BARCODE = 100;

/** Variants of a product, as Shopify limits them. */
export const MOST_VARIANTS = 2048;

const variantEdit = z.strictObject({
  variant_id: idSchema,
  price: moneySchema.optional(),
  compare_at_price: moneySchema.nullable().optional(),
  /** null: not known. At most 1,000 kg. */
  weight_grams: z.int().min(0).max(1_000_000).nullable().optional(),
  sku: z.string().trim().min(1).max(100).optional(),
  /** Empty: none. One that is no GTIN is kept as it is. */
  barcode: text(LONGEST_BARCODE).optional(),
  enabled: z.boolean().optional(),
  image_url: imageUrl.nullable().optional(),
});
const productEdit = z.strictObject({
  product_id: idSchema,
  /** The revision shown on screen; refused if the product was changed since. */
  revision: z.int().min(1),
  title: z.string().trim().min(1).max(255).optional(),
  description_html: z.string().max(100_000).optional(),
  vendor: text(255).optional(),
  product_type: text(255).optional(),
  tags: z.array(z.string().trim().min(1).max(255)).max(250).optional(),
  seo_title: text(LONGEST_SEO_TITLE).optional(),
  seo_description: text(LONGEST_SEO_DESCRIPTION).optional(),
  /** Digits only, as Shopify's Admin API takes it. */
  hs_code: z
    .string()
    .regex(/^(\d{6,13})?$/)
    .optional(),
  origin_country: countryCodeSchema.or(z.literal('')).optional(),
  weight_unit: weightUnitSchema.optional(),
  length_mm: sizeSchema.optional(),
  width_mm: sizeSchema.optional(),
  height_mm: sizeSchema.optional(),
  /** All options in order; names and values may change, their number may not. */
  options: z
    .array(
      z.strictObject({
        name: z.string().trim().min(1).max(255),
        values: z.array(z.string().trim().min(1).max(255)).min(1).max(2000),
      }),
    )
    .max(3)
    .optional(),
  /** Images in order; missing ones are removed. */
  images: z
    .array(z.strictObject({ url: imageUrl, alt: text(512).optional() }))
    .max(250)
    .optional(),
  variants: z.array(variantEdit).min(1).max(MOST_VARIANTS, 'INPUT_TOO_MANY_VARIANTS').optional(),
});
export type ProductEdit = z.output<typeof productEdit>;

const importedQuery = z.object({
  source: supplierSchema.optional(),
  cursor: z.string().max(500).optional(),
  page: pageQueryShape.page,
  page_size: pageQueryShape.page_size,
});
const importedPage = pageOf(
  z.object({
    source: supplierSchema,
    source_product_id: z.string(),
    product_package_id: idSchema,
    is_pushed_to_store: z.boolean(),
    loading: z.boolean(),
    error: z.string().nullable(),
  }),
);

const importBody = z.strictObject({
  supplier_product_id: z.string().min(1).max(120),
  source: supplierSchema.optional(),
  ship_to: countryCodeSchema.default('US'),
  /** Absent: the mode of the default store. */
  mode: modeSchema.optional(),
  productName: z.string().max(1000).optional(),
  image: z.string().max(2000).optional(),
});
/** Why an import failed; `status` and `data` are those of the answer of the single call. */
const importProblemSchema = problemSchema.extend({
  status: z.int(),
  data: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});
const importAnswer = z.object({
  product_package_id: idSchema,
  error_message: z.string().nullable(),
  already_imported: z.boolean(),
});

export const products = {
  importOne: call({
    id: 'C078',
    method: 'POST',
    path: '/center/products/import/{source}',
    access: 'workplace',
    needs: 'products.change',
    summary: "Import a supplier's product. Importing it again returns the id of the first import.",
    params: z.object({ source: supplierSchema }),
    body: importBody,
    data: importAnswer,
  }),
  importAll: call({
    id: 'C096',
    method: 'POST',
    path: '/center/products/import-all',
    access: 'workplace',
    needs: 'products.change',
    summary: "Import several suppliers' products. One that can't be imported fails alone.",
    body: z.strictObject({
      import_data: z
        .array(
          z.strictObject({
            /** The supplier's id of the product. */
            product_id: z.string().min(1).max(120),
            /** The niche that the product was found in; accepted for callers of the specification, and not stored. */
            niche: z.string().max(200).nullish(),
            source: supplierSchema.default('quayside'),
          }),
        )
        .min(1)
        .max(100),
      ship_to: countryCodeSchema.default('US'),
      /** Absent: the mode of the default store. */
      mode: modeSchema.optional(),
    }),
    limits: { bytes: 128 * 1024, items: 200, keys: 500 },
    data: z.object({
      /** By the supplier's product id. */
      success: z.record(z.string(), z.object({ product_package_id: idSchema, already_imported: z.boolean() })),
      failed: z.record(z.string(), importProblemSchema),
    }),
  }),
  importOneLegacy: call({
    id: 'C134',
    method: 'POST',
    path: '/products/import/{platform}',
    access: 'workplace',
    needs: 'products.change',
    summary: "Import a supplier's product. For callers without a workspace (legacy path).",
    params: z.object({ platform: supplierSchema }),
    body: importBody,
    data: importAnswer,
  }),
  sourcePush: call({
    id: 'C092',
    method: 'POST',
    path: '/center/products/source/push',
    access: 'workplace',
    needs: 'products.push',
    summary: "Import suppliers' products and push them to a store.",
    body: z.strictObject({
      store_id: idSchema,
      type: z.literal('dropship').default('dropship'),
      products: z
        .array(
          z.strictObject({
            supplier_product_id: z.string().min(1).max(120),
            source: supplierSchema,
            ship_to: countryCodeSchema.default('US'),
            total_variants: z.int().min(0).max(100_000).optional(),
          }),
        )
        .min(1)
        .max(100),
      product_listings: pushSettingsSchema.optional(),
      /** AI texts and images come with their own feature; only false until then. */
      optimize_preferences: z
        .strictObject({
          is_optimize_product_content: z.literal(false).default(false),
          is_optimize_product_image: z.literal(false).default(false),
        })
        .optional(),
      variant_options: splitOptionsSchema.optional(),
      rates: ratesSchema.optional(),
      price_ending: priceEndingSchema.optional(),
    }),
    limits: PUSH_LIMITS,
    data: pushAnswer,
  }),
  importList: call({
    id: 'C073',
    method: 'GET',
    path: '/center/products/import/listing',
    access: 'workplace',
    needs: 'products.read',
    summary: 'List imported products that are in no store yet.',
    query: listQuery.extend({ tag }),
    data: pageOf(productSummarySchema),
  }),
  importedList: call({
    id: 'C098',
    method: 'GET',
    path: '/center/products/imported_list',
    access: 'workplace',
    needs: 'products.read',
    summary: 'List which supplier products are already imported.',
    query: importedQuery,
    data: importedPage,
  }),
  /** The same for callers without a workspace: that of the first one (rule B055, decision A47). */
  importedListLegacy: call({
    id: 'C099',
    method: 'GET',
    path: '/products/imported_list',
    access: 'workplace',
    needs: 'products.read',
    summary: 'List which supplier products are already imported, for callers without a workspace (legacy path).',
    query: importedQuery,
    data: importedPage,
  }),
  centerList: call({
    id: 'C070',
    method: 'GET',
    path: '/center/products/listings/elastic-products',
    access: 'workplace',
    needs: 'products.read',
    summary: 'List the products of the product center.',
    query: centerQuery,
    data: pageOf(productSummarySchema),
  }),
  centerCount: call({
    id: 'C071',
    method: 'GET',
    path: '/center/products/listings/elastic-products/count',
    access: 'workplace',
    needs: 'products.read',
    summary: 'Count the products of the product center by status.',
    query: z.object({ store_id: idSchema.optional() }),
    data: z.object({ all: z.int(), unpushed: z.int(), processing: z.int(), pushed: z.int(), failed: z.int() }),
  }),
  orderSuggestion: call({
    id: 'C101',
    method: 'GET',
    path: '/center/products/ob-suggestion/order',
    access: 'workplace',
    needs: 'products.read',
    summary: 'Suggest products of your stores for a first test order: those for sale, pushed last.',
    data: z.object({
      items: z.array(
        z.object({
          product_id: idSchema,
          listing_id: idSchema,
          title: z.string(),
          image: z.string().nullable(),
          store_id: idSchema,
          store_name: z.string(),
          /** The product's page in the store. */
          url: z.string(),
        }),
      ),
    }),
  }),
  mapped: call({
    id: 'C074',
    method: 'GET',
    path: '/center/products/listings/mapped',
    access: 'workplace',
    needs: 'products.read',
    summary: 'List store products with variants mapped to a supplier.',
    query: listQuery,
    data: pageOf(
      listingSchema.extend({
        title: z.string(),
        image: z.string().nullable(),
        source: supplierSchema,
        source_product_id: z.string(),
      }),
    ),
  }),
  unmapped: call({
    id: 'C075',
    method: 'GET',
    path: '/center/products/listings/unmapped',
    access: 'workplace',
    needs: 'orders.read',
    summary: 'List products sold by stores without a known supplier.',
    query: listQuery.omit({ source: true }),
    data: pageOf(
      z.object({
        channel_product_id: idSchema,
        store_id: idSchema,
        store_name: z.string(),
        platform: platformSchema,
        external_product_id: z.string().nullable(),
        external_variant_id: z.string().nullable(),
        sku: z.string().nullable(),
        title: z.string(),
        variant_title: z.string().nullable(),
        image: z.string().nullable(),
        seen_at: timeSchema,
      }),
    ),
  }),
  counts: call({
    id: 'C100',
    method: 'GET',
    path: '/center/products/count',
    access: 'workplace',
    needs: 'products.read',
    summary: 'Count products for badges.',
    data: z.object({ all: z.int(), pushed: z.int(), unpushed: z.int(), total_import: z.int() }),
  }),
  tags: call({
    id: 'C077',
    method: 'GET',
    path: '/products/tags',
    access: 'workplace',
    needs: 'products.read',
    summary: "List the tags of the workspace's products, most used first, for suggestions.",
    query: z.object({
      /** Only tags that begin with this, ignoring case. */
      keyword: z.string().trim().max(255).optional(),
      page_size: z.coerce.number().int().min(1).max(250).default(100),
    }),
    data: z.object({ items: z.array(z.object({ tag: z.string(), products: z.int() })) }),
  }),
  pushCounts: call({
    id: 'C154',
    method: 'GET',
    path: '/center/products/push-unpush-count',
    access: 'workplace',
    needs: 'products.read',
    summary: 'Count products in stores, active or draft, and those in none.',
    data: z.object({
      total_pushed: z.int(),
      total_unpushed: z.int(),
      total_pushed_active: z.int(),
      total_pushed_draft: z.int(),
    }),
  }),
  product: call({
    id: 'C126',
    method: 'GET',
    path: '/center/products/{id}',
    access: 'workplace',
    needs: 'products.read',
    summary: "Get a product with its variants, the supplier's original and the differences.",
    params: z.object({ id: idSchema }),
    data: productDetailSchema,
  }),
  bulkUpdate: call({
    id: 'C086',
    method: 'PUT',
    path: '/center/products/bulk_update',
    access: 'workplace',
    needs: 'products.change',
    summary: 'Edit products, all or nothing.',
    body: z.strictObject({ products: z.array(productEdit).min(1).max(50) }),
    limits: { bytes: 4 * 1024 * 1024, items: 20_000, keys: 40_000 },
    data: z.object({ items: z.array(productDetailSchema) }),
  }),
  deleteImports: call({
    id: 'C082',
    method: 'DELETE',
    path: '/center/products/import/delete',
    access: 'workplace',
    needs: 'products.change',
    summary: 'Remove products from the import list.',
    body: z.strictObject({ product_ids: ids(500) }),
    data: z.object({ deleted: z.array(idSchema), failed: z.record(z.string(), problemSchema) }),
  }),
  push: call({
    id: 'C088',
    method: 'POST',
    path: '/center/products/push-multiple-channel',
    access: 'workplace',
    needs: 'products.push',
    summary: 'Push products to several stores.',
    body: z.strictObject(pushRequestShape),
    limits: PUSH_LIMITS,
    data: pushAnswer,
  }),
  elasticPush: call({
    id: 'C093',
    method: 'POST',
    path: '/center/products/elastic-products/push',
    access: 'workplace',
    needs: 'products.push',
    summary:
      'Push products to the channels in push_settings. Of several stores on a channel, uses the one in the store-id header, else the default.',
    body: z.strictObject({
      es_product_ids: ids(500),
      push_settings: pushSettingsSchema,
      store_ids: ids(50).optional(),
      variant_options: splitOptionsSchema.optional(),
      rates: ratesSchema.optional(),
      price_ending: priceEndingSchema.optional(),
    }),
    limits: PUSH_LIMITS,
    data: pushAnswer,
  }),
  retryListing: call({
    id: 'own',
    method: 'POST',
    path: '/center/products/listings/{listing_id}/retry',
    access: 'workplace',
    needs: 'products.push',
    summary: 'Retry one failed push.',
    params: z.object({ listing_id: idSchema }),
    body: z.strictObject({}),
    data: z.object({ listing: listingSchema, process_id: idSchema }),
  }),
  listing: call({
    id: 'own',
    method: 'GET',
    path: '/center/products/listings/one/{listing_id}',
    access: 'workplace',
    needs: 'products.read',
    summary: 'Get a listing with its status.',
    params: z.object({ listing_id: idSchema }),
    data: listingSchema,
  }),
};
