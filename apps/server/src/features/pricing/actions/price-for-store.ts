import type { Deps } from '../../../deps.ts';
import { type PriceInStore, type ProductPorts, readStorePrices, saveStorePrices } from '../../products/index.ts';
import { type WorkplaceFacts, workplaceFacts } from '../../sourcing/index.ts';
import { findRule } from '../price-rule-repo.ts';
import { judgeCatalog } from '../queries/judge-catalog.ts';

type Push = Parameters<PriceInStore>;

async function priceInStore(
  deps: Deps,
  workplaceId: string,
  ownAccounts: WorkplaceFacts['ownAccounts'],
  [tx, store, productIds, listed]: Push,
): Promise<ReadonlySet<string>> {
  const saved = await findRule(tx, workplaceId, store.storeId);
  if (!saved || saved.rule.currency !== store.currency) return new Set();
  const there = (await readStorePrices(tx, workplaceId, store.storeId, productIds)).filter(
    (row) => row.currency === store.currency,
  );
  const keeps = new Set(there.filter((row) => listed.has(row.product_id)).map((row) => row.variant_id));
  const { products } = await judgeCatalog(tx, workplaceId, {
    store,
    rule: saved.rule,
    includeEdited: true,
    productIds,
    day: deps.clock.now().slice(0, 10),
    ownAccounts,
  });
  const fresh = products.flatMap(({ product, rate, variants }) =>
    variants.flatMap(({ variant, judged: { result, compareAfter } }) => {
      // A price set by a person stays: it is converted as without a rule.
      const isEdited = variant.price !== variant.computed_price;
      if (keeps.has(variant.variant_id) || isEdited || 'missing' in result) return [];
      return [
        {
          product_id: product.product_id,
          variant_id: variant.variant_id,
          price: result.price,
          compare_at_price: saved.rule.compare_at_percent === null ? null : compareAfter,
          currency: store.currency,
          rate: rate?.rate?.rate ?? null,
          rate_day: rate?.rate?.day ?? null,
        },
      ];
    }),
  );
  await saveStorePrices(tx, workplaceId, store.storeId, fresh);
  return new Set([...there, ...fresh].map((row) => row.variant_id));
}

/**
 * Prices products in a store with its own rule before they are pushed there. Products that are listed keep the prices they
 * have: those change only when a person applies the rule.
 */
export function createStorePrices(deps: Deps): NonNullable<ProductPorts['storePrices']> {
  const factsOf = workplaceFacts(deps);
  return async (scope) => {
    const { ownAccounts } = await factsOf(scope);
    return (...push) => priceInStore(deps, scope.workplaceId, ownAccounts, push);
  };
}
