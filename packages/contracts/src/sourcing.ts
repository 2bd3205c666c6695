import { z } from 'zod';
import { call } from './call.ts';
import {
  countryCodeSchema,
  doneSchema,
  idSchema,
  modeSchema,
  moneySchema,
  pageQueryShape,
  problemSchema,
  queryBool,
  queryInt,
  queryList,
  supplierSchema,
  timeSchema,
} from './shapes.ts';

/** Filter ranges of the search in whole dollars, orders or listings. Source: document 2, section 9. */
export const PRICE_BANDS = ['under_10', '10_30', '30_50', '50_100', 'over_100'] as const;
export const VOLUME_BANDS = ['over_100', 'under_500', '500_1000', '1000_5000', '5000_10000', 'over_10000'] as const;
export const LISTING_BANDS = ['under_100', '100_250', '250_500', '500_750', '750_1000', 'over_1000'] as const;
/** Quayside's promised processing and delivery days. Source: rule B319. */
export const QUAYSIDE_LEAD_DAYS = { processing: [1, 3], delivery: [5, 7] } as const;

/** The search's collections. Source: rule B223. */
export const COLLECTIONS = ['trending', 'fastest_delivery_us', 'free_ship_us', 'made_in_us'] as const;
export type Collection = (typeof COLLECTIONS)[number];

const SORT_KEYS = ['most_relevant', 'price', 'profit', 'shipping_time_min', 'shipping_cost'] as const;
/** {asc,desc}_{key}; the misspelled volume keys are the specification's own (decision A02). */
export const FIND_SORTS = [
  ...SORT_KEYS.flatMap((key) => [`asc_${key}` as const, `desc_${key}` as const]),
  'desc_lastest_volumee',
  'desc_lastest_volume',
  'asc_lastest_volume',
] as const;
export type FindSort = (typeof FIND_SORTS)[number];
export const DEFAULT_FIND_SORT = 'desc_profit' satisfies FindSort;

const sourceProductId = z.string().min(1).max(120);
const decimal = z.coerce.number().min(0).max(1_000_000);

export const sourceCardSchema = z
  .object({
    source_product_id: z.string(),
    source: supplierSchema,
    name: z.string(),
    images: z.array(z.string()),
    /** Lowest cost in US dollars. */
    price: z.number(),
    currency: z.string(),
    details: z.object({
      price_range: z.object({ min: z.number(), max: z.number() }),
      lastest_volume: z.int().nullable(),
      rating: z.number().nullable(),
      reviews_count: z.int().nullable(),
      listings_count: z.int().nullable(),
      shipping_cost: z.number().nullable(),
      shipping_time_min: z.int().nullable(),
      shipping_time_max: z.int().nullable(),
      /** Maximum days to the US with the fastest shipping method; null: not reported. */
      fastest_us_days: z.int().nullable(),
      ship_countries: z.array(z.string()),
      rsp_price_usd: z.number().nullable(),
      estimated_profit: z.number().nullable(),
    }),
    category_id: z.string().nullable(),
    imported: z.boolean(),
    mapped: z.boolean(),
    product_package_id: idSchema.nullable(),
    ship_to: countryCodeSchema,
    total_variants: z.int(),
    is_sandbox: z.boolean(),
    /** When the supplier last reported it. */
    seen_at: timeSchema,
  })
  .meta({ id: 'SourceProductCard' });
export type SourceCard = z.output<typeof sourceCardSchema>;

/** A product of our catalog in its public form. */
export const shownProductSchema = z
  .object({
    name: z.string(),
    image: z.string().nullable(),
    category: z.string().nullable(),
    cost: moneySchema,
    /** Suggested retail price. */
    suggested: moneySchema,
    days_min: z.int().nullable(),
    days_max: z.int().nullable(),
  })
  .meta({ id: 'ShownProduct' });
export type ShownProduct = z.output<typeof shownProductSchema>;

export const sourceDetailSchema = z
  .object({
    source_product_id: z.string(),
    source: supplierSchema,
    name: z.string(),
    images: z.array(z.string()),
    price_range: z.object({ min: z.number(), max: z.number() }),
    currency: z.string(),
    rsp_price_usd: z.number().nullable(),
    options: z.array(
      z.object({
        name: z.string(),
        values: z.array(z.object({ id: z.string(), value: z.string(), image: z.string().nullable() })),
      }),
    ),
    variants: z.array(
      z.object({
        sku_id: z.string(),
        sku: z.string(),
        sku_property: z.array(
          z.object({
            sku_property_name: z.string(),
            sku_property_value: z.string(),
            property_value_definition_name: z.string().nullable(),
            sku_image: z.string().nullable(),
          }),
        ),
        price_usd: z.number(),
        stock: z.int().nullable(),
        weight_grams: z.int().nullable(),
      }),
    ),
    total_variants: z.int(),
    /** Sanitized HTML. */
    description: z.string(),
    item_specifics: z.object({ blockContent: z.array(z.object({ name: z.string(), value: z.string() })) }),
    store_info: z.object({ store_name: z.string().nullable() }),
    product_link: z.string().nullable(),
    shipping_default: z.object({
      ship_countries: z.array(z.string()),
      /** Warehouse countries; null: not reported. */
      ships_from: z.array(z.string()).nullable(),
    }),
    /** Country of origin; null: not reported. */
    made_in: z.string().nullable(),
    category_path: z.array(z.string()),
    lastest_volume: z.int().nullable(),
    rating: z.number().nullable(),
    reviews_count: z.int().nullable(),
    imported: z.boolean(),
    product_package_id: idSchema.nullable(),
    /** partial: variants are still loading; ask again after 45 s. */
    status: z.enum(['partial', 'full']),
    is_sandbox: z.boolean(),
    seen_at: timeSchema,
  })
  .meta({ id: 'SourceProductDetail' });
export type SourceDetail = z.output<typeof sourceDetailSchema>;

export const logisticsOptionSchema = z
  .object({
    service_name: z.string(),
    amount: z.number(),
    currency: z.string(),
    /** "1-3 days"; null without a credible value. The days are also given as numbers. */
    processing_time: z.string().nullable(),
    processing_days_min: z.int().nullable(),
    processing_days_max: z.int().nullable(),
    delivery_time: z.string().nullable(),
    delivery_days_min: z.int().nullable(),
    delivery_days_max: z.int().nullable(),
    tracked: z.boolean().nullable(),
    is_cheapest: z.boolean(),
  })
  .meta({ id: 'LogisticsOption' });

const logisticsSchema = z.object({
  country_code: z.string(),
  /** false: the supplier does not ship there. */
  ships: z.boolean(),
  items: z.array(logisticsOptionSchema),
  quoted_at: timeSchema,
});

export interface CategoryNode {
  category_id: string;
  source: z.output<typeof supplierSchema>;
  name: string;
  children: CategoryNode[];
}
const categorySchema: z.ZodType<CategoryNode> = z
  .object({
    category_id: z.string(),
    source: supplierSchema,
    name: z.string(),
    get children(): z.ZodType<CategoryNode[]> {
      return z.array(categorySchema);
    },
  })
  .meta({ id: 'CategoryNode' });

const ofSource = z.object({ source: supplierSchema, product_id: sourceProductId });
const ofPlatformSource = z.object({ platform: supplierSchema, id: sourceProductId });
const sourceQuery = z.object({
  ship_to: countryCodeSchema.default('US'),
  mode: modeSchema.optional(),
  /** The specification's filter for marketplace sellers; no connected supplier has them. */
  by_seller: queryBool.optional(),
});

const logisticsQuery = {
  ship_from: countryCodeSchema.optional(),
  sku_id: z.string().min(1).max(120).optional(),
  quantity: queryInt(1, 10_000).default(1),
  mode: modeSchema.optional(),
};

/** Supplier products that a member opened, shown in Find products. */
export const MOST_RECENT = 20;

const findQuery = z.object({
  keyword: z.string().trim().max(200).optional(),
  category_id: z.string().max(120).optional(),
  /** Ids of suppliers or marketplaces; unconnected ones return nothing. `all`: every one. Source: rule B175. */
  source: queryList(supplierSchema).optional(),
  price: queryList(z.enum(PRICE_BANDS)).optional(),
  price_min: decimal.optional(),
  price_max: decimal.optional(),
  rating_min: z.coerce.number().min(0).max(5).optional(),
  order_volume: queryList(z.enum(VOLUME_BANDS)).optional(),
  listing_count: queryList(z.enum(LISTING_BANDS)).optional(),
  ship_to: countryCodeSchema.default('US'),
  /** Only products known to ship to ship_to. */
  only_shippable: queryBool.optional(),
  /** Leaves out products that the caller opened in the last 90 days. */
  hide_viewed: queryBool.optional(),
  sort: z.enum(FIND_SORTS).default(DEFAULT_FIND_SORT),
  mode: modeSchema.optional(),
  ...pageQueryShape,
});

const foundSchema = z.object({
  items: z.array(sourceCardSchema),
  next_cursor: z.string().optional(),
  mode: modeSchema,
  ship_to: z.string(),
  sort: z.string(),
  /** some: no product contains all search words; these contain some, best match first. */
  matched: z.enum(['every', 'some']),
  /** true: a source is being searched; a `sources` event announces more results. */
  refreshing: z.boolean(),
  /** Suppliers that can't be searched now, and the consequence. */
  problems: z.array(problemSchema),
});

export const sourcing = {
  categories: call({
    id: 'C178',
    method: 'GET',
    path: '/product-sources/categories/tree',
    access: 'workplace',
    needs: 'sourcing.read',
    summary: 'Get the categories of all sources as trees.',
    query: z.object({ source: queryList(supplierSchema).optional() }),
    data: z.object({ items: z.array(categorySchema) }),
  }),
  shown: call({
    id: 'own',
    method: 'GET',
    path: '/public/catalogue',
    access: 'public',
    summary: 'List a few best-selling products of the Quayside catalog, one of each kind, for visitors.',
    data: z.object({ items: z.array(shownProductSchema), is_sandbox: z.boolean() }),
    perMinute: 60,
  }),
  find: call({
    id: 'C182',
    method: 'GET',
    path: '/center/products/find',
    access: 'workplace',
    needs: 'sourcing.read',
    summary: 'Search supplier products by keyword, category, price, rating, volume and destination.',
    query: findQuery.extend({
      /** Only products of this collection. */
      collection: z.enum(COLLECTIONS).optional(),
    }),
    data: foundSchema,
  }),
  interact: call({
    id: 'C136',
    method: 'POST',
    path: '/products/interactions',
    access: 'workplace',
    needs: 'sourcing.read',
    summary: "Note that the caller viewed a supplier's product. The newest 200 are kept, for 90 days.",
    body: z.strictObject({
      source: supplierSchema,
      product_id: sourceProductId,
      action: z.literal('viewed').default('viewed'),
      mode: modeSchema.optional(),
    }),
    data: doneSchema,
    perMinute: 240,
  }),
  recent: call({
    id: 'own',
    method: 'GET',
    path: '/products/interactions',
    access: 'workplace',
    needs: 'sourcing.read',
    summary: 'List the supplier products that the caller viewed last.',
    query: z.object({ mode: modeSchema.optional() }),
    data: z.object({
      items: z.array(
        z.object({
          source: supplierSchema,
          source_product_id: z.string(),
          name: z.string(),
          image: z.string().nullable(),
          /** The lowest cost. */
          cost: moneySchema,
          viewed_at: timeSchema,
        }),
      ),
      mode: modeSchema,
    }),
  }),
  forgetViews: call({
    id: 'own',
    method: 'DELETE',
    path: '/products/interactions',
    access: 'workplace',
    needs: 'sourcing.read',
    summary: 'Forget the supplier products that the caller viewed.',
    data: doneSchema,
  }),
  collections: call({
    id: 'C179',
    method: 'GET',
    path: '/product-sources/collections/list',
    access: 'workplace',
    needs: 'sourcing.read',
    summary: 'List the collections with product counts and images of their first products.',
    query: z.object({ mode: modeSchema.optional() }),
    data: z.object({
      items: z.array(
        z.object({
          slug: z.enum(COLLECTIONS),
          /** Capped at 1,000. */
          count: z.int(),
          has_more: z.boolean(),
          images: z.array(z.string()),
        }),
      ),
      mode: modeSchema,
    }),
  }),
  findByCollection: call({
    id: 'C180',
    method: 'GET',
    path: '/product-sources/products/find-by-collection/{collection_slug}',
    access: 'workplace',
    needs: 'sourcing.read',
    summary: 'Search the products of one collection with the usual filters and sort orders.',
    params: z.object({ collection_slug: z.enum(COLLECTIONS) }),
    query: findQuery,
    data: foundSchema,
  }),
  fetchSource: call({
    id: 'C079',
    method: 'POST',
    path: '/center/products/source/{platform}/{id}',
    access: 'workplace',
    needs: 'sourcing.read',
    summary: 'Refresh a product from its supplier now.',
    params: ofPlatformSource,
    body: z.strictObject({
      ship_to: countryCodeSchema.default('US'),
      mode: modeSchema.optional(),
      price_rule: z.boolean().optional(),
    }),
    data: sourceDetailSchema,
    perMinute: 60,
  }),
  source: call({
    id: 'C080',
    method: 'GET',
    path: '/center/products/source/{platform}/{id}',
    access: 'workplace',
    needs: 'sourcing.read',
    summary: "Get a supplier's product.",
    params: ofPlatformSource,
    query: sourceQuery,
    data: sourceDetailSchema,
  }),
  sourceDetail: call({
    id: 'C081',
    method: 'GET',
    path: '/center/products/source/{platform}/{id}/detail',
    access: 'workplace',
    needs: 'sourcing.read',
    summary: "Get a supplier's product with everything the detail panel shows.",
    params: ofPlatformSource,
    query: sourceQuery,
    data: sourceDetailSchema,
  }),
  logistics: call({
    id: 'C174',
    method: 'GET',
    path: '/center/products/source/{source}/{productId}/logistics',
    access: 'workplace',
    needs: 'sourcing.read',
    summary: 'List shipping options of a product or variant to a country.',
    params: z.object({ source: supplierSchema, productId: sourceProductId }),
    query: z.object({ country_code: countryCodeSchema.default('US'), ...logisticsQuery }),
    data: logisticsSchema,
  }),
  productLogistics: call({
    id: 'C175',
    method: 'GET',
    path: '/product-sources/logistics/{source}/{product_id}',
    access: 'workplace',
    needs: 'sourcing.read',
    summary: 'List shipping options of a product to a country, with the cheapest marked.',
    params: ofSource,
    query: z.object({ country_code: countryCodeSchema.default('US'), ...logisticsQuery }),
    data: logisticsSchema,
  }),
  priceDetail: call({
    id: 'C177',
    method: 'GET',
    path: '/product-sources/products/price-detail/{source}/{product_id}/{ship_to}',
    access: 'workplace',
    needs: 'sourcing.read',
    summary: 'Get the cost of a product at a destination, and the profit at the suggested price.',
    params: ofSource.extend({ ship_to: countryCodeSchema }),
    query: z.object(logisticsQuery),
    data: z.object({
      source: supplierSchema,
      source_product_id: z.string(),
      sku_id: z.string(),
      ship_to: z.string(),
      currency: z.string(),
      /** The supplier's suggested price, or the one that an import would set. */
      rsp_price_usd: z.number(),
      suggested_by: z.enum(['supplier', 'rule']),
      cost: z.number(),
      cost_money: moneySchema,
      shipping: logisticsOptionSchema.nullable(),
      ships: z.boolean(),
      /** rsp - cost - cheapest shipping; null when it can't be shipped there. */
      estimated_profit: z.number().nullable(),
      /** Whole percent of the suggested price. */
      margin: z.int().nullable(),
    }),
  }),
};
