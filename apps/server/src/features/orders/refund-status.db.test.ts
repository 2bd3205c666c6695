import type { SupplierOrder } from '@quayside/connector-kit';
import { beforeEach, expect, it } from 'vitest';
import { sql } from '../../db/index.ts';
import { testDatabase } from '../../testing/db/index.ts';
import { paidOrder } from '../../testing/fakes/paid-order.ts';
import { type Owner, tradeWorld } from '../../testing/fakes/trade-world.ts';
import { listOrders } from './queries/list-orders.ts';

const db = await testDatabase();
const world = await tradeWorld(db);

let owner: Owner;
let made: SupplierOrder;

beforeEach(async () => {
  ({ owner, made } = await paidOrder(db, world, 1_000_000));
});

async function hear(news: Pick<SupplierOrder, 'refunds'>): Promise<void> {
  Object.assign(made, { state: 'cancelled' }, news);
  const bought = await db.read(owner.scope, (ex) =>
    ex.first<{ connection_id: string }>(
      sql`select connection_id from supplier_order where workplace_id = ${owner.scope.workplaceId}`,
    ),
  );
  await world.buying.onSupplierOrderChanged(owner.scope, bought?.connection_id ?? '', made.supplierOrderId);
}

async function listed() {
  const filter = { workplaceId: owner.scope.workplaceId, source: 'all', mark: 'all' } as const;
  const { orders } = await db.read(owner.scope, (ex) =>
    listOrders(ex, filter, { tab: 'all', sort: 'desc', page_size: 20 }),
  );
  return orders.map((one) => [one.payment_status, one.refund_status]);
}

it('is pending, then refunded, once a supplier has cancelled a paid order', async () => {
  expect(await listed()).toEqual([['paid', null]]);
  await hear({});
  expect(await listed()).toEqual([['pending', 'pending']]);
  await hear({ refunds: [{ refundId: 'r1', amount: made.total }] });
  expect(await listed()).toEqual([['pending', 'refunded']]);
});

it('is not refunded while a supplier that lists its refunds lists none', async () => {
  await hear({ refunds: [] });
  expect(await listed()).toEqual([['pending', 'not_refunded']]);
});
