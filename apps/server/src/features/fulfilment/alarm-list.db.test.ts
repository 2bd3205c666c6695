import { newId } from '@quayside/kernel';
import { fakeOrder } from '@quayside/testing/fakes/fake-trade.ts';
import { expect, it } from 'vitest';
import { sql } from '../../db/index.ts';
import { testDatabase } from '../../testing/db/index.ts';
import { tradeWorld } from '../../testing/fakes/trade-world.ts';
import { createStoreNames } from '../orders/index.ts';
import { openAlarms } from './alarm-repo.ts';
import { listAlarms } from './queries/alarms.ts';

const db = await testDatabase();
const world = await tradeWorld(db);

it('finds one alarm by its id, wherever it is in the list', async () => {
  const owner = await world.owner();
  const { workplaceId } = owner.scope;
  const order_id = await world.request(owner, fakeOrder(5120));
  const ids = [newId(), newId()];
  await db.tenant(owner.scope, async (tx) => {
    const order = await tx.first<{ store_id: string }>(
      sql`select store_id from sales_order where workplace_id = ${workplaceId} and order_id = ${order_id}`,
    );
    const rows = ids.map((alarm_id) => ({
      alarm_id,
      kind: 'no_number' as const,
      order_id,
      store_id: order?.store_id ?? '',
      subject_id: newId(),
      shipment_id: null,
      params: {},
    }));
    await openAlarms(tx, workplaceId, rows);
  });
  const names = createStoreNames(() => Date.now());
  const list = async (query: { alarm_id?: string }) => {
    const { items } = await db.read(owner.scope, (ex) =>
      listAlarms(ex, names, workplaceId, { page_size: 25, ...query }),
    );
    return items.map((alarm) => alarm.id);
  };
  expect(await list({})).toEqual([...ids].reverse());
  expect(await list({ alarm_id: ids[0] ?? '' })).toEqual([ids[0]]);
  await expect(list({ alarm_id: newId() })).rejects.toMatchObject({ code: 'ALARM_NOT_OPEN' });
});
