import { firstIdAt, newId } from '@quayside/kernel';
import { fakeChannel } from '@quayside/testing/fakes/fake-channel.ts';
import { beforeEach, expect, it } from 'vitest';
import { raw, sql, type WorkplaceScope } from '../../db/index.ts';
import { endedHolds, updateHistory, writtenUpdates } from '../../features/auto-updates/index.ts';
import { linkStore } from '../../features/connections/index.ts';
import { readFile } from '../../features/files/index.ts';
import { deleteOldRows } from '../../features/history/actions/delete-old-rows.ts';
import { exportWorkspace } from '../../features/history/actions/export-workspace.ts';
import { listExports } from '../../features/history/repo.ts';
import { readHistoryFile } from '../../features/history/rules/history-file.ts';
import { writtenPrices } from '../../features/market-prices/index.ts';
import { oldPriceBatches } from '../../features/pricing/index.ts';
import { oldPushBatches } from '../../features/products/index.ts';
import { testDatabase } from '../db/index.ts';
import { fakeWorld, SANDBOX_URL } from '../fakes/fake-deps.ts';

const db = await testDatabase();
const woo = fakeChannel('woocommerce');
const { person, deps } = await fakeWorld(db, { channels: [woo] });
let scope: WorkplaceScope;
beforeEach(async () => {
  scope = await person();
});

const MONTH = 31 * 86_400_000;
let counted = 0;
/** An id of some months ago; later ones are higher. */
const oldId = (months: number): string => {
  counted += 1;
  return firstIdAt(Date.now() - months * MONTH).replace(/0{6}$/, counted.toString(16).padStart(6, '0'));
};
const timeOf = (months: number): string => new Date(Date.now() - months * MONTH).toISOString();
const run = (text: ReturnType<typeof sql>) => db.tenant(scope, (tx) => tx.run(text));
const idsIn = async (table: string, column: string): Promise<string[]> =>
  (
    await db.read(scope, (ex) =>
      ex.rows<{ id: string }>(
        sql`select ${raw(column)} as id from ${raw(table)} where workplace_id = ${scope.workplaceId} order by 1`,
      ),
    )
  ).map((row) => row.id);
const clean = (own = deps) =>
  deleteOldRows(own, scope, [writtenUpdates, endedHolds, writtenPrices, oldPriceBatches, oldPushBatches]);
const keepAll = {
  ...deps,
  config: { ...deps.config, keepMonths: { ...deps.config.keepMonths, updates: 0, tasks: 0 } },
};

interface Change {
  months: number;
  listing: string;
  state?: string;
  undoneBy?: string;
  field?: string;
}

async function addChange({ months, listing, state = 'done', undoneBy, field = 'price' }: Change): Promise<string> {
  const id = oldId(months);
  await run(sql`insert into auto_update_change (workplace_id, change_id, batch_id, store_id, listing_id, product_id, variant_id, title,
      field, cause, rule, currency, before, after, state, undone_by, created_at, ended_at)
    values (${scope.workplaceId}, ${id}, ${newId()}, ${listing}, ${listing}, ${listing}, ${listing}, 'Lamp', ${field}, 'cost_up', 'follow',
      'USD', '{"field":"price","price":10}', '{"field":"price","price":12}', ${state}, ${undoneBy ?? null}, ${timeOf(months)},
      ${state === 'waiting' || state === 'approval' ? null : timeOf(months)})`);
  return id;
}
async function addStore(): Promise<string> {
  const domain = `${newId()}.example.com`;
  woo.facts = { ...woo.facts, platformDomain: domain };
  return linkStore(deps, scope, {
    platform: 'woocommerce',
    shop: `${SANDBOX_URL}/${domain}`,
    credentials: { key: 'good' },
  });
}
it('old changes of automatic updates go to files, but not those that can still be undone', async () => {
  const listing = newId();
  const replaced = await addChange({ months: 20, listing });
  const undone = await addChange({ months: 19, listing, field: 'status', undoneBy: newId() });
  const inEffect = await addChange({ months: 18, listing });
  const failed = await addChange({ months: 18, listing, state: 'failed' });
  const approval = await addChange({ months: 17, listing, state: 'approval', field: 'stock' });
  const other = await addChange({ months: 16, listing: newId() });
  const fresh = await addChange({ months: 2, listing, state: 'kept' });
  expect(await exportWorkspace(keepAll, scope, [updateHistory])).toBe(0);
  expect(await exportWorkspace(deps, scope, [updateHistory])).toBe(3);
  expect(await idsIn('auto_update_change', 'change_id')).toEqual([inEffect, approval, other, fresh].sort());
  const files = await db.read(scope, (ex) => listExports(ex, scope.workplaceId, ['updates'], undefined, 10));
  const texts = await Promise.all(files.map((one) => readFile(deps, one.file_id)));
  const lines = texts.flatMap((file) =>
    readHistoryFile(file?.bytes ?? Buffer.alloc(0))
      .trim()
      .split('\r\n')
      .slice(1),
  );
  expect(lines.map((line) => line.slice(0, 36)).sort()).toEqual([replaced, undone, failed].sort());
  expect(lines[0]).toContain('""price"":10');
});

it('written batches go after a month, waiting ones never', async () => {
  const store = await addStore();
  const left: Record<string, string[]> = { auto_update_batch: [], market_price_batch: [] };
  for (const [table, kept] of Object.entries(left))
    for (const [months, state] of [
      [3, 'done'],
      [3, 'failed'],
      [3, 'waiting'],
      [3, 'unknown'],
      [0, 'done'],
    ] as const) {
      const id = oldId(months);
      await run(sql`insert into ${raw(table)} (workplace_id, batch_id, store_id, state ${raw(table === 'market_price_batch' ? ', listing_ids' : '')})
        values (${scope.workplaceId}, ${id}, ${store}, ${state} ${raw(table === 'market_price_batch' ? ", '{}'" : '')})`);
      if (months === 0 || !['done', 'failed'].includes(state)) kept.push(id);
    }
  // A change of a failed batch that is still to be written.
  const waiting = oldId(3);
  await run(sql`insert into auto_update_batch (workplace_id, batch_id, store_id, state)
    values (${scope.workplaceId}, ${waiting}, ${store}, 'failed')`);
  const change = await addChange({ months: 3, listing: newId(), state: 'waiting' });
  await run(
    sql`update auto_update_change set batch_id = ${waiting} where workplace_id = ${scope.workplaceId} and change_id = ${change}`,
  );
  await clean(keepAll);
  expect(await idsIn('auto_update_batch', 'batch_id')).toEqual([...(left.auto_update_batch ?? []), waiting].sort());
  expect(await idsIn('market_price_batch', 'batch_id')).toEqual(left.market_price_batch?.sort());
});

async function addPriceBatches(count: number, months: number, state = 'applied'): Promise<string[]> {
  const ids = Array.from({ length: count }, () => oldId(months));
  for (const id of ids) {
    await run(sql`insert into price_batch (workplace_id, batch_id, state, rule, push, total, requested_by)
      values (${scope.workplaceId}, ${id}, ${state}, '{}', false, 1, 'Ada')`);
    await run(sql`insert into price_batch_item (workplace_id, batch_id, product_id, variant_id, state, cost, price_after)
      values (${scope.workplaceId}, ${id}, ${newId()}, ${newId()}, 'done', 1, 2)`);
  }
  return ids;
}

it('of old price changes by a rule the latest 50 stay, whatever their age, and the others go with their prices', async () => {
  const older = await addPriceBatches(3, 20);
  const latest = await addPriceBatches(50, 14);
  await clean(keepAll);
  expect(await idsIn('price_batch', 'batch_id')).toHaveLength(53);
  await clean();
  expect(await idsIn('price_batch', 'batch_id')).toEqual(latest);
  expect(await idsIn('price_batch_item', 'batch_id')).toEqual(latest);
  expect(older).toHaveLength(3);
  // Younger than the setting: more than 50 stay.
  await addPriceBatches(5, 2);
  await clean();
  expect(await idsIn('price_batch', 'batch_id')).toHaveLength(50);
});

it('pushes of a filter stay as long as tasks, and those under way always', async () => {
  const add = async (months: number, state: string): Promise<string> => {
    const id = oldId(months);
    await run(sql`insert into push_batch (workplace_id, batch_id, state, store_ids, store_modes, request, requested_by, ended_at)
      values (${scope.workplaceId}, ${id}, ${state}, '{}', '{}', '{}', 'Ada', ${state === 'ended' ? timeOf(months) : null})`);
    await run(
      sql`insert into push_batch_item (workplace_id, batch_id, product_id) values (${scope.workplaceId}, ${id}, ${newId()})`,
    );
    return id;
  };
  const ended = await Promise.all([9, 8, 10, 11, 12, 13, 14].map((months) => add(months, 'ended')));
  const stay = [await add(9, 'running'), await add(2, 'ended')].sort();
  await clean(keepAll);
  expect(await idsIn('push_batch', 'batch_id')).toEqual([...ended, ...stay].sort());
  await clean();
  expect(await idsIn('push_batch', 'batch_id')).toEqual(stay);
  expect(await idsIn('push_batch_item', 'batch_id')).toEqual(stay);
});

it('held supplier answers go once they ended', async () => {
  const add = async (months: number, state: string, source: string): Promise<string> => {
    const id = oldId(months);
    await run(sql`insert into supplier_hold (workplace_id, hold_id, source, mode, fault, affected, checked, state)
      values (${scope.workplaceId}, ${id}, ${source}, 'sandbox', 'stock', 9, 10, ${state})`);
    return id;
  };
  await add(20, 'released', 'cj');
  const stay = [await add(20, 'open', 'cj'), await add(2, 'dismissed', 'quayside')];
  await clean();
  expect(await idsIn('supplier_hold', 'hold_id')).toEqual(stay.sort());
});
