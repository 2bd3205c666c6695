import type { Db } from '../../../db/index.ts';
import { stocked } from '../from-catalogue.ts';
import { countProducts } from '../goods-repo.ts';
import { stockWarehouse } from './stock-warehouse.ts';

/** Puts Quayside's own catalogue on the shelves, unless it lies there already. Loads the catalogue only when needed. */
export async function fillShelves(db: Db): Promise<void> {
  const { catalogue } = await import('@quayside/catalogue');
  const products = catalogue();
  if ((await db.global(countProducts)) >= products.length) return;
  await stockWarehouse(
    db,
    (function* () {
      for (const product of products) yield stocked(product);
    })(),
  );
}
