import type { Db } from '../../../db/index.ts';
import { stocked } from '../from-catalogue.ts';
import { countProducts } from '../goods-repo.ts';
import { stockWarehouse } from './stock-warehouse.ts';

/**
 * Puts Quayside's own catalogue on the shelves, or its first `most` products, unless they lie there already. Loads the
 * catalogue only when needed.
 */
export async function fillShelves(db: Db, most?: number): Promise<void> {
  const { catalogue, catalogueAt } = await import('@quayside/catalogue');
  const products = most === undefined ? catalogue() : [...catalogueAt(most)];
  if ((await db.global(countProducts)) >= products.length) return;
  await stockWarehouse(
    db,
    (function* () {
      for (const product of products) yield stocked(product);
    })(),
  );
}
