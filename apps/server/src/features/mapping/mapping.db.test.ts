import type { ChannelOrder } from '@quayside/connector-kit';
import { contracts } from '@quayside/contracts';
import { AppError, newId } from '@quayside/kernel';
import { fakeProduct } from '@quayside/testing/fakes/fake-supplier.ts';
import { fakeOrder, orderLine } from '@quayside/testing/fakes/fake-trade.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Executor, sql } from '../../db/index.ts';
import { testDatabase } from '../../testing/db/index.ts';
import { type Owner, tradeWorld } from '../../testing/fakes/trade-world.ts';
import { dismissUnmapped, findLines, unmappedProducts } from '../orders/index.ts';
import { findProcess } from '../processes/index.ts';
import { createImport, findProduct, findVariants, getImportName } from '../products/index.ts';
import { syncCatalogue } from '../sourcing/index.ts';
import { duplicateUnmapped, previewUnmapped, splitUnmapped } from './actions/copy-unmapped.ts';
import { createFromUnmapped } from './actions/create-from-unmapped.ts';
import { mapGroup } from './actions/map-group.ts';
import { mapRecommended } from './actions/map-recommended.ts';
import { mapVariants, type WantedMapping } from './actions/map-variants.ts';
import { replaceSupplier } from './actions/replace-supplier.ts';
import { matchVariants } from './queries/match-variants.ts';
import { findPlatformProduct } from './queries/platform-product.ts';
import { findProductMapping } from './queries/product-mapping.ts';
import { recommendAll } from './queries/recommend-unmapped.ts';

const db = await testDatabase();
const world = await tradeWorld(db);
const { cj, deps, jobs, own, shop } = world;
own.products = [fakeProduct(1), fakeProduct(2, { title: 'Yoga mat' })];
cj.products = [fakeProduct(7, { title: 'Desk lamp from CJ' }), fakeProduct(8)];
await syncCatalogue(deps, 'quayside', 'sandbox');

let owner: Owner;
let productId: string;
let next = 1;

const quota = {
  admit: async (_s: unknown, _f: unknown, wanted: number) => ({ fits: wanted, confirm: async () => undefined }),
};
const importProducts = createImport(deps, { quota, onImported: async () => undefined });

async function bring(source: 'quayside' | 'cj', sourceProductId: string): Promise<string> {
  const ask = { source, mode: 'sandbox' as const, sourceProductId, shipTo: 'US' };
  const { imported } = await importProducts(owner.scope, [ask]);
  return imported.get(getImportName(ask))?.productId ?? '';
}

const idle = ['draw-pictures', 'refresh-source', 'take-order'].map((name) => ({
  kind: { name, payload: { parse: (payload: unknown) => payload } },
  handle: async () => undefined,
}));
const drain = () => jobs.drain([...world.handlers, ...(idle as never[])]);

beforeEach(async () => {
  owner = await world.owner();
  for (const supplier of [own, cj]) supplier.books.orders.length = 0;
  shop.orders.clear();
  world.sources['SKU-A'] = null;
  await db.global((tx) => tx.run(sql`delete from test_job`));
  productId = await bring('quayside', 'p1');
  await db.global((tx) => tx.run(sql`delete from test_job`));
});

const read = <T>(fn: (ex: Executor) => Promise<T>): Promise<T> => db.read(owner.scope, fn);
const lines = (orderId: string) => read((ex) => findLines(ex, owner.scope.workplaceId, [orderId]));

async function orderIn(change: Partial<ChannelOrder> = {}): Promise<string> {
  next += 1;
  const order = fakeOrder(next, {
    lines: [orderLine('a', 'SKU-A', { title: 'Desk lamp 1', variantTitle: 'Red / S' })],
    ...change,
  });
  shop.orders.set(order.externalOrderId, order);
  await world.ordering.onOrderChanged(owner.scope, owner.storeId, order.externalOrderId);
  const row = await read((ex) =>
    ex.first<{ order_id: string }>(sql`select order_id from sales_order
      where workplace_id = ${owner.scope.workplaceId} and external_order_id = ${order.externalOrderId}`),
  );
  return row?.order_id ?? '';
}

const choice = (source: 'quayside' | 'cj', product: string, variant: string, ship_to: string[] = []) => ({
  source,
  source_product_id: product,
  sku_id: `${product}-v${variant}`,
  pieces_per_unit: 1,
  ship_to,
});
const mapped = (choices: WantedMapping['choices'], of: Partial<WantedMapping> = {}): WantedMapping => ({
  store_id: owner.storeId,
  external_product_id: 'xp-SKU-A',
  external_variant_id: 'xv-SKU-A',
  title: 'Desk lamp',
  variant_title: 'Red / S',
  choices,
  ...of,
});
const map = (choices: WantedMapping['choices'], of?: Partial<WantedMapping>) =>
  mapVariants(deps, owner.scope, productId, [mapped(choices, of)]);
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'no refusal',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );

it('B292: the mapping calls have two prefixes', () => {
  const { mapGroup: group, mapVariant, replace, ...others } = contracts.mapping;
  for (const [here, legacy] of [
    [mapVariant, others.mapVariantLegacy],
    [group, others.mapGroupLegacy],
    [replace, others.replaceLegacy],
  ] as const)
    expect([legacy.method, `/center${legacy.path}`]).toEqual([here.method, here.path]);
});

describe('mapping a variant', () => {
  it('matches the orders that wait for it, with the current cost of the imported variant', async () => {
    const id = await orderIn();
    expect((await lines(id))[0]).toMatchObject({ state: 'unmapped', source: null });
    await map([choice('quayside', 'p1', '1')]);
    await drain();
    expect((await lines(id))[0]).toMatchObject({
      state: 'ready',
      source: 'quayside',
      source_variant_id: 'p1-v1',
      product_id: productId,
      unit_cost: 1001,
    });
    const archived = await orderIn({ lines: [orderLine('a', 'SKU-A', { externalVariantId: 'xv-2' })] });
    await db.tenant(owner.scope, (tx) =>
      tx.run(
        sql`update sales_order set archived_at = now() where workplace_id = ${owner.scope.workplaceId} and order_id = ${archived}`,
      ),
    );
    await map([choice('quayside', 'p1', '2')], { external_variant_id: 'xv-2' });
    await drain();
    expect((await lines(archived))[0]).toMatchObject({ state: 'ready', source_variant_id: 'p1-v2' });
    const sent = await orderIn();
    expect((await lines(sent))[0]).toMatchObject({ state: 'ready', source_variant_id: 'p1-v1' });
  });

  it('changes orders that are not bought yet, and none that is', async () => {
    await map([choice('quayside', 'p1', '1')]);
    const bought = await orderIn();
    await world.buy(owner, bought);
    const waiting = await orderIn();
    await map([choice('cj', 'p7', '2')]);
    await drain();
    expect((await lines(bought))[0]).toMatchObject({ state: 'placed', source: 'quayside', source_variant_id: 'p1-v1' });
    expect((await lines(waiting))[0]).toMatchObject({ state: 'ready', source: 'cj', source_variant_id: 'p7-v2' });
    await world.buy(owner, waiting);
    expect(cj.books.orders.at(-1)?.lines).toMatchObject([{ sourceVariantId: 'p7-v2', quantity: 1 }]);
    await map([]);
    await drain();
    expect((await lines(waiting))[0]).toMatchObject({ state: 'placed', source: 'cj' });
    expect((await lines(await orderIn()))[0]).toMatchObject({ state: 'unmapped', source: null });
  });

  it('leaves the item at its supplier where another of the same variant still waits', async () => {
    await map([choice('quayside', 'p1', '1')]);
    const id = await orderIn({ lines: [orderLine('a', 'SKU-A'), orderLine('b', 'SKU-A')] });
    const [first] = await lines(id);
    await db.tenant(owner.scope, (tx) =>
      tx.run(sql`update order_line set state = 'placed'
        where workplace_id = ${owner.scope.workplaceId} and line_id = ${first?.line_id ?? ''}`),
    );
    await map([choice('cj', 'p7', '2')]);
    await drain();
    const [placed, waiting] = await lines(id);
    expect(placed).toMatchObject({ line_id: first?.line_id, state: 'placed', source: 'quayside' });
    expect(waiting).toMatchObject({ state: 'ready', source: 'cj', source_variant_id: 'p7-v2' });
  });

  it('buys by country and priority, also after the address has changed', async () => {
    await map([choice('quayside', 'p1', '1', ['US']), choice('cj', 'p7', '1')]);
    const address = { ...fakeOrder(1).shippingAddress, countryCode: 'DE', provinceCode: '', province: '' };
    const [here, there] = [await orderIn(), await orderIn({ shippingAddress: address })];
    expect((await lines(here))[0]).toMatchObject({ source: 'quayside' });
    expect((await lines(there))[0]).toMatchObject({ source: 'cj' });
    const [external] = [...shop.orders.keys()];
    const moved = shop.orders.get(external ?? '');
    if (!moved) throw new Error('no order');
    shop.orders.set(moved.externalOrderId, {
      ...moved,
      shippingAddress: address,
      updatedAt: new Date(Date.parse(moved.updatedAt) + 60_000).toISOString(),
    });
    await world.ordering.onOrderChanged(owner.scope, owner.storeId, moved.externalOrderId);
    await drain();
    expect((await lines(here))[0]).toMatchObject({ source: 'cj', source_variant_id: 'p7-v1' });
  });

  it('lets one of two changes at once win whole', async () => {
    const id = await orderIn();
    const all = [[choice('quayside', 'p1', '1', ['US']), choice('quayside', 'p1', '2')], [choice('cj', 'p7', '1')]];
    await Promise.all(all.map((choices) => map(choices)));
    await drain();
    const [variant] = await read((ex) => findProductMapping(ex, owner.scope.workplaceId, productId)).then((found) =>
      found.length > 0 ? found : [undefined],
    );
    const won = variant ? variant.choices.map((one) => one.sku_id) : ['p7-v1'];
    expect([['p1-v1', 'p1-v2'], ['p7-v1']]).toContainEqual(won);
    expect((await lines(id))[0]?.source_variant_id).toBe(won[0]);
  });

  it('refuses unknown variants, stores of others and those of the other mode, and changes nothing', async () => {
    const id = await orderIn();
    expect(await codeOf(map([choice('quayside', 'p1', '9')]))).toBe('NotFoundSkuProduct');
    expect(await codeOf(map([choice('quayside', 'p1', '1')], { store_id: newId() }))).toBe('STORE_NOT_FOUND');
    const other = await world.owner();
    expect(await codeOf(map([choice('quayside', 'p1', '1')], { store_id: other.storeId }))).toBe('STORE_NOT_FOUND');
    expect(await codeOf(mapVariants(deps, other.scope, productId, [mapped([], { store_id: other.storeId })]))).toBe(
      'PRODUCT_NOT_FOUND',
    );
    await db.tenant(owner.scope, (tx) =>
      tx.run(sql`update store set mode = 'live' where workplace_id = ${owner.scope.workplaceId}`),
    );
    expect(await codeOf(map([choice('quayside', 'p1', '1')]))).toBe('MAPPING_OTHER_MODE');
    expect(await jobs.waiting()).not.toContainEqual(expect.objectContaining({ name: 'remap-lines' }));
    expect((await lines(id))[0]).toMatchObject({ state: 'unmapped' });
  });

  it('is invisible to other workspaces', async () => {
    await map([choice('quayside', 'p1', '1')]);
    const other = await world.owner();
    const wanted = [{ externalProductId: null, externalVariantId: 'xv-SKU-A', sku: null, country: 'US' }];
    const match = (scope: Owner['scope'], workplaceId: string) =>
      db.read(scope, (ex) => matchVariants(ex, workplaceId, owner.storeId, wanted));
    expect(await match(owner.scope, owner.scope.workplaceId)).toMatchObject([{ sourceVariantId: 'p1-v1' }]);
    // Row-level security holds even where a query names the wrong workspace.
    expect(await match(other.scope, owner.scope.workplaceId)).toEqual([undefined]);
    expect(await match(other.scope, other.scope.workplaceId)).toEqual([undefined]);
  });
});

describe('the list of products sold without a supplier', () => {
  const list = () => read((ex) => unmappedProducts(ex, owner.scope.workplaceId, { page_size: 25 }));

  it('lets a product go until it is sold again; its orders stay as they are', async () => {
    const orders = [await orderIn(), await orderIn()];
    const other = await orderIn({ lines: [orderLine('b', 'SKU-A', { externalVariantId: 'xv-2' })] });
    const [otherRow, row] = await list();
    const ids = [row?.channel_product_id ?? '', newId()];
    expect(await dismissUnmapped(deps, (await world.owner()).scope, ids)).toEqual([]);
    expect(await dismissUnmapped(deps, owner.scope, ids)).toEqual([row?.channel_product_id]);
    expect((await list()).map((one) => one.channel_product_id)).toEqual([otherRow?.channel_product_id]);
    for (const id of [...orders, other]) expect((await lines(id))[0]).toMatchObject({ state: 'unmapped' });
    await orderIn();
    expect(await list()).toHaveLength(2);
  });
});

describe('copying what a sold product probably is', () => {
  const sold = async () =>
    (await read((ex) => unmappedProducts(ex, owner.scope.workplaceId, { page_size: 25 })))[0]?.channel_product_id ?? '';

  it('B244: splits into copies, followed by a tracking id; the product that is only guessed stays', async () => {
    await orderIn();
    const lineId = await sold();
    const ask = { lineId, option: 'Color', key: 'split-unmapped' };
    const planned = await read((ex) => previewUnmapped(ex, owner.scope.workplaceId, ask));
    expect(planned.map(({ isOriginal, variants }) => [isOriginal, variants])).toEqual([
      [true, 2],
      [false, 1],
    ]);
    const { processId, productIds } = await splitUnmapped(deps, { quota }, owner.scope, ask);
    const process = await read((ex) => findProcess(ex, owner.scope.workplaceId, processId));
    expect(process).toMatchObject({ kind: 'split', status: 'success', result: { product_ids: productIds } });
    expect(await read((ex) => findVariants(ex, owner.scope.workplaceId, [productId]))).toHaveLength(2);
    expect(await read((ex) => findVariants(ex, owner.scope.workplaceId, productIds))).toHaveLength(1);
  });

  it('makes one copy per key, also when the line has a supplier by then', async () => {
    await orderIn();
    const ask = { lineId: await sold(), key: 'copy-unmapped', locale: 'en' };
    const [a, b] = await Promise.all([1, 2].map(() => duplicateUnmapped(deps, { quota }, owner.scope, ask)));
    expect(a).toEqual(b);
    await map([choice('quayside', 'p1', '1')]);
    await drain();
    expect(await duplicateUnmapped(deps, { quota }, owner.scope, ask)).toEqual(a);
    const again = duplicateUnmapped(deps, { quota }, owner.scope, { ...ask, key: 'another-key' });
    expect(await codeOf(again)).toBe('UNMAPPED_GONE');
  });

  it('is refused where nothing similar is imported, and for another workspace', async () => {
    await orderIn({ lines: [orderLine('b', 'SKU-A', { title: 'Garden hose', externalVariantId: 'xv-9' })] });
    const ask = { lineId: await sold(), key: 'copy-nothing', locale: 'en' };
    expect(await codeOf(duplicateUnmapped(deps, { quota }, owner.scope, ask))).toBe('UNMAPPED_NOTHING_TO_COPY');
    const { scope } = await world.owner();
    expect(await codeOf(duplicateUnmapped(deps, { quota }, scope, ask))).toBe('UNMAPPED_GONE');
  });
});

describe('recommendations', () => {
  const recommendations = async () =>
    read(async (ex) => {
      const sold = await unmappedProducts(ex, owner.scope.workplaceId, { page_size: 25 });
      return recommendAll(ex, owner.scope.workplaceId, sold, new Map([[owner.storeId, { mode: 'sandbox' }]]));
    });

  it('find the imported variant by title and options, and map those above a confidence', async () => {
    const id = await orderIn();
    const doubtful = await orderIn({
      lines: [orderLine('b', 'SKU-A', { externalVariantId: 'xv-2', title: 'Desk lamp' })],
    });
    const [unsure, sure] = await recommendations();
    expect(sure).toMatchObject({
      confidence: 90,
      reasons: ['same_title', 'options'],
      candidate: { source_variant_id: 'p1-v1' },
    });
    expect(unsure?.confidence).toBeLessThan(90);
    expect(await mapRecommended(deps, owner.scope, { min_confidence: 90 })).toEqual({ mapped: 1, left: 1 });
    await drain();
    expect((await lines(id))[0]).toMatchObject({ state: 'ready', source_variant_id: 'p1-v1' });
    expect((await lines(doubtful))[0]).toMatchObject({ state: 'unmapped' });
    expect(await mapRecommended(deps, owner.scope, { min_confidence: 90 })).toEqual({ mapped: 0, left: 1 });
  });

  it('are certain of a SKU', async () => {
    await orderIn({ lines: [orderLine('b', 'LAMP-1-BLUE', { title: 'Something else' })] });
    world.sources['LAMP-1-BLUE'] = null;
    await orderIn({ lines: [orderLine('b', 'LAMP-1-BLUE', { title: 'Something else' })] });
    const [found] = await recommendations();
    expect(found).toMatchObject({ reasons: ['sku'], candidate: { source_variant_id: 'p1-v2' } });
  });
});

describe('creating products from unmapped ones', () => {
  const create = (...ids: string[]) =>
    createFromUnmapped(
      deps,
      { importProducts, findCatalog: async () => [{ source: 'cj', sourceProductId: 'p8' }] },
      owner.scope,
      ids,
    );

  it('B289: imports what it finds in the catalogs, maps it, and writes nothing to a store', async () => {
    const id = await orderIn({ lines: [orderLine('a', 'SKU-A', { title: 'Desk lamp 8', variantTitle: 'Blue / S' })] });
    const [line] = await lines(id);
    const gone = newId();
    const before = shop.calls.length;
    const { created, failed } = await create(line?.line_id ?? '', gone);
    expect(created).toMatchObject([{ wasThere: false, confidence: 90, reasons: ['same_title', 'options'] }]);
    expect(failed.get(gone)?.code).toBe('UNMAPPED_GONE');
    await drain();
    expect((await lines(id))[0]).toMatchObject({ state: 'ready', source: 'cj', source_variant_id: 'p8-v2' });
    const product = await read((ex) => findProduct(ex, owner.scope.workplaceId, created[0]?.productId ?? ''));
    expect(product).toMatchObject({ source: 'cj', source_product_id: 'p8', push_state: 'unpushed' });
    expect(shop.calls.slice(before).filter((call) => /listing/i.test(call))).toEqual([]);
    const known = await read((ex) => findPlatformProduct(ex, owner.scope.workplaceId, 'xp-SKU-A'));
    expect(known.variants).toMatchObject([{ external_variant_id: 'xv-SKU-A', is_mapped: true }]);
    expect(await codeOf(read((ex) => findPlatformProduct(ex, owner.scope.workplaceId, 'nothing')))).toBe(
      'DataNotFound',
    );
  });

  it('leaves what nothing resembles to a person', async () => {
    const id = await orderIn({ lines: [orderLine('a', 'SKU-A', { title: 'Wool scarf' })] });
    const [line] = await lines(id);
    const { created, failed } = await create(line?.line_id ?? '');
    expect([created.length, failed.get(line?.line_id ?? '')?.code]).toEqual([0, 'UNMAPPED_NO_MATCH']);
  });
});

/** The product as if it had been pushed to the store. */
async function list(): Promise<void> {
  const { workplaceId } = owner.scope;
  const listingId = newId();
  await db.tenant(owner.scope, async (tx) => {
    await tx.run(sql`insert into listing (workplace_id, listing_id, product_id, store_id, state, publish_status, variant_ids, external_product_id)
      select ${workplaceId}, ${listingId}, ${productId}, ${owner.storeId}, 'listed', 'active', array_agg(variant_id order by position), 'xp'
      from product_variant where workplace_id = ${workplaceId} and product_id = ${productId} returning 1`);
    await tx.run(sql`insert into listing_variant (workplace_id, listing_id, variant_id, store_id, external_variant_id, sku)
      select ${workplaceId}, ${listingId}, variant_id, ${owner.storeId}, 'xv-' || position, sku
      from product_variant where workplace_id = ${workplaceId} and product_id = ${productId} returning 1`);
  });
}

describe('mapping a group', () => {
  const group = (rest: Partial<Parameters<typeof mapGroup>[3]> = {}) =>
    mapGroup(deps, owner.scope, productId, {
      source: 'cj',
      source_product_id: 'p7',
      ship_to: [],
      ...rest,
    });
  const chosen = async () =>
    (await read((ex) => findProductMapping(ex, owner.scope.workplaceId, productId))).map((one) => [
      one.variant_title,
      ...one.choices.map((each) => each.sku_id),
    ]);

  it('maps each variant to the one with the same options, or all with a value to one', async () => {
    await list();
    expect(await group()).toMatchObject({ mapped: 2, leftOut: [] });
    expect(await chosen()).toEqual([
      ['Red / S', 'p7-v1'],
      ['Blue / S', 'p7-v2'],
    ]);
    const one = await group({ where: { option: 'color', value: 'red' }, sku_id: 'p7-v2', ship_to: ['DE'] });
    expect(one.mapped).toBe(1);
    expect(await chosen()).toEqual([
      ['Red / S', 'p7-v2'],
      ['Blue / S', 'p7-v2'],
    ]);
  });
});

it('keeps the pieces of each variant when a group is mapped, unless they are given', async () => {
  await list();
  const group = (pieces?: number) =>
    mapGroup(deps, owner.scope, productId, {
      source: 'cj',
      source_product_id: 'p7',
      pieces_per_unit: pieces,
      ship_to: [],
    });
  const pieces = async () =>
    (await read((ex) => findProductMapping(ex, owner.scope.workplaceId, productId))).map(
      (one) => one.choices[0]?.pieces_per_unit,
    );
  await group(3);
  expect(await pieces()).toEqual([3, 3]);
  await mapGroup(deps, owner.scope, productId, {
    source: 'cj',
    source_product_id: 'p7',
    pieces_per_unit: 2,
    where: { option: 'color', value: 'red' },
    ship_to: [],
  });
  await group();
  expect(await pieces()).toEqual([2, 3]);
});

describe('replacing a supplier product', () => {
  const chosenBy = async (externalId: string) => {
    const found = await read((ex) => findProductMapping(ex, owner.scope.workplaceId, productId));
    return found.find((one) => one.external_variant_id === externalId)?.choices.map((one) => one.sku_id);
  };
  const replace = (preview: boolean, source_product_id = 'p7', source: 'cj' | 'quayside' = 'cj') =>
    replaceSupplier(deps, { onReplaced: async () => undefined }, owner.scope, productId, {
      source,
      source_product_id,
      preview,
    });

  it('proposes variants with costs first, then keeps all but where it is bought', async () => {
    await list();
    await map([choice('quayside', 'p1', '1', ['US']), choice('quayside', 'p1', '2')]);
    await drain();
    const before = await read((ex) => findProduct(ex, owner.scope.workplaceId, productId));
    const proposal = await replace(true);
    expect(
      proposal.items.map(({ confidence, partner, variant }) => [
        variant.cost,
        partner?.sourceVariantId,
        partner?.cost,
        confidence,
      ]),
    ).toEqual([
      [1001, 'p7-v1', 1007, 95],
      [1201, 'p7-v2', 1207, 95],
    ]);
    expect(await read((ex) => findProduct(ex, owner.scope.workplaceId, productId))).toEqual(before);
    const waiting = await orderIn({ lines: [orderLine('a', 'SKU-A', { externalVariantId: 'xv-0' })] });
    await replace(false);
    const { title, images, price_from } = before ?? {};
    expect(await read((ex) => findProduct(ex, owner.scope.workplaceId, productId))).toMatchObject({
      source: 'cj',
      source_product_id: 'p7',
      cost_from: 1007,
      title,
      images,
      price_from,
    });
    const variants = await read((ex) => findVariants(ex, owner.scope.workplaceId, [productId]));
    expect(variants.map((one) => one.source_variant_id)).toEqual(['p7-v1', 'p7-v2']);
    expect(shop.calls.filter((call) => /listing/i.test(call))).toEqual([]);
    expect(await chosenBy('xv-SKU-A')).toEqual(['p7-v1', 'p7-v2']);
    const rematch = (await jobs.waiting()).filter((job) => job.name === 'remap-lines');
    expect(rematch).toHaveLength(2);
    expect(waiting).not.toBe('');
  });

  it('refuses a product that is imported already, and one that lacks a variant', async () => {
    await bring('cj', 'p8');
    expect(await codeOf(replace(false, 'p8'))).toBe('REPLACE_IMPORTED');
    cj.products = [...cj.products.slice(0, 2), fakeProduct(9, { variants: fakeProduct(9).variants.slice(0, 1) })];
    expect(await codeOf(replace(false, 'p9'))).toBe('REPLACE_VARIANTS');
    expect(await read((ex) => findProduct(ex, owner.scope.workplaceId, productId))).toMatchObject({
      source: 'quayside',
    });
  });
});
