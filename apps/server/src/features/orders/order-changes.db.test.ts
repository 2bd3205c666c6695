import { decodeCursor, newId } from '@quayside/kernel';
import { fakeOrder, orderLine } from '@quayside/testing/fakes/fake-trade.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Executor, sql } from '../../db/index.ts';
import { testDatabase } from '../../testing/db/index.ts';
import { type Owner, tradeWorld } from '../../testing/fakes/trade-world.ts';
import { archiveOrders, markOrders, undoChange } from './actions/change-orders.ts';
import { exportOrders, findOrderIds } from './queries/export-orders.ts';
import { countTabs, type OrderFilter } from './queries/list-orders.ts';
import { findOrderInfo } from './queries/order-info.ts';
import { createStoreNames } from './queries/store-names.ts';
import { findTimeline } from './queries/timeline.ts';
import { findOrder } from './repo.ts';

const db = await testDatabase();
const world = await tradeWorld(db);
const { shop, ordering, deps } = world;
const names = createStoreNames(() => Date.now());

let owner: Owner;
let next = 9_000;
beforeEach(async () => {
  owner = await world.owner();
  shop.orders.clear();
});

const read = <T>(fn: (ex: Executor) => Promise<T>): Promise<T> => db.read(owner.scope, fn);
const filter = (change: Partial<OrderFilter> = {}): OrderFilter => ({
  workplaceId: owner.scope.workplaceId,
  source: 'all',
  mark: 'all',
  ...change,
});

async function take(change: Parameters<typeof fakeOrder>[1] = {}) {
  next += 1;
  const order = fakeOrder(next, change);
  shop.orders.set(order.externalOrderId, order);
  await ordering.onOrderChanged(owner.scope, owner.storeId, order.externalOrderId);
  const row = await read((ex) =>
    ex.first<{ order_id: string }>(sql`select order_id from sales_order
      where workplace_id = ${owner.scope.workplaceId} and external_order_id = ${order.externalOrderId}`),
  );
  return { order, id: row?.order_id ?? '' };
}
const readAgain = async (order: ReturnType<typeof fakeOrder>, change: object = {}) => {
  const updatedAt = new Date(Date.parse(order.updatedAt) + 60_000).toISOString();
  shop.orders.set(order.externalOrderId, { ...order, updatedAt, ...change });
  await ordering.onOrderChanged(owner.scope, owner.storeId, order.externalOrderId);
};
const rowOf = (id: string) => read((ex) => findOrder(ex, owner.scope.workplaceId, id));
const kindsOf = async (id: string) =>
  (await read((ex) => findTimeline(ex, owner.scope.workplaceId, id, 'en'))).map(({ kind }) => kind);

describe('undoing an archive or its reverse', () => {
  it("restores whose decision it was, so that the store's state counts as before", async () => {
    const { id } = await take();
    const { changeId } = await archiveOrders(deps, owner.who, [id], 'archive');
    await undoChange(deps, owner.who, changeId ?? '');
    expect(await rowOf(id)).toMatchObject({ archived_at: null, archive_edit: null });

    await archiveOrders(deps, owner.who, [id], 'archive');
    const reverted = await archiveOrders(deps, owner.who, [id], 'revert');
    await undoChange(deps, owner.who, reverted.changeId ?? '');
    expect(await rowOf(id)).toMatchObject({ archived_at: expect.any(String), archive_edit: 'archived' });
  });
});

describe('marks (B364)', () => {
  it('are set on many orders, count only changes, and can be undone once', async () => {
    const [a, b] = [await take(), await take()];
    expect(await markOrders(deps, owner.who, [a.id, b.id], 'red')).toMatchObject({ updated: 2 });
    const second = await markOrders(deps, owner.who, [a.id], 'green');
    const third = await markOrders(deps, owner.who, [a.id, b.id], 'grey');
    expect([second.updated, third.updated]).toEqual([1, 2]);
    expect(await undoChange(deps, owner.who, third.changeId ?? '')).toEqual({ restored: 2, kept: 0 });
    expect([(await rowOf(a.id))?.mark, (await rowOf(b.id))?.mark]).toEqual(['green', 'red']);
    await expect(undoChange(deps, owner.who, third.changeId ?? '')).rejects.toMatchObject({
      code: 'ORDER_CHANGE_NOT_FOUND',
    });
    expect(await markOrders(deps, owner.who, [a.id], 'green')).toEqual({
      updated: 0,
      changeId: null,
      failed: new Map(),
    });
  });

  it('that somebody changed since are kept when the change is undone', async () => {
    const [a, b] = [await take(), await take()];
    const { changeId } = await markOrders(deps, owner.who, [a.id, b.id], 'red');
    await markOrders(deps, owner.who, [b.id], 'grey');
    expect(await undoChange(deps, owner.who, changeId ?? '')).toEqual({ restored: 1, kept: 1 });
    expect([(await rowOf(a.id))?.mark, (await rowOf(b.id))?.mark]).toEqual(['none', 'grey']);
  });

  it('are undone once by two people at the same time', async () => {
    const { id } = await take();
    const { changeId } = await markOrders(deps, owner.who, [id], 'red');
    const both = await Promise.allSettled([1, 2].map(() => undoChange(deps, owner.who, changeId ?? '')));
    expect(both.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
  });

  it('never reach orders of another workspace', async () => {
    const { id } = await take();
    const stranger = await world.owner();
    const result = await markOrders(deps, stranger.who, [id], 'red');
    expect(result).toMatchObject({ updated: 0, changeId: null });
    expect(result.failed.get(id)?.key).toBe('OrderDetailNotFound');
    expect((await rowOf(id))?.mark).toBe('none');
  });
});

describe('the archive (B365)', () => {
  it('takes an order that later readings of the store leave there, until it is reverted', async () => {
    const { id, order } = await take();
    const { changeId } = await archiveOrders(deps, owner.who, [id], 'archive');
    expect((await rowOf(id))?.tab).toBe('archived');
    await readAgain(order);
    expect((await rowOf(id))?.tab).toBe('archived');
    expect(await read((ex) => countTabs(ex, filter()))).toMatchObject({ unfulfilled: 0, archived: 1 });
    expect(await kindsOf(id)).toContain('archived');
    expect(await undoChange(deps, owner.who, changeId ?? '')).toEqual({ restored: 1, kept: 0 });
    expect((await rowOf(id))?.tab).toBe('unfulfilled');
    expect(await kindsOf(id)).toContain('reverted');
  });

  it('gives a refunded order back for good', async () => {
    const { id, order } = await take();
    const refunded = {
      financialStatus: 'refunded' as const,
      lines: order.lines.map((line) => ({ ...line, refundedQuantity: line.quantity, fulfillableQuantity: 0 })),
    };
    await readAgain(order, refunded);
    expect((await rowOf(id))?.tab).toBe('archived');
    expect(await archiveOrders(deps, owner.who, [id], 'revert')).toMatchObject({ updated: 1 });
    const later = new Date(Date.parse(order.updatedAt) + 120_000).toISOString();
    shop.orders.set(order.externalOrderId, { ...order, ...refunded, updatedAt: later });
    await ordering.onOrderChanged(owner.scope, owner.storeId, order.externalOrderId);
    expect((await rowOf(id))?.tab).not.toBe('archived');
  });

  it('names a person without a name by their email', async () => {
    const { id } = await take();
    const account = { ...owner.who.account, firstName: '', lastName: '', email: 'ada@example.com' };
    await archiveOrders(deps, { ...owner.who, account }, [id], 'archive');
    const events = await read((ex) => findTimeline(ex, owner.scope.workplaceId, id, 'en'));
    expect(events.find((event) => event.kind === 'archived')?.actor).toBe('ada@example.com');
  });

  it('keeps a canceled order, and says why', async () => {
    const { id, order } = await take();
    await readAgain(order, { cancelledAt: '2026-01-05T00:00:00.000Z' });
    const result = await archiveOrders(deps, owner.who, [id], 'revert');
    expect(result.updated).toBe(0);
    expect(result.failed.get(id)?.key).toBe('ORDER_REVERT_CANCELED');
    expect(await archiveOrders(deps, owner.who, [id], 'archive')).toMatchObject({ updated: 0, changeId: null });
  });
});

describe('everything that a filter matches', () => {
  it('is named by its ids', async () => {
    const all = [await take(), await take(), await take()];
    await markOrders(deps, owner.who, [all[0]?.id ?? ''], 'red');
    const page = { tab: 'all', sort: 'desc' } as const;
    const found = await read((ex) => findOrderIds(ex, filter({ mark: 'none' }), page));
    expect(found.capped).toBe(false);
    expect(new Set(found.items)).toEqual(new Set(all.slice(1).map((one) => one.id)));
  });

  it.each(['asc', 'desc'] as const)('is named page by page, each order once (%s)', async (sort) => {
    const all = [await take(), await take(), await take(), await take(), await take()];
    const ids: string[] = [];
    const sizes: number[] = [];
    for (let cursor: string | undefined = ''; cursor !== undefined; ) {
      const after = decodeCursor(cursor);
      const page = { tab: 'all', sort, ...(after ? { after } : {}) } as const;
      const found = await read((ex) => findOrderIds(ex, filter(), page, 2));
      ids.push(...found.items);
      sizes.push(found.items.length);
      expect(found.capped).toBe(found.next_cursor !== undefined);
      cursor = found.next_cursor;
    }
    const placed = all.map((one) => one.id);
    expect(ids).toEqual(sort === 'asc' ? placed : placed.toReversed());
    expect(sizes).toEqual([2, 2, 1]);
  });

  it('is exported item by item with formulas defused', async () => {
    const title = '=HYPERLINK("http://evil.example";"x")';
    await take({ lines: [orderLine('l1', '+1', { title })] });
    await take();
    const page = { tab: 'all', sort: 'asc' } as const;
    const { csv, orders, next_cursor } = await read((ex) => exportOrders(ex, names, filter(), page));
    expect({ orders, next_cursor }).toEqual({ orders: 2, next_cursor: undefined });
    const [head, first] = csv.split('\r\n');
    expect(head?.startsWith('Order,Order ID,Store,')).toBe(true);
    expect(first).toContain(`"'=HYPERLINK(""http://evil.example"";""x"")"`);
    expect(first).toContain(",'+1,");
    for (const cell of (first ?? '').split(',')) expect(cell).not.toMatch(/^"?[=+@]/);
  });
});

it('finds an order by its id, by its name with or without #, and by the store’s id (C258)', async () => {
  const { id, order } = await take();
  const ask = (query: Parameters<typeof findOrderInfo>[3]) =>
    read(async (ex) => (await findOrderInfo(ex, names, owner.who, query)).map((one) => one.id));
  for (const query of [
    { order_id: id },
    { name: order.name },
    { name: order.name.slice(1) },
    { platform_order_id: order.externalOrderId },
  ])
    expect(await ask(query)).toEqual([id]);
  expect(await ask({ name: '#nowhere' })).toEqual([]);
  // Orders of other stores with the same name do not push this store's out.
  await db.tenant(owner.scope, async (tx) => {
    const { workplaceId } = owner.scope;
    const other = newId();
    await tx.run(sql`insert into store (workplace_id, store_id, account_id, platform, platform_domain, base_url, mode, status,
        store_name, currency, credentials, webhook_secret)
      select workplace_id, ${other}, account_id, platform, 'other.example', base_url, mode, status, store_name, currency,
        credentials, webhook_secret
      from store where workplace_id = ${workplaceId} and store_id = ${owner.storeId} returning 1`);
    for (let at = 0; at < 4; at += 1) {
      const copy = `00000000-0000-7000-8000-00000000000${at}`;
      await tx.run(sql`insert into sales_order (workplace_id, order_id, store_id, mode, external_order_id, name, placed_at,
          store_updated_at, read_at, currency, subtotal, shipping_total, tax_total, discount_total, total, financial_status,
          fulfillment_status, placement_status, address, public_tracking_id)
        select workplace_id, ${copy}, ${other}, mode, ${copy}, name, placed_at + interval '1 day', store_updated_at, read_at,
          currency, 0, 0, 0, 0, 0, financial_status, fulfillment_status, placement_status, address, ${copy}
        from sales_order where workplace_id = ${workplaceId} and order_id = ${id} on conflict do nothing`);
      await tx.run(sql`insert into order_term select (jsonb_populate_record(t, jsonb_build_object('order_id', ${copy}::text))).*
        from order_term t where t.workplace_id = ${workplaceId} and t.order_id = ${id} on conflict do nothing`);
    }
  });
  expect(await ask({ name: order.name, store_id: owner.storeId })).toEqual([id]);
  await expect(ask({ platform_order_id: 'nowhere' })).rejects.toMatchObject({
    fields: { platform_order_id: expect.anything() },
  });
});
