import { toOrder } from '@quayside/connector-cj/map-order.ts';
import * as raw from '@quayside/connector-cj/raw.ts';
import { expect, it } from 'vitest';
import { sql } from '../../db/index.ts';
import { testDatabase } from '../../testing/db/index.ts';
import { paidOrder } from '../../testing/fakes/paid-order.ts';
import { tradeWorld } from '../../testing/fakes/trade-world.ts';
import { findSupplierOrders } from './queries/purchases.ts';

const db = await testDatabase();
const world = await tradeWorld(db);

it('the cost of a cancelled part of an order that CJ split is pending, and its line waits for a person', async () => {
  const { owner, orderId, made } = await paidOrder(db, world, 1_000_000);
  const [kept, gone] = made.lines;
  if (!kept || !gone) throw new Error('two lines are expected');
  const detail = (orderStatus: string, lines: typeof made.lines, trackNumber: string | null = null) =>
    raw.detail.parse({
      orderId: made.supplierOrderId,
      orderNum: made.reference,
      orderStatus,
      productAmount: made.itemsCost.amount / 100,
      postageAmount: made.shippingCost.amount / 100,
      trackNumber,
      paymentDate: '2026-01-01 00:00:00',
      productList: lines.map((line) => ({ vid: line.sourceVariantId, quantity: line.quantity })),
    });
  const parts = [detail('SHIPPED', [kept], 'CJP1'), detail('CANCELLED', [gone])];
  Object.assign(made, toOrder(detail('OTHER', made.lines), parts));

  const { workplaceId } = owner.scope;
  const row = await db.read(owner.scope, (ex) =>
    ex.first<{ connection_id: string }>(
      sql`select connection_id from supplier_order where workplace_id = ${workplaceId} and order_id = ${orderId}`,
    ),
  );
  await world.buying.onSupplierOrderChanged(owner.scope, row?.connection_id ?? '', made.supplierOrderId);

  const [view] = await db.read(owner.scope, (ex) => findSupplierOrders(ex, workplaceId, orderId, 'en'));
  expect(view).toMatchObject({ state: 'placed', refund_pending: { amount: 1_000 * gone.quantity } });
  const lines = await db.read(owner.scope, (ex) =>
    ex.rows(sql`select l.state, l.block_key as block from order_line l
      where l.workplace_id = ${workplaceId} and l.order_id = ${orderId} order by l.state`),
  );
  expect(lines).toEqual([
    { state: 'blocked', block: 'SUPPLIER_REFUSED_LINE' },
    { state: 'shipped', block: null },
  ]);
});
