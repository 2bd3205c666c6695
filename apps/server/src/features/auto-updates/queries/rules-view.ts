import { AUTO_UPDATE_DEFAULTS, type StoreAutoUpdates } from '@quayside/contracts';
import type { Executor } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { listStores } from '../../connections/index.ts';
import { findPriceRule } from '../../pricing/index.ts';
import { isChangeable } from '../actions/decide-listings.ts';
import { findRules } from '../rule-repo.ts';

/** The rules of each connected store; one without saved rules is off. */
export async function rulesView(
  ex: Executor,
  deps: Pick<Deps, 'connectors'>,
  workplaceId: string,
): Promise<StoreAutoUpdates[]> {
  const saved = new Map((await findRules(ex, workplaceId)).map((row) => [row.store_id, row]));
  const views: StoreAutoUpdates[] = [];
  for (const store of await listStores(ex, workplaceId, false)) {
    const own = saved.get(store.store_id);
    const priceRule = await findPriceRule(ex, workplaceId, store.store_id);
    views.push({
      store_id: store.store_id,
      store_name: store.store_name || store.platform_domain,
      currency: store.currency,
      is_enabled: own?.is_enabled ?? false,
      rules: own?.rules ?? AUTO_UPDATE_DEFAULTS,
      revision: own?.revision ?? 0,
      updated_at: own?.updated_at ?? null,
      has_price_rule: priceRule !== undefined,
      prices_shipping: priceRule?.rule.shipping_included ?? false,
      can_change: isChangeable(deps, store),
    });
  }
  return views;
}
