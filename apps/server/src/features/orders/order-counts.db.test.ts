import { newId } from '@quayside/kernel';
import { fakeChannel } from '@quayside/testing/fakes/fake-channel.ts';
import { expect, test } from 'vitest';
import { type Executor, sql } from '../../db/index.ts';
import { testDatabase } from '../../testing/db/index.ts';
import { fakeWorld, SANDBOX_URL } from '../../testing/fakes/fake-deps.ts';
import { linkStore } from '../connections/index.ts';

/** More transactions at once than the slots of the counts that processes had before: two of them share each. */
const AT_ONCE = 9;

const db = await testDatabase({ poolSize: AT_ONCE + 1 });
const woo = fakeChannel('woocommerce');
woo.facts = { ...woo.facts, platformDomain: 'counts.example.com' };
const { person, deps } = await fakeWorld(db, { channels: [woo] });
const scope = await person();
const { workplaceId } = scope;
const shop = `${SANDBOX_URL}/counts.example.com`;
const storeId = await linkStore(deps, scope, { platform: 'woocommerce', shop, credentials: { key: 'good' } });

const insertOrder = async (tx: Executor, status: string): Promise<string> => {
  const id = newId();
  await tx.run(sql`insert into sales_order (workplace_id, order_id, store_id, mode, external_order_id, name, placed_at,
      store_updated_at, read_at, currency, subtotal, shipping_total, tax_total, discount_total, total, financial_status,
      fulfillment_status, placement_status, public_tracking_id)
    values (${workplaceId}, ${id}, ${storeId}, 'sandbox', ${id}, '#1', now(), now(), now(), 'USD', 1, 0, 0, 0, 1, 'paid',
      ${status}, 'ready', ${id})`);
  return id;
};
const move = (tx: Executor, id: string, status: string) =>
  tx.run(
    sql`update sales_order set fulfillment_status = ${status} where workplace_id = ${workplaceId} and order_id = ${id}`,
  );
/** Counted and real orders by tab. */
const counts = () =>
  db.read(scope, (ex) =>
    ex.rows<{ tab: string; orders: number; real: number }>(sql`select c.tab, sum(c.orders)::int as orders,
        (select count(*)::int from sales_order o where o.workplace_id = ${workplaceId} and o.tab = c.tab) as real
      from order_count c where c.workplace_id = ${workplaceId} group by c.tab order by c.tab`),
  );

test('transactions that count in several tabs never wait for each other, in whatever order', async () => {
  let missing = AT_ONCE;
  const all = Promise.withResolvers<void>();
  const count = async (tx: Executor, first: string, second: string): Promise<void> => {
    await insertOrder(tx, first);
    // Each has counted in one tab before any counts in the other one.
    missing -= 1;
    if (missing === 0) all.resolve();
    await all.promise;
    await insertOrder(tx, second);
  };
  const ended = await Promise.allSettled(
    Array.from({ length: AT_ONCE }, (_none, n) =>
      db
        .tenant(scope, (tx) =>
          n % 2 === 0 ? count(tx, 'fulfilled', 'unfulfilled') : count(tx, 'unfulfilled', 'fulfilled'),
        )
        .catch((error: unknown) => {
          all.resolve();
          throw error;
        }),
    ),
  );
  expect(ended.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []))).toEqual([]);
  expect(await counts()).toEqual([
    { tab: 'fulfilled', orders: AT_ONCE, real: AT_ONCE },
    { tab: 'unfulfilled', orders: AT_ONCE, real: AT_ONCE },
  ]);
});

test('transactions one after another count in the same rows', async () => {
  const slots = () =>
    db.read(scope, (ex) => ex.rows(sql`select distinct slot from order_count where workplace_id = ${workplaceId}`));
  const before = [await counts(), await slots()];
  for (let n = 0; n < 3; n += 1)
    await db.tenant(scope, async (tx) => {
      const id = await insertOrder(tx, 'unfulfilled');
      await move(tx, id, 'fulfilled');
      await tx.run(sql`delete from sales_order where workplace_id = ${workplaceId} and order_id = ${id}`);
    });
  expect([await counts(), await slots()]).toEqual(before);
});
