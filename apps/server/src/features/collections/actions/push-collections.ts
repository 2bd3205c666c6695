import { type CollectionPorts, findProducts } from '../../products/index.ts';
import { findCategories, findChoices, settleAgain } from '../choice-repo.ts';
import { findApplying } from '../list-repo.ts';
import { categoryKey, categoryOf } from '../rules/category.ts';
import { decideCollections } from '../rules/wanted.ts';
import { carryChoices } from './carry-choices.ts';

/** What pushes ask about collections, and where they left listings. */
export const ports: CollectionPorts = {
  carry: carryChoices,

  async wanted(ex, workplaceId, storeId, productIds) {
    const choices = new Map(
      (await findChoices(ex, workplaceId, productIds))
        .filter((one) => one.store_id === storeId)
        .map((one) => [one.product_id, one]),
    );
    const applies = (await findApplying(ex, workplaceId)).has(storeId);
    const categories = new Map(
      (applies ? await findCategories(ex, workplaceId) : [])
        .filter((one) => one.store_id === storeId)
        .map((one) => [one.category, one.external_ids]),
    );
    const products = await findProducts(ex, workplaceId, productIds);
    return new Map(
      products.flatMap((product) => {
        const category = categories.get(categoryKey(categoryOf(product))) ?? [];
        const { wanted } = decideCollections({ choice: choices.get(product.product_id), category, applies });
        return wanted ? [[product.product_id, wanted] as const] : [];
      }),
    );
  },
  async settled(tx, workplaceId, { productId, storeId }, membership) {
    await settleAgain(tx, workplaceId, productId, storeId, membership.joined);
  },
};
