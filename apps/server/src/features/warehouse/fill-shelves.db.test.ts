import { catalogue } from '@quayside/catalogue';
import { expect, it } from 'vitest';
import { sql } from '../../db/index.ts';
import { testDatabase } from '../../testing/db/index.ts';
import { fillShelves } from './actions/fill-shelves.ts';

const db = await testDatabase();

interface Row {
  product_id: string;
  made_in: string | null;
  free_shipping_to: string[];
  updated_at: string;
}
const shelf = () =>
  db.global((tx) =>
    tx.rows<Row>(
      sql`select product_id, made_in, free_shipping_to, updated_at from warehouse.product order by product_id`,
    ),
  );

it('fills the shelves once, and brings up to date those of before that do not say where a thing is made', async () => {
  await fillShelves(db);
  const filled = await shelf();
  expect(filled).toHaveLength(catalogue().length);
  expect(filled.every((row) => row.made_in !== null)).toBe(true);
  expect(filled.some((row) => row.free_shipping_to.includes('US'))).toBe(true);
  await fillShelves(db);
  expect(await shelf()).toEqual(filled);

  await db.global(async (tx) => {
    await tx.run(sql`update warehouse.product set made_in = null, free_shipping_to = '{}'`);
    await tx.run(sql`update warehouse.variant set stock = 7 where product_id = 'QS-100001'`);
  });
  await fillShelves(db);
  const again = await shelf();
  expect(again.map(({ updated_at: _, ...row }) => row)).toEqual(filled.map(({ updated_at: _, ...row }) => row));
  expect((again[0]?.updated_at ?? '') > (filled[0]?.updated_at ?? '')).toBe(true);
  const pieces = await db.global((tx) =>
    tx.rows<{ stock: number }>(sql`select distinct stock from warehouse.variant where product_id = 'QS-100001'`),
  );
  expect(pieces).toEqual([{ stock: 7 }]);
});
