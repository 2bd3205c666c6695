import type { Executor } from '../../../db/index.ts';
import { findProducts } from '../../products/index.ts';
import { findChoices, saveChoice } from '../choice-repo.ts';

/** Gives copies of products the choices of the product that they are a copy of. */
export async function copyChoices(tx: Executor, workplaceId: string, productIds: readonly string[]): Promise<void> {
  const copies = await findProducts(tx, workplaceId, productIds);
  const origins = copies.flatMap(({ copied_from: id }) => (id === null ? [] : [id]));
  const choices = Map.groupBy(await findChoices(tx, workplaceId, origins), (one) => one.product_id);
  for (const { product_id: id, copied_from: origin } of copies)
    for (const one of choices.get(origin ?? '') ?? [])
      await saveChoice(tx, workplaceId, { ...one, product_id: id, again: [] });
}
