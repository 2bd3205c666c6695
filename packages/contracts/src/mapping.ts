import { z } from 'zod';
import { call } from './call.ts';
import { MOST_PIECES } from './pieces.ts';
import {
  countryCodeSchema,
  idSchema,
  moneySchema,
  pageOf,
  pageQueryShape,
  platformSchema,
  problemSchema,
  supplierSchema,
  timeSchema,
} from './shapes.ts';

export const RECOMMENDATION_REASONS = [
  // The same valid GTIN; another equal barcode; two GTINs that differ.
  'gtin',
  'barcode',
  'other_gtin',
  'sku',
  'same_title',
  'similar_title',
  'options',
  'ambiguous',
  // The store's picture has the file name of the supplier's.
  'same_picture',
  // Images compared by content.
  'same_image',
  'similar_image',
  // Of proposed replacements only.
  'same_id',
  'similar_options',
  'only_variant',
  'no_options',
] as const;
export const MAX_CHOICES = 5;
/** Different supplier variants in one unit. */
export const MAX_PARTS = 6;
const piecesPerUnit = z.int().min(1).max(MOST_PIECES);

const source = { source: supplierSchema, source_product_id: z.string().min(1).max(120) };
const skuId = z.string().min(1).max(200);
const shipTo = z.array(countryCodeSchema).max(250).default([]);
const productParams = z.object({ id: idSchema });

/** A variant in a store, by its id there. */
const storeVariant = {
  store_id: idSchema,
  external_product_id: z.string().min(1).max(200).nullable().default(null),
  external_variant_id: z.string().min(1).max(200),
};

const componentSchema = z.object({
  source: supplierSchema,
  source_product_id: z.string(),
  sku_id: z.string(),
  sku: z.string(),
  title: z.string(),
  option_values: z.array(z.string()),
  image: z.string().nullable(),
  /** Pieces of the supplier's variant in one unit sold. */
  pieces_per_unit: z.int(),
  /** Of one piece. */
  cost: moneySchema.nullable(),
});
const choiceSchema = componentSchema.extend({
  /** What one unit takes besides, if it is a bundle. */
  further: z.array(componentSchema),
  /** Empty: all countries. */
  ship_to: z.array(z.string()),
});
export type MappingComponent = z.output<typeof componentSchema>;
export type MappingChoice = z.output<typeof choiceSchema>;

/** A product's variants in stores with their supplier choices, in the order in which they are tried. */
const productMappingSchema = z
  .object({
    items: z.array(
      z.object({
        store_id: idSchema,
        store_name: z.string(),
        external_product_id: z.string().nullable(),
        external_variant_id: z.string(),
        title: z.string(),
        variant_title: z.string(),
        image: z.string().nullable(),
        /** Empty: bought from the product's own supplier if it was pushed from here, else not at all. */
        choices: z.array(choiceSchema),
        /** Pushed from here, so that it has a supplier without a choice. */
        is_listed: z.boolean(),
      }),
    ),
  })
  .meta({ id: 'ProductMapping' });

export const recommendationSchema = z
  .object({
    product_id: idSchema,
    variant_id: idSchema,
    source: supplierSchema,
    source_product_id: z.string(),
    sku_id: z.string(),
    title: z.string(),
    option_values: z.array(z.string()),
    image: z.string().nullable(),
    cost: moneySchema,
    confidence: z.int().min(0).max(100),
    reasons: z.array(z.enum(RECOMMENDATION_REASONS)),
  })
  .meta({ id: 'MappingRecommendation' });
export type MappingRecommendation = z.output<typeof recommendationSchema>;

const recommendQuery = z.object({
  keyword: z.string().trim().max(200).optional(),
  store_id: idSchema.optional(),
  sort: z.enum(['newest', 'oldest']).default('newest'),
  ...pageQueryShape,
});

const wantedComponent = { ...source, sku_id: skuId, pieces_per_unit: piecesPerUnit.default(1) };

const mapBody = z.strictObject({
  items: z
    .array(
      z.strictObject({
        ...storeVariant,
        title: z.string().trim().max(1000).default(''),
        variant_title: z.string().trim().max(1000).default(''),
        /** In the order in which they are tried; a bundle names its other parts in `further`. Empty: removes the mapping. */
        choices: z
          .array(
            z.strictObject({
              ...wantedComponent,
              further: z
                .array(z.strictObject(wantedComponent))
                .max(MAX_PARTS - 1)
                .default([]),
              ship_to: shipTo,
            }),
          )
          .max(MAX_CHOICES),
      }),
    )
    .min(1)
    .max(250),
});
const MAP_LIMITS = { bytes: 2 * 1024 * 1024, items: 40_000, keys: 60_000 };

const groupBody = z.strictObject({
  ...source,
  /** Only in this store; absent: in all. */
  store_id: idSchema.optional(),
  /** Only variants with this option value. */
  where: z.strictObject({ option: z.string().min(1).max(255), value: z.string().min(1).max(255) }).optional(),
  /** All of them to this supplier variant; absent: each to the one with the same option values. */
  sku_id: skuId.optional(),
  /** Pieces of the supplier's variant in one unit sold. */
  /** Of every variant; absent: each keeps that of its first supplier. */
  pieces_per_unit: piecesPerUnit.optional(),
  ship_to: shipTo,
});
const groupData = productMappingSchema.extend({
  mapped: z.int(),
  /** Variants without a supplier variant with the same option values. */
  left_out: z.array(z.object({ external_variant_id: z.string(), variant_title: z.string() })),
});

const replaceBody = z.strictObject({
  ...source,
  /** Supplier variants by our variants; absent: as proposed. */
  pairs: z
    .array(z.strictObject({ variant_id: idSchema, sku_id: skuId }))
    .max(2048)
    .optional(),
  /** Only returns the proposal. */
  preview: z.boolean().default(false),
});
const REPLACE_LIMITS = { bytes: 1024 * 1024, items: 4_200, keys: 6_200 };
const replaceData = z
  .object({
    replaced: z.boolean(),
    source: supplierSchema,
    source_product_id: z.string(),
    title: z.string(),
    image: z.string().nullable(),
    items: z.array(
      z.object({
        variant_id: idSchema,
        option_values: z.array(z.string()),
        /** null: no variant of the new product resembles this one. */
        sku_id: z.string().nullable(),
        new_option_values: z.array(z.string()),
        confidence: z.int().min(0).max(100),
        cost_before: moneySchema,
        cost_after: moneySchema.nullable(),
      }),
    ),
  })
  .meta({ id: 'SupplierReplacement' });

const mapVariant = {
  method: 'POST',
  access: 'workplace',
  needs: 'products.change',
  params: productParams,
  body: mapBody,
  limits: MAP_LIMITS,
  data: productMappingSchema.extend({ mapped: z.int() }),
} as const;
const mapGroup = {
  method: 'POST',
  access: 'workplace',
  needs: 'products.change',
  params: productParams,
  body: groupBody,
  data: groupData,
} as const;
const replace = {
  method: 'PUT',
  access: 'workplace',
  needs: 'products.change',
  params: productParams,
  body: replaceBody,
  limits: REPLACE_LIMITS,
  data: replaceData,
} as const;

/** Which supplier variant is bought when a store sells one of its variants. */
export const mapping = {
  recommendUnmapped: call({
    id: 'C097',
    method: 'GET',
    path: '/center/products/recommend-unmap',
    access: 'workplace',
    needs: 'products.read',
    summary: 'List products sold without a known supplier, each with the imported variant it probably is.',
    query: recommendQuery,
    data: pageOf(
      z.object({
        channel_product_id: idSchema,
        ...storeVariant,
        external_variant_id: z.string().nullable(),
        store_name: z.string(),
        platform: platformSchema,
        is_sandbox: z.boolean(),
        sku: z.string().nullable(),
        title: z.string(),
        variant_title: z.string().nullable(),
        image: z.string().nullable(),
        seen_at: timeSchema,
        /** null: nothing similar is imported. */
        recommendation: recommendationSchema.nullable(),
      }),
    ),
  }),
  createFromUnmapped: call({
    id: 'C115',
    method: 'POST',
    path: '/center/products/unmapped/bulk-create',
    access: 'workplace',
    needs: 'products.change',
    summary:
      'Import the supplier products of products sold without a known supplier, and map them. Nothing is written to a store.',
    body: z.strictObject({ channel_product_ids: z.array(idSchema).min(1).max(20) }),
    data: z.object({
      items: z.array(
        z.object({
          channel_product_id: idSchema,
          product_id: idSchema,
          already_imported: z.boolean(),
          confidence: z.int(),
          reasons: z.array(z.enum(RECOMMENDATION_REASONS)),
        }),
      ),
      failed: z.record(z.string(), problemSchema),
    }),
  }),
  platformProduct: call({
    id: 'C133',
    method: 'GET',
    path: '/products/platform/{id}',
    access: 'workplace',
    needs: 'products.read',
    summary: "Get what is known of a store's product, by its id in the store. The store isn't asked.",
    params: z.object({ id: z.string().min(1).max(200) }),
    query: z.object({ store_id: idSchema.optional() }),
    data: z.object({
      external_product_id: z.string(),
      store_id: idSchema,
      store_name: z.string(),
      platform: platformSchema,
      title: z.string(),
      image: z.string().nullable(),
      /** The product of the product center that was pushed there; null: created in the store. */
      product_id: idSchema.nullable(),
      variants: z.array(
        z.object({
          external_variant_id: z.string(),
          sku: z.string().nullable(),
          variant_title: z.string(),
          /** Has a supplier, by mapping or because it was pushed. */
          is_mapped: z.boolean(),
        }),
      ),
    }),
  }),
  mapRecommended: call({
    id: 'own',
    method: 'POST',
    path: '/center/products/unmapped/map-recommended',
    access: 'workplace',
    needs: 'products.change',
    summary: 'Map products sold without a known supplier to their recommended variants, down to a confidence.',
    body: z.strictObject({ min_confidence: z.int().min(50).max(100), store_id: idSchema.optional() }),
    data: z.object({ mapped: z.int(), left: z.int() }),
  }),
  sourceVariants: call({
    id: 'C102',
    method: 'GET',
    path: '/center/products/{id}/source-variants',
    access: 'workplace',
    needs: 'products.read',
    summary: "List the supplier's variants of a product, or those of another supplier product to map to.",
    params: productParams,
    query: z.object({ source: supplierSchema.optional(), source_product_id: z.string().max(120).optional() }),
    data: z.object({
      source: supplierSchema,
      source_product_id: z.string(),
      title: z.string(),
      image: z.string().nullable(),
      variants: z.array(
        z.object({
          sku_id: z.string(),
          sku: z.string(),
          option_values: z.array(z.string()),
          image: z.string().nullable(),
          cost: moneySchema,
          /** null: not reported. */
          stock: z.int().nullable(),
        }),
      ),
    }),
  }),
  productMapping: call({
    id: 'own',
    method: 'GET',
    path: '/center/products/{id}/mapping',
    access: 'workplace',
    needs: 'products.read',
    summary: "Get a product's variants in stores with their supplier choices.",
    params: productParams,
    query: z.object({ store_id: idSchema.optional() }),
    data: productMappingSchema,
  }),
  mapVariant: call({
    id: 'C127',
    path: '/center/products/{id}/map-variant',
    summary: "Set the supplier choices of stores' variants. Orders that wait are matched again.",
    ...mapVariant,
  }),
  mapVariantLegacy: call({
    id: 'C130',
    path: '/products/{id}/map-variant',
    summary: "Set the supplier choices of stores' variants (legacy path).",
    ...mapVariant,
  }),
  mapGroup: call({
    id: 'C128',
    path: '/center/products/{id}/map-group',
    summary: "Map several variants of a product in stores to a supplier's product, by their option values.",
    ...mapGroup,
  }),
  mapGroupLegacy: call({
    id: 'C131',
    path: '/products/{id}/map-group',
    summary: "Map several variants of a product in stores to a supplier's product (legacy path).",
    ...mapGroup,
  }),
  replace: call({
    id: 'C129',
    path: '/center/products/{id}/replace',
    summary:
      "Replace a product's supplier product. Title, images and prices stay, and nothing is pushed; `preview` only proposes the variants.",
    ...replace,
  }),
  replaceLegacy: call({
    id: 'C132',
    path: '/products/{id}/replace',
    summary: "Replace a product's supplier product (legacy path).",
    ...replace,
  }),
};
