import { newId } from '@quayside/kernel';
import { fakeOrder, orderLine } from '@quayside/testing/fakes/fake-trade.ts';
import { beforeAll, expect, it } from 'vitest';
import { sql } from '../../db/index.ts';
import { testDatabase } from '../../testing/db/index.ts';
import { type Owner, tradeWorld } from '../../testing/fakes/trade-world.ts';
import { findLines } from '../orders/index.ts';
import { saveBuyingAddresses } from './actions/save-buying-addresses.ts';
import { buyingAddresses } from './queries/buying-addresses.ts';

const db = await testDatabase();
const world = await tradeWorld(db);
let owner: Owner;
let stranger: Owner;
let next = 0;

beforeAll(async () => {
  owner = await world.owner();
  stranger = await world.owner();
});

const MUG = 'https://shop.example/mug';

/** An order with these variants of its store comes in; answers its id and those of its lines. */
async function orderIn(who: Owner, ...variants: string[]): Promise<{ id: string; lines: string[] }> {
  next += 1;
  const lines = variants.map((variant, at) =>
    orderLine(`${next}-${at}`, `S-${variant}`, { externalVariantId: variant, title: `A ${variant}` }),
  );
  const order = fakeOrder(next, { lines });
  world.shop.orders.set(order.externalOrderId, order);
  await world.ordering.onOrderChanged(who.scope, who.storeId, order.externalOrderId);
  return db.read(who.scope, async (ex) => {
    const row = await ex.first<{ id: string }>(sql`select order_id as id from sales_order
      where workplace_id = ${who.scope.workplaceId} and external_order_id = ${order.externalOrderId}`);
    const id = row?.id ?? '';
    return { id, lines: (await findLines(ex, who.scope.workplaceId, [id])).map((line) => line.line_id) };
  });
}

const read = (who: Owner, orderId: string) =>
  db.read(who.scope, (ex) => buyingAddresses(ex, who.scope.workplaceId, orderId));
const keep = (who: Owner, orderId: string, items: { line_item_id: string; address: string | null }[]) =>
  saveBuyingAddresses(world.deps, who.who, orderId, items);

it('remembers where a thing of a store is bought, for the next order with it', async () => {
  const first = await orderIn(owner, 'mug', 'lamp');
  expect(await read(owner, first.id)).toEqual([]);
  const [mug = '', lamp = ''] = first.lines;
  expect(await keep(owner, first.id, [{ line_item_id: mug, address: MUG }])).toEqual([
    { line_item_id: mug, address: MUG },
  ]);
  const second = await orderIn(owner, 'lamp', 'mug');
  expect(await read(owner, second.id)).toEqual([{ line_item_id: second.lines[1], address: MUG }]);

  // A link that is saved again replaces the old one, for every order with the item.
  const elsewhere = 'https://other.example/mug';
  await keep(owner, second.id, [{ line_item_id: second.lines[1] ?? '', address: elsewhere }]);
  expect(await read(owner, first.id)).toEqual([{ line_item_id: mug, address: elsewhere }]);
  await keep(owner, first.id, [
    { line_item_id: mug, address: null },
    { line_item_id: lamp, address: MUG },
  ]);
  expect(await read(owner, second.id)).toEqual([{ line_item_id: second.lines[0], address: MUG }]);
});

it('changes nothing of the order', async () => {
  const order = await orderIn(owner, 'chair');
  const states = () =>
    db.read(owner.scope, async (ex) =>
      (await findLines(ex, owner.scope.workplaceId, [order.id])).map(({ state, source }) => [state, source]),
    );
  const before = await states();
  await keep(owner, order.id, [{ line_item_id: order.lines[0] ?? '', address: MUG }]);
  expect(await states()).toEqual(before);
});

it('refuses what is not in the order, and keeps nothing then', async () => {
  const order = await orderIn(owner, 'rug');
  const other = await orderIn(owner, 'box');
  const items = [
    { line_item_id: order.lines[0] ?? '', address: MUG },
    { line_item_id: other.lines[0] ?? '', address: MUG },
  ];
  await expect(keep(owner, order.id, items)).rejects.toMatchObject({
    code: 'LINE_NOT_FOUND',
    fields: { 'items.1.line_item_id': ['LINE_NOT_FOUND'] },
  });
  expect(await read(owner, order.id)).toEqual([]);
  await expect(keep(owner, newId(), items)).rejects.toMatchObject({ code: 'OrderDetailNotFound' });
});

it('is the workspace’s own, and a store’s own: another one neither reads nor changes it', async () => {
  const order = await orderIn(owner, 'vase');
  await keep(owner, order.id, [{ line_item_id: order.lines[0] ?? '', address: MUG }]);
  const theirs = await orderIn(stranger, 'vase');
  expect(await read(stranger, theirs.id)).toEqual([]);
  await expect(read(stranger, order.id)).rejects.toMatchObject({ code: 'OrderDetailNotFound' });
  const rows = (scope: object) =>
    db.read({ ...owner.scope, ...scope }, (ex) =>
      ex.rows(sql`select 1 from buying_address where workplace_id = ${owner.scope.workplaceId}`),
    );
  expect((await rows({})).length).toBeGreaterThan(0);
  // A member who is held to other stores.
  expect(await rows({ storeIds: [newId()] })).toEqual([]);
  // The second wall alone.
  expect(await rows(stranger.scope)).toEqual([]);
});

it('is in the trail, with the name of the thing', async () => {
  const order = await orderIn(owner, 'clock');
  const actor = { kind: 'member' as const, id: owner.scope.accountId, name: 'Ada', action: 'test' };
  const scope = { ...owner.scope, actor };
  await saveBuyingAddresses(world.deps, { ...owner.who, scope }, order.id, [
    { line_item_id: order.lines[0] ?? '', address: MUG },
  ]);
  const entries = await db.read(owner.scope, (ex) =>
    ex.rows(sql`select entity, entity_name, change, after ->> 'address' as address from audit_entry
      where workplace_id = ${owner.scope.workplaceId} and entity = 'buying_address'`),
  );
  expect(entries).toEqual([{ entity: 'buying_address', entity_name: 'A clock', change: 'created', address: MUG }]);
});
