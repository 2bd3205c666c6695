import { newId } from '@quayside/kernel';
import { expect, it, vi } from 'vitest';
import { sql } from '../../db/index.ts';
import { testDatabase } from '../../testing/db/index.ts';
import { tradeWorld } from '../../testing/fakes/trade-world.ts';
import { createStoreGate } from './actions/store-gate.ts';

vi.setConfig({ testTimeout: 300_000 });
const db = await testDatabase();
const world = await tradeWorld(db);
const ORDERS = 1_000;
/** As many as are placed at one time. */
const AT_A_TIME = 48;

it('a thousand orders cost ten questions of a hundred orders, for placing and paying together', async () => {
  const { scope, storeId } = await world.owner();
  const { workplaceId } = scope;
  await db.tenant(scope, async (tx) => {
    await tx.run(sql`insert into sales_order (workplace_id, order_id, store_id, mode, external_order_id, name, placed_at,
        store_updated_at, read_at, currency, subtotal, shipping_total, tax_total, discount_total, total, financial_status,
        fulfillment_status, placement_status, address, public_tracking_id)
      select ${workplaceId}::uuid, gen_random_uuid(), ${storeId}::uuid, 'sandbox', n::text, '#' || n, now(), now(), now(), 'USD', 0, 0, 0,
        0, 0, 'paid', 'unfulfilled', 'ready', '{}', md5(${workplaceId} || n) from generate_series(1, ${ORDERS}::int) n on conflict do nothing`);
    const [connection] = await tx.rows<{ connection_id: string }>(sql`select connection_id from supplier_connection
      where workplace_id = ${workplaceId} and supplier = 'quayside'`);
    await tx.run(sql`insert into supplier_order (workplace_id, supplier_order_id, order_id, connection_id, supplier, mode, reference, state,
        payer, address, currency, placement_id)
      select workplace_id, gen_random_uuid(), order_id, ${connection?.connection_id}::uuid, 'quayside', 'sandbox', order_id::text,
        'requested', 'wallet', '{}', 'USD', ${newId()}::uuid from sales_order where workplace_id = ${workplaceId} returning 1`);
  });
  const asked: number[] = [];
  world.shop.orderStates = async (_ctx, ids) => {
    asked.push(ids.length);
    return ids.map((externalOrderId) => ({
      externalOrderId,
      updatedAt: new Date().toISOString(),
      cancelledAt: undefined,
      financialStatus: 'paid' as const,
      total: { amount: 0, currency: 'USD' },
      paysOnDelivery: false,
    }));
  };
  const gate = createStoreGate(world.deps);
  const orders = await db.read(scope, (ex) =>
    ex.rows<{ order_id: string; store_id: string }>(
      sql`select order_id, store_id from sales_order where workplace_id = ${workplaceId}`,
    ),
  );
  for (const _purpose of ['placing', 'paying']) {
    // However slow the machine, the payments come within a minute.
    await db.tenant(scope, (tx) =>
      tx.run(sql`update store_check set asked_at = db_clock() where workplace_id = ${workplaceId}`),
    );
    const waiting = [...orders];
    const loop = async () => {
      for (let order = waiting.pop(); order; order = waiting.pop()) {
        expect(await gate.check(scope, order)).toBeUndefined();
        // It is placed, or paid, and no longer among those whose turn comes next.
        const { order_id: id } = order;
        await db.tenant(scope, (tx) =>
          tx.run(sql`update supplier_order set next_attempt_at = db_clock() + interval '1 hour'
            where workplace_id = ${workplaceId} and order_id = ${id}`),
        );
      }
    };
    await Promise.all(Array.from({ length: AT_A_TIME }, loop));
  }
  expect(asked).toEqual(Array(10).fill(100));
});
