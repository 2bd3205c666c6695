import type { BulkChanges } from '@quayside/contracts';
import { SPLIT_DEFAULTS } from '@quayside/contracts';
import { newId } from '@quayside/kernel';
import { fakeChannel } from '@quayside/testing/fakes/fake-channel.ts';
import { fakeProduct, fakeSupplier } from '@quayside/testing/fakes/fake-supplier.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { raw, type Sql, sql, type WorkplaceScope, withClient } from '../../db/index.ts';
import { PATIENCE } from '../../jobs/effect/pauses.ts';
import { testDatabase } from '../../testing/db/index.ts';
import { fakeWorld, SANDBOX_URL } from '../../testing/fakes/fake-deps.ts';
import { linkStore } from '../connections/index.ts';
import { createQuota } from '../plans/index.ts';
import { workspaceUsage } from '../reports/index.ts';
import { syncCatalogue } from '../sourcing/index.ts';
import { startBulkEdit, startBulkUndo, workBulkEdit } from './actions/bulk-edits.ts';
import { changeAndPush } from './actions/change-products.ts';
import { createImport } from './actions/import-products.ts';
import { createPushing } from './actions/push-listing.ts';
import { storePusher } from './actions/push-store.ts';
import { findBulkEdit, latestBulkEdits, leftItems } from './bulk-edit-repo.ts';
import { matchingIds } from './queries/center-filter.ts';
import { previewMatching } from './queries/change-preview.ts';
import { isMatching } from './queries/list-products.ts';
import { listTags } from './queries/tags.ts';

const PRODUCTS = 7;
const db = await testDatabase();
const own = fakeSupplier('quayside', true);
const woo = fakeChannel('woocommerce');
const { deps, person } = await fakeWorld(db, { suppliers: [own], channels: [woo] });
own.products = Array.from({ length: PRODUCTS }, (_, at) => fakeProduct(at));
await syncCatalogue(deps, 'quayside', 'sandbox');

const quota = createQuota(deps, { workspaceUsage });
const importProducts = createImport(deps, { quota, onImported: async () => undefined } as never);
const push = storePusher(deps, createPushing(deps, PATIENCE));
const LASTING: Pick<AbortSignal, 'throwIfAborted'> = { throwIfAborted: () => undefined };

let scope: WorkplaceScope;
let storeId: string;
let shops = 0;

beforeEach(async () => {
  scope = await person();
  shops += 1;
  woo.facts = { ...woo.facts, platformDomain: `e${shops}.example.com` };
  storeId = await linkStore(deps, scope, {
    platform: 'woocommerce',
    shop: `${SANDBOX_URL}/e${shops}.example.com`,
    credentials: { key: 'good' },
  });
  await importProducts(
    scope,
    own.products.map(({ sourceProductId }) => ({
      source: 'quayside' as const,
      mode: 'sandbox' as const,
      sourceProductId,
      shipTo: 'US',
    })),
  );
  woo.calls.length = 0;
  woo.listings.clear();
});

const CHANGES: BulkChanges = { title_prefix: 'Sale: ', add_tags: ['sale'], price_percent: 10 };
const all = (of = scope) => isMatching(of.workplaceId, {});
const start = (
  patch: { count?: number; changes?: BulkChanges; push?: boolean; as?: WorkplaceScope & { storeIds?: string[] } } = {},
) =>
  startBulkEdit(deps, patch.as ?? scope, {
    matching: all(patch.as),
    count: patch.count ?? PRODUCTS,
    changes: patch.changes ?? CHANGES,
    push: patch.push ?? false,
    requestedBy: 'Ada',
  });
const work = (editId: string, { signal = LASTING, atOnce = 3, isLastTry = false, on = deps } = {}) =>
  workBulkEdit(on, scope, editId, { signal, isLastTry }, atOnce);
/** Stops after some transactions, as a process that is killed between them. */
const killedAfter = (times: number) => {
  let left = times;
  return {
    throwIfAborted() {
      if (left === 0) throw new Error('killed');
      left -= 1;
    },
  };
};
/** Fails in one of its transactions. */
const failingAt = (nth: number): typeof deps => {
  let calls = 0;
  const tenant: typeof db.tenant = (...args) => {
    calls += 1;
    return calls === nth ? Promise.reject(new Error('fault')) : db.tenant(...args);
  };
  return { ...deps, db: Object.assign(Object.create(deps.db), { tenant }) };
};
const edit = (editId: string) => db.read(scope, (ex) => findBulkEdit(ex, scope.workplaceId, editId));
const left = async (editId: string) =>
  (await db.read(scope, (ex) => leftItems(ex, scope.workplaceId, editId, { after: undefined, most: 20 }))).map(
    ({ product_id, error_key }) => [product_id, error_key],
  );
/** What the owner sees of the products. */
const products = () =>
  db.read(scope, (ex) =>
    ex.rows<{ product_id: string; title: string }>(
      sql`select p.product_id, p.title, p.vendor, p.tags, p.price_from, p.price_to,
          (select jsonb_agg(jsonb_build_array(v.sku, v.price, v.compare_at_price) order by v.position) from product_variant v
            where v.workplace_id = ${scope.workplaceId} and v.product_id = p.product_id) as variants
        from product p where p.workplace_id = ${scope.workplaceId} order by p.product_id`,
    ),
  );
const retitle = (productId: string, title: string) =>
  db.tenant(scope, (tx) =>
    tx.run(sql`update product set title = ${title}, revision = revision + 1 where workplace_id = ${scope.workplaceId}
      and product_id = ${productId}`),
  );
const ids = async () => (await products()).map((one) => one.product_id);
const change = (productIds: readonly string[], changes: BulkChanges, to = [storeId]) =>
  changeAndPush(deps, { quota }, scope, {
    productIds,
    storeIds: to,
    settings: undefined,
    split: SPLIT_DEFAULTS,
    rates: {},
    changes,
    requestedBy: 'Ada',
  });
const list = async (productIds: readonly string[], changes: BulkChanges) => {
  const made = await change(productIds, changes);
  await toStore();
  return made;
};
const toStore = () =>
  push(scope, storeId, { signal: new AbortController().signal }).catch((error: Error) => {
    if (error.name !== 'Later') throw error;
  });
const inStore = () => [...woo.listings.values()].map((one) => one.fields.product.title).sort();

it('a bulk edit of a tag changes the products that have it, whatever its case, and no other workspace', async () => {
  const [first = '', second = ''] = await ids();
  await db.tenant(scope, (tx) =>
    tx.run(sql`update product set tags = case when product_id = ${first}::uuid then '{Summer sale,cup}' else '{summer}' end::text[]
      where workplace_id = ${scope.workplaceId} and product_id = any(${[first, second]}::uuid[])`),
  );
  const tagged = isMatching(scope.workplaceId, { tag: 'summer SALE' });
  const found = (matching: typeof tagged, of = scope) => db.read(of, (ex) => matchingIds(ex, matching, 50));
  expect(await found(tagged)).toEqual([first]);
  expect(await found(isMatching(scope.workplaceId, { tag: 'Summer' }))).toEqual([second]);
  expect(await found(isMatching(scope.workplaceId, { tag: 'summer%' }))).toEqual([]);
  const other = await person();
  expect(await found(isMatching(other.workplaceId, { tag: 'summer' }), other)).toEqual([]);
  const count = 1;
  const editId = await startBulkEdit(deps, scope, {
    matching: tagged,
    count,
    changes: { remove_tags: ['Summer sale'], title_prefix: 'Sale: ' },
    push: false,
    requestedBy: 'Ada',
  });
  await work(editId);
  expect((await products()).filter(({ title }) => title.startsWith('Sale: ')).map((one) => one.product_id)).toEqual([
    first,
  ]);
  expect(await found(tagged)).toEqual([]);
});

describe('products of a tag among many', () => {
  const MANY = 12_000;
  const plansOf = async (query: Sql): Promise<string> => {
    const rows = await db.read(scope, (ex) => ex.rows<Record<string, string>>(sql`explain (costs off) ${query}`));
    return rows.map((row) => Object.values(row)[0]).join('\n');
  };

  it('are found in order by the index of tags, on every page, and suggestions read no product', async () => {
    const [first = ''] = await ids();
    const added = await db.tenant(scope, (tx) =>
      tx.raw(
        `insert into product select (jsonb_populate_record(p, jsonb_build_object('product_id', gen_random_uuid(),
          'source_product_id', 'many ' || n, 'tags', jsonb_build_array('many ' || n % 500, 'All')))).*
        from product p, generate_series(1, $2::int) n where p.workplace_id = $3 and p.product_id = $1 on conflict do nothing returning 1`,
        [first, MANY, scope.workplaceId],
      ),
    );
    expect(added.rows).toHaveLength(MANY);
    await withClient(db.ownerUrl, 'test', (client) => client.query('analyze product, product_tag'));
    for (const tag of ['Many 7', 'all']) {
      for (const page of [{}, { cursor: first }, { cursor: first, sort: 'oldest' as const }]) {
        const matching = isMatching(scope.workplaceId, { tag, ...page });
        const order = raw(page.sort === 'oldest' ? 'asc' : 'desc');
        const plan = await plansOf(
          sql`select p.title from product p where ${matching} order by p.product_id ${order} limit 26`,
        );
        expect(plan).toMatch(/Index (Only )?Scan( Backward)? using product_tag_pkey/);
        expect(plan).not.toMatch(/Seq Scan|Hash/);
        if (tag === 'all') expect(plan).not.toContain('Sort');
        if (page.cursor) expect(plan).toMatch(/Index Cond: .*word = .*product_id [<>]/);
      }
    }
    const counted = await plansOf(
      sql`select count(*) from product p where ${isMatching(scope.workplaceId, { tag: 'many 7' })}`,
    );
    expect(counted).toContain('product_tag_pkey');
    expect(counted).not.toContain('Seq Scan');
    const tags = await db.read(scope, (ex) => listTags(ex, scope.workplaceId, { keyword: 'MANY 49', page_size: 50 }));
    expect(tags).toHaveLength(11);
    expect(tags[0]).toEqual({ tag: 'many 49', products: MANY / 500 });
  });
});

describe('a bulk edit', () => {
  it('changes everything that matches once, however often workers begin', async () => {
    const before = await products();
    const editId = await start();
    await expect(work(editId, { signal: killedAfter(1) })).rejects.toThrow('killed');
    expect(await edit(editId)).toMatchObject({ state: 'applying', total: 7, changed: 3 });
    await Promise.all([work(editId), work(editId)]);
    expect(await edit(editId)).toMatchObject({ state: 'applied', changed: 7, unchanged: 0, refused: 0, pushed: 0 });
    expect((await products()).map((one) => one.title)).toEqual(before.map((one) => `Sale: ${one.title}`));
  });

  it('is undone completely, by workers that are killed in between', async () => {
    const before = await products();
    const editId = await start();
    await work(editId);
    await startBulkUndo(deps, scope, editId);
    await expect(work(editId, { signal: killedAfter(1) })).rejects.toThrow('killed');
    await Promise.all([work(editId), work(editId)]);
    expect(await edit(editId)).toMatchObject({ state: 'undone', restored: 7, kept: 0 });
    expect(await products()).toEqual(before);
    await expect(startBulkUndo(deps, scope, editId)).rejects.toMatchObject({ code: 'BULK_EDIT_UNDONE' });
  });

  it('ends with its last attempt if something fails on our side, so that another one can begin', async () => {
    const before = await products();
    const editId = await start();
    await expect(work(editId, { on: failingAt(2) })).rejects.toThrow('fault');
    expect(await edit(editId)).toMatchObject({ state: 'applying', changed: 3 });
    await expect(work(editId, { on: failingAt(2), isLastTry: true })).rejects.toThrow('fault');
    expect(await edit(editId)).toMatchObject({ state: 'applied', changed: 6, refused: 1 });
    const last = (await ids()).at(-1);
    expect(await left(editId)).toEqual([[last, 'BULK_EDIT_INTERRUPTED']]);
    await startBulkUndo(deps, scope, editId);
    await expect(work(editId, { on: failingAt(2), isLastTry: true })).rejects.toThrow('fault');
    expect(await edit(editId)).toMatchObject({ state: 'applied', changed: 6, restored: 3 });
    await startBulkUndo(deps, scope, editId);
    await work(editId);
    expect(await edit(editId)).toMatchObject({ state: 'undone', restored: 6 });
    expect(await products()).toEqual(before);
  });

  it('leaves what was changed or deleted since, and says so', async () => {
    const [first = '', second = ''] = await ids();
    const editId = await start();
    await work(editId);
    await retitle(first, 'Own words');
    await db.tenant(scope, (tx) =>
      tx.run(
        sql`update product set deleted_at = now() where workplace_id = ${scope.workplaceId} and product_id = ${second}`,
      ),
    );
    await startBulkUndo(deps, scope, editId);
    await work(editId);
    expect(await edit(editId)).toMatchObject({ state: 'undone', restored: 5, kept: 2 });
    expect(await left(editId)).toEqual([
      [first, 'BULK_EDIT_CHANGED_SINCE'],
      [second, 'PRODUCT_NOT_FOUND'],
    ]);
    const [one] = await products();
    expect(one).toMatchObject({ title: 'Own words', tags: [] });
  });

  it('refuses a product that it does not fit, and changes the others', async () => {
    const [long = ''] = await ids();
    await retitle(long, 'x'.repeat(253));
    const editId = await start();
    await work(editId);
    expect(await edit(editId)).toMatchObject({ changed: 6, refused: 1 });
    expect(await left(editId)).toEqual([[long, 'BULK_TITLE_TOO_LONG']]);
  });

  it('is refused at another number of products, and while another one runs', async () => {
    await expect(start({ count: 6 })).rejects.toMatchObject({ code: 'BULK_EDIT_COUNT_CHANGED', data: { count: 7 } });
    const both = await Promise.allSettled([start(), start()]);
    const refused = both.filter((one) => one.status === 'rejected').map((one) => one.reason.code);
    expect(refused).toEqual(['BULK_EDIT_RUNNING']);
    const editId = both.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))[0] ?? '';
    await expect(startBulkUndo(deps, scope, editId)).rejects.toMatchObject({ code: 'BULK_EDIT_RUNNING' });
  });

  it('brings stores up to date, and so does its undo; the merchant’s own title stays', async () => {
    const [first = '', second = ''] = await ids();
    const [one, two] = await products();
    await list([first, second], { vendor: 'Fjord' });
    const editId = await start({ push: true });
    await work(editId);
    await toStore();
    expect(await edit(editId)).toMatchObject({ changed: 7, pushed: 2 });
    expect(inStore()).toEqual([`Sale: ${one?.title}`, `Sale: ${two?.title}`].sort());
    const theirs = [...woo.listings.values()].find((entry) => entry.fields.product.title === `Sale: ${two?.title}`);
    woo.edit(theirs?.externalId ?? '', (fields) => {
      fields.product.title = 'Their own';
    });
    await startBulkUndo(deps, scope, editId);
    await work(editId);
    await toStore();
    expect(await edit(editId)).toMatchObject({ state: 'undone', restored: 7, pushed: 4 });
    expect(inStore()).toEqual([one?.title, 'Their own'].sort());
  });

  it('of chosen products that were pushed is undone in the stores that it brought up to date', async () => {
    const before = await products();
    const chosen = (await ids()).slice(0, 2);
    const { editId, updated } = await list(chosen, { title_prefix: 'Sale: ' });
    expect(updated).toBe(2);
    expect(await edit(editId ?? '')).toMatchObject({ state: 'applied', changed: 2, pushed: 2 });
    await startBulkUndo(deps, scope, editId ?? '');
    await work(editId ?? '');
    await toStore();
    expect(inStore()).toEqual(
      before
        .slice(0, 2)
        .map((one) => one.title)
        .sort(),
    );
    await change(chosen, { vendor: 'X' });
    expect((await change(chosen, { vendor: 'X' })).editId).toBeNull();
  });

  it('of a member with access to some stores is pushed to these alone, and others are not undone by them', async () => {
    woo.facts = { ...woo.facts, platformDomain: `e${shops}-other.example.com` };
    const address = `${SANDBOX_URL}/e${shops}-other.example.com`;
    const ask = { platform: 'woocommerce' as const, shop: address, credentials: { key: 'good' } };
    const other = await linkStore(deps, scope, ask);
    const [first = ''] = await ids();
    await change([first], { vendor: 'Fjord' }, [storeId, other]);
    await toStore();
    await push(scope, other, { signal: new AbortController().signal });
    const limited = { ...scope, storeIds: [other] };
    const editId = await start({ push: true, as: limited });
    await work(editId);
    expect(await edit(editId)).toMatchObject({ state: 'applied', pushed: 1, store_ids: [other] });
    await push(scope, other, { signal: new AbortController().signal });
    const whole = await start({ push: true, changes: { vendor: 'Whole' } });
    await work(whole);
    await expect(startBulkUndo(deps, limited, whole)).rejects.toMatchObject({ code: 'BULK_UNDO_OTHER_STORES' });
    await startBulkUndo(deps, limited, editId);
  });

  it('knows no products of another workspace', async () => {
    const before = await products();
    const editId = await start();
    const stranger = await person();
    await expect(startBulkUndo(deps, stranger, editId)).rejects.toMatchObject({ code: 'BULK_EDIT_NOT_FOUND' });
    await expect(start({ as: stranger })).rejects.toMatchObject({ code: 'BULK_EDIT_COUNT_CHANGED' });
    await workBulkEdit(deps, stranger, editId, { signal: LASTING, isLastTry: false });
    expect(await products()).toEqual(before);
  });

  it('is previewed by the newest products, with how many match', async () => {
    const shown = await db.read(scope, (ex) => previewMatching(ex, scope.workplaceId, all(), { vendor: 'Fjord' }));
    expect(shown).toMatchObject({ matching: 7, examined: 7, changing: 7, unchanged: 0, failing: 0, next: null });
    expect(shown.examples[0]).toMatchObject({ field: 'vendor', after: 'Fjord' });
  });

  it('is previewed with counts of all products, also of many', async () => {
    const bulk = await person();
    // Copies of a product of another workspace, each with one variant.
    const [model] = await db.read(scope, (ex) =>
      ex.rows<{
        product: object;
        variant: object;
      }>(sql`select to_jsonb(p) as product, to_jsonb(v) as variant from product p
        join product_variant v on v.workplace_id = p.workplace_id and v.product_id = p.product_id
        where p.workplace_id = ${scope.workplaceId} limit 1`),
    );
    await db.tenant(bulk, async (tx) => {
      const rows = Array.from({ length: 2_300 }, (_, at) => ({
        product_id: newId(),
        source_product_id: `bulk-${at}`,
        vendor: at < 40 ? 'Fjord' : 'Old',
      }));
      const { workplaceId: workplace_id } = bulk;
      const copies = JSON.stringify(rows.map((row) => ({ ...model?.product, ...row, workplace_id })));
      const variants = JSON.stringify(
        rows.map(({ product_id }) => ({ ...model?.variant, product_id, variant_id: newId(), workplace_id })),
      );
      await tx.run(
        sql`insert into product select r.* from jsonb_populate_recordset(null::product, ${copies}::jsonb) r on conflict do nothing`,
      );
      await tx.run(
        sql`insert into product_variant select r.* from jsonb_populate_recordset(null::product_variant, ${variants}::jsonb) r on conflict do nothing`,
      );
    });
    const here = () => sql`p.workplace_id = ${bulk.workplaceId} and p.deleted_at is null`;
    const page = (cursor?: string) =>
      db.read(bulk, (ex) => previewMatching(ex, bulk.workplaceId, here(), { vendor: 'Fjord' }, cursor));
    const first = await page();
    expect(first).toMatchObject({ matching: 2_300, examined: 2_000, next: expect.any(String) });
    expect(first.examples).toHaveLength(20);
    const second = await page(first.next ?? '');
    expect(second).toMatchObject({ matching: 2_300, examined: 300, next: null, examples: [] });
    expect([first.changing + second.changing, first.unchanged + second.unchanged]).toEqual([2_260, 40]);
  });

  it('stays for the latest fifty', async () => {
    const [first = ''] = await ids();
    for (let at = 0; at < 52; at += 1) await change([first], { vendor: `V${at}` }, []);
    const kept = await db.read(scope, (ex) => latestBulkEdits(ex, scope.workplaceId, 100));
    expect(kept).toHaveLength(50);
    expect(kept[0]?.changes).toEqual({ vendor: 'V51' });
  });
});
