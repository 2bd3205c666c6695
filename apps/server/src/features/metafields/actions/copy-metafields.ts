import type { Executor } from '../../../db/index.ts';
import { findProducts } from '../../products/index.ts';
import { addValues, findValues } from '../value-repo.ts';

/** Gives copies of products the metafields of the product that they are a copy of. */
export async function copyMetafields(tx: Executor, workplaceId: string, productIds: readonly string[]): Promise<void> {
  const copies = await findProducts(tx, workplaceId, productIds);
  const origins = [...new Set(copies.flatMap(({ copied_from: id }) => (id === null ? [] : [id])))];
  const values = Map.groupBy(await findValues(tx, workplaceId, origins), (one) => one.product_id);
  const rows = copies.flatMap(({ product_id: id, copied_from: origin }) =>
    (values.get(origin ?? '') ?? [])
      .filter((one) => !one.removed)
      .map((one) => ({ ...one, product_id: id, again: false })),
  );
  if (rows.length > 0) await addValues(tx, workplaceId, rows);
}
