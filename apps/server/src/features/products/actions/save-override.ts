import type { StoreValues } from '@quayside/contracts';
import { AppError, invalidField, notFound } from '@quayside/kernel';
import type { Executor, WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { publish } from '../../../live/publish.ts';
import { findStore } from '../../connections/index.ts';
import { cleanHtml } from '../../sourcing/index.ts';
import { setPublishStatus } from '../listing-repo.ts';
import { findOverrides, saveOverride } from '../override-repo.ts';
import { lockProducts } from '../repo.ts';
import { editValues, NO_VALUES, type StoreOverride } from '../rules/store-override.ts';
import type { Product } from '../tables.ts';

export interface OverrideEdit {
  productId: string;
  storeId: string;
  /** The revision on the screen. */
  revision: number;
  /** null: as in all stores. */
  values: Partial<StoreValues>;
}

/** A store's own values of a product; none were set where there is no row. */
export const readOverride = async (
  tx: Executor,
  workplaceId: string,
  productId: string,
  storeId: string,
): Promise<StoreOverride> => {
  const [known] = await findOverrides(tx, workplaceId, [productId], [storeId]);
  return known ?? { ...NO_VALUES, product_id: productId, store_id: storeId, revision: 0 };
};

/** Writes an edit of a store's own values of a product, which the caller holds; `field` names values in a refusal. */
export async function writeOverride(
  tx: Executor,
  workplaceId: string,
  product: Product,
  before: StoreOverride,
  edit: Partial<StoreValues>,
  field: (name: string) => string,
): Promise<StoreOverride> {
  const values = editValues(before, edit);
  if (!values) return before;
  const isNewStatus = values.status !== null && values.status !== before.status;
  // A push under way would miss it, and its listing would keep the earlier one.
  if (isNewStatus && product.push_state === 'processing')
    throw new AppError('BAD_REQUEST', 'PRODUCT_IS_PROCESSING', {
      fields: { [field('status')]: ['PRODUCT_IS_PROCESSING'] },
    });
  const after = { ...before, ...values, revision: before.revision + 1 };
  const { product_id: productId, store_id: storeId } = before;
  await saveOverride(tx, workplaceId, after);
  if (isNewStatus && values.status) await setPublishStatus(tx, workplaceId, [productId], [storeId], values.status);
  await publish(tx, workplaceId, 'products', [productId]);
  await publish(tx, workplaceId, 'listings');
  return after;
}

/**
 * Sets or resets what a product has in one store only. The store gets it with the next push. Throws PRODUCT_NOT_FOUND,
 * STORE_NOT_FOUND (also for a store that the member is not allowed), SANDBOX_MIXED, PRODUCT_CHANGED_MEANWHILE, and
 * PRODUCT_IS_PROCESSING for a new status during a push.
 */
export async function saveStoreOverride(deps: Deps, scope: WorkplaceScope, ask: OverrideEdit): Promise<StoreOverride> {
  const { workplaceId } = scope;
  const { productId, storeId } = ask;
  return deps.db.tenant(scope, async (tx) => {
    const [product] = await lockProducts(tx, workplaceId, [productId]);
    if (!product) throw notFound('PRODUCT_NOT_FOUND');
    const store = await findStore(tx, workplaceId, storeId);
    if (!store) throw notFound('STORE_NOT_FOUND');
    if (store.mode !== product.mode) throw invalidField('store_id', 'SANDBOX_MIXED');
    const before = await readOverride(tx, workplaceId, productId, storeId);
    if (before.revision !== ask.revision)
      throw new AppError('UNPROCESSABLE_ENTITY', 'PRODUCT_CHANGED_MEANWHILE', {
        fields: { revision: ['PRODUCT_CHANGED_MEANWHILE'] },
      });
    const { description_html: html } = ask.values;
    const edit = html ? { ...ask.values, description_html: cleanHtml(html) } : ask.values;
    return writeOverride(tx, workplaceId, product, before, edit, (name) => `values.${name}`);
  });
}
