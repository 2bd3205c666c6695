import type { Executor } from '../../../db/index.ts';
import { findChoices, saveChoice } from '../choice-repo.ts';
import { findCollections } from '../list-repo.ts';
import { withSameTitles } from '../rules/same-titles.ts';

/**
 * Chooses for products in another store the collections with the titles of those that were chosen in this one. A choice that a product
 * has in the other store stays, and a product for which there are none gets no choice.
 */
export async function carryChoices(
  tx: Executor,
  workplaceId: string,
  productIds: readonly string[],
  { from, to }: { from: string; to: string },
): Promise<void> {
  const choices = await findChoices(tx, workplaceId, productIds);
  const there = new Set(choices.filter((one) => one.store_id === to).map((one) => one.product_id));
  const wanted = choices.filter((one) => one.store_id === from && !there.has(one.product_id));
  if (wanted.length === 0) return;
  const all = await findCollections(tx, workplaceId, [to]);
  for (const { product_id: id, titles } of wanted) {
    const found = withSameTitles(titles, all);
    if (found.length > 0)
      await saveChoice(tx, workplaceId, {
        product_id: id,
        store_id: to,
        external_ids: found.map((one) => one.external_id),
        titles: found.map((one) => one.title),
        again: [],
      });
  }
}
