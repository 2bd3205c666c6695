import { fakeOrder } from '@quayside/testing/fakes/fake-trade.ts';
import { expect, it } from 'vitest';
import { sql } from '../../db/index.ts';
import { readFile } from '../../features/files/index.ts';
import { exportWorkspace } from '../../features/history/actions/export-workspace.ts';
import { listExports } from '../../features/history/repo.ts';
import { readHistoryFile } from '../../features/history/rules/history-file.ts';
import { addEvents } from '../../features/orders/actions/add-events.ts';
import { orderHistory } from '../../features/orders/history-repo.ts';
import { findTimeline } from '../../features/orders/queries/timeline.ts';
import { withoutQuotes } from '../../features/orders/rules/exported-params.ts';
import { testDatabase } from '../db/index.ts';
import { tradeWorld } from '../fakes/trade-world.ts';

const db = await testDatabase();
const world = await tradeWorld(db);
const { deps, shop, ordering } = world;

it('events of orders go to files by the month of the order, and the order says how many', async () => {
  const owner = await world.owner();
  const { workplaceId } = owner.scope;
  const placed = {
    101: '2020-02-10T10:00:00.000Z',
    102: '2020-02-20T10:00:00.000Z',
    103: '2020-05-01T10:00:00.000Z',
  };
  const ids = new Map<number, string>();
  for (const [n, at] of Object.entries(placed)) {
    const order = fakeOrder(Number(n), { createdAt: at });
    shop.orders.set(order.externalOrderId, order);
    await ordering.onOrderChanged(owner.scope, owner.storeId, order.externalOrderId);
    const id = await ordering.orderBehind(owner.scope, owner.storeId, order.externalOrderId);
    ids.set(Number(n), id ?? '');
    await db.tenant(owner.scope, (tx) =>
      addEvents(tx, workplaceId, [
        { orderId: id ?? '', kind: 'create_failed', params: { reason: '1 Mill Rd is no address', detail: 'Sam' }, at },
        { orderId: id ?? '', kind: 'archived', at },
      ]),
    );
  }
  const timeline = (n: number) => db.read(owner.scope, (ex) => findTimeline(ex, workplaceId, ids.get(n) ?? '', 'en'));
  const run = () => exportWorkspace(deps, owner.scope, [orderHistory]);
  expect((await Promise.all([run(), run()])).reduce((a, b) => a + b)).toBe(6);
  // What happened now, when the orders were taken in, stays.
  expect(await timeline(101)).toMatchObject([
    { kind: 'received' },
    { kind: 'history_exported', text: '2 earlier events are in history files', params: { count: 2 } },
  ]);
  const files = await db.read(owner.scope, (ex) => listExports(ex, workplaceId, ['orders'], undefined, 10));
  expect(files.map((file) => [file.month, file.entries]).sort()).toEqual([
    ['2020-02-01', 4],
    ['2020-05-01', 2],
  ]);
  for (const file of files) {
    const text = readHistoryFile((await readFile(deps, file.file_id))?.bytes ?? Buffer.alloc(0));
    expect(text).toContain('create_failed');
    expect(text).not.toMatch(/Sam|Mill Rd/);
  }

  // An old event that comes later is exported with the next month, and counted with the others.
  await db.tenant(owner.scope, async (tx) => {
    await addEvents(tx, workplaceId, [
      { orderId: ids.get(103) ?? '', kind: 'reverted', at: '2020-06-01T00:00:00.000Z' },
    ]);
    await tx.run(sql`delete from history_export_progress where workplace_id = ${workplaceId}`);
  });
  expect(await run()).toBe(1);
  expect(await timeline(103)).toMatchObject([{ kind: 'received' }, { kind: 'history_exported', params: { count: 3 } }]);
  // A month that was exported isn't searched again.
  expect(await run()).toBe(0);
});

it.each([
  [
    { reason: 'PAYMENT_FAILED', detail: 'Sam', count: 2 },
    { reason: 'PAYMENT_FAILED', count: 2 },
  ],
  [{ reason: 'No such street: 1 Mill Rd' }, {}],
  [{}, {}],
])('events are written without the words of suppliers: %j', (params, written) => {
  expect(withoutQuotes(params)).toEqual(written);
});
