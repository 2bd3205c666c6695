import { newId } from '@quayside/kernel';
import { expect, it } from 'vitest';
import { withClient } from '../../db/index.ts';
import { testDatabase } from '../../testing/db/index.ts';
import { fakeWorld } from '../../testing/fakes/fake-deps.ts';
import { findActs } from './queries/acts.ts';
import { findEntries } from './queries/entries.ts';
import type { ActCursor } from './rules/acts.ts';

const db = await testDatabase();
const { person } = await fakeWorld(db);

it('entries are read page by page without a gap or a repetition, also those of one moment', async () => {
  const scope = await person();
  const kept: { id: string; at: string }[] = [];
  for (const at of ['2026-05-01T12:00:00.001Z', '2026-05-01T12:00:00.002Z'])
    for (let n = 0; n < 3; n += 1) kept.push({ id: newId(), at });
  await withClient(db.superuserUrl, 'test', async (admin) => {
    for (const { id, at } of kept)
      await admin.query(
        `insert into audit_entry (workplace_id, entry_id, at, actor_kind, actor_id, actor_name, action, entity, entity_id, change)
          values ($1, $2, $3, 'member', 'ada', 'Ada', 'POST /x', 'test', $2::uuid::text, 'changed')`,
        [scope.workplaceId, id, at],
      );
  });
  const read: string[] = [];
  for (;;) {
    const last = kept.find(({ id }) => id === read.at(-1));
    const page = await db.read(scope, (ex) => findEntries(ex, scope.workplaceId, { entity: 'test' as never }, last, 2));
    read.push(...page.map(({ id }) => id));
    if (page.length < 2 || read.length > 20) break;
  }
  const newest = kept.toSorted((a, b) => (`${a.at}${a.id}` < `${b.at}${b.id}` ? 1 : -1));
  expect(read).toEqual(newest.map(({ id }) => id));
});

it('acts are read page by page, each whole and once, also where acts of two people overlap', async () => {
  const scope = await person();
  const kept: { at: string; actor: string; entity: string; n: number }[] = [];
  // Two people place orders at the same time, one of them in two sittings; products change between.
  for (let n = 0; n < 40; n += 1) {
    const at = (second: number) => new Date(Date.parse('2026-05-01T12:00:00Z') + second * 1_000).toISOString();
    kept.push(
      { at: at(n * 5), actor: 'ada', entity: 'order', n: n % 7 },
      { at: at(n * 5 + 1), actor: 'bob', entity: 'order', n },
    );
    kept.push({ at: at(n * 5), actor: 'ada', entity: 'order_line', n });
    if (n % 20 === 0) kept.push({ at: at(n * 5 + 2), actor: 'ada', entity: 'product', n });
    kept.push({ at: at(n < 20 ? n : n + 600), actor: 'cy', entity: 'order', n });
  }
  await withClient(db.superuserUrl, 'test', async (admin) => {
    for (const { at, actor, entity, n } of kept)
      await admin.query(
        `insert into audit_entry (workplace_id, at, actor_kind, actor_id, actor_name, action, entity, entity_id, entity_name, change)
          values ($1, $2, 'member', $3, $3, 'POST /orders/v5/create', $4, $5, $5, 'changed')`,
        [scope.workplaceId, at, actor, entity, String(n)],
      );
  });
  const readAll = async (filter: object, size: number) => {
    const read = [];
    let cursor: ActCursor | undefined;
    do {
      const page = await db.read(scope, (ex) => findActs(ex, scope.workplaceId, filter, cursor, size));
      expect(page.items.length).toBeLessThanOrEqual(size);
      read.push(...page.items);
      cursor = page.next;
    } while (cursor && read.length < 50);
    return read;
  };
  const whole = await readAll({}, 50);
  expect(whole.map(({ actor, area, count, entries }) => [actor.id, area, count, entries])).toEqual([
    ['cy', 'orders', 20, 20],
    ['bob', 'orders', 40, 40],
    ['ada', 'orders', 7, 80],
    ['ada', 'products', 1, 1],
    ['cy', 'orders', 20, 20],
    ['ada', 'products', 1, 1],
  ]);
  for (const size of [1, 2, 5]) expect(await readAll({}, size)).toEqual(whole);
  // A filter narrows acts to the entries that match, which their own filter finds again.
  const items = await readAll({ entity: 'order_line' }, 2);
  expect(items).toMatchObject([{ actor: { id: 'ada' }, entity: 'order_line', count: 40, entries: 40 }]);
  for (const { action, actor, area, entries, from, until } of whole) {
    const own = { action, actor_id: actor.id, area, from, until };
    expect(await db.read(scope, (ex) => findEntries(ex, scope.workplaceId, own, undefined, 100))).toHaveLength(entries);
  }
});
