import { type Money, money } from '@quayside/kernel';
import type { Executor } from '../../../db/index.ts';
import type { Mode } from '../../../deps.ts';
import { type PricedProduct, readPricedProducts } from '../../products/index.ts';
import { knownShipping, shippingKey, type WorkplaceFacts } from '../../sourcing/index.ts';
import { findRule, type SavedRule } from '../price-rule-repo.ts';
import { convertRule, floorPrice } from '../rules/compute-price.ts';
import { dearestShipping } from '../rules/dearest-shipping.ts';
import { judgeCatalog } from './judge-catalog.ts';
import { type RuleRate, ratesOfRule } from './rule-rates.ts';

/** A variant's price in a market, in the smallest unit of its currency; or why it has none. */
export type MarketPriceResult =
  | { price: number; compareAt: number | null; floor: number; profit: number }
  | { lacks: 'rule' | 'rate' | 'cost' | 'shipping'; countries?: readonly string[] };

export interface MarketQuery {
  store: { storeId: string; mode: Mode };
  currency: string;
  countries: readonly string[];
  /** It has further places, to which shipping can't be known. */
  isOpenEnded: boolean;
  productIds: readonly string[];
  /** Today, in UTC. */
  day: string;
  ownAccounts: WorkplaceFacts['ownAccounts'];
}

/** The rule that counts in a store's markets: the store's own, else the workspace's. */
export const marketRule = async (ex: Executor, workplaceId: string, storeId: string): Promise<SavedRule | undefined> =>
  (await findRule(ex, workplaceId, storeId)) ?? findRule(ex, workplaceId, null);

const asked = (product: PricedProduct, shipTo: string) => ({
  source: product.source,
  mode: product.mode,
  sourceProductId: product.source_product_id,
  shipTo,
});

/** What shipping to the dearest of a market's countries costs, by product, and the countries where that is unknown. */
async function shippingTo(ex: Executor, products: readonly PricedProduct[], { countries, ownAccounts }: MarketQuery) {
  const known = await knownShipping(
    ex,
    products.flatMap((product) => countries.map((country) => asked(product, country))),
    ownAccounts,
  );
  return new Map(
    products.map((product) => [
      product.product_id,
      dearestShipping(countries.map((country) => [country, known.get(shippingKey(asked(product, country)))] as const)),
    ]),
  );
}

export interface MarketPrices {
  prices: ReadonlyMap<string, MarketPriceResult>;
  /** What all other variants have. */
  otherwise: MarketPriceResult;
  rates: readonly RuleRate[];
}

/** Prices of products in a market by the rule of its store, by variant, with the rates that were used. */
export async function pricesForMarket(ex: Executor, workplaceId: string, ask: MarketQuery): Promise<MarketPrices> {
  const { store, currency, productIds, day, ownAccounts } = ask;
  const saved = await marketRule(ex, workplaceId, store.storeId);
  if (!saved) return { prices: new Map(), otherwise: { lacks: 'rule' }, rates: [] };
  const isSame = saved.rule.currency === currency;
  const [conversion] = isSame
    ? []
    : await ratesOfRule(ex, workplaceId, [{ from: saved.rule.currency, to: currency }], day);
  const rate = conversion?.rate?.rate;
  const converted = conversion ? [conversion] : [];
  if (!isSame && rate === undefined) return { prices: new Map(), otherwise: { lacks: 'rate' }, rates: converted };
  const rule = rate === undefined ? saved.rule : convertRule(saved.rule, currency, rate);
  const products = rule.shipping_included
    ? await readPricedProducts(ex, workplaceId, { productIds, mode: store.mode })
    : [];
  const shipping = await shippingTo(ex, products, ask);
  const shippingBy = new Map<string, Money | null>(
    [...shipping].map(([id, { dearest }]) => [
      id,
      dearest && !ask.isOpenEnded ? money(dearest.cost, dearest.currency) : null,
    ]),
  );
  const judged = await judgeCatalog(ex, workplaceId, {
    store: { ...store, currency },
    rule,
    includeEdited: true,
    productIds,
    shippingBy,
    day,
    ownAccounts,
  });
  const prices = new Map<string, MarketPriceResult>();
  for (const { product, variants } of judged.products) {
    for (const { variant, judged: own } of variants) {
      const { result } = own;
      prices.set(
        variant.variant_id,
        'missing' in result
          ? { lacks: result.missing, countries: shipping.get(product.product_id)?.unknown ?? [] }
          : {
              price: result.price,
              compareAt: result.compareAt ?? null,
              floor: floorPrice(rule, result.cost),
              profit: result.profit,
            },
      );
    }
  }
  return { prices, otherwise: { lacks: 'cost' }, rates: [...converted, ...judged.rates] };
}
