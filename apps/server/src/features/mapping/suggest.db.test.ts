import type { CatalogProduct } from '@quayside/connector-kit';
import { money, newId } from '@quayside/kernel';
import { fakeProduct } from '@quayside/testing/fakes/fake-supplier.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Executor, sql, type WorkplaceScope } from '../../db/index.ts';
import { Later } from '../../jobs/define.ts';
import { testDatabase } from '../../testing/db/index.ts';
import { drawSvg } from '../../testing/fakes/drawing.ts';
import { type Owner, tradeWorld } from '../../testing/fakes/trade-world.ts';
import { adoptProducts, createImport, getImportName, runAfterImport } from '../products/index.ts';
import { syncCatalogue } from '../sourcing/index.ts';
import { acceptSuggestions, refuseSuggestions, saveMapFrom, undoSuggestions } from './actions/decide-suggestions.ts';
import { mapVariants } from './actions/map-variants.ts';
import { readPictures } from './actions/read-pictures.ts';
import { requestSuggestions, suggestAfterImport } from './actions/request-suggestions.ts';
import { suggestMappings } from './actions/suggest-mappings.ts';
import { claimPictures } from './picture-repo.ts';
import { findChoices } from './repo.ts';
import { claimRun, countSuggestions, findRun, listSuggestions, type SuggestionTab } from './suggestion-repo.ts';

const db = await testDatabase();
const world = await tradeWorld(db);
const { deps, own } = world;
const quota = {
  admit: async (_s: unknown, _f: unknown, wanted: number) => ({ fits: wanted, confirm: async () => undefined }),
};
const importProducts = createImport(deps, {
  quota,
  onImported: (tx, scope, productIds) => runAfterImport(tx, deps, scope, productIds, [suggestAfterImport]),
});

let owner: Owner;
let productId = '';
const read = <T>(fn: (ex: Executor) => Promise<T>, scope: WorkplaceScope = owner.scope): Promise<T> =>
  db.read(scope, fn);

/** A product that the store had before: two variants, with the supplier's SKUs unless told otherwise. */
function adopted(
  at: number,
  title: string,
  skus: readonly [string, string],
  barcodes: readonly [string, string] = ['', ''],
): CatalogProduct {
  const id = String(5000 + at);
  return {
    externalProductId: id,
    handle: id,
    adminUrl: 'https://shop.example.com/admin',
    title,
    descriptionHtml: '',
    vendor: '',
    productType: '',
    tags: [],
    status: 'active',
    seo: { title: '', description: '' },
    dimensions: { lengthMm: null, widthMm: null, heightMm: null },
    options: [
      { name: 'Color', values: ['Red', 'Blue'] },
      { name: 'Size', values: ['S'] },
    ],
    images: [{ url: `https://shop.example.com/${id}.jpg` }],
    variants: ['Red', 'Blue'].map((color, n) => ({
      externalVariantId: `${id}-${color}`,
      sku: skus[n] ?? '',
      barcode: barcodes[n] ?? '',
      optionValues: [color, 'S'],
      price: money(5_000, 'USD'),
      compareAtPrice: null,
      weightGrams: null,
      quantity: 1,
      sellsOutOfStock: false,
      hsCode: '',
      originCountry: '',
    })),
    holds: { product: { title }, variants: {} },
  };
}
const adopt = (products: readonly CatalogProduct[]) =>
  db.tenant(owner.scope, (tx) =>
    adoptProducts(
      tx,
      deps,
      { onImported: (inner, scope) => requestSuggestions(inner, deps, scope) },
      owner.scope,
      { store_id: owner.storeId, mode: 'sandbox', currency: 'USD', platform: 'woocommerce' },
      products,
    ),
  );
const compare = async () => {
  for (let times = 0; times < 20; times += 1)
    try {
      await suggestMappings(deps, owner.scope, new AbortController().signal);
      return;
    } catch (error) {
      if (!(error instanceof Later)) throw error;
    }
};
const again = async () => {
  await db.tenant(owner.scope, (tx) => requestSuggestions(tx, deps, owner.scope));
  await compare();
};
const rows = (tab: SuggestionTab, scope: WorkplaceScope = owner.scope) =>
  read((ex) => listSuggestions(ex, owner.scope.workplaceId, { tab, page_size: 100 }), scope);
const counts = () => read((ex) => countSuggestions(ex, owner.scope.workplaceId, {}));
const choices = (...variants: string[]) =>
  read((ex) => findChoices(ex, owner.scope.workplaceId, owner.storeId, variants));
const idOf = async (tab: SuggestionTab, variant: string) =>
  (await rows(tab)).find((one) => one.external_variant_id === variant)?.suggestion_id ?? '';

async function bring(...ids: string[]): Promise<string> {
  const asks = ids.map((sourceProductId) => ({
    source: 'quayside' as const,
    mode: 'sandbox' as const,
    sourceProductId,
    shipTo: 'US',
  }));
  const { imported } = await importProducts(owner.scope, asks);
  const [ask] = asks;
  return (ask && imported.get(getImportName(ask))?.productId) ?? '';
}

beforeEach(async () => {
  owner = await world.owner();
  own.products = [fakeProduct(1), fakeProduct(2), fakeProduct(3, { title: 'Walnut serving tray' })];
  await syncCatalogue(deps, 'quayside', 'sandbox');
  productId = await bring('p1', 'p2');
});

describe('recommendations for variants that were never sold', () => {
  it('come after an adoption, by SKU and by title, and show what resembles nothing', async () => {
    await adopt([
      adopted(1, 'Reading light', ['LAMP-1-RED', 'LAMP-1-BLUE']),
      adopted(2, 'Desk lamp 2', ['', '']),
      adopted(3, 'Ceramic vase', ['', '']),
    ]);
    await compare();
    expect(await counts()).toEqual({ proposed: 4, none: 2, applied: 0, refused: 0 });
    const [first] = await rows('proposed');
    expect(first).toMatchObject({
      title: 'Reading light',
      confidence: expect.any(Number),
      reasons: ['sku', 'options'],
      partner: { source: 'quayside', source_product_id: 'p1' },
    });
    expect(await rows('none')).toEqual([
      expect.objectContaining({ title: 'Ceramic vase', partner: null, confidence: 0 }),
      expect.objectContaining({ title: 'Ceramic vase', partner: null }),
    ]);
    expect(await choices('5001-Red', '5001-Blue')).toEqual([]);
  });

  it('come first of all by the same GTIN, which is among the reasons', async () => {
    own.products = [
      fakeProduct(4, {
        title: 'Aurora',
        variants: fakeProduct(4).variants.map((one, n) => ({
          ...one,
          barcode: ['4006381333931', 'SHELF-1234'][n] ?? '',
        })),
      }),
    ];
    await syncCatalogue(deps, 'quayside', 'sandbox');
    await bring('p4');
    await adopt([adopted(1, 'Night glow', ['LAMP-1-RED', ''], ['0400-6381-33393-1', 'shelf 1234'])]);
    await compare();
    const proposed = await rows('proposed');
    const by = (id: string) => proposed.find((one) => one.external_variant_id === id);
    expect(by('5001-Red')).toMatchObject({
      reasons: ['gtin', 'options'],
      partner: { source_product_id: 'p4', barcode: '4006381333931' },
    });
    expect(by('5001-Blue')).toMatchObject({ reasons: ['barcode', 'options'], partner: { source_product_id: 'p4' } });
    expect(by('5001-Red')?.confidence).toBeGreaterThan(by('5001-Blue')?.confidence ?? 100);
  });

  it('come for products that are imported later', async () => {
    await adopt([adopted(3, 'Walnut serving tray', ['', ''])]);
    await compare();
    expect(await counts()).toMatchObject({ proposed: 0, none: 2 });
    await bring('p3');
    await compare();
    expect(await counts()).toMatchObject({ proposed: 2, none: 0 });
  });

  it('give a variant its supplier when they are accepted, also twice and by two people at once', async () => {
    await adopt([adopted(1, 'Reading light', ['LAMP-1-RED', 'LAMP-1-BLUE'])]);
    await compare();
    const id = await idOf('proposed', '5001-Red');
    const both = await Promise.all([
      acceptSuggestions(deps, owner.scope, [id]),
      acceptSuggestions(deps, owner.scope, [id]),
    ]);
    expect(both.map(({ done }) => done)).toEqual([[id], [id]]);
    expect(await choices('5001-Red')).toEqual([
      expect.objectContaining({ source_product_id: 'p1', source_variant_id: 'p1-v1', quantity: 1 }),
    ]);
    await again();
    expect(await counts()).toEqual({ proposed: 1, none: 0, applied: 1, refused: 0 });
    expect((await undoSuggestions(deps, owner.scope, [id])).done).toEqual([id]);
    expect(await choices('5001-Red')).toEqual([]);
    await compare();
    expect(await counts()).toEqual({ proposed: 1, none: 0, applied: 0, refused: 1 });
  });

  it('stay rejected until another variant is recommended', async () => {
    await adopt([adopted(1, 'Desk lamp 1', ['', ''])]);
    await compare();
    const id = await idOf('proposed', '5001-Red');
    expect((await refuseSuggestions(deps, owner.scope, [id])).done).toEqual([id]);
    await again();
    expect(await counts()).toMatchObject({ proposed: 1, refused: 1 });
    await db.tenant(owner.scope, (tx) =>
      tx.run(sql`update product_variant set sku = 'OWN-1', enabled = false where workplace_id = ${owner.scope.workplaceId}
        and source_variant_id = 'p1-v1'`),
    );
    await again();
    expect(await counts()).toMatchObject({ refused: 0 });
  });

  it('map nothing without the owner’s threshold, and with it only what is as sure', async () => {
    await adopt([adopted(1, 'Desk lamp 1', ['LAMP-1-RED', 'LAMP-1-BLUE']), adopted(2, 'Desk lamp two', ['', ''])]);
    await compare();
    expect(await choices('5001-Red', '5001-Blue', '5002-Red', '5002-Blue')).toEqual([]);
    await saveMapFrom(deps, owner.scope, 95);
    await compare();
    const mapped = await choices('5001-Red', '5001-Blue', '5002-Red', '5002-Blue');
    expect(mapped.map((one) => one.external_variant_id).toSorted()).toEqual(['5001-Blue', '5001-Red']);
    expect(await rows('applied')).toEqual([
      expect.objectContaining({ automatic: true }),
      expect.objectContaining({ automatic: true }),
    ]);
    const id = await idOf('applied', '5001-Red');
    await undoSuggestions(deps, owner.scope, [id]);
    await again();
    // What a person undid isn't done again.
    expect(await choices('5001-Red')).toEqual([]);
  });

  it('end once a person maps the variant, and leave that mapping alone', async () => {
    await adopt([adopted(1, 'Desk lamp 1', ['LAMP-1-RED', 'LAMP-1-BLUE'])]);
    await compare();
    const id = await idOf('proposed', '5001-Red');
    const map = (skus: readonly string[]) =>
      mapVariants(deps, owner.scope, productId, [
        {
          store_id: owner.storeId,
          external_product_id: '5001',
          external_variant_id: '5001-Red',
          title: 'Desk lamp 1',
          variant_title: 'Red',
          choices: skus.map((sku) => ({
            source: 'quayside',
            source_product_id: 'p2',
            sku_id: sku,
            pieces_per_unit: 2,
            ship_to: [],
          })),
        },
      ]);
    await map(['p2-v1']);
    const late = await acceptSuggestions(deps, owner.scope, [id]);
    expect([...late.failed.values()].map((error) => error.messageKey)).toEqual(['SUGGESTION_NOT_FOUND']);
    expect(await choices('5001-Red')).toEqual([expect.objectContaining({ source_variant_id: 'p2-v1', quantity: 2 })]);
    await map([]);
    await compare();
    expect(await idOf('proposed', '5001-Red')).not.toBe('');
  });

  it('refuse an undo after the mapping changed, and a product that is gone', async () => {
    await adopt([adopted(1, 'Desk lamp 1', ['LAMP-1-RED', 'LAMP-1-BLUE'])]);
    await compare();
    const red = await idOf('proposed', '5001-Red');
    await acceptSuggestions(deps, owner.scope, [red]);
    await db.tenant(owner.scope, (tx) =>
      tx.run(sql`update mapping_component set quantity = 3 where workplace_id = ${owner.scope.workplaceId}`),
    );
    const changed = await undoSuggestions(deps, owner.scope, [red]);
    expect([...changed.failed.values()].map((error) => error.messageKey)).toEqual(['SUGGESTION_CHANGED_SINCE']);
    expect(await choices('5001-Red')).toEqual([expect.objectContaining({ quantity: 3 })]);
    await db.tenant(owner.scope, (tx) =>
      tx.run(sql`update product set deleted_at = now() where workplace_id = ${owner.scope.workplaceId}
        and source = 'quayside'`),
    );
    const gone = await acceptSuggestions(deps, owner.scope, [await idOf('proposed', '5001-Blue')]);
    expect([...gone.failed.values()].map((error) => error.messageKey)).toEqual(['SUGGESTION_GONE']);
    await again();
    expect(await counts()).toMatchObject({ proposed: 0, none: 1 });
  });

  it('are compared by one worker at a time, which goes on where a killed one stopped', async () => {
    await adopt(Array.from({ length: 25 }, (_none, at) => adopted(at, `Desk lamp ${at}`, ['', ''])));
    const stop = new AbortController();
    const once = suggestMappings(deps, owner.scope, stop.signal);
    stop.abort();
    await expect(once).rejects.toThrow(Later);
    const other = newId();
    await db.tenant(owner.scope, async (tx) => {
      expect(await claimRun(tx, owner.scope.workplaceId, other)).toBeDefined();
    });
    await expect(suggestMappings(deps, owner.scope, new AbortController().signal)).rejects.toThrow(Later);
    await db.tenant(owner.scope, (tx) =>
      tx.run(sql`update mapping_suggestion_run set held_until = now() - interval '1 minute'
        where workplace_id = ${owner.scope.workplaceId}`),
    );
    await compare();
    const { none, proposed } = await counts();
    expect(none + proposed).toBe(50);
    expect(await read((ex) => findRun(ex, owner.scope.workplaceId))).toMatchObject({ is_checking: false });
  });

  it('of a store are decided by those who see it', async () => {
    await adopt([adopted(1, 'Desk lamp 1', ['LAMP-1-RED', 'LAMP-1-BLUE'])]);
    await compare();
    const id = await idOf('proposed', '5001-Red');
    const limited = { ...owner.scope, storeIds: [newId()] };
    expect(await rows('proposed', limited)).toEqual([]);
    const { failed } = await acceptSuggestions(deps, limited, [id]);
    expect(failed.get(id)?.messageKey).toBe('SUGGESTION_NOT_FOUND');
    const stranger = await world.owner();
    expect((await acceptSuggestions(deps, stranger.scope, [id])).done).toEqual([]);
    expect(await choices('5001-Red')).toEqual([]);
  });
});

describe('pictures that recommendations compare', () => {
  const asked: string[] = [];
  let serve: (url: string) => { status: number; body: Buffer } = () => ({ status: 404, body: Buffer.alloc(0) });
  const withPictures = {
    ...deps,
    sandboxHttp: {
      send: async ({ url }: { url: string }) => {
        asked.push(url);
        return { ...serve(url), headers: {}, url };
      },
    } as unknown as NonNullable<typeof deps.sandboxHttp>,
  };
  const look = async (times = 20) => {
    for (let time = 0; time < times; time += 1)
      try {
        await readPictures(withPictures, owner.scope, new AbortController().signal);
        return;
      } catch (error) {
        if (!(error instanceof Later)) throw error;
      }
  };
  const states = () =>
    read((ex) =>
      ex.rows<{ url: string; state: string; tries: number; fault: string | null }>(
        sql`select url, state, tries, fault from picture_hash where workplace_id = ${owner.scope.workplaceId}
          and url like 'https://%' order by url`,
      ),
    );
  const SUPPLIER = 'https://supplier.example.com/aurora.png';
  const bringPictured = async () => {
    own.products = [fakeProduct(5, { title: 'Aurora', imageUrls: [SUPPLIER] })];
    await syncCatalogue(deps, 'quayside', 'sandbox');
    await bring('p5');
  };

  beforeEach(() => {
    asked.length = 0;
    serve = () => ({ status: 200, body: drawSvg(1) });
  });

  it('find a product with another title by its image, once they are read', async () => {
    await bringPictured();
    await adopt([adopted(1, 'Night glow', ['', ''])]);
    await compare();
    expect(await counts()).toMatchObject({ proposed: 0, none: 2 });
    expect((await states()).map(({ state }) => state)).toEqual(['wanted', 'wanted']);
    await look();
    expect(await states()).toEqual([
      expect.objectContaining({ url: 'https://shop.example.com/5001.jpg', state: 'read', tries: 1 }),
      expect.objectContaining({ url: SUPPLIER, state: 'read', tries: 1 }),
    ]);
    await compare();
    expect(await rows('proposed')).toEqual([
      expect.objectContaining({
        reasons: ['same_image', 'options'],
        partner: expect.objectContaining({ source_product_id: 'p5' }),
      }),
      expect.objectContaining({ reasons: ['same_image', 'options'] }),
    ]);
    // Nothing is read twice.
    await look();
    await again();
    await look();
    expect(asked.filter((url) => url.startsWith('https://'))).toHaveLength(2);
  });

  it('say nothing where they show other things', async () => {
    await bringPictured();
    await adopt([adopted(1, 'Night glow', ['', ''])]);
    serve = (url) => ({ status: 200, body: drawSvg(url === SUPPLIER ? 2 : 1) });
    await compare();
    await look();
    await compare();
    expect(await counts()).toMatchObject({ proposed: 0, none: 2 });
  });

  it('are given up where they are none or gone, and after three tries without an answer', async () => {
    await bringPictured();
    await adopt([adopted(1, 'Night glow', ['', ''])]);
    await compare();
    serve = (url) =>
      url === SUPPLIER ? { status: 503, body: Buffer.alloc(0) } : { status: 404, body: Buffer.alloc(0) };
    const later = () =>
      db.tenant(owner.scope, (tx) =>
        tx.run(
          sql`update picture_hash set next_at = now() where workplace_id = ${owner.scope.workplaceId} and state = 'wanted'`,
        ),
      );
    for (let time = 0; time < 5; time += 1) {
      await look();
      await later();
    }
    expect(await states()).toEqual([
      expect.objectContaining({ state: 'failed', tries: 1, fault: 'PICTURE_NOT_FOUND' }),
      expect.objectContaining({ state: 'failed', tries: 3, fault: 'PICTURE_NOT_ANSWERED' }),
    ]);
    expect(asked.filter((url) => url === SUPPLIER)).toHaveLength(3);
  });

  it('are read once by two workers, and those of a killed one are taken later', async () => {
    await bringPictured();
    await adopt([adopted(1, 'Night glow', ['', ''])]);
    await compare();
    await db.tenant(owner.scope, (tx) => claimPictures(tx, owner.scope.workplaceId, 1));
    await Promise.all([look(), look()]);
    const taken = (await states()).filter(({ state }) => state === 'wanted');
    const before = asked.length;
    await db.tenant(owner.scope, (tx) =>
      tx.run(
        sql`update picture_hash set next_at = now() where workplace_id = ${owner.scope.workplaceId} and state = 'wanted'`,
      ),
    );
    await look();
    expect((await states()).map(({ state }) => state)).toEqual(['read', 'read']);
    expect(asked.length - before).toBe(taken.length);
    expect(new Set(asked).size).toBe(asked.length);
  });
});
