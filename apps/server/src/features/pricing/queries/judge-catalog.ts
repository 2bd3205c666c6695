import type { PriceRule } from '@quayside/contracts';
import { add, convertMoney, type Money, money, raiseToEnding, rateFromNumber } from '@quayside/kernel';
import type { Executor } from '../../../db/index.ts';
import type { Mode } from '../../../deps.ts';
import {
  multiplesIn,
  type PricedProduct,
  type PricedVariant,
  readListedRates,
  readPricedProducts,
  readPricedVariants,
  readStorePrices,
  type Unit,
  unitCost,
} from '../../products/index.ts';
import { knownShipping, type ShippingQuery, shippingKey, type WorkplaceFacts } from '../../sourcing/index.ts';
import { convertRule } from '../rules/compute-price.ts';
import { dearestShipping } from '../rules/dearest-shipping.ts';
import { type Judged, judgeVariant } from '../rules/judge-variant.ts';
import { type RuleRate, ratesOfRule } from './rule-rates.ts';

export interface JudgedVariant {
  variant: PricedVariant;
  judged: Judged;
  /** In the rule's currency, or the product's for the workspace's rule. */
  before: { price: number | null; compareAt: number | null };
  /** Countries to which shipping is unknown, of its product or of another part of the bundle. */
  unknownTo: readonly string[];
}

export interface JudgedProduct {
  product: PricedProduct;
  /** The currency of the computed prices. */
  currency: string;
  shipping: Money | null;
  rate: RuleRate | undefined;
  variants: JudgedVariant[];
}

export interface CatalogQuery {
  /** null: the workspace's prices. */
  store: { storeId: string; currency: string; mode: Mode } | null;
  rule: PriceRule;
  includeEdited: boolean;
  productIds?: readonly string[] | undefined;
  after?: string | undefined;
  most?: number | undefined;
  /** Costs of one piece to compute with, by variant, where they aren't the products' own. */
  costs?: ReadonlyMap<string, number> | undefined;
  /** Countries that are shipped to, where they aren't the products' own: the dearest one counts. None: shipping is unknown. */
  shipTo?: readonly string[] | undefined;
  /** Today, in UTC. */
  day: string;
  ownAccounts: WorkplaceFacts['ownAccounts'];
}

type Before = (product: PricedProduct, variant: PricedVariant) => { price: number | null; compareAt: number | null };

/** Prices that a store has now: its own, else the product's, converted as its listing is. */
async function pricesInStore(
  ex: Executor,
  workplaceId: string,
  { storeId, currency }: { storeId: string; currency: string },
  productIds: readonly string[] | undefined,
): Promise<Before> {
  const own = new Map(
    (await readStorePrices(ex, workplaceId, storeId, productIds))
      .filter((row) => row.currency === currency)
      .map((row) => [row.variant_id, { price: row.price, compareAt: row.compare_at_price }]),
  );
  const rates = new Map((await readListedRates(ex, workplaceId, storeId)).map((row) => [row.product_id, row]));
  return (product, variant) => {
    const kept = own.get(variant.variant_id);
    if (kept) return kept;
    if (product.currency === currency) return { price: variant.price, compareAt: variant.compare_at_price };
    const { rate = null, ending = null } = rates.get(product.product_id) ?? {};
    if (rate === null) return { price: null, compareAt: null };
    const convert = (amount: number) =>
      raiseToEnding(convertMoney(money(amount, product.currency), currency, rateFromNumber(rate)), ending ?? 'exact')
        .amount;
    return {
      price: convert(variant.price),
      compareAt: variant.compare_at_price === null ? null : convert(variant.compare_at_price),
    };
  };
}

const ofProduct: Before = (_product, variant) => ({ price: variant.price, compareAt: variant.compare_at_price });

/** Computes prices of a workspace's products, newest first, in a few statements whatever their number. */
export async function judgeCatalog(
  ex: Executor,
  workplaceId: string,
  { store, rule, includeEdited, productIds, after, most, costs, shipTo, day, ownAccounts }: CatalogQuery,
): Promise<{ products: JudgedProduct[]; rates: RuleRate[] }> {
  const filter = { productIds, mode: store?.mode, after, most };
  const products = await readPricedProducts(ex, workplaceId, filter);
  const read = most === undefined ? productIds : products.map((product) => product.product_id);
  const variants = Map.groupBy(await readPricedVariants(ex, workplaceId, read), (variant) => variant.product_id);
  const shippingOf = (product: PricedProduct) => ({
    source: product.source,
    mode: product.mode,
    sourceProductId: product.source_product_id,
    shipTo: product.ship_to,
  });
  const multiples: ReadonlyMap<string, Unit> = store
    ? await multiplesIn(ex, workplaceId, store.storeId, read, costs)
    : new Map();
  const ofParts = [...multiples.values()].flatMap((unit) => unit.rest?.shipped ?? []);
  const destinations = (ask: ShippingQuery) => (shipTo ?? [ask.shipTo]).map((country) => ({ ...ask, shipTo: country }));
  const known = rule.shipping_included
    ? await knownShipping(ex, [...products.map(shippingOf), ...ofParts].flatMap(destinations), ownAccounts)
    : new Map<string, never>();
  const shippingTo = (ask: ShippingQuery) =>
    dearestShipping(destinations(ask).map((one) => [one.shipTo, known.get(shippingKey(one))]));
  const before = store ? await pricesInStore(ex, workplaceId, store, read) : ofProduct;
  // A store's rule converts costs into its currency; the workspace's rule is converted into the product's.
  const currencies = [...new Set(products.map((product) => product.currency))].filter((one) => one !== rule.currency);
  const rates = await ratesOfRule(
    ex,
    workplaceId,
    currencies.map((one) => (store ? { from: one, to: rule.currency } : { from: rule.currency, to: one })),
    day,
  );
  const rateFor = (currency: string) => rates.find((one) => (store ? one.from : one.to) === currency);
  const rules = new Map<string, PriceRule>([[rule.currency, rule]]);
  for (const one of currencies) {
    const rate = rateFor(one)?.rate?.rate;
    if (!store && rate) rules.set(one, convertRule(rule, one, rate));
  }
  return {
    rates,
    products: products.map((product) => {
      const own = shippingTo(shippingOf(product));
      const shipped = own.dearest && money(own.dearest.cost, own.dearest.currency);
      // Each product of a bundle is sent as a parcel of its own: what the whole costs is unknown where one of them is.
      const shippedWith = (rest: Unit['rest']): Money | null =>
        (rest?.shipped ?? []).reduce<Money | null>((sum, part) => {
          const { dearest } = shippingTo(part);
          return sum && dearest?.currency === sum.currency ? add(sum, money(dearest.cost, dearest.currency)) : null;
        }, shipped);
      const used = store ? rule : (rules.get(product.currency) ?? rule);
      const rate = rateFor(product.currency);
      return {
        product,
        currency: store ? rule.currency : product.currency,
        shipping: shipped,
        rate: store ? rate : undefined,
        variants: (variants.get(product.product_id) ?? []).map((variant) => {
          const now = before(product, variant);
          const piece = costs?.get(variant.variant_id) ?? variant.cost;
          const unit = multiples.get(variant.variant_id);
          const cost = money(unitCost(piece, unit), product.currency);
          const input = { cost, shipping: shippedWith(unit?.rest) };
          const current = { ...now, computed: variant.computed_price, own: variant.price };
          const judged = judgeVariant(input, used, store ? rate?.rate?.rate : undefined, current, includeEdited);
          const parcels = [own, ...(unit?.rest?.shipped ?? []).map(shippingTo)];
          return { variant, judged, before: now, unknownTo: [...new Set(parcels.flatMap(({ unknown }) => unknown))] };
        }),
      };
    }),
  };
}
