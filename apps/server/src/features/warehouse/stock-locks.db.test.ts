import { expect, test } from 'vitest';
import { type Executor, sql } from '../../db/index.ts';
import { overlap, testDatabase } from '../../testing/db/index.ts';
import { mug } from '../../testing/warehouse/warehouse-goods.ts';
import { stockWarehouse } from './actions/stock-warehouse.ts';
import { lockShelves, moveStock } from './goods-repo.ts';

const db = await testDatabase();
const ids = Array.from({ length: 40 }, (_none, n) => `T-1-${String(n).padStart(2, '0')}`);
const variants = ids.map((variantId) => ({
  variantId,
  sku: variantId,
  optionValues: [variantId],
  cost: 310,
  weightGrams: 350,
  stock: 10,
}));
// On the disk in the other order, in which an update without an order of its own takes them.
await stockWarehouse(db, [
  mug({ variants: variants.toReversed(), options: [{ name: 'No.', values: ids.map((value) => ({ value })) }] }),
]);
const stocks = () =>
  db.global((tx) =>
    tx.rows<{ stock: number }>(sql`select stock from warehouse.variant where variant_id = any(${ids}::text[])`),
  );

test('goods that go back to the shelves are locked in the order of placements, which would deadlock otherwise', async () => {
  const back = [...ids, ...ids].reverse().map((variant_id) => ({ variant_id, quantity: -1 }));
  const place = (tx: Executor, some: readonly string[]) => lockShelves(tx, 'sandbox', some);
  const { waited } = await overlap(
    db,
    (hold) =>
      db.global(async (tx) => {
        await place(tx, ids.slice(0, 1));
        await hold();
        await place(tx, ids);
        await moveStock(
          tx,
          ids.map((variant_id) => ({ variant_id, quantity: 3 })),
        );
      }),
    () => db.global((tx) => moveStock(tx, back)),
  );
  expect(waited).toBe(true);
  expect((await stocks()).map((row) => row.stock)).toEqual(ids.map(() => 9));
});
