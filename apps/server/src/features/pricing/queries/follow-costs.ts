import type { Executor } from '../../../db/index.ts';
import type { WorkplaceFacts } from '../../sourcing/index.ts';
import { findRule } from '../price-rule-repo.ts';
import { floorPrice } from '../rules/compute-price.ts';
import { type CatalogQuery, judgeCatalog } from './judge-catalog.ts';

/** What a store's price rule makes of a variant's cost, in minor units of the store's currency. */
export interface FollowedPrice {
  now: number;
  compareNow: number | null;
  wanted: number;
  compareWanted: number | null;
  /** The rule allows no price below it. */
  floor: number;
  /** A person set the price. */
  isEdited: boolean;
  /** The rule includes shipping. */
  withShipping: boolean;
  rate: string | null;
  rateDay: string | null;
}

/** Prices by a store's own rule, by variant. Empty where the store has no rule; variants without a price are left out. */
export async function followCosts(
  ex: Executor,
  workplaceId: string,
  ask: {
    store: NonNullable<CatalogQuery['store']>;
    variantIds: ReadonlySet<string>;
    /** Costs at the supplier now; of other variants the products' own count. */
    costs: ReadonlyMap<string, number>;
    productIds: readonly string[];
    day: string;
    ownAccounts: WorkplaceFacts['ownAccounts'];
  },
): Promise<Map<string, FollowedPrice>> {
  const saved = await findRule(ex, workplaceId, ask.store.storeId);
  if (saved?.rule.currency !== ask.store.currency) return new Map();
  const { rule } = saved;
  const { products } = await judgeCatalog(ex, workplaceId, { ...ask, rule, includeEdited: false });
  return new Map(
    products.flatMap(({ rate, variants }) =>
      variants.flatMap(({ variant, judged, before }) =>
        'missing' in judged.result || before.price === null || !ask.variantIds.has(variant.variant_id)
          ? []
          : [
              [
                variant.variant_id,
                {
                  now: before.price,
                  compareNow: before.compareAt,
                  wanted: judged.result.price,
                  compareWanted: judged.compareAfter,
                  floor: floorPrice(rule, judged.result.cost),
                  isEdited: judged.edited,
                  withShipping: rule.shipping_included,
                  rate: rate?.rate?.rate ?? null,
                  rateDay: rate?.rate?.day ?? null,
                },
              ] as const,
            ],
      ),
    ),
  );
}
