import { fakeOrder } from '@quayside/testing/fakes/fake-trade.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { sql } from '../../db/index.ts';
import { PATIENCE } from '../../jobs/effect/pauses.ts';
import { testDatabase } from '../../testing/db/index.ts';
import { type Owner, tradeWorld } from '../../testing/fakes/trade-world.ts';
import { orderIdsByKeyword } from '../orders/index.ts';
import { tagOrders, writeNote } from './actions/request-edit.ts';
import { resolveEdit } from './actions/resolve-edit.ts';
import { createEditing } from './actions/write-edit.ts';
import { notesView } from './queries/notes-view.ts';

const db = await testDatabase();
const world = await tradeWorld(db);
const { deps, shop } = world;
const [replaced, added] = [
  { orderNotes: { kind: 'replace', longest: 5000 }, orderTags: { most: 250, longest: 40 } },
  { orderNotes: { kind: 'add', longest: 5000 }, orderTags: undefined },
] as const;

let owner: Owner;
let next = 500;
let orderId: string;
let external: string;

/** An order arrives from the store. */
async function arrive(change: Parameters<typeof fakeOrder>[1] = {}): Promise<string> {
  next += 1;
  const made = fakeOrder(next, change);
  external = made.externalOrderId;
  shop.orders.set(external, made);
  await world.ordering.onOrderChanged(owner.scope, owner.storeId, external);
  const row = await db.read(owner.scope, (ex) =>
    ex.first<{ order_id: string }>(sql`select order_id from sales_order
      where workplace_id = ${owner.scope.workplaceId} and external_order_id = ${external}`),
  );
  return row?.order_id ?? '';
}

const inStore = () => {
  const order = shop.orders.get(external);
  if (!order) throw new Error('no order in the store');
  return order;
};
const use = (can: typeof replaced | typeof added) => {
  const { orderTags: _tags, ...others } = shop.capabilities;
  shop.capabilities = { ...others, orderNotes: can.orderNotes, ...(can.orderTags ? { orderTags: can.orderTags } : {}) };
};
const see = () => db.read(owner.scope, (ex) => notesView(ex, deps, owner.who, orderId));
const write = (text: string, seen = '') => writeNote(deps, owner.who, orderId, text, seen);
const tag = (kind: 'add' | 'remove', text: string, ids = [orderId]) => tagOrders(deps, owner.who, ids, kind, text);
const settle = () => world.settle(owner);
const kinds = async () => {
  const rows = await db.read(owner.scope, (ex) =>
    ex.rows<{ kind: string }>(sql`select kind from order_event
      where workplace_id = ${owner.scope.workplaceId} and order_id = ${orderId}`),
  );
  return rows.map((row) => row.kind);
};
const notices = () =>
  db.read(owner.scope, (ex) =>
    ex.rows<{ kind: string; reason: string }>(sql`select kind, params ->> 'reason' as reason from notification_event
      where workplace_id = ${owner.scope.workplaceId} and subject_id = ${orderId} and kind <> 'order_received'`),
  );
const found = async (keyword: string): Promise<number> =>
  (await db.read(owner.scope, (ex) => orderIdsByKeyword(ex, owner.scope.workplaceId, keyword))).length;

beforeEach(async () => {
  owner = await world.owner();
  shop.orders.clear();
  shop.notes.length = 0;
  shop.tagCalls.length = 0;
  shop.heal();
  use(replaced);
  await db.global((tx) => tx.run(sql`delete from test_job`));
  orderId = await arrive({ note: 'Gift', tags: ['theirs'] });
});

describe('what the merchant wrote', () => {
  it('arrives with the order, and its tags are found', async () => {
    expect(await see()).toMatchObject({
      note: 'Gift',
      tags: ['theirs'],
      has_tags: true,
      note_kind: 'replace',
      edits: [],
    });
    expect([await found('tag:theirs'), await found('tag:THEIRS'), await found('tag:their')]).toEqual([1, 1, 0]);
  });

  it('stays where a reading does not tell it', async () => {
    const { tags: _tags, ...rest } = inStore();
    shop.orders.set(external, { ...rest, updatedAt: new Date(Date.parse(rest.updatedAt) + 5_000).toISOString() });
    await world.ordering.onOrderChanged(owner.scope, owner.storeId, external);
    expect((await see()).tags).toEqual(['theirs']);
  });
});

describe('a tag', () => {
  it("is added and removed singly; the merchant's own stay", async () => {
    expect((await tag('add', 'VIP')).updated).toBe(1);
    inStore().tags = ['theirs', 'new'];
    await settle();
    expect(inStore().tags).toEqual(['theirs', 'new', 'VIP']);
    expect((await see()).tags).toEqual(['theirs', 'new', 'VIP']);
    expect([await found('tag:vip'), await found('tag:new')]).toEqual([1, 1]);
    await tag('remove', 'vip');
    await settle();
    expect(await found('tag:vip')).toBe(0);
    expect(await kinds()).toEqual(expect.arrayContaining(['tag_added', 'tag_removed']));
  });

  it('that the order has is not added again, nor one that is on its way', async () => {
    expect((await tag('add', 'Theirs')).updated).toBe(0);
    await tag('add', 'VIP');
    expect((await tag('add', 'vip')).updated).toBe(0);
    expect((await tag('remove', 'VIP')).updated).toBe(1);
    await settle();
    expect(shop.tagCalls).toEqual(['add VIP', 'remove VIP']);
  });

  it('of many orders names those that it cannot change', async () => {
    const other = await arrive({ tags: Array.from({ length: 250 }, (_, at) => `t${at}`) });
    const stranger = '0198c0de-0000-7000-8000-000000000000';
    const { failed, updated } = await tag('add', 'VIP', [orderId, other, stranger]);
    expect(updated).toBe(1);
    expect(Object.fromEntries([...failed].map(([id, { key }]) => [id, key]))).toEqual({
      [other]: 'ORDER_TAGS_TOO_MANY',
      [stranger]: 'OrderDetailNotFound',
    });
  });

  it('is refused where the platform has none', async () => {
    use(added);
    const { failed } = await tag('add', 'VIP');
    expect(failed.get(orderId)?.key).toBe('ORDER_TAGS_NOT_OFFERED');
  });
});

describe('a note that replaces', () => {
  it('is written over the one that was seen', async () => {
    await write('Gift, wrapped', 'Gift');
    expect((await see()).edits).toMatchObject([{ kind: 'note', text: 'Gift, wrapped', state: 'waiting' }]);
    await settle();
    expect([inStore().note, shop.notes]).toEqual(['Gift, wrapped', ['Gift, wrapped']]);
    expect(await see()).toMatchObject({ note: 'Gift, wrapped', edits: [] });
  });

  it('is a conflict when the merchant changed it meanwhile; both texts are shown', async () => {
    await write('Ours', 'Gift');
    inStore().note = 'Theirs';
    await settle();
    expect(shop.notes).toEqual([]);
    expect(await see()).toMatchObject({
      note: 'Theirs',
      edits: [{ state: 'conflict', text: 'Ours', store_text: 'Theirs' }],
    });
    expect(await kinds()).toContain('note_conflict');
    expect(await notices()).toEqual([{ kind: 'order_edit_failed', reason: 'TIMELINE_NOTE_CONFLICT' }]);
  });

  it.each([
    ['drop', 'Theirs', []],
    ['write', 'Ours', ['Ours']],
    ['both', 'Theirs\n\nOurs', ['Theirs\n\nOurs']],
  ] as const)('in conflict: %s leaves %j', async (choice, note, calls) => {
    await write('Ours', 'Gift');
    inStore().note = 'Theirs';
    await settle();
    const [edit] = (await see()).edits;
    await resolveEdit(deps, owner.who, edit?.edit_id ?? '', choice);
    await settle();
    expect([inStore().note, shop.notes]).toEqual([note, calls]);
    expect((await see()).edits).toEqual([]);
    await expect(resolveEdit(deps, owner.who, edit?.edit_id ?? '', choice)).rejects.toThrow('ORDER_EDIT_DECIDED');
  });

  it('written twice in a row is no conflict with itself', async () => {
    await write('First', 'Gift');
    await write('Second', 'Gift');
    await settle();
    expect([inStore().note, shop.notes]).toEqual(['Second', ['First', 'Second']]);
  });

  it('is refused by field when it is too long', () =>
    expect(write('x'.repeat(5001))).rejects.toMatchObject({ fields: { note: ['ORDER_NOTE_TOO_LONG'] } }));
});

describe('a note that is added', () => {
  beforeEach(() => use(added));

  it("stands beside the merchant's", async () => {
    inStore().staffNotes = [{ id: 'm1', text: 'Theirs', author: 'Mia', at: inStore().createdAt }];
    await write('Ours');
    await settle();
    expect((await see()).staff_notes.map((one) => one.text)).toEqual(['Theirs', 'Ours']);
  });

  it('is refused by field when it is empty', () =>
    expect(write('')).rejects.toMatchObject({ fields: { note: ['ORDER_NOTE_EMPTY'] } }));

  it('is there once after a lost response', async () => {
    shop.fault('writeOrderNote', { kind: 'unknown', after: true });
    await write('Ours');
    await settle();
    expect(shop.notes).toEqual(['Ours']);
    expect(await see()).toMatchObject({ edits: [] });
  });
});

describe('exactly once', () => {
  it('a killed worker leaves nothing undone and nothing doubled', async () => {
    use(added);
    for (let at = 1; at < 40; at += 2) {
      const before = shop.notes.length;
      await write(`Note ${at}`);
      const dying = world.killedAt(at);
      await world.jobs.drain(dying.handlers).catch(() => undefined);
      await settle();
      expect(shop.notes.slice(before), `killed at step ${at}`).toEqual([`Note ${at}`]);
      expect((await see()).edits).toEqual([]);
      if (!dying.died()) return;
    }
    throw new Error('the steps do not end');
  });

  it('two workers on one row write once', async () => {
    use(added);
    await write('Ours');
    const [edit] = (await see()).edits;
    let said = '';
    const meanwhile = async () => {
      const another = createEditing(deps, PATIENCE);
      said = await another.run(owner.scope, edit?.edit_id ?? '').then(
        () => 'done',
        (error: unknown) => (error instanceof Error ? error.name : 'no error'),
      );
    };
    shop.fault('writeOrderNote', { kind: 'unknown', after: true, meanwhile });
    await settle();
    expect(said).toBe('Later');
    expect(shop.notes).toEqual(['Ours']);
  });
});

describe('a refusal', () => {
  it('of the permission says so, leaves the store connected, and can be retried', async () => {
    shop.fault('changeOrderTag', { kind: 'auth', code: 'missing_scope' });
    await tag('add', 'VIP');
    await settle();
    const [edit] = (await see()).edits;
    expect(edit).toMatchObject({ state: 'failed', problem: { key: 'ORDER_EDIT_NOT_PERMITTED' } });
    const store = await db.read(owner.scope, (ex) =>
      ex.first(
        sql`select status from store where workplace_id = ${owner.scope.workplaceId} and store_id = ${owner.storeId}`,
      ),
    );
    expect(store).toEqual({ status: 'active' });
    await resolveEdit(deps, owner.who, edit?.edit_id ?? '', 'write');
    await settle();
    expect(inStore().tags).toEqual(['theirs', 'VIP']);
    expect(await kinds()).toContain('edit_failed');
    expect(await notices()).toEqual([{ kind: 'order_edit_failed', reason: 'ORDER_EDIT_NOT_PERMITTED' }]);
  });

  it('of an order that the store deleted is final', async () => {
    await write('Ours', 'Gift');
    shop.orders.delete(external);
    await settle();
    expect((await see()).edits).toMatchObject([{ state: 'failed', problem: { key: 'ORDER_EDIT_GONE' } }]);
  });
});

it('an order created in Quayside keeps notes and tags here', async () => {
  await db.tenant(owner.scope, (tx) =>
    tx.run(sql`update sales_order set is_manual = true
      where workplace_id = ${owner.scope.workplaceId} and order_id = ${orderId}`),
  );
  use(added);
  await write('Ours', 'Gift');
  await tag('add', 'VIP');
  await settle();
  expect(await see()).toMatchObject({
    note: 'Ours',
    tags: ['theirs', 'VIP'],
    note_kind: 'replace',
    has_tags: true,
    edits: [],
  });
  expect([shop.notes, shop.tagCalls]).toEqual([[], []]);
  expect(await found('tag:vip')).toBe(1);
});
