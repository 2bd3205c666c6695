import type { AutoUpdateRules } from '@quayside/contracts';
import { AppError, notFound } from '@quayside/kernel';
import type { WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { publish } from '../../../live/publish.ts';
import { findStore } from '../../connections/index.ts';
import { findPriceRule } from '../../pricing/index.ts';
import { insertRules, updateRules } from '../rule-repo.ts';
import { isChangeable } from './decide-listings.ts';

const refuse = (field: string, key: string) =>
  new AppError('UNPROCESSABLE_ENTITY', key, { fields: { [field]: [key] } });

/**
 * Saves a store's rules. Throws AUTO_UPDATE_RULES_CHANGED if they were changed since `revision`, and names the field of a rule
 * that the store can't follow.
 */
export async function saveRules(
  deps: Deps,
  scope: WorkplaceScope,
  edit: { storeId: string; revision: number; isEnabled: boolean; rules: AutoUpdateRules },
): Promise<void> {
  const { workplaceId } = scope;
  const { storeId, revision, isEnabled, rules } = edit;
  await deps.db.tenant(scope, async (tx) => {
    const store = await findStore(tx, workplaceId, storeId);
    if (!store || store.status === 'uninstalled') throw notFound('STORE_NOT_FOUND');
    if (isEnabled) {
      if (!isChangeable(deps, store)) throw refuse('is_enabled', 'AUTO_UPDATE_CHANNEL');
      const follows = (['cost_up', 'cost_down'] as const).find((cause) => rules[cause] === 'follow');
      const shipping = (['shipping_up', 'shipping_down'] as const).find((cause) => rules[cause] === 'follow');
      const first = follows ?? shipping;
      if (first) {
        const priceRule = await findPriceRule(tx, workplaceId, storeId);
        if (!priceRule) throw refuse(`rules.${first}`, 'AUTO_UPDATE_NEEDS_PRICE_RULE');
        if (shipping && !priceRule.rule.shipping_included)
          throw refuse(`rules.${shipping}`, 'AUTO_UPDATE_NEEDS_SHIPPING_IN_PRICE');
      }
    }
    const row = { store_id: storeId, is_enabled: isEnabled, rules };
    const saved =
      revision === 0 ? await insertRules(tx, workplaceId, row) : await updateRules(tx, workplaceId, row, revision);
    if (!saved) throw refuse('revision', 'AUTO_UPDATE_RULES_CHANGED');
    await publish(tx, workplaceId, 'products');
  });
}
