import { AppError, notFound, notFoundField } from '@quayside/kernel';
import type { Executor, WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { publish } from '../../../live/publish.ts';
import { findStore } from '../../connections/index.ts';
import { findProduct } from '../../products/index.ts';
import { findCategories, findChoices, removeChoice, saveCategory, saveChoice } from '../choice-repo.ts';
import { findCollections } from '../list-repo.ts';
import { categoryKey, categoryOf } from '../rules/category.ts';

const refuse = (at: number, key: string) =>
  new AppError('UNPROCESSABLE_ENTITY', key, { fields: { [`collections.${at}`]: [key] } });

/**
 * Titles of collections that products may be put into. `known`: titles of those that were chosen before; one that is gone may
 * stay. Throws, naming the field, for any other.
 */
async function titlesOf(
  tx: Executor,
  workplaceId: string,
  storeId: string,
  ids: readonly string[],
  known: ReadonlyMap<string, string>,
): Promise<string[]> {
  const all = new Map((await findCollections(tx, workplaceId, [storeId])).map((one) => [one.external_id, one]));
  return ids.map((id, at) => {
    const found = all.get(id);
    if (found && !found.is_assignable) throw refuse(at, 'COLLECTION_AUTOMATIC');
    const title = found?.title ?? known.get(id);
    if (title === undefined) throw refuse(at, 'COLLECTION_UNKNOWN');
    return title;
  });
}

const titlesById = (row: { external_ids: string[]; titles: string[] } | undefined): Map<string, string> =>
  new Map(row?.external_ids.map((id, at) => [id, row.titles[at] ?? id]));

export interface CollectionChoice {
  productId: string;
  storeId: string;
  /** null: as by the product's category. */
  ids: readonly string[] | null;
  again: readonly string[];
  /** Also for further products of its category. */
  remember: boolean;
}

/** Chooses the collections of a product in a store. The store is changed by the next push. */
export async function chooseCollections(
  deps: Deps,
  scope: WorkplaceScope,
  { productId, storeId, ids, again, remember }: CollectionChoice,
): Promise<void> {
  const { workplaceId } = scope;
  await deps.db.tenant(scope, async (tx) => {
    const product = await findProduct(tx, workplaceId, productId);
    if (!product) throw notFound('PRODUCT_NOT_FOUND');
    if (!(await findStore(tx, workplaceId, storeId))) throw notFoundField('store_id', 'STORE_NOT_FOUND');
    if (ids === null) await removeChoice(tx, workplaceId, productId, storeId);
    else {
      const unique = [...new Set(ids)];
      const before = (await findChoices(tx, workplaceId, [productId])).find((one) => one.store_id === storeId);
      const titles = await titlesOf(tx, workplaceId, storeId, unique, titlesById(before));
      const row = { product_id: productId, store_id: storeId, external_ids: unique, titles };
      await saveChoice(tx, workplaceId, { ...row, again: unique.filter((id) => again.includes(id)) });
      const name = categoryOf(product);
      if (remember && name)
        await saveCategory(tx, workplaceId, {
          store_id: storeId,
          category: categoryKey(name),
          name,
          external_ids: unique,
          titles,
        });
    }
    await publish(tx, workplaceId, 'products', [productId]);
  });
}

/** Remembers the collections that a supplier category goes to; no collections: forgets it. */
export async function rememberCategory(
  deps: Deps,
  scope: WorkplaceScope,
  { storeId, name, ids }: { storeId: string; name: string; ids: readonly string[] },
): Promise<void> {
  const { workplaceId } = scope;
  await deps.db.tenant(scope, async (tx) => {
    if (!(await findStore(tx, workplaceId, storeId))) throw notFoundField('store_id', 'STORE_NOT_FOUND');
    const category = categoryKey(name);
    const before = (await findCategories(tx, workplaceId)).find(
      (one) => one.store_id === storeId && one.category === category,
    );
    const unique = [...new Set(ids)];
    const titles = await titlesOf(tx, workplaceId, storeId, unique, titlesById(before));
    await saveCategory(tx, workplaceId, { store_id: storeId, category, name, external_ids: unique, titles });
    await publish(tx, workplaceId, 'products');
  });
}
