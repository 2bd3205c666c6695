import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newId } from '@quayside/kernel';
import { fakeProduct, fakeSupplier } from '@quayside/testing/fakes/fake-supplier.ts';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { toCsv } from '../../csv/csv.ts';
import { sql, type WorkplaceScope } from '../../db/index.ts';
import { testDatabase } from '../../testing/db/index.ts';
import { fakeWorld } from '../../testing/fakes/fake-deps.ts';
import { readFile } from '../files/index.ts';
import { createQuota } from '../plans/index.ts';
import { createImport, findProducts, findVariants, getImportName } from '../products/index.ts';
import { workspaceUsage } from '../reports/index.ts';
import { syncCatalogue } from '../sourcing/index.ts';
import { applyProductFile, confirmProductFile } from './actions/apply-import.ts';
import { readProductFile } from './actions/read-import.ts';
import { writeExport } from './actions/write-export.ts';
import { type ExportRequest, findExport, insertExport } from './export-repo.ts';
import { countItems, findImport, insertImport, listItems } from './import-repo.ts';

const db = await testDatabase();
const own = fakeSupplier('quayside', true);
const { deps, person } = await fakeWorld(db, { suppliers: [own], channels: [] });
deps.config.dataDir = mkdtempSync(join(tmpdir(), 'quayside-product-files-'));
afterAll(() => rmSync(deps.config.dataDir, { recursive: true, force: true }));
const quota = createQuota(deps, { workspaceUsage });
const imported: string[] = [];
const ports = {
  quota,
  isWatched: () => sql`true`,
  onImported: async (_tx: unknown, _scope: unknown, ids: readonly string[]) => void imported.push(...ids),
};
own.products = Array.from({ length: 4 }, (_none, at) => fakeProduct(at));
await syncCatalogue(deps, 'quayside', 'sandbox');
const importProducts = createImport(deps, { ...ports, onImported: async () => undefined });

let scope: WorkplaceScope;
beforeEach(async () => {
  imported.length = 0;
  scope = await person();
});

const bring = async (...ids: number[]) => {
  const asks = ids.map((id) => ({
    source: 'quayside',
    mode: 'sandbox' as const,
    sourceProductId: `p${id}`,
    shipTo: 'US',
  }));
  const { imported: there } = await importProducts(scope, asks);
  return asks.map((ask) => there.get(getImportName(ask))?.productId ?? '');
};
const exported = async (form: 'shopify' | 'woocommerce', request: ExportRequest) => {
  const exportId = newId();
  await db.tenant(scope, (tx) => insertExport(tx, scope.workplaceId, { exportId, form, request }));
  await writeExport(deps, ports, scope, exportId);
  const row = await db.read(scope, (ex) => findExport(ex, scope.workplaceId, exportId));
  const file = row?.file_id ? await readFile(deps, row.file_id) : undefined;
  return { row, text: file?.bytes.toString() ?? '', file: file?.row };
};
const upload = async (text: string | Uint8Array, requestKey: string = newId()) => {
  const importId = newId();
  const there = await db.tenant(scope, (tx) =>
    insertImport(tx, scope.workplaceId, {
      importId,
      requestKey,
      fileName: 'products.csv',
      file: Buffer.from(text),
      mode: 'sandbox',
      currency: 'USD',
    }),
  );
  if (there) return there;
  await readProductFile(deps, scope, importId);
  return importId;
};
const rowOf = (importId: string) => db.read(scope, (ex) => findImport(ex, scope.workplaceId, importId));
const itemsOf = (importId: string) =>
  db.read(scope, (ex) => listItems(ex, scope.workplaceId, importId, { after: -1, size: 100 }));
const countsOf = (importId: string) => db.read(scope, (ex) => countItems(ex, scope.workplaceId, importId));
const apply = async (importId: string, known: 'skip' | 'update' = 'skip') => {
  await confirmProductFile(deps, scope, importId, known);
  await applyProductFile(deps, ports, scope, importId);
  return countsOf(importId);
};
const productsHere = () =>
  db.read(scope, async (ex) => {
    const ids = await ex.rows<{ product_id: string }>(
      sql`select product_id from product where workplace_id = ${scope.workplaceId} and deleted_at is null order by product_id`,
    );
    return findProducts(
      ex,
      scope.workplaceId,
      ids.map((one) => one.product_id),
    );
  });
const variantsOf = (productId: string) => db.read(scope, (ex) => findVariants(ex, scope.workplaceId, [productId]));

const HEAD = [
  'Handle',
  'Title',
  'Body (HTML)',
  'Vendor',
  'Tags',
  'Option1 Name',
  'Option1 Value',
  'Variant SKU',
  'Variant Price',
  'Cost per item',
  'Variant Inventory Qty',
  'Image Src',
  'SEO Title',
];
const mug = (change: Partial<Record<string, string>> = {}) => {
  const cells: Record<string, string> = {
    Handle: 'mug',
    Title: 'Mug',
    'Body (HTML)': '<p>Big</p><script>alert(1)</script><img src=x onerror=alert(2)>',
    Vendor: 'Acme',
    Tags: 'kitchen, new',
    'Option1 Name': 'Color',
    'Option1 Value': 'Red',
    'Variant SKU': 'MUG-R',
    'Variant Price': '12.50',
    'Cost per item': '5',
    'Variant Inventory Qty': '3',
    'Image Src': 'https://cdn.example.com/mug.jpg',
    'SEO Title': 'Mugs',
    ...change,
  };
  return HEAD.map((name) => cells[name] ?? '');
};
const blue = (change: Partial<Record<string, string>> = {}) =>
  mug({ Title: '', 'Body (HTML)': '', 'Option1 Value': 'Blue', 'Variant SKU': 'MUG-B', 'Image Src': '', ...change });

describe('an export', () => {
  it.each(['shopify', 'woocommerce'] as const)(
    'in the form of %s is a file that an import finds nothing new in',
    async (form) => {
      const ids = await bring(0, 1, 2);
      const { row, text, file } = await exported(form, { filter: { state: 'all' } });
      expect(row).toMatchObject({ state: 'done', products: 3 });
      expect(file).toMatchObject({ kind: 'csv' });
      const importId = await upload(text);
      expect(await rowOf(importId)).toMatchObject({ state: 'ready', form });
      const items = await itemsOf(importId);
      expect(items.map(({ fate, faults }) => [fate, faults])).toEqual(ids.map(() => ['known', []]));
      expect(items.map((one) => one.product_id).toSorted()).toEqual(ids.toSorted());
      // Even an update from it changes nothing.
      const before = await productsHere();
      expect((await apply(importId, 'update')).outcomes).toEqual({ updated: 3 });
      expect((await productsHere()).map(({ revision }) => revision)).toEqual(before.map(({ revision }) => revision));
    },
  );

  it('has only what was chosen or matches, and says when that is nothing', async () => {
    const [first = ''] = await bring(0, 1);
    const chosen = await exported('shopify', { productIds: [first] });
    expect(chosen.row).toMatchObject({ products: 1 });
    const none = await exported('shopify', { filter: { state: 'pushed' } });
    expect(none.row).toMatchObject({ state: 'failed', fault: 'PRODUCT_EXPORT_EMPTY', file_id: null });
  });
});

describe('an import', () => {
  it('creates whole products with clean texts, once', async () => {
    const text = toCsv([HEAD, mug(), blue()]);
    const first = await upload(text);
    expect((await itemsOf(first)).map(({ fate, variants, warnings }) => [fate, variants, warnings])).toEqual([
      ['new', 2, []],
    ]);
    expect((await apply(first)).outcomes).toEqual({ created: 1 });
    const [product] = await productsHere();
    expect(product).toMatchObject({
      source: 'csv',
      source_product_id: 'mug',
      title: 'Mug',
      vendor: 'Acme',
      tags: ['kitchen', 'new'],
      seo_title: 'Mugs',
      options: [{ name: 'Color', values: ['Red', 'Blue'] }],
      images: [{ url: 'https://cdn.example.com/mug.jpg' }],
      price_from: 1_250,
      cost_from: 500,
    });
    expect(product?.description_html).not.toMatch(/script|onerror/);
    expect(imported).toEqual([product?.product_id]);
    const again = await upload(text);
    expect((await apply(again)).outcomes).toEqual({ skipped: 1 });
    expect(await productsHere()).toHaveLength(1);
  });

  it('creates nothing twice when the same file is imported twice at once', async () => {
    const text = toCsv([HEAD, mug(), mug({ Handle: 'cup', Title: 'Cup', 'Variant SKU': 'CUP' })]);
    const ids = [await upload(text), await upload(text)];
    for (const id of ids) await confirmProductFile(deps, scope, id, 'skip');
    await Promise.all(ids.map((id) => applyProductFile(deps, ports, scope, id)));
    const outcomes = await Promise.all(ids.map(async (id) => (await countsOf(id)).outcomes));
    expect(outcomes.reduce((sum, one) => sum + (one.created ?? 0), 0)).toBe(2);
    expect(outcomes.reduce((sum, one) => sum + (one.skipped ?? 0), 0)).toBe(2);
    expect(await productsHere()).toHaveLength(2);
  });

  it('is the same import for a repeated request', async () => {
    const key = newId();
    const first = await upload(toCsv([HEAD, mug()]), key);
    expect(await upload(toCsv([HEAD, mug()]), key)).toBe(first);
  });

  it('leaves out products with errors and imports the others', async () => {
    const id = await upload(
      toCsv([
        HEAD,
        mug({ Title: '' }),
        mug({ Handle: 'cup', Title: 'Cup', 'Variant SKU': 'CUP', 'Variant Price': '' }),
        mug({ Handle: 'pot', Title: '=1+1', 'Variant SKU': 'POT', 'Cost per item': '' }),
      ]),
    );
    expect(
      (await itemsOf(id)).map(({ fate, faults, warnings }) => [fate, faults[0]?.column, warnings[0]?.code]),
    ).toEqual([
      ['refused', 'Title', undefined],
      ['refused', 'Variant Price', undefined],
      ['new', undefined, 'CSV_NO_COST'],
    ]);
    expect((await apply(id)).outcomes).toEqual({ created: 1 });
    expect((await productsHere()).map(({ title }) => title)).toEqual(['=1+1']);
  });

  it('updates what the file has, and leaves what it does not have', async () => {
    await apply(await upload(toCsv([HEAD, mug(), blue()])));
    const id = await upload(
      toCsv([
        HEAD,
        mug({
          Title: 'Large mug',
          Vendor: '',
          'Variant Price': '15',
          'Variant Inventory Qty': '9',
          'Cost per item': '6',
        }),
      ]),
    );
    expect((await itemsOf(id)).map(({ fate }) => fate)).toEqual(['known']);
    expect((await apply(id, 'update')).outcomes).toEqual({ updated: 1 });
    const [product] = await productsHere();
    expect(product).toMatchObject({ title: 'Large mug', vendor: 'Acme', price_from: 1_250, price_to: 1_500 });
    const variants = await variantsOf(product?.product_id ?? '');
    expect(variants.map(({ sku, price, stock, cost }) => [sku, price, stock, cost])).toEqual([
      ['MUG-R', 1_500, 9, 600],
      ['MUG-B', 1_250, 3, 500],
    ]);
    // Its prices are a person's: no price rule changes them unasked.
    const computed = await db.read(scope, (ex) =>
      ex.rows(sql`select distinct computed_price from product_variant where workplace_id = ${scope.workplaceId}`),
    );
    expect(computed).toEqual([{ computed_price: null }]);
  });

  it('adds no variants to a product, and does not guess between two', async () => {
    await apply(await upload(toCsv([HEAD, mug(), mug({ Handle: 'cup', Title: 'Cup', 'Variant SKU': 'CUP' })])));
    const more = await upload(
      toCsv([HEAD, mug(), mug({ Title: '', 'Option1 Value': 'Green', 'Variant SKU': 'MUG-G' })]),
    );
    expect((await itemsOf(more))[0]).toMatchObject({
      fate: 'refused',
      faults: [{ code: 'CSV_VARIANT_UNKNOWN', row: 3 }],
    });
    const both = await upload(
      toCsv([
        HEAD,
        mug({ Handle: 'set', Title: 'Set' }),
        mug({ Handle: 'set', Title: '', 'Option1 Value': 'Cup', 'Variant SKU': 'CUP' }),
      ]),
    );
    expect((await itemsOf(both))[0]).toMatchObject({ fate: 'refused', faults: [{ code: 'CSV_SKU_SEVERAL' }] });
  });

  it('continues after a kill without doing anything twice', async () => {
    const rows = Array.from({ length: 45 }, (_, at) =>
      mug({ Handle: `m${at}`, Title: `M${at}`, 'Variant SKU': `M-${at}` }),
    );
    const id = await upload(toCsv([HEAD, ...rows]));
    await confirmProductFile(deps, scope, id, 'skip');
    let left = 2;
    const killed = {
      get aborted() {
        left -= 1;
        return left < 0;
      },
    } as AbortSignal;
    expect(await applyProductFile(deps, ports, scope, id, killed)).toBe(false);
    expect((await countsOf(id)).outcomes.created).toBe(40);
    await applyProductFile(deps, ports, scope, id);
    expect((await countsOf(id)).outcomes).toEqual({ created: 45 });
    expect(await productsHere()).toHaveLength(45);
  });

  it.each([
    [
      'another file',
      toCsv([
        ['Order number', 'Full name'],
        ['1', 'Ada'],
      ]),
      'PRODUCT_FILE_UNKNOWN',
    ],
    ['nothing', toCsv([HEAD]), 'IMPORT_EMPTY'],
    ['another encoding', Buffer.from([0x48, 0x81, 0x8d, 0x00, 0x90]), 'ORDER_FILE_ENCODING'],
    ['a broken quote', `${HEAD.join(',')}\r\n"mug,Mug\r\n`, 'IMPORT_QUOTES_BROKEN'],
  ])('refuses a file with %s as a whole', async (_name, text, code) => {
    const id = await upload(text);
    expect(await rowOf(id)).toMatchObject({ state: 'refused', fault: code });
    await expect(confirmProductFile(deps, scope, id, 'skip')).rejects.toMatchObject({ code: 'IMPORT_NOT_READY' });
  });

  it('imports nothing in demo mode', async () => {
    const id = await upload(toCsv([HEAD, mug()]));
    await db.tenant(scope, (tx) =>
      tx.run(sql`insert into account_flag (account_id, flag) values (${scope.accountId}, 'meta:DEMO_MODE')`),
    );
    await expect(confirmProductFile(deps, scope, id, 'skip')).rejects.toMatchObject({ code: 'DEMO_MODE' });
  });
});
