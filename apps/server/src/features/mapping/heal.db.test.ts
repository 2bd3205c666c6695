import type { ChannelOrder } from '@quayside/connector-kit';
import { AppError, money, newId } from '@quayside/kernel';
import { fakeProduct } from '@quayside/testing/fakes/fake-supplier.ts';
import { fakeOrder, orderLine } from '@quayside/testing/fakes/fake-trade.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Executor, sql } from '../../db/index.ts';
import type { Deps } from '../../deps.ts';
import { Later } from '../../jobs/define.ts';
import { testDatabase } from '../../testing/db/index.ts';
import { type Owner, tradeWorld } from '../../testing/fakes/trade-world.ts';
import { findLines } from '../orders/index.ts';
import { createImport, findProduct, findVariants, getImportName } from '../products/index.ts';
import { syncCatalogue } from '../sourcing/index.ts';
import { checkMappings, sendMappingChecks } from './actions/check-mappings.ts';
import { acceptProposals, refuseProposals, undoProposals } from './actions/decide-proposals.ts';
import { mapVariants } from './actions/map-variants.ts';
import { saveHealing, startCheck } from './actions/save-healing.ts';
import { findCheck } from './healing-repo.ts';
import { listProposals } from './proposal-repo.ts';
import { findChoices } from './repo.ts';
import type { HealingSetting } from './rules/heal.ts';

const db = await testDatabase();
const world = await tradeWorld(db);
const { deps, jobs, own, shop } = world;

let owner: Owner;
let productId: string;
let next = 1;
const replaced: string[] = [];
const ports = { onReplaced: async (_tx: Executor, _scope: unknown, id: string) => replaced.push(id) };
const quota = {
  admit: async (_s: unknown, _f: unknown, wanted: number) => ({ fits: wanted, confirm: async () => undefined }),
};
const importProducts = createImport(deps, { quota, onImported: async () => undefined });

const cost = (amount: number) => money(amount, 'USD');
const lamp = (at: number) => fakeProduct(at, { title: `Lamp number ${at}` });

const idle = ['draw-pictures', 'refresh-source', 'take-order', 'check-mappings'].map((name) => ({
  kind: { name, payload: { parse: (payload: unknown) => payload } },
  handle: async () => undefined,
}));
const drain = () => jobs.drain([...world.handlers, ...(idle as never[])]);
const read = <T>(fn: (ex: Executor) => Promise<T>): Promise<T> => db.read(owner.scope, fn);
const lines = (orderId: string) => read((ex) => findLines(ex, owner.scope.workplaceId, [orderId]));
const all = ['open', 'applied', 'refused', 'undone', 'closed'] as const;
const proposals = async () =>
  (await read((ex) => listProposals(ex, owner.scope.workplaceId, all, { page_size: 100 }))).toReversed();
const set = (setting: Partial<HealingSetting>) =>
  saveHealing(deps, owner.scope, { healing: 'propose', min_confidence: 95, hold_orders: false, ...setting });
const check = (with_: Deps = deps) =>
  checkMappings(with_, ports, owner.scope.workplaceId, new AbortController().signal).catch((error: unknown) => {
    if (!(error instanceof Later)) throw error;
  });

async function bring(...ids: string[]): Promise<string[]> {
  const asks = ids.map((sourceProductId) => ({
    source: 'quayside' as const,
    mode: 'sandbox' as const,
    sourceProductId,
    shipTo: 'US',
  }));
  const { imported } = await importProducts(owner.scope, asks);
  return asks.map((ask) => imported.get(getImportName(ask))?.productId ?? '');
}

const map = (sku: string, product: string, skuId: string, variant = `xv-${sku}`, pieces = 1) =>
  mapVariants(deps, owner.scope, productId, [
    {
      store_id: owner.storeId,
      external_product_id: `xp-${sku}`,
      external_variant_id: variant,
      title: 'Lamp',
      variant_title: 'Red / S',
      choices: [
        { source: 'quayside', source_product_id: product, sku_id: skuId, pieces_per_unit: pieces, ship_to: [] },
      ],
    },
  ]);

async function orderIn(change: Partial<ChannelOrder> = {}): Promise<string> {
  next += 1;
  const order = fakeOrder(next, { lines: [orderLine('a', 'SKU-A')], ...change });
  shop.orders.set(order.externalOrderId, order);
  await world.ordering.onOrderChanged(owner.scope, owner.storeId, order.externalOrderId);
  const row = await read((ex) =>
    ex.first<{ order_id: string }>(sql`select order_id from sales_order
      where workplace_id = ${owner.scope.workplaceId} and external_order_id = ${order.externalOrderId}`),
  );
  return row?.order_id ?? '';
}

/** The product is in the store with all its variants, as if it had been pushed. */
async function list(id: string): Promise<void> {
  const { workplaceId } = owner.scope;
  await db.tenant(owner.scope, async (tx) => {
    const variants = await findVariants(tx, workplaceId, [id]);
    const listing = newId();
    await tx.run(sql`insert into listing (workplace_id, listing_id, product_id, store_id, state, publish_status, variant_ids, external_product_id)
      values (${workplaceId}, ${listing}, ${id}, ${owner.storeId}, 'listed', 'active', ${variants.map((one) => one.variant_id)}, ${`listed-${id}`})`);
    for (const one of variants)
      await tx.run(sql`insert into listing_variant (workplace_id, listing_id, store_id, variant_id, external_variant_id, sku)
        values (${workplaceId}, ${listing}, ${owner.storeId}, ${one.variant_id}, ${`listed-${one.source_variant_id}`}, ${one.sku})`);
  });
}

/** The supplier replaces a variant by one with another id. */
function renumber(at: number, from: string, to: string, sku?: string): void {
  const product = own.products[at];
  if (!product) throw new Error('no product');
  own.products[at] = {
    ...product,
    variants: product.variants.map((one) =>
      one.sourceVariantId === from ? { ...one, sourceVariantId: to, sku: sku ?? one.sku, cost: cost(1500) } : one,
    ),
  };
}

beforeEach(async () => {
  owner = await world.owner();
  own.products = [lamp(1), lamp(2), lamp(3)];
  own.calls.length = 0;
  own.failures.length = 0;
  own.books.orders.length = 0;
  replaced.length = 0;
  shop.orders.clear();
  world.sources['SKU-A'] = null;
  await syncCatalogue(deps, 'quayside', 'sandbox');
  [productId = ''] = await bring('p1', 'p2');
  await db.global((tx) => tx.run(sql`delete from test_job`));
});

describe('the nightly check', () => {
  it('is off until the owner turns it on', async () => {
    await map('SKU-A', 'p1', 'p1-v1');
    renumber(0, 'p1-v1', 'p1-v9');
    await sendMappingChecks(deps);
    await check();
    expect(await proposals()).toEqual([]);
    expect(await startCheck(deps, owner.scope)).toBe(false);
  });

  it('proposes the partner of a variant that is gone, and changes nothing', async () => {
    await map('SKU-A', 'p1', 'p1-v1');
    renumber(0, 'p1-v1', 'p1-v9');
    await set({});
    await check();
    expect(await proposals()).toMatchObject([
      {
        source_variant_id: 'p1-v1',
        kind: 'variant_gone',
        state: 'open',
        held: false,
        confidence: 100,
        partner: { source_variant_id: 'p1-v9', cost: 1500 },
      },
    ]);
    const [choice] = await read((ex) => findChoices(ex, owner.scope.workplaceId, owner.storeId, ['xv-SKU-A']));
    expect(choice?.source_variant_id).toBe('p1-v1');
    // Checked again, nothing is proposed twice.
    await startCheck(deps, owner.scope);
    await check();
    expect(await proposals()).toHaveLength(1);
  });

  it('keeps the pieces of a unit, when it is applied and when it is undone', async () => {
    await map('SKU-A', 'p1', 'p1-v1', 'xv-SKU-A', 3);
    const id = await orderIn();
    renumber(0, 'p1-v1', 'p1-v9');
    await set({ healing: 'apply' });
    await check();
    await drain();
    expect((await lines(id))[0]).toMatchObject({ source_variant_id: 'p1-v9', pieces_per_unit: 3, unit_cost: 1500 });
    const [applied] = await proposals();
    await undoProposals(deps, ports, owner.scope, [applied?.proposal_id ?? '']);
    await drain();
    expect((await lines(id))[0]).toMatchObject({ source_variant_id: 'p1-v1', pieces_per_unit: 3 });
  });

  it('applies sure ones, in mappings and listed products, and rematches open orders', async () => {
    await map('SKU-A', 'p1', 'p1-v1');
    await list(productId);
    const id = await orderIn();
    await drain();
    expect((await lines(id))[0]).toMatchObject({ state: 'ready', source_variant_id: 'p1-v1' });
    renumber(0, 'p1-v1', 'p1-v9');
    await set({ healing: 'apply' });
    await check();
    await drain();
    expect(await proposals()).toMatchObject([{ state: 'applied', automatic: true }]);
    expect((await lines(id))[0]).toMatchObject({ state: 'ready', source_variant_id: 'p1-v9', unit_cost: 1500 });
    const variants = await read((ex) => findVariants(ex, owner.scope.workplaceId, [productId]));
    expect(variants.map((one) => [one.source_variant_id, one.cost])).toEqual([
      ['p1-v9', 1500],
      ['p1-v2', 1201],
    ]);
    expect((await read((ex) => findProduct(ex, owner.scope.workplaceId, productId)))?.cost_to).toBe(1500);
    expect(replaced).toEqual([productId]);
  });

  it('leaves unsure ones to the owner, and closes them when the variant is back', async () => {
    await map('SKU-A', 'p1', 'p1-v1');
    const before = own.products[0];
    renumber(0, 'p1-v1', 'p1-v9', 'OTHER');
    await set({ healing: 'apply', min_confidence: 100 });
    await check();
    expect(await proposals()).toMatchObject([{ state: 'open', confidence: 95, reasons: ['options'] }]);
    if (before) own.products[0] = before;
    await startCheck(deps, owner.scope);
    await check();
    expect(await proposals()).toMatchObject([{ state: 'closed' }]);
  });

  it('finds a partner in another imported product when the whole product is gone', async () => {
    const [, other = ''] = await bring('p1', 'p2');
    own.products = own.products.map((one) => (one.sourceProductId === 'p2' ? { ...one, title: 'Lamp number 1' } : one));
    await db.tenant(owner.scope, (tx) =>
      tx.run(
        sql`update product set title = 'Lamp number 1' where workplace_id = ${owner.scope.workplaceId} and product_id = ${other}`,
      ),
    );
    await list(productId);
    own.products = own.products.filter((one) => one.sourceProductId !== 'p1');
    await set({});
    await check();
    const [red] = (await proposals()).filter((one) => one.option_values[0] === 'Red');
    expect(red).toMatchObject({
      kind: 'product_gone',
      confidence: 90,
      reasons: ['same_title', 'options'],
      partner: { source_product_id: 'p2', source_variant_id: 'p2-v1' },
    });
    await acceptProposals(deps, ports, owner.scope, [red?.proposal_id ?? '']);
    const ids = ['listed-p1-v1'];
    expect(await read((ex) => findChoices(ex, owner.scope.workplaceId, owner.storeId, ids))).toMatchObject([
      { source_product_id: 'p2', source_variant_id: 'p2-v1' },
    ]);
    await undoProposals(deps, ports, owner.scope, [red?.proposal_id ?? '']);
    expect(await read((ex) => findChoices(ex, owner.scope.workplaceId, owner.storeId, ids))).toEqual([]);
  });

  it('distrusts a supplier that suddenly lacks most of what is bought', async () => {
    const ids = Array.from({ length: 12 }, (_none, at) => at + 10);
    own.products = [...own.products, ...ids.map(lamp)];
    await syncCatalogue(deps, 'quayside', 'sandbox');
    for (const id of await bring(...ids.map((at) => `p${at}`))) await list(id);
    for (const at of ids) {
      const index = own.products.findIndex((one) => one.sourceProductId === `p${at}`);
      for (const n of [1, 2]) renumber(index, `p${at}-v${n}`, `p${at}-v${n + 7}`);
    }
    await set({ healing: 'apply', hold_orders: true });
    await check();
    expect(new Set((await proposals()).map((one) => `${one.state} ${one.held}`))).toEqual(new Set(['open false']));
  });

  it('leaves a supplier that cannot be asked for the next night', async () => {
    await map('SKU-A', 'p1', 'p1-v1');
    renumber(0, 'p1-v1', 'p1-v9');
    own.failures.push(new AppError('BAD_REQUEST', 'SUPPLIER_DOWN'));
    await set({});
    await check();
    expect(await proposals()).toEqual([]);
    expect(await read((ex) => findCheck(ex, owner.scope.workplaceId))).toMatchObject({ checking: false });
  });
});

describe('orders on hold', () => {
  it('wait with the reason, cannot be placed, and continue with the replacement', async () => {
    await map('SKU-A', 'p1', 'p1-v1');
    const waiting = await orderIn();
    await drain();
    renumber(0, 'p1-v1', 'p1-v9', 'OTHER');
    await set({ healing: 'apply', min_confidence: 100, hold_orders: true });
    await check();
    await drain();
    const later = await orderIn();
    for (const id of [waiting, later])
      expect((await lines(id))[0]).toMatchObject({ state: 'blocked', block_key: 'MAPPING_HELD' });
    await world.buy(owner, waiting);
    expect(own.books.orders).toEqual([]);
    expect((await lines(waiting))[0]).toMatchObject({ state: 'blocked', block_key: 'MAPPING_HELD' });
    const [proposal] = await proposals();
    expect(proposal).toMatchObject({ held: true, state: 'open' });
    await acceptProposals(deps, ports, owner.scope, [proposal?.proposal_id ?? '']);
    await drain();
    for (const id of [waiting, later])
      expect((await lines(id))[0]).toMatchObject({ state: 'ready', block_key: null, source_variant_id: 'p1-v9' });
  });

  it('continue as they were when the owner keeps the variant, or ends the hold', async () => {
    await map('SKU-A', 'p1', 'p1-v1');
    const id = await orderIn();
    await drain();
    renumber(0, 'p1-v1', 'p1-v9');
    await set({ hold_orders: true });
    await check();
    await drain();
    expect((await lines(id))[0]).toMatchObject({ state: 'blocked' });
    await set({ hold_orders: false });
    await drain();
    expect((await lines(id))[0]).toMatchObject({ state: 'ready' });
    await set({ hold_orders: true });
    await drain();
    expect((await lines(id))[0]).toMatchObject({ state: 'blocked' });
    const [proposal] = await proposals();
    await refuseProposals(deps, owner.scope, [proposal?.proposal_id ?? '']);
    await drain();
    expect((await lines(id))[0]).toMatchObject({ state: 'ready', source_variant_id: 'p1-v1' });
    // The same partner isn't proposed again.
    await startCheck(deps, owner.scope);
    await check();
    expect(await proposals()).toMatchObject([{ state: 'refused' }]);
  });

  it('are stopped between their request and their placing', async () => {
    await map('SKU-A', 'p1', 'p1-v1');
    next += 1;
    const id = await world.request(owner, fakeOrder(next, { lines: [orderLine('a', 'SKU-A')] }));
    expect((await lines(id))[0]).toMatchObject({ state: 'placing' });
    renumber(0, 'p1-v1', 'p1-v9');
    await set({ hold_orders: true });
    await check();
    await drain();
    expect(own.books.orders).toEqual([]);
    expect((await lines(id))[0]).toMatchObject({ state: 'blocked', block_key: 'MAPPING_HELD' });
  });
});

describe('undoing', () => {
  it('restores mappings and products that still buy the replacement, once', async () => {
    await map('SKU-A', 'p1', 'p1-v1');
    await list(productId);
    const id = await orderIn();
    renumber(0, 'p1-v1', 'p1-v9');
    await set({ healing: 'apply' });
    await check();
    await drain();
    const [proposal] = await proposals();
    const undo = () => undoProposals(deps, ports, owner.scope, [proposal?.proposal_id ?? '']);
    expect((await undo()).done).toHaveLength(1);
    await drain();
    expect((await lines(id))[0]).toMatchObject({ source_variant_id: 'p1-v1' });
    const variants = await read((ex) => findVariants(ex, owner.scope.workplaceId, [productId]));
    expect(variants[0]).toMatchObject({ source_variant_id: 'p1-v1', cost: 1001, source_sku: 'LAMP-1-RED' });
    expect((await undo()).done).toHaveLength(1);
    await startCheck(deps, owner.scope);
    await check();
    expect(await proposals()).toMatchObject([{ state: 'undone' }]);
  });

  it('leaves a mapping that was changed since', async () => {
    await map('SKU-A', 'p3', 'p3-v1');
    renumber(2, 'p3-v1', 'p3-v9');
    await set({ healing: 'apply' });
    await check();
    await map('SKU-A', 'p2', 'p2-v1');
    const [proposal] = await proposals();
    const { failed } = await undoProposals(deps, ports, owner.scope, [proposal?.proposal_id ?? '']);
    expect([...failed.values()].map((one) => one.code)).toEqual(['PROPOSAL_CHANGED_SINCE']);
    expect(await proposals()).toMatchObject([{ state: 'applied' }]);
  });
});

describe('several workers', () => {
  async function manyMissing(): Promise<void> {
    const ids = Array.from({ length: 60 }, (_none, at) => at + 100);
    own.products = [...own.products, ...ids.map(lamp)];
    await syncCatalogue(deps, 'quayside', 'sandbox');
    for (const id of await bring(...ids.map((at) => `p${at}`))) await list(id);
    for (const at of ids.filter((one) => one % 3 === 0))
      renumber(
        own.products.findIndex((one) => one.sourceProductId === `p${at}`),
        `p${at}-v1`,
        `p${at}-v9`,
      );
  }
  const applied = async () => (await proposals()).filter((one) => one.state === 'applied').length;

  it('never do the same check at once, and find each variant once', async () => {
    await manyMissing();
    await set({ healing: 'apply' });
    await Promise.all([check(), check(), check()]);
    expect([await applied(), (await proposals()).length]).toEqual([20, 20]);
    expect(own.calls.filter((one) => one === 'getProduct')).toHaveLength(20);
  });

  it('leave out a proposal that cannot be applied', async () => {
    await manyMissing();
    await set({ healing: 'apply' });
    const [bad] = await bring('p102');
    const failing = {
      onReplaced: async (_tx: Executor, _scope: unknown, id: string) => {
        if (id === bad) throw new TypeError('bad record');
      },
    };
    await checkMappings(deps, failing, owner.scope.workplaceId, new AbortController().signal);
    expect(await applied()).toBe(19);
    expect((await proposals()).filter((one) => one.state === 'open')).toMatchObject([{ source_product_id: 'p102' }]);
    await startCheck(deps, owner.scope);
    await check();
    expect([await applied(), (await proposals()).length]).toEqual([20, 20]);
  });

  it('continue a check whose worker was killed', async () => {
    await manyMissing();
    await set({ healing: 'apply' });
    let calls = 0;
    const dying: Deps = {
      ...deps,
      db: {
        ...deps.db,
        tenant: (async (scope: never, work: never) => {
          calls += 1;
          if (calls > 6) throw new TypeError('the process was killed');
          return deps.db.tenant(scope, work);
        }) as Deps['db']['tenant'],
        global: (async (work: never) => {
          if (calls > 6) throw new TypeError('the process was killed');
          return deps.db.global(work);
        }) as Deps['db']['global'],
      },
    };
    await expect(check(dying)).rejects.toThrow('killed');
    const before = await applied();
    expect(before).toBeGreaterThan(0);
    // Its lease has ended.
    await db.global((tx) => tx.run(sql`update mapping_check set held_until = now() - interval '1 second'`));
    await check();
    expect([await applied(), (await proposals()).length]).toEqual([20, 20]);
  });
});
