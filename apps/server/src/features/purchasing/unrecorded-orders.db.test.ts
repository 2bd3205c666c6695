import type { UnrecordedOrder } from '@quayside/contracts';
import { fakeOrder, orderLine } from '@quayside/testing/fakes/fake-trade.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { sql } from '../../db/index.ts';
import { getPatience } from '../../jobs/effect/pauses.ts';
import { resumeSending, watchServer } from '../../sending/index.ts';
import { testDatabase } from '../../testing/db/index.ts';
import { copyRows } from '../../testing/db/time-machine.ts';
import { type Owner, tradeWorld } from '../../testing/fakes/trade-world.ts';
import { readWallet } from '../wallet/index.ts';
import { checkAllRestored, checkRestored } from './actions/check-restored.ts';
import { dismissLostOrder } from './actions/dismiss-lost-order.ts';
import { recordLostOrder } from './actions/record-lost-order.ts';
import { requestPlacement } from './actions/request-placement.ts';
import { saveLostOrders } from './lost-repo.ts';
import { findSupplierOrders } from './queries/purchases.ts';
import { unclaimedOrders, unrecordedOrders } from './queries/unrecorded-orders.ts';
import { referenceFor } from './reference.ts';

const db = await testDatabase();
const world = await tradeWorld(db);
const { shop, own, cj, jobs } = world;
const signal = new AbortController().signal;
const tools = { deps: world.deps, patience: getPatience(60), progress: world.buying.progress };

let owner: Owner;
beforeEach(async () => {
  await db.global((tx) => tx.run(sql`delete from test_job`));
  await db.global((tx) => tx.run(sql`delete from unclaimed_order`));
  await db.global((tx) => resumeSending(tx));
  await db.global((tx) =>
    tx.run(sql`update installation set server = null, restored_at = null, current_until = null, seen_at = null`),
  );
  await watchServer(db);
  for (const supplier of [own, cj]) {
    supplier.books.orders.length = 0;
    supplier.books.payments.length = 0;
  }
  shop.orders.clear();
  shop.pageSize = 100;
  for (const sku of Object.keys(world.sources)) delete world.sources[sku];
  owner = await world.owner(1_000_000);
});

const here = () => owner.scope;
const comeIn = () => world.ordering.pollOrders(here(), owner.storeId);
const orders = () =>
  db.read(here(), (ex) =>
    ex.rows<{ order_id: string; name: string; placement_status: string }>(
      sql`select order_id, name, placement_status from sales_order where workplace_id = ${here().workplaceId} order by name`,
    ),
  );
const lines = () =>
  db.read(here(), (ex) =>
    ex.rows<{ order_id: string; line_id: string; state: string; block_key: string | null }>(
      sql`select order_id, line_id, state, block_key from order_line
        where workplace_id = ${here().workplaceId} order by order_id, position`,
    ),
  );
const place = async (pay = true) =>
  requestPlacement(
    world.deps,
    here(),
    (await orders()).map(({ order_id }) => ({ order_id })),
    pay,
  );
const placeLines = async () => {
  const open = (await lines()).filter((line) => ['ready', 'blocked'].includes(line.state));
  const wanted = [...Map.groupBy(open, (line) => line.order_id)].map(([order_id, own]) => ({
    order_id,
    line_item_ids: own.map((line) => line.line_id),
  }));
  await requestPlacement(world.deps, here(), wanted, true);
  await world.settle(owner);
};
const list = (): Promise<UnrecordedOrder[]> =>
  db.read(here(), async (ex) => (await unrecordedOrders(ex, here().workplaceId, { page_size: 25 }, 'en')).items);
const record = (id: string, orderId?: string) => recordLostOrder(tools, here(), id, orderId);
const wallet = () => db.read(here(), (ex) => readWallet(ex, here().accountId, 'sandbox'));

/** What happens after the backup is lost with `putBack`; the suppliers keep theirs. */
async function goBack(putBack: () => Promise<void>): Promise<void> {
  await putBack();
  await db.global((tx) => tx.run(sql`update installation set server = '7000000000000000000/00000001/5'`));
  await watchServer(db);
  await checkAllRestored(world.deps, signal);
  const connected = await db.read(here(), (ex) =>
    ex.rows<{ connection_id: string }>(
      sql`select connection_id from supplier_connection where workplace_id = ${here().workplaceId}`,
    ),
  );
  for (const { connection_id } of connected) await checkRestored(world.deps, here(), connection_id);
}

/** An order that was bought after the backup, and its quantity changed at the store since. */
async function boughtAndChanged(supplier: 'quayside' | 'cj' = 'quayside'): Promise<void> {
  if (supplier === 'cj')
    for (const sku of ['SKU-A', 'SKU-B']) world.sources[sku] = { source: 'cj', sourceVariantId: `v-${sku}` };
  shop.orders.set('1000', fakeOrder(0));
  const putBack = await copyRows(db.superuserUrl);
  await comeIn();
  await place();
  await world.settle(owner);
  await goBack(putBack);
  const changed = fakeOrder(0, { lines: [orderLine('a', 'SKU-A', { quantity: 2, fulfillableQuantity: 2 })] });
  shop.orders.set('1000', { ...changed, updatedAt: new Date().toISOString() });
  await comeIn();
}

describe('the list', () => {
  it('shows what the supplier has, the order that its reference leads to, and why it is not matched', async () => {
    shop.orders.set('1000', fakeOrder(0));
    const putBack = await copyRows(db.superuserUrl);
    await comeIn();
    await place();
    await world.settle(owner);
    const [made] = own.books.orders;
    own.ship(made?.supplierOrderId ?? '', { parcelId: 'p1', state: 'in_transit' });
    await goBack(putBack);

    const [before] = await list();
    expect(before).toMatchObject({
      source: 'quayside',
      order_no: 'QW-1',
      is_paid: true,
      total: { amount: 2_400, currency: 'USD' },
      parcels: [{ tracking_number: 'T-p1' }],
      order: null,
      may_record: false,
      reason: { key: 'UNRECORDED_WHY_NO_ORDER' },
    });
    await comeIn();
    const [after] = await list();
    expect(after).toMatchObject({
      order: { name: '#1000', store_name: 'A shop' },
      may_record: true,
      reason: { key: 'UNRECORDED_WHY_NOT_PLACED' },
    });
    expect(after?.line_items.map((item) => item.title)).toEqual(['Lamp SKU-A', 'Lamp SKU-B']);
  });

  it('finds the order that was here before the comparison, and goes page by page', async () => {
    for (let n = 0; n < 3; n += 1) shop.orders.set(String(1000 + n), fakeOrder(n));
    await comeIn();
    const putBack = await copyRows(db.superuserUrl);
    await place();
    await world.settle(owner);
    await goBack(putBack);
    const { workplaceId } = here();
    const first = await db.read(here(), (ex) => unrecordedOrders(ex, workplaceId, { page_size: 2 }, 'en'));
    expect(first).toMatchObject({ total: 3, next_cursor: first.items[1]?.id });
    const next = await db.read(here(), (ex) =>
      unrecordedOrders(ex, workplaceId, { page_size: 2, cursor: first.next_cursor }, 'en'),
    );
    expect(next.next_cursor).toBeUndefined();
    const names = [...first.items, ...next.items].map((one) => one.order?.name).sort();
    expect(names).toEqual(['#1000', '#1001', '#1002']);
  });

  it('is empty for a member of another store, and for another workspace', async () => {
    await boughtAndChanged();
    const other = await world.owner();
    const asMember = { ...here(), storeIds: [other.storeId] };
    const seen = (scope: typeof asMember) =>
      db.read(scope, async (ex) => (await unrecordedOrders(ex, scope.workplaceId, { page_size: 25 }, 'en')).items);
    expect(await seen(asMember)).toEqual([]);
    expect(await seen({ ...other.scope, storeIds: [other.storeId] })).toEqual([]);
    const [mine] = await seen({ ...here(), storeIds: [owner.storeId] });
    expect(mine?.order?.name).toBe('#1000');
    await expect(recordLostOrder(tools, asMember, mine?.id ?? '', undefined)).rejects.toThrow('UNRECORDED_NOT_FOUND');
    await expect(dismissLostOrder(world.deps, other.scope, mine?.id ?? '')).rejects.toThrow('UNRECORDED_NOT_FOUND');
  });
});

describe('recording', () => {
  it('books the payment as if placing had found the order: the wallet is charged once', async () => {
    shop.orders.set('1000', fakeOrder(0));
    const putBack = await copyRows(db.superuserUrl);
    await comeIn();
    await place();
    await world.settle(owner);
    const before = await wallet();
    await goBack(putBack);
    await comeIn();
    const [lost] = await list();
    const done = await record(lost?.id ?? '');
    // Nothing is booked while sending is held, and nothing is sent for it afterwards either.
    await jobs.drain(world.handlers);
    await db.global((tx) => resumeSending(tx));
    await world.settle(owner);
    expect(await wallet()).toEqual(before);
    expect(own.books.orders).toHaveLength(1);
    expect(own.books.payments).toHaveLength(1);
    expect(await list()).toEqual([]);
    expect((await lines()).map((line) => line.state)).toEqual(['placed', 'placed']);
    const [view] = await db.read(here(), (ex) => findSupplierOrders(ex, here().workplaceId, done.orderId, 'en'));
    expect(view).toMatchObject({ id: done.supplierOrderId, state: 'placed', pay_state: 'paid', order_no: 'QW-1' });
    // Placing again buys nothing.
    await placeLines();
    expect(own.books.orders).toHaveLength(1);
  });

  it('leaves an unpaid one unpaid, for a person to pay', async () => {
    shop.orders.set('1000', fakeOrder(0));
    const putBack = await copyRows(db.superuserUrl);
    await comeIn();
    await place(false);
    await world.settle(owner);
    await goBack(putBack);
    await db.global((tx) => resumeSending(tx));
    await comeIn();
    const [lost] = await list();
    expect(lost?.is_paid).toBe(false);
    const { orderId } = await record(lost?.id ?? '');
    await world.settle(owner);
    const [view] = await db.read(here(), (ex) => findSupplierOrders(ex, here().workplaceId, orderId, 'en'));
    expect(view).toMatchObject({ state: 'placed', pay_state: 'unpaid', actions: expect.arrayContaining(['pay']) });
    expect(own.books.payments).toEqual([]);
    expect(await wallet()).toMatchObject({ reserved: 0 });
  });

  it("does not touch the wallet for an order paid from the owner's own account", async () => {
    await boughtAndChanged('cj');
    const before = await wallet();
    const [lost] = await list();
    const { orderId } = await record(lost?.id ?? '');
    await db.global((tx) => resumeSending(tx));
    await world.settle(owner);
    const [view] = await db.read(here(), (ex) => findSupplierOrders(ex, here().workplaceId, orderId, 'en'));
    expect(view).toMatchObject({ source: 'cj', payer: 'own-account', pay_state: 'paid' });
    expect(await wallet()).toEqual(before);
  });

  it('marks a line of which the order now needs another quantity', async () => {
    await boughtAndChanged();
    const [lost] = await list();
    expect(lost).toMatchObject({ may_record: true, reason: { key: 'UNRECORDED_WHY_DIFFERENT' } });
    await record(lost?.id ?? '');
    const states = (await lines()).map((line) => [line.state, line.block_key]);
    expect(states).toContainEqual(['placed', 'ORDER_LINE_CHANGED']);
  });

  it('is done by one of two people; the other one is told', async () => {
    await boughtAndChanged();
    const [lost] = await list();
    const both = await Promise.allSettled([record(lost?.id ?? ''), record(lost?.id ?? '')]);
    const refused = both.flatMap((one) => (one.status === 'rejected' ? [String(one.reason.code)] : []));
    expect(refused).toEqual(['UNRECORDED_RECORDED']);
    const purchases = await db.read(here(), (ex) =>
      ex.rows(sql`select 1 from supplier_order where workplace_id = ${here().workplaceId}`),
    );
    expect(purchases).toHaveLength(1);
  });

  it('and dismissing exclude each other', async () => {
    await boughtAndChanged();
    const [lost] = await list();
    const both = await Promise.allSettled([
      record(lost?.id ?? ''),
      dismissLostOrder(world.deps, here(), lost?.id ?? ''),
    ]);
    expect(both.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
    const [no] = both.flatMap((one) => (one.status === 'rejected' ? [String(one.reason.code)] : []));
    expect(['UNRECORDED_RECORDED', 'UNRECORDED_DISMISSED']).toContain(no);
  });

  it('is refused while the order is being placed, and after that was what it found', async () => {
    shop.orders.set('1000', fakeOrder(0));
    const putBack = await copyRows(db.superuserUrl);
    await comeIn();
    await place();
    await world.settle(owner);
    await goBack(putBack);
    await comeIn();
    const [lost] = await list();
    await place();
    const [placing] = await list();
    expect(placing).toMatchObject({ may_record: false, reason: { key: 'UNRECORDED_WHY_PLACING' } });
    await expect(record(lost?.id ?? '')).rejects.toMatchObject({ code: 'UNRECORDED_PLACING' });
    await expect(dismissLostOrder(world.deps, here(), lost?.id ?? '')).rejects.toMatchObject({
      code: 'UNRECORDED_PLACING',
    });
    await db.global((tx) => resumeSending(tx));
    await world.settle(owner);
    expect(own.books.orders).toHaveLength(1);
    await expect(record(lost?.id ?? '')).rejects.toMatchObject({ code: 'UNRECORDED_RECORDED' });
  });

  it('is refused where the lines were bought otherwise meanwhile, and names with what', async () => {
    await boughtAndChanged();
    await db.global((tx) => resumeSending(tx));
    const [lost] = await list();
    const { workplaceId } = here();
    await db.tenant(here(), async (tx) => {
      const lines = sql`where workplace_id = ${workplaceId}`;
      await tx.run(sql`update order_line set state = 'placing' ${lines}`);
      await tx.run(sql`update order_line set state = 'placed', source_order_no = 'QW-77' ${lines}`);
    });
    await expect(record(lost?.id ?? '')).rejects.toMatchObject({
      code: 'UNRECORDED_BOUGHT',
      params: { order: '#1000', number: 'QW-1', other: 'QW-77' },
    });
  });

  it('is refused for what the supplier cancelled or does not have any more', async () => {
    await boughtAndChanged();
    const [lost] = await list();
    const [made] = own.books.orders;
    if (made) made.state = 'cancelled';
    await expect(record(lost?.id ?? '')).rejects.toMatchObject({ code: 'UNRECORDED_CANCELLED' });
    own.books.orders.length = 0;
    await expect(record(lost?.id ?? '')).rejects.toMatchObject({ code: 'UNRECORDED_GONE' });
  });

  it('is written to the audit log as the person’s', async () => {
    await boughtAndChanged();
    const [lost] = await list();
    const actor = { kind: 'member' as const, id: here().accountId, name: 'Ada Owner', action: 'POST /dismiss' };
    const scope = { ...here(), actor };
    await dismissLostOrder(world.deps, scope, lost?.id ?? '');
    const entries = await db.read(here(), (ex) =>
      ex.rows<{ entity: string; entity_name: string; change: string; actor_name: string; after: object }>(
        sql`select entity, entity_name, change, actor_name, after from audit_entry
          where workplace_id = ${here().workplaceId} and entity = 'unrecorded_order'`,
      ),
    );
    expect(entries).toMatchObject([{ change: 'changed', actor_name: 'Ada Owner', after: { settled_as: 'dismissed' } }]);
  });
});

describe('dismissing', () => {
  it('holds a line back until then, and lets it be bought again after it', async () => {
    await boughtAndChanged();
    await db.global((tx) => resumeSending(tx));
    await placeLines();
    await placeLines();
    expect(own.books.orders).toHaveLength(1);
    expect((await lines()).map((line) => line.block_key)).toContain('MAY_BE_BOUGHT_ALREADY');
    const [lost] = await list();
    await dismissLostOrder(world.deps, here(), lost?.id ?? '');
    expect((await lines()).map((line) => line.state)).toContain('ready');
    await placeLines();
    expect(own.books.orders).toHaveLength(2);
    expect(await list()).toEqual([]);
    await expect(dismissLostOrder(world.deps, here(), lost?.id ?? '')).rejects.toMatchObject({
      code: 'UNRECORDED_DISMISSED',
    });
  });

  it('of the very same purchase buys under another reference, time and again', async () => {
    shop.orders.set('1000', fakeOrder(0));
    const putBack = await copyRows(db.superuserUrl);
    await comeIn();
    await place();
    await world.settle(owner);
    await goBack(putBack);
    await db.global((tx) => resumeSending(tx));
    await comeIn();
    const [lost] = await list();
    await dismissLostOrder(world.deps, here(), lost?.id ?? '');
    own.fault('createOrder', { kind: 'rejected', code: 'other' }, 1);
    await place();
    await world.settle(owner);
    await placeLines();
    expect(own.books.orders).toHaveLength(2);
    expect(new Set(own.books.orders.map((one) => one.reference)).size).toBe(2);
  });
});

describe('a reference that does not tell its order', () => {
  const OLD = `Q${'A'.repeat(25)}`;

  it('holds open lines with the same goods back, and is recorded for the order that a person chooses', async () => {
    for (const sku of ['SKU-A', 'SKU-B']) world.sources[sku] = { source: 'cj', sourceVariantId: `v-${sku}` };
    shop.orders.set('1000', fakeOrder(0));
    const putBack = await copyRows(db.superuserUrl);
    await comeIn();
    await place();
    await world.settle(owner);
    for (const made of cj.books.orders) made.reference = OLD;
    await goBack(putBack);
    await db.global((tx) => resumeSending(tx));
    await comeIn();
    await placeLines();
    expect(cj.books.orders).toHaveLength(1);
    const [lost] = await list();
    expect(lost).toMatchObject({
      order: null,
      candidates: [{ name: '#1000' }],
      may_record: true,
      reason: { key: 'UNRECORDED_WHY_OLD' },
    });
    await expect(record(lost?.id ?? '')).rejects.toMatchObject({ code: 'UNRECORDED_NO_ORDER' });
    await record(lost?.id ?? '', lost?.candidates[0]?.id);
    await world.settle(owner);
    expect((await lines()).every((line) => line.state === 'placed')).toBe(true);
    expect(cj.books.orders).toHaveLength(1);
    expect(cj.books.payments).toHaveLength(1);
  });
});

describe('orders of no workspace', () => {
  it('are shown to operators: of a workspace that is gone, or under an old reference that nobody has', async () => {
    const putBack = await copyRows(db.superuserUrl);
    const gone = await world.owner(1_000_000);
    shop.orders.set('1000', fakeOrder(0));
    await world.ordering.pollOrders(gone.scope, gone.storeId);
    const rows = await db.read(gone.scope, (ex) =>
      ex.rows<{ order_id: string }>(
        sql`select order_id from sales_order where workplace_id = ${gone.scope.workplaceId}`,
      ),
    );
    await requestPlacement(world.deps, gone.scope, rows, true);
    await world.settle(gone);
    const [made] = own.books.orders;
    if (!made) throw new Error('nothing was bought');
    made.supplierOrderId = 'gone-1';
    own.books.orders.push({
      ...structuredClone(made),
      supplierOrderId: 'old-1',
      number: 'QW-OLD',
      reference: `Q${'B'.repeat(25)}`,
    });
    await goBack(putBack);
    const { items, total } = await db.global((tx) => unclaimedOrders(tx, { page_size: 25 }, 'en'));
    expect(total).toBe(2);
    expect(items.map((one) => [one.order_no, one.reason.key]).sort()).toEqual([
      ['QW-1', 'UNCLAIMED_WHY_NO_WORKSPACE'],
      ['QW-OLD', 'UNCLAIMED_WHY_OLD'],
    ]);
    expect(await list()).toEqual([]);
  });

  it('are not those that a workspace has', async () => {
    shop.orders.set('1000', fakeOrder(0));
    await comeIn();
    await place();
    await world.settle(owner);
    await db.tenant(here(), (tx) =>
      tx.run(
        sql`update supplier_order set reference = ${`Q${'C'.repeat(25)}`} where workplace_id = ${here().workplaceId}`,
      ),
    );
    for (const made of own.books.orders) made.reference = `Q${'C'.repeat(25)}`;
    await world.owner();
    await goBack(async () => undefined);
    expect(await db.global((tx) => unclaimedOrders(tx, { page_size: 25 }, 'en'))).toMatchObject({ total: 0 });
  });
});

describe('what waits', () => {
  it('says why: sending is held, the store or the supplier is suspended', async () => {
    shop.orders.set('1000', fakeOrder(0));
    await comeIn();
    const [order] = await orders();
    const waiting = async () =>
      (await db.read(here(), (ex) => findSupplierOrders(ex, here().workplaceId, order?.order_id ?? '', 'en')))[0]
        ?.waiting?.key ?? null;
    const { workplaceId } = here();
    await db.tenant(here(), (tx) =>
      tx.run(sql`update store set suspended_at = now() where workplace_id = ${workplaceId}`),
    );
    await place();
    expect(await waiting()).toBe('WAITS_STORE_SUSPENDED');
    await db.tenant(here(), async (tx) => {
      await tx.run(sql`update store set suspended_at = null where workplace_id = ${workplaceId}`);
      await tx.run(sql`update supplier_connection set suspended_at = now() where workplace_id = ${workplaceId}`);
    });
    expect(await waiting()).toBe('WAITS_SUPPLIER_SUSPENDED');
    await db.tenant(here(), (tx) =>
      tx.run(sql`update supplier_connection set suspended_at = null where workplace_id = ${workplaceId}`),
    );
    await db.global((tx) =>
      tx.run(sql`update installation set sending_held_since = now(), sending_held_reason = 'operator'`),
    );
    expect(await waiting()).toBe('WAITS_PAUSED');
    await db.global((tx) => resumeSending(tx));
    await world.settle(owner);
    expect(await waiting()).toBeNull();
  });
});

it('a lost order keeps its key when its store moved', async () => {
  // The reference names the workplace where the store was: the order it was matched to still holds the line back.
  shop.orders.set('1000', fakeOrder(0));
  await comeIn();
  const [order] = await orders();
  const { workplaceId } = here();
  const connection = await db.read(here(), (ex) =>
    ex.first<{ connection_id: string }>(
      sql`select connection_id from supplier_connection where workplace_id = ${workplaceId} and supplier = 'quayside'`,
    ),
  );
  const elsewhere = { workplaceId: order?.order_id ?? '', platform: 'woocommerce', domain: 'x', externalOrderId: '1' };
  const reference = referenceFor({ ...elsewhere, externalLineIds: ['a'], round: 0 });
  const input = { reference, orderName: '', address: {}, shippingMethod: 'x', lines: [] };
  const variants = ['v-SKU-A', 'v-SKU-B'].map((sourceVariantId) => ({
    ref: sourceVariantId,
    sourceProductId: 'p',
    sourceVariantId,
    sku: 's',
    quantity: 1,
  }));
  const made = await own.createOrder({} as never, { ...input, lines: variants } as never);
  await db.tenant(here(), async (tx) => {
    await saveLostOrders(tx, workplaceId, connection?.connection_id ?? '', [made]);
    await tx.run(
      sql`update lost_order set order_id = ${order?.order_id}, store_id = ${owner.storeId} where workplace_id = ${workplaceId}`,
    );
  });
  await db.global((tx) => tx.run(sql`update installation set restored_at = now(), current_until = now()`));
  await place();
  await world.settle(owner);
  expect(own.books.orders).toHaveLength(1);
});
