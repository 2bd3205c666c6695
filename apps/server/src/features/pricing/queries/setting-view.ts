import { defaultPriceRule, type SellingPriceSetting } from '@quayside/contracts';
import type { Executor } from '../../../db/index.ts';
import { listStores } from '../../connections/index.ts';
import { readPricedProducts } from '../../products/index.ts';
import { findRule, storesWithRule } from '../price-rule-repo.ts';
import { ratesOfRule } from './rule-rates.ts';

/** The currency that most products are bought in: that of the rule before one is saved. */
export function usualCurrency(products: readonly { currency: string }[]): string {
  const groups = [...Map.groupBy(products, (product) => product.currency)];
  return groups.sort((a, b) => b[1].length - a[1].length)[0]?.[0] ?? 'USD';
}

/** The rule of the workspace or of a store; a store without one starts from the workspace's percentages. */
export async function settingView(
  ex: Executor,
  workplaceId: string,
  storeId: string | null,
  day: string,
): Promise<SellingPriceSetting | undefined> {
  const stores = await listStores(ex, workplaceId, false);
  const store = storeId ? stores.find((one) => one.store_id === storeId) : undefined;
  if (storeId && !store) return undefined;
  const own = await findRule(ex, workplaceId, storeId);
  const shared = storeId ? await findRule(ex, workplaceId, null) : own;
  const products = await readPricedProducts(ex, workplaceId, { mode: store?.mode });
  const currency = store?.currency ?? own?.rule.currency ?? usualCurrency(products);
  const fallback = shared?.rule.currency === currency ? shared.rule : defaultPriceRule(currency);
  const rule = own?.rule ?? fallback;
  const others = [...new Set(products.map((product) => product.currency))].filter((one) => one !== rule.currency);
  const pairs = others.map((one) => (store ? { from: one, to: rule.currency } : { from: rule.currency, to: one }));
  const withRule = await storesWithRule(ex, workplaceId);
  return {
    store_id: storeId,
    revision: own?.revision ?? 0,
    rule,
    for_imports: own?.for_imports ?? false,
    suggested_first: own?.suggested_first ?? false,
    updated_at: own?.updated_at ?? null,
    default_rule: defaultPriceRule(currency),
    rates: await ratesOfRule(ex, workplaceId, pairs, day),
    stores: stores.map((one) => ({
      store_id: one.store_id,
      name: one.store_name || one.platform_domain,
      currency: one.currency,
      mode: one.mode,
      has_rule: withRule.has(one.store_id),
    })),
  };
}
