import type { Db } from '../../../db/index.ts';
import { putProducts, type StockedProduct } from '../goods-repo.ts';

const BATCH = 100;

/**
 * Inserts or updates products, one batch per transaction, so that an interrupted start continues. Known products keep their
 * stock. Returns the count.
 */
export async function stockWarehouse(db: Db, products: Iterable<StockedProduct>): Promise<number> {
  let batch: StockedProduct[] = [];
  let count = 0;
  const flush = async (): Promise<void> => {
    const ready = batch;
    batch = [];
    if (ready.length === 0) return;
    await db.global((tx) => putProducts(tx, ready));
    count += ready.length;
  };
  for (const product of products) {
    batch.push(product);
    if (batch.length === BATCH) await flush();
  }
  await flush();
  return count;
}
