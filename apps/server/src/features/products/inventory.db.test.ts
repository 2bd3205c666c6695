import type { InventoryState } from '@quayside/contracts';
import { fakeChannel } from '@quayside/testing/fakes/fake-channel.ts';
import { fakeProduct, fakeSupplier } from '@quayside/testing/fakes/fake-supplier.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { sql, type WorkplaceScope } from '../../db/index.ts';
import { testDatabase } from '../../testing/db/index.ts';
import { fakeWorld, SANDBOX_URL } from '../../testing/fakes/fake-deps.ts';
import { linkStore } from '../connections/index.ts';
import { createQuota } from '../plans/index.ts';
import { workspaceUsage } from '../reports/index.ts';
import { syncCatalogue } from '../sourcing/index.ts';
import { createImport } from './actions/import-products.ts';
import { startPush } from './actions/start-push.ts';
import { cursorAfter, listInventory, storeQuantities } from './queries/inventory.ts';
import { register } from './register.ts';

const db = await testDatabase();
const own = fakeSupplier('quayside', true);
const woo = fakeChannel('woocommerce', { reads: true });
const { deps, jobs, person } = await fakeWorld(db, { suppliers: [own], channels: [woo] });
const quota = createQuota(deps, { workspaceUsage });
const ports = {
  quota,
  onListed: async () => undefined,
  unmappedProducts: async () => [],
  onImported: async () => undefined,
  onDeleted: async () => undefined,
  watchMarks: async () => new Map(),
  seenVariants: async () => new Map(),
  isWatched: () => sql`true`,
};
const { jobs: handlers } = register(deps, ports);
const idle = ['set-up-store', 'refresh-source', 'draw-pictures'].map((name) => ({
  kind: { name, payload: { parse: (payload: unknown) => payload } },
  handle: async () => undefined,
}));
const drain = () => jobs.drain([...handlers.filter((one) => one.kind.name !== 'draw-pictures'), ...(idle as never[])]);
own.products = Array.from({ length: 3 }, (_none, at) => fakeProduct(at));
await syncCatalogue(deps, 'quayside', 'sandbox');

let scope: WorkplaceScope;
let products: string[];
const list = (ask: Partial<Parameters<typeof listInventory>[2]> = {}) =>
  db.read(scope, (ex) => listInventory(ex, scope.workplaceId, { state: 'all', page_size: 100, ...ask }));
const setStock = (variantId: string, stock: number | null) =>
  db.tenant(scope, (tx) =>
    tx.run(sql`update product_variant set stock = ${stock}
      where workplace_id = ${scope.workplaceId} and variant_id = ${variantId}`),
  );

beforeEach(async () => {
  await drain();
  scope = await person();
  const asks = ['p0', 'p1', 'p2'].map((id) => ({
    source: 'quayside' as const,
    mode: 'sandbox' as const,
    sourceProductId: id,
    shipTo: 'US',
  }));
  const { imported } = await createImport(deps, ports)(scope, asks);
  products = ['p0', 'p1', 'p2'].map((id) => imported.get(`quayside:sandbox:${id}`)?.productId ?? '');
});

describe('the inventory', () => {
  it('has each enabled variant once, whatever the length of its pages, newest products first', async () => {
    const whole = await list();
    const [hidden] = whole;
    await db.tenant(scope, (tx) =>
      tx.run(sql`update product_variant set enabled = false
        where workplace_id = ${scope.workplaceId} and variant_id = ${hidden?.variant_id}`),
    );
    const expected = whole.slice(1).map((row) => row.variant_id);
    const found: string[] = [];
    let cursor: string | undefined;
    do {
      const rows = await list({ page_size: 2, cursor });
      found.push(...rows.slice(0, 2).map((row) => row.variant_id));
      const last = rows[1];
      cursor = rows.length > 2 && last ? cursorAfter(last) : undefined;
    } while (cursor);
    expect(found).toEqual(expected);
    expect(whole[0]?.product_id).toBe([...products].sort().at(-1));
    expect((await list({ cursor: 'nonsense.1.2' })).map((row) => row.variant_id)).toEqual(expected);
  });

  it('is found by stock, title and SKU', async () => {
    const [out, low, unknown, full] = await list();
    await setStock(out?.variant_id ?? '', 0);
    await setStock(low?.variant_id ?? '', 10);
    await setStock(unknown?.variant_id ?? '', null);
    await setStock(full?.variant_id ?? '', 11);
    const ids = async (state: InventoryState) => (await list({ state })).map((row) => row.variant_id);
    expect(await ids('out')).toEqual([out?.variant_id]);
    expect(await ids('low')).toContain(low?.variant_id);
    expect(await ids('low')).not.toContain(full?.variant_id);
    expect(await ids('unknown')).toEqual([unknown?.variant_id]);
    expect((await list({ keyword: low?.sku })).map((row) => row.variant_id)).toContain(low?.variant_id);
    expect(await list({ keyword: '%' })).toEqual([]);
  });

  it('says what each store was given, after the stock has changed too, and nothing of another workspace', async () => {
    const storeId = await linkStore(deps, scope, {
      platform: 'woocommerce',
      shop: `${SANDBOX_URL}/stock.example.com`,
      credentials: { key: 'good' },
    });
    const [productId = ''] = products;
    await startPush(deps, quota, scope, {
      productIds: [productId],
      storeIds: [storeId],
      settings: undefined,
      split: undefined,
      rates: {},
    });
    await drain();
    const [row] = (await list({ store_id: storeId })).filter((one) => one.product_id === productId);
    if (!row) throw new Error('a listed variant');
    const given = row.stock;
    await setStock(row.variant_id, (given ?? 0) + 5);
    const quantities = await db.read(scope, (ex) => storeQuantities(ex, scope.workplaceId, [row]));
    expect(quantities).toMatchObject([{ store_id: storeId, quantity: given, variant_id: row.variant_id }]);
    const mine = scope;
    scope = await person();
    expect(await list()).toEqual([]);
    expect(await db.read(scope, (ex) => storeQuantities(ex, scope.workplaceId, [row]))).toEqual([]);
    scope = mine;
  });
});
