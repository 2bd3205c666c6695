import type { ProductCollections } from '@quayside/contracts';
import { notFound } from '@quayside/kernel';
import type { Executor } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { storesWithList } from '../../connections/index.ts';
import { findProduct, findPushedCollections, type PushedCollections } from '../../products/index.ts';
import { collectionList } from '../actions/read-collections.ts';
import { findCategories, findChoices } from '../choice-repo.ts';
import { findApplying, findCollections } from '../list-repo.ts';
import { categoryKey, categoryOf } from '../rules/category.ts';
import { decideCollections, isPending } from '../rules/wanted.ts';

/** What all parts of a product have in common: one that isn't so in every part is said. */
function together(parts: readonly PushedCollections[]): PushedCollections | null {
  const [first] = parts;
  if (!first) return null;
  const union = (pick: (one: PushedCollections) => string[]): string[] => [...new Set(parts.flatMap(pick))];
  const left = union((one) => one.left);
  const gone = union((one) => one.gone);
  const refused = new Map(parts.flatMap((one) => one.refused).map((one) => [one.id, one]));
  return {
    wanted: first.wanted,
    joined: union((one) => one.joined).filter((id) => !left.includes(id) && !gone.includes(id) && !refused.has(id)),
    left,
    gone,
    refused: [...refused.values()],
  };
}

/** The collections of a product in each connected store. Throws PRODUCT_NOT_FOUND. */
export async function productCollections(
  ex: Executor,
  deps: Deps,
  workplaceId: string,
  productId: string,
): Promise<{ category: string; stores: ProductCollections[] }> {
  const product = await findProduct(ex, workplaceId, productId);
  if (!product) throw notFound('PRODUCT_NOT_FOUND');
  const name = categoryOf(product);
  const stores = await storesWithList(ex, deps, collectionList, workplaceId);
  const ids = stores.map((one) => one.store_id);
  const choices = new Map((await findChoices(ex, workplaceId, [productId])).map((one) => [one.store_id, one]));
  const applying = await findApplying(ex, workplaceId);
  const categories = new Map(
    (await findCategories(ex, workplaceId))
      .filter((one) => one.category === categoryKey(name))
      .map((one) => [one.store_id, one]),
  );
  const known = Map.groupBy(await findCollections(ex, workplaceId, ids), (one) => one.store_id);
  const pushed = Map.groupBy(await findPushedCollections(ex, workplaceId, productId), (one) => one.store_id);
  return {
    category: name,
    stores: stores.map(({ store_id: storeId }) => {
      const titles = new Map(known.get(storeId)?.map((one) => [one.external_id, one.title]));
      const named = (row: { external_ids: string[]; titles: string[] }) =>
        row.external_ids.map((id, at) => ({ id, title: titles.get(id) ?? row.titles[at] ?? id }));
      const choice = choices.get(storeId);
      const category = categories.get(storeId);
      const applies = applying.has(storeId);
      const { follows, wanted } = decideCollections({ choice, category: category?.external_ids ?? [], applies });
      const parts = pushed.get(storeId) ?? [];
      const last = together(parts.flatMap(({ collections }) => (collections ? [collections] : [])));
      const { wanted: _wanted, ...shown } = last ?? { wanted: [] };
      return {
        store_id: storeId,
        chosen: choice ? named(choice) : null,
        category: category ? named(category) : [],
        follows,
        pushed:
          last && 'joined' in shown
            ? { ...shown, refused: last.refused.map((one) => ({ ...one, title: titles.get(one.id) ?? one.id })) }
            : null,
        is_listed: parts.length > 0,
        is_pending: parts.length > 0 && isPending(wanted, last),
      };
    }),
  };
}
