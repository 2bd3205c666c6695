import { fakeOrder, orderLine } from '@quayside/testing/fakes/fake-trade.ts';
import { beforeEach, expect, it, vi } from 'vitest';
import { sql } from '../../db/index.ts';
import { testDatabase } from '../../testing/db/index.ts';
import { type Owner, tradeWorld } from '../../testing/fakes/trade-world.ts';
import { acceptRepairs, previewRepairs } from './actions/repair-addresses.ts';
import { findOrder } from './repo.ts';
import { effectiveAddress } from './rules/address.ts';

vi.setConfig({ testTimeout: 120_000 });
const db = await testDatabase();
const world = await tradeWorld(db);
const { deps, shop, jobs, handlers, ordering } = world;

let owner: Owner;
let at = 1;
beforeEach(async () => {
  owner = await world.owner();
});

const { shippingAddress: GOOD = {} } = fakeOrder(1);
async function arrive(change: object): Promise<string> {
  at += 1;
  const order = fakeOrder(at, { lines: [orderLine('a', 'SKU-A')], shippingAddress: { ...GOOD, ...change } });
  shop.orders.set(order.externalOrderId, order);
  await ordering.onOrderChanged(owner.scope, owner.storeId, order.externalOrderId);
  await jobs.drain(handlers);
  const row = await db.read(owner.scope, (ex) =>
    ex.first<{ order_id: string }>(sql`select order_id from sales_order
      where workplace_id = ${owner.scope.workplaceId} and external_order_id = ${order.externalOrderId}`),
  );
  return row?.order_id ?? '';
}
const preview = (...ids: string[]) =>
  db.read(owner.scope, (ex) => previewRepairs(ex, deps, owner.scope.workplaceId, ids));
const addressOf = async (id: string) => {
  const order = await db.read(owner.scope, (ex) => findOrder(ex, owner.scope.workplaceId, id));
  return order && effectiveAddress(order.address, order.address_edit);
};

it('proposes changes for orders that need some and applies accepted ones in bulk', async () => {
  const good = await arrive({ phone: '+12175550100' });
  const bad = [await arrive({ province: 'IL', phone: '217 555 0100' }), await arrive({ postalCode: '627011234' })];
  const found = await preview(good, ...bad);
  expect(found.map((one) => one.order.order_id).toSorted()).toEqual(bad.toSorted());
  const { updated, failed } = await acceptRepairs(
    deps,
    owner.who,
    found.map((one) => ({ order_id: one.order.order_id, changes: one.changes })),
  );
  expect([updated, failed.size]).toEqual([2, 0]);
  expect(await addressOf(bad[0] ?? '')).toMatchObject({ province: 'Illinois', phone: '+12175550100' });
  expect(await preview(...bad)).toEqual([]);
});

it('refuses a proposal that no longer holds', async () => {
  const id = await arrive({ province: 'IL', phone: '+12175550100' });
  const [proposal] = await preview(id);
  const accepted = { order_id: id, changes: proposal?.changes ?? [] };
  expect((await acceptRepairs(deps, owner.who, [accepted])).updated).toBe(1);
  const again = await acceptRepairs(deps, owner.who, [accepted]);
  expect(again.failed.get(id)).toMatchObject({ key: 'REPAIR_OUTDATED' });
});

it('repairs the others when one order cannot be saved', async () => {
  const ids = [await arrive({ province: 'IL', lastName: 'Unsaved' }), await arrive({ province: 'IL' })];
  const found = await preview(...ids);
  await db.owner(async (tx) => {
    // Distributed tables have triggers only where this is set.
    await tx.raw('set local citus.enable_unsafe_triggers = on');
    await tx.raw(
      `create function refuse_repair() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$`,
    );
    await tx.raw(`create trigger refuse_repair before update of address_edit on sales_order for each row
      when (new.address ->> 'lastName' = 'Unsaved') execute function refuse_repair()`);
  });
  const accepted = ids.flatMap((id) => {
    const one = found.find(({ order }) => order.order_id === id);
    return one ? [{ order_id: id, changes: one.changes }] : [];
  });
  const { updated, failed } = await acceptRepairs(deps, owner.who, accepted);
  await db.owner((tx) => tx.raw('drop trigger refuse_repair on sales_order'));
  await db.owner((tx) => tx.raw('drop function refuse_repair()'));
  expect([updated, [...failed.keys()]]).toEqual([1, [ids[0]]]);
  expect(await addressOf(ids[1] ?? '')).toMatchObject({ province: 'Illinois' });
});

it('warns about what only a person can resolve, with the fields that are missing', async () => {
  const id = await arrive({ countryCode: 'BR', province: 'São Paulo', provinceCode: 'SP', postalCode: '', phone: '' });
  const [proposal] = await preview(id);
  expect(proposal?.warnings.map((one) => one.key)).toEqual(['REPAIR_TAX_ID_NEEDED']);
  expect(proposal?.errors.map((one) => one.key)).toEqual(['ADDRESS_FIELD_NEEDED']);
});

it('leaves orders alone that are bought already', async () => {
  const id = await arrive({ province: 'IL' });
  await world.buy(owner, id);
  expect(await preview(id)).toEqual([]);
});
