import type { PriceRule } from '@quayside/contracts';
import { AppError, notFound } from '@quayside/kernel';
import type { Executor, WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { publish } from '../../../live/publish.ts';
import { listStores, type Store } from '../../connections/index.ts';
import { removeStorePrices } from '../../products/index.ts';
import { insertRule, removeRule, updateRule } from '../price-rule-repo.ts';

export interface RuleEdit {
  store_id: string | null;
  /** The revision on the screen; 0: none was saved. */
  revision: number;
  rule: PriceRule;
  for_imports: boolean;
  suggested_first: boolean;
}

const changedMeanwhile = () =>
  new AppError('UNPROCESSABLE_ENTITY', 'PRICE_RULE_CHANGED', { fields: { revision: ['PRICE_RULE_CHANGED'] } });

/** A connected store of the workspace. Throws STORE_NOT_FOUND. */
export async function requireStore(ex: Executor, workplaceId: string, storeId: string): Promise<Store> {
  const store = (await listStores(ex, workplaceId, false)).find((one) => one.store_id === storeId);
  if (!store) throw notFound('STORE_NOT_FOUND');
  return store;
}

/** A store's rule gives prices in the store's currency. */
export function checkCurrency(store: Pick<Store, 'currency'>, rule: PriceRule): void {
  if (store.currency !== rule.currency)
    throw new AppError('UNPROCESSABLE_ENTITY', 'PRICE_RULE_CURRENCY', {
      params: { currency: store.currency },
      fields: { 'rule.currency': ['PRICE_RULE_CURRENCY'] },
    });
}

/** Saves the rule of the workspace or of a store. Throws PRICE_RULE_CHANGED if it was changed since `revision`. */
export async function saveRule(deps: Deps, scope: WorkplaceScope, edit: RuleEdit): Promise<void> {
  const { workplaceId } = scope;
  await deps.db.tenant(scope, async (tx) => {
    if (edit.store_id) checkCurrency(await requireStore(tx, workplaceId, edit.store_id), edit.rule);
    const row = edit.store_id ? { ...edit, for_imports: false, suggested_first: false } : edit;
    const saved =
      edit.revision === 0
        ? await insertRule(tx, workplaceId, row)
        : await updateRule(tx, workplaceId, row, edit.revision);
    if (!saved) throw changedMeanwhile();
    await publish(tx, workplaceId, 'products');
  });
}

/** Removes a store's rule and prices: the next push sends the product's prices again. */
export async function removeStoreRule(
  deps: Deps,
  scope: WorkplaceScope,
  { store_id: storeId, revision }: Pick<RuleEdit, 'revision'> & { store_id: string },
): Promise<void> {
  const { workplaceId } = scope;
  await deps.db.tenant(scope, async (tx) => {
    await requireStore(tx, workplaceId, storeId);
    if (!(await removeRule(tx, workplaceId, storeId, revision))) throw changedMeanwhile();
    await removeStorePrices(tx, workplaceId, storeId);
    await publish(tx, workplaceId, 'products');
  });
}
