import type { Executor } from '../../../db/index.ts';
import type { Mode } from '../../../deps.ts';
import type { WorkplaceFacts } from '../../sourcing/index.ts';
import { findRule, type SavedRule } from '../price-rule-repo.ts';
import { convertRule, floorPrice } from '../rules/compute-price.ts';
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
  const judged = await judgeCatalog(ex, workplaceId, {
    store: { ...store, currency },
    rule,
    includeEdited: true,
    productIds,
    // Further places may be dearer than those that are named.
    shipTo: ask.isOpenEnded ? [] : ask.countries,
    day,
    ownAccounts,
  });
  const prices = new Map<string, MarketPriceResult>();
  for (const { variants } of judged.products) {
    for (const { variant, judged: own, unknownTo } of variants) {
      const { result } = own;
      prices.set(
        variant.variant_id,
        'missing' in result
          ? { lacks: result.missing, countries: unknownTo }
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
