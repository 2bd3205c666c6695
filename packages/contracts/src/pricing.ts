import { z } from 'zod';
import { call } from './call.ts';
import {
  LEAST_LEFT,
  MOST_AMOUNT,
  MOST_BANDS,
  MOST_COMPARE_AT,
  MOST_FEE,
  MOST_MARGIN,
  MOST_MULTIPLIER,
  type PriceRule,
  ROUNDINGS,
  WHOLE,
} from './pricing-choices.ts';
import { exchangeRateSchema } from './rates.ts';
import { currencySchema, idSchema, modeSchema, moneySchema, pageOf, timeSchema } from './shapes.ts';

const amount = z.int().min(0).max(MOST_AMOUNT);

const bandSchema = z.discriminatedUnion('kind', [
  /** The cost times `multiply` thousandths, plus `add`. */
  z.strictObject({
    kind: z.literal('markup'),
    from: amount,
    multiply: z.int().min(0).max(MOST_MULTIPLIER),
    add: amount,
  }),
  /** `margin` of the price is left after cost and fees, in hundredths of a percent. */
  z.strictObject({ kind: z.literal('margin'), from: amount, margin: z.int().min(0).max(MOST_MARGIN) }),
]);

/** A price rule. Amounts are in the smallest unit of its currency, percentages in hundredths of a percent. */
export const priceRuleSchema: z.ZodType<PriceRule, PriceRule> = z
  .strictObject({
    currency: currencySchema,
    bands: z.array(bandSchema).min(1).max(MOST_BANDS),
    fees: z.strictObject({ percent: z.int().min(0).max(MOST_FEE), fixed: amount, included: z.boolean() }),
    shipping_included: z.boolean(),
    rounding: z.enum(ROUNDINGS),
    compare_at_percent: z.int().min(1).max(MOST_COMPARE_AT).nullable(),
    floor: z.strictObject({ profit: amount, margin: z.int().min(0).max(MOST_MARGIN) }),
  })
  .superRefine(({ bands, fees, floor }, context) => {
    const left = WHOLE - fees.percent - LEAST_LEFT;
    for (const [at, band] of bands.entries()) {
      const before = bands[at - 1];
      if (before ? band.from <= before.from : band.from !== 0)
        context.addIssue({
          code: 'custom',
          path: ['bands', at, 'from'],
          message: before ? 'start above the previous band' : 'start at 0',
        });
      if (band.kind === 'margin' && band.margin > left)
        context.addIssue({
          code: 'custom',
          path: ['bands', at, 'margin'],
          message: 'fees and margin exceed the price',
        });
    }
    if (floor.margin > left)
      context.addIssue({ code: 'custom', path: ['floor', 'margin'], message: 'fees and margin exceed the price' });
  })
  .meta({ id: 'PriceRule' });

/** A rate used by a rule. `stale`: published more than a week ago. */
const ruleRateSchema = z.object({
  from: z.string(),
  to: z.string(),
  /** null: no rate is known, and prices in `from` are not computed. */
  rate: exchangeRateSchema.nullable(),
  stale: z.boolean(),
});

const settingSchema = z
  .object({
    /** null: the workspace's own rule. */
    store_id: idSchema.nullable(),
    /** Counts the saved changes; 0: never saved. */
    revision: z.int(),
    rule: priceRuleSchema,
    /** Imported products are priced by the rule. Only in the workspace's own rule. */
    for_imports: z.boolean(),
    /** On import, a price that the supplier suggests comes first. */
    suggested_first: z.boolean(),
    updated_at: timeSchema.nullable(),
    default_rule: priceRuleSchema,
    /** Currencies of the products concerned that differ from the rule's. */
    rates: z.array(ruleRateSchema),
    stores: z.array(
      z.object({
        store_id: idSchema,
        name: z.string(),
        currency: z.string(),
        mode: modeSchema,
        has_rule: z.boolean(),
      }),
    ),
  })
  .meta({ id: 'SellingPriceSetting' });
export type SellingPriceSetting = z.output<typeof settingSchema>;

const totalsSchema = z
  .object({
    products: z.int(),
    variants: z.int(),
    up: z.int(),
    down: z.int(),
    same: z.int(),
    /** No earlier price in the store's currency is known. */
    fresh: z.int(),
    /** Raised to the least profit. */
    raised: z.int(),
    /** Set by a person, and left as they are unless `include_edited`. */
    edited: z.int(),
    /** No price, because shipping or an exchange rate is unknown. */
    no_cost: z.int(),
    no_shipping: z.int(),
    no_rate: z.int(),
    /** Variants that applying would write. */
    changing: z.int(),
  })
  .meta({ id: 'PricePreviewTotals' });
export type PricePreviewTotals = z.output<typeof totalsSchema>;

const rangeSchema = z.object({ from: moneySchema, to: moneySchema });
const previewRowSchema = z
  .object({
    product_id: idSchema,
    title: z.string(),
    image: z.string().nullable(),
    variants: z.int(),
    cost: rangeSchema,
    /** Supplier's shipping to the product's country; null: unknown, or not part of the rule. */
    shipping: moneySchema.nullable(),
    /** null: unknown in the store's currency. */
    price_now: rangeSchema.nullable(),
    /** null: can't be computed. */
    price: rangeSchema.nullable(),
    compare_at: rangeSchema.nullable(),
    /** Least profit of a variant after cost, shipping and fees, and its share of the price in hundredths of a percent. */
    profit: moneySchema.nullable(),
    margin: z.int().nullable(),
    raised: z.boolean(),
    edited: z.boolean(),
    no_cost: z.boolean(),
    no_shipping: z.boolean(),
    no_rate: z.boolean(),
  })
  .meta({ id: 'PricePreviewRow' });
export type PricePreviewRow = z.output<typeof previewRowSchema>;

export const PRICE_BATCH_STATES = ['applying', 'applied', 'undoing', 'undone'] as const;
const batchSchema = z
  .object({
    batch_id: idSchema,
    store_id: idSchema.nullable(),
    store_name: z.string().nullable(),
    state: z.enum(PRICE_BATCH_STATES),
    /** Variants in the batch, those written so far, and those left out because they changed meanwhile. */
    total: z.int(),
    done: z.int(),
    skipped: z.int(),
    /** After an undo: variants restored, and those kept because they changed since. */
    restored: z.int(),
    kept: z.int(),
    push: z.boolean(),
    /** Listings queued to be pushed again, by applying and by undoing. */
    pushed: z.int(),
    requested_by: z.string(),
    created_at: timeSchema,
    ended_at: timeSchema.nullable(),
  })
  .meta({ id: 'PriceBatch' });
export type PriceBatchView = z.output<typeof batchSchema>;

const storeOrWorkspace = idSchema.nullable().default(null);
const MOST_CHOSEN = 2_000;
const chosen = z.array(idSchema).min(1).max(MOST_CHOSEN).optional();
/** A rule and a list of products. */
const LIMITS = { bytes: 256 * 1024, items: 2 * MOST_CHOSEN };

export const pricing = {
  setting: call({
    id: 'C147',
    method: 'GET',
    path: '/center/products/setting/selling_price',
    access: 'workplace',
    needs: 'products.read',
    summary: "Get the price rule of the workspace, or of one store. A store without a rule returns the workspace's.",
    query: z.object({ store_id: idSchema.optional() }),
    data: settingSchema,
  }),
  saveSetting: call({
    id: 'C148',
    method: 'PUT',
    path: '/center/products/setting/selling_price',
    access: 'workplace',
    needs: 'products.change',
    summary: 'Save the price rule of the workspace, or of one store. Prices change only when it is applied.',
    body: z.strictObject({
      store_id: storeOrWorkspace,
      /** The revision shown on screen; refused if it was changed since. */
      revision: z.int().min(0),
      rule: priceRuleSchema,
      for_imports: z.boolean().default(false),
      suggested_first: z.boolean().default(false),
    }),
    data: settingSchema,
  }),
  removeSetting: call({
    id: 'own',
    method: 'DELETE',
    path: '/center/products/setting/selling_price',
    access: 'workplace',
    needs: 'products.change',
    summary: "Remove a store's own price rule with its prices. The next push sends the product's price again.",
    body: z.strictObject({ store_id: idSchema, revision: z.int().min(1) }),
    data: settingSchema,
  }),
  preview: call({
    id: 'own',
    method: 'POST',
    path: '/center/products/setting/selling_price/preview',
    access: 'workplace',
    needs: 'products.read',
    summary: 'Compute the prices of your products by a rule, saved or not. Nothing changes.',
    body: z.strictObject({
      store_id: storeOrWorkspace,
      rule: priceRuleSchema,
      /** Only these products; absent: all. */
      product_ids: chosen,
      include_edited: z.boolean().default(false),
      cursor: z.string().max(500).optional(),
      page_size: z.int().min(1).max(100).default(25),
    }),
    limits: LIMITS,
    data: pageOf(previewRowSchema).extend({
      /** Only on the first page. */
      totals: totalsSchema.nullable(),
      rates: z.array(ruleRateSchema),
    }),
  }),
  apply: call({
    id: 'C114',
    method: 'POST',
    path: '/center/products/setup-selling-price',
    access: 'workplace',
    needs: 'products.change',
    summary: 'Set prices by the saved rule of the workspace or of a store. The batch can be undone.',
    body: z.strictObject({
      store_id: storeOrWorkspace,
      /** The revision of the rule shown on screen; 0: the default rule. */
      revision: z.int().min(0),
      /** Absent: all products. */
      product_ids: chosen,
      include_edited: z.boolean().default(false),
      /** Push listed products again. */
      push: z.boolean().default(false),
    }),
    limits: LIMITS,
    data: batchSchema,
  }),
  batches: call({
    id: 'own',
    method: 'GET',
    path: '/center/products/price-batches',
    access: 'workplace',
    needs: 'products.read',
    summary: 'List the latest price changes by rule, newest first.',
    data: z.object({ items: z.array(batchSchema) }),
  }),
  batch: call({
    id: 'own',
    method: 'GET',
    path: '/center/products/price-batches/{batch_id}',
    access: 'workplace',
    needs: 'products.read',
    summary: 'Get a price change with the first 100 variants that were left out or kept.',
    params: z.object({ batch_id: idSchema }),
    data: batchSchema.extend({
      left: z.array(
        z.object({
          product_id: idSchema,
          variant_id: idSchema,
          title: z.string(),
          sku: z.string(),
          /** skipped: changed before it could be written. kept: changed after it was written. */
          state: z.enum(['skipped', 'kept']),
        }),
      ),
    }),
  }),
  undo: call({
    id: 'own',
    method: 'POST',
    path: '/center/products/price-batches/{batch_id}/undo',
    access: 'workplace',
    needs: 'products.change',
    summary: 'Undo a price change: restores each price that nothing else changed since, and pushes again if it had.',
    params: z.object({ batch_id: idSchema }),
    body: z.strictObject({}),
    data: batchSchema,
  }),
};
