import { z } from 'zod';
import { call } from './call.ts';
import { doneSchema, idSchema, moneySchema, pageOf, platformSchema, timeSchema } from './shapes.ts';

/** What writing would do to a variant's price in a market. theirs: the merchant's own price stays. none: no price is known. */
export const MARKET_PRICE_VERDICTS = ['write', 'same', 'theirs', 'none'] as const;
/** Why a variant gets no price. */
export const MARKET_PRICE_LACKS = ['rule', 'rate', 'cost', 'shipping'] as const;

/** A store's own id of a price list. */
const key = z.string().min(1).max(200);

const marketSchema = z.object({ name: z.string(), is_active: z.boolean() });

const priceListSchema = z
  .object({
    id: key,
    name: z.string(),
    currency: z.string(),
    is_active: z.boolean(),
    /** By how many percent prices without a fixed one differ from the store's; null: they don't. */
    percent: z.number().nullable(),
    markets: z.array(marketSchema),
    countries: z.array(z.string()),
    /** It applies to further places that the store doesn't list. */
    is_open_ended: z.boolean(),
    by_rule: z.boolean(),
    /** Variants by what the last write left. ours: their price is the rule's. */
    counts: z.object({
      ours: z.int(),
      theirs: z.int(),
      unpriced: z.int(),
      refused: z.int(),
    }),
    /** Variants that are being written or removed. */
    is_writing: z.boolean(),
    /** When its prices were last read for a preview; null: never. */
    prices_read_at: timeSchema.nullable(),
    is_reading: z.boolean(),
    fault: z.string().nullable(),
  })
  .meta({ id: 'MarketPriceList' });
export type MarketPriceListView = z.output<typeof priceListSchema>;

const storeSchema = z
  .object({
    store_id: idSchema,
    store_name: z.string(),
    platform: platformSchema,
    currency: z.string(),
    /** The price rule that counts there: the store's own, the workspace's, or none was saved. */
    rule: z.enum(['store', 'workspace', 'none']),
    /** null: not read yet. */
    read_at: timeSchema.nullable(),
    is_reading: z.boolean(),
    /** Why the last reading failed; the list is that of the reading before. */
    fault: z.string().nullable(),
    price_lists: z.array(priceListSchema),
    /** Markets without a price list: the store converts its own prices for them. */
    without: z.array(marketSchema.extend({ countries: z.array(z.string()) })),
  })
  .meta({ id: 'StoreMarketPrices' });
export type StoreMarketPrices = z.output<typeof storeSchema>;

const rowSchema = z
  .object({
    variant: key,
    product_id: idSchema,
    title: z.string(),
    sku: z.string(),
    image: z.string().nullable(),
    /** As it was last read; null: not read yet. */
    now: z.object({ price: moneySchema, compare_at: moneySchema.nullable(), is_fixed: z.boolean() }).nullable(),
    /** null: no price can be computed. */
    next: z
      .object({
        price: moneySchema,
        compare_at: moneySchema.nullable(),
        /** What is left after cost, shipping and fees. */
        profit: moneySchema,
        /** The least that the rule allows. */
        floor: moneySchema,
      })
      .nullable(),
    verdict: z.enum(MARKET_PRICE_VERDICTS),
    lacks: z.enum(MARKET_PRICE_LACKS).nullable(),
    /** Countries of the market to which shipping is unknown. */
    countries: z.array(z.string()),
    /** What the store said when it refused the price. */
    refused: z.string().nullable(),
  })
  .meta({ id: 'MarketPriceRow' });
export type MarketPriceRow = z.output<typeof rowSchema>;

const totalsSchema = z
  .object({
    variants: z.int(),
    write: z.int(),
    same: z.int(),
    theirs: z.int(),
    none: z.int(),
    /** Now below the least price of the rule. */
    below_floor: z.int(),
  })
  .meta({ id: 'MarketPriceTotals' });
export type MarketPriceTotals = z.output<typeof totalsSchema>;

const path = '/products/market-prices';
const listSchema = z.object({ stores: z.array(storeSchema) });
const chosen = { store_id: idSchema, price_list: key };
const MOST_VARIANTS = 250;

/** Prices of products in the markets of stores. */
export const marketPrices = {
  all: call({
    id: 'own',
    method: 'GET',
    path,
    access: 'workplace',
    needs: 'products.read',
    summary: 'List the markets of your stores, as they were last read, and which of them are priced by your rule.',
    data: listSchema,
  }),
  refresh: call({
    id: 'own',
    method: 'POST',
    path: `${path}/refresh`,
    access: 'workplace',
    needs: 'products.change',
    summary: "Read a store's markets again.",
    body: z.strictObject({ store_id: idSchema }),
    data: doneSchema,
    perMinute: 20,
  }),
  read: call({
    id: 'own',
    method: 'POST',
    path: `${path}/read`,
    access: 'workplace',
    needs: 'products.change',
    summary: "Read the prices that your products have in a market's price list now.",
    body: z.strictObject(chosen),
    data: doneSchema,
    perMinute: 20,
  }),
  preview: call({
    id: 'own',
    method: 'GET',
    path: `${path}/preview`,
    access: 'workplace',
    needs: 'products.read',
    summary: "Compute your products' prices in a market by the saved price rule. Nothing changes.",
    query: z.object({
      ...chosen,
      /** Only variants with this verdict. */
      verdict: z.enum(MARKET_PRICE_VERDICTS).optional(),
      cursor: z.string().max(500).optional(),
      page_size: z.coerce.number().int().min(1).max(100).default(25),
    }),
    data: pageOf(rowSchema).extend({
      /** Only on the first page. */
      totals: totalsSchema.nullable(),
      /** Rates that costs and amounts of the rule are converted by. */
      rates: z.array(
        z.object({ from: z.string(), to: z.string(), rate: z.string().nullable(), day: z.string().nullable() }),
      ),
    }),
  }),
  choose: call({
    id: 'own',
    method: 'PUT',
    path,
    access: 'workplace',
    needs: 'products.change',
    summary:
      "Choose who sets a market's prices: your price rule, or the store. Going back removes the prices that Quayside wrote and that are unchanged since.",
    body: z.strictObject({ ...chosen, by_rule: z.boolean() }),
    data: listSchema,
  }),
  replace: call({
    id: 'own',
    method: 'POST',
    path: `${path}/replace`,
    access: 'workplace',
    needs: 'products.change',
    summary: 'Replace prices that were set in the store by those of the price rule, once.',
    body: z.strictObject({
      ...chosen,
      /** Absent: all of them. */
      variants: z.array(key).min(1).max(MOST_VARIANTS).optional(),
    }),
    data: listSchema,
  }),
};
