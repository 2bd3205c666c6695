import type { Db } from '../../../db/index.ts';
import { putProducts, type StockedProduct } from '../goods-repo.ts';

const BATCH = 100;

/**
 * Puts products on the shelves, a batch to a transaction, so that a start that is cut short goes on where it was. Products
 * that are known are brought up to date and keep their stock. Answers how many were put.
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
