import { ENHANCED_FIELDS } from '@quayside/contracts';
import { testDatabase } from '@quayside/testing/db/index.ts';
import { fakeWorld } from '@quayside/testing/fakes/fake-deps.ts';
import { fakeProduct, fakeSupplier } from '@quayside/testing/fakes/fake-supplier.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Scope, sql } from '../../db/index.ts';
import { createQuota } from '../plans/index.ts';
import { createImport, findProduct, saveWords } from '../products/index.ts';
import { workspaceUsage } from '../reports/index.ts';
import { syncCatalogue } from '../sourcing/index.ts';
import { acceptProposals, rollBack } from './actions/change-words.ts';
import { deleteSnapshots } from './actions/delete-snapshots.ts';
import { startEnhancement } from './actions/start-enhancement.ts';
import { enhancementAnswer } from './answers.ts';
import { register } from './register.ts';
import { listEnhancements } from './repo.ts';
import { writerOf } from './writers/index.ts';

const db = await testDatabase();
const supplier = fakeSupplier('quayside', true);
const { deps, jobs, person } = await fakeWorld(db, { suppliers: [supplier] });
const quota = createQuota(deps, { workspaceUsage });
const importProducts = createImport(deps, quota);
supplier.products = Array.from({ length: 4 }, (_none, at) =>
  fakeProduct(at, {
    title: `HOT SALE BRIGHT DESK LAMP LAMP ${at}`,
    descriptionHtml: '<p>Bright.</p><p>Hot Sale!</p><img src="https://goods.example/lamp.png">',
  }),
);
await syncCatalogue(deps, 'quayside', 'sandbox');

let scope: Required<Scope>;
const idle = ['set-up-store', 'refresh-source', 'draw-pictures'].map((name) => ({
  kind: { name, payload: { parse: (payload: unknown) => payload } },
  handle: async () => undefined,
}));
const drain = () => jobs.drain([...register(deps, { quota }).jobs, ...(idle as never[])]);
beforeEach(async () => {
  await db.global((tx) => tx.run(sql`delete from test_job`));
  scope = await person();
});

const bring = async (...numbers: number[]) => {
  const asks = numbers.map((at) => ({
    source: 'quayside' as const,
    mode: 'sandbox' as const,
    sourceProductId: `p${at}`,
    shipTo: 'US',
  }));
  const { imported } = await importProducts(scope, asks);
  return numbers.map((at) => imported.get(`quayside:sandbox:p${at}`)?.productId ?? '');
};
const ask = (productIds: string[]) =>
  startEnhancement(deps, quota, writerOf(), scope, { productIds, askedBy: scope.accountId });
const list = async () =>
  (await db.read(scope, (ex) => listEnhancements(ex, scope.workplaceId, { page_size: 50 }))).map((row) =>
    enhancementAnswer(row, 'en'),
  );
const product = async (id: string) => {
  const found = await db.read(scope, (ex) => findProduct(ex, scope.workplaceId, id));
  if (!found) throw new Error('no product');
  return found;
};
const edit = async (id: string, title: string) => {
  const before = await product(id);
  await db.tenant(scope, (tx) => saveWords(tx, scope.workplaceId, before, { title }));
};
const used = async () =>
  (
    await db.read(scope, (ex) =>
      ex.rows<{ feature: string; n: number }>(
        sql`select feature, sum(amount)::int as n from usage_record where account_id = ${scope.accountId} group by feature`,
      ),
    )
  ).map(({ feature, n }) => `${feature} ${n}`);
const processes = () =>
  db.read(scope, (ex) =>
    ex.rows<{ status: string; error_key: string | null }>(
      sql`select status, error_key from process where workplace_id = ${scope.workplaceId} and kind = 'enhance' order by process_id`,
    ),
  );
/** A proposal of the template writer for one product. */
const proposed = async () => {
  const [id = ''] = await bring(0);
  const { items } = await ask([id]);
  await drain();
  return { id, enhancementId: items[0]?.enhancement_id ?? '' };
};

describe('the template writer', () => {
  it('proposes and changes nothing; says that it is none of a model, and uses nothing of the plan', async () => {
    const { id } = await proposed();
    const [one] = await list();
    expect(one).toMatchObject({ state: 'proposed', writer: { kind: 'template', model: null }, problem: null });
    expect(one?.fields.map(({ field, after, state }) => [field, after, state])).toEqual([
      ['title', 'Bright Desk Lamp 0', 'open'],
      [
        'description_html',
        '<p>Bright.</p><ul><li><strong>Material:</strong> Steel</li><li><strong>Color:</strong> Red, Blue</li><li><strong>Size:</strong> S</li></ul><img src="https://goods.example/lamp.png" />',
        'open',
      ],
    ]);
    expect((await product(id)).title).toBe('HOT SALE BRIGHT DESK LAMP LAMP 0');
    expect(await used()).toEqual([]);
    expect(await processes()).toEqual([{ status: 'success', error_key: null }]);
  });

  it('is accepted for one field, and undone to the snapshot', async () => {
    const { id, enhancementId } = await proposed();
    expect(await acceptProposals(deps, scope, [enhancementId], ['title'])).toEqual({
      accepted: [enhancementId],
      failed: new Map(),
    });
    const after = await product(id);
    expect([after.title, after.description_html.includes('Hot Sale')]).toEqual(['Bright Desk Lamp 0', true]);
    expect(after.revision).toBe(2);
    expect(await rollBack(deps, scope, enhancementId, undefined)).toEqual({ undone: ['title'], kept: [] });
    expect((await product(id)).title).toBe('HOT SALE BRIGHT DESK LAMP LAMP 0');
    await expect(rollBack(deps, scope, enhancementId, undefined)).rejects.toThrow('ENHANCEMENT_NOTHING_TO_UNDO');
  });

  it('overwrites no edit, neither when it is accepted nor when it is undone', async () => {
    const { id, enhancementId } = await proposed();
    await edit(id, 'My lamp');
    expect((await list())[0]?.fields.map((one) => one.is_stale)).toEqual([true, false]);
    const refused = await acceptProposals(deps, scope, [enhancementId], ['title']);
    expect([...refused.failed]).toEqual([[enhancementId, 'ENHANCEMENT_STALE']]);
    await acceptProposals(deps, scope, [enhancementId], [...ENHANCED_FIELDS]);
    expect((await product(id)).title).toBe('My lamp');
    await edit(id, 'HOT SALE BRIGHT DESK LAMP LAMP 0');
    await acceptProposals(deps, scope, [enhancementId], ['title']);
    await edit(id, 'My other lamp');
    expect(await rollBack(deps, scope, enhancementId, undefined)).toEqual({
      undone: ['description_html'],
      kept: ['title'],
    });
    await expect(rollBack(deps, scope, enhancementId, undefined)).rejects.toThrow('ENHANCEMENT_CHANGED_SINCE');
    expect((await product(id)).title).toBe('My other lamp');
  });

  it('works on a product once at a time; a new proposal takes the place of one that nobody wanted', async () => {
    const [id = ''] = await bring(0);
    await ask([id]);
    expect([...(await ask([id, id])).failed.values()]).toEqual([{ key: 'ENHANCEMENT_RUNNING', params: {} }]);
    await drain();
    await ask([id]);
    await drain();
    expect(await list()).toHaveLength(1);
    const [first] = await list();
    await acceptProposals(deps, scope, [first?.enhancement_id ?? ''], ['title']);
    await ask([id]);
    await drain();
    // What was accepted can still be undone.
    expect((await list()).map((one) => one.fields.map((field) => field.field))).toEqual([
      ['description_html'],
      ['title', 'description_html'],
    ]);
  });

  it('is put away with its snapshot, but not while it writes; the product stays', async () => {
    const { id, enhancementId } = await proposed();
    await acceptProposals(deps, scope, [enhancementId], ['title']);
    const { items } = await ask([id]);
    const running = items[0]?.enhancement_id ?? '';
    const { deleted, failed } = await deleteSnapshots(deps, scope, [enhancementId, running]);
    expect([deleted, [...failed]]).toEqual([[enhancementId], [[running, 'ENHANCEMENT_RUNNING']]]);
    await expect(rollBack(deps, scope, enhancementId, undefined)).rejects.toThrow('ENHANCEMENT_NOT_FOUND');
    expect((await product(id)).title).toBe('Bright Desk Lamp 0');
  });

  it('names products that are not there and goes on with the others; writes nothing in demo mode', async () => {
    const [id = ''] = await bring(1);
    const stranger = await person();
    expect([...(await ask([id, stranger.workplaceId])).failed.keys()]).toEqual([stranger.workplaceId]);
    await drain();
    await db.tenant(scope, (tx) =>
      tx.run(sql`insert into account_flag (account_id, flag) values (${scope.accountId}, 'meta:DEMO_MODE')`),
    );
    await expect(ask([id])).rejects.toThrow('DEMO_MODE');
  });
});

it('keeps workspaces apart', async () => {
  const { enhancementId } = await proposed();
  const mine = scope;
  scope = await person();
  expect(await list()).toEqual([]);
  expect((await acceptProposals(deps, scope, [enhancementId], ['title'])).failed.size).toBe(1);
  await expect(rollBack(deps, scope, enhancementId, undefined)).rejects.toThrow('ENHANCEMENT_NOT_FOUND');
  expect((await deleteSnapshots(deps, scope, [enhancementId])).deleted).toEqual([]);
  scope = mine;
  expect(await list()).toHaveLength(1);
});
