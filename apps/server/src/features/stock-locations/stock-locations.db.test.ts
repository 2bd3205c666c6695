import { SPLIT_DEFAULTS } from '@quayside/contracts';
import { AppError } from '@quayside/kernel';
import { fakeChannel } from '@quayside/testing/fakes/fake-channel.ts';
import { fakeProduct, fakeSupplier } from '@quayside/testing/fakes/fake-supplier.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Scope, sql, type WorkplaceScope } from '../../db/index.ts';
import { testDatabase } from '../../testing/db/index.ts';
import { fakeWorld, SANDBOX_URL } from '../../testing/fakes/fake-deps.ts';
import { linkStore, listStores, withStore } from '../connections/index.ts';
import { createQuota } from '../plans/index.ts';
import { createImport, register as registerProducts, startPush } from '../products/index.ts';
import { workspaceUsage } from '../reports/index.ts';
import { syncCatalogue } from '../sourcing/index.ts';
import { chooseLocation } from './actions/choose-location.ts';
import { moveStock } from './actions/move-stock.ts';
import { requestLocations } from './actions/read-locations.ts';
import { storeLocations } from './queries/store-locations.ts';
import { register } from './register.ts';

const db = await testDatabase();
const own = fakeSupplier('quayside', true);
const shop = fakeChannel('shopify');
Object.assign(shop.capabilities, { stockLocations: true });
const { deps, jobs, person } = await fakeWorld(db, { suppliers: [own], channels: [shop] });
const quota = createQuota(deps, { workspaceUsage });
const ports = {
  quota,
  onListed: async (_scope: Scope, _storeId: string) => undefined,
  unmappedProducts: async () => [],
  onImported: async () => undefined,
  onDeleted: async () => undefined,
  watchMarks: async () => new Map(),
  seenVariants: async () => new Map(),
  isWatched: () => sql`true`,
};
const handlers = [...registerProducts(deps, ports as never).jobs, ...register(deps).jobs];
const idle = ['set-up-store', 'refresh-source', 'draw-pictures', 'check-pictures'].map((name) => ({
  kind: { name, payload: { parse: (payload: unknown) => payload } },
  handle: async () => undefined,
}));
const drain = () =>
  jobs.drain([
    ...handlers.filter((one) => !idle.some(({ kind }) => kind.name === one.kind.name)),
    ...(idle as never[]),
  ]);
/** A run's hold ends, as it does some time after a failure. */
const soon = () =>
  db.tenant(scope, async (tx) => {
    await tx.run(sql`update stock_run set held_until = null where workplace_id = ${scope.workplaceId}`);
  });
const fresh = () => {
  const product = fakeProduct(1);
  for (const variant of product.variants) variant.stock = 40;
  return product;
};
own.products = [fresh()];
await syncCatalogue(deps, 'quayside', 'sandbox');
const importProducts = createImport(deps, ports as never);
const plain = { moveStock: shop.moveStock };

let scope: WorkplaceScope;
let storeId: string;
let productId: string;
let shops = 0;

const location = (id: string, name: string, isDefault = false) => ({
  id,
  name,
  isActive: true,
  fulfillsOnlineOrders: true,
  isDefault,
});
const choose = (locationId: string | null) => chooseLocation(deps, scope, { storeId, locationId });
const push = async () => {
  const settings = { settings: undefined, split: SPLIT_DEFAULTS, rates: {} };
  await startPush(deps, quota, scope, { productIds: [productId], storeIds: [storeId], ...settings });
  await drain();
};
const view = async () => {
  const { stores } = await db.read(scope, (ex) => storeLocations(ex, deps, scope.workplaceId, 'en'));
  const [found] = stores;
  if (!found) throw new Error('store not found');
  return found;
};
/** The levels of every variant, which are all the same. */
const levels = () => {
  const all = [...shop.levels.values()].map((one) => JSON.stringify(Object.fromEntries([...one].sort())));
  expect(new Set(all).size).toBe(1);
  return JSON.parse(all[0] ?? '{}') as Record<string, number>;
};
const merchantSets = (at: string, count: number) => {
  for (const one of shop.levels.values()) one.set(at, count);
};
const supplierHas = (stock: number) =>
  db.tenant(scope, async (tx) => {
    await tx.run(sql`update product_variant set stock = ${stock} where workplace_id = ${scope.workplaceId}`);
    await tx.run(sql`update product set revision = revision + 1 where workplace_id = ${scope.workplaceId}`);
  });

beforeEach(async () => {
  await db.global((tx) => tx.run(sql`delete from test_job`));
  scope = await person();
  shops += 1;
  shop.listings.clear();
  shop.levels.clear();
  shop.locations = [location('main', 'Main', true), location('second', 'Second'), location('third', 'Third')];
  shop.facts = { ...shop.facts, platformDomain: `l${shops}.example.com`, currency: 'USD' };
  storeId = await linkStore(deps, scope, {
    platform: 'shopify',
    shop: `${SANDBOX_URL}/l${shops}.example.com`,
    credentials: { key: 'good' },
  });
  const ask = { source: 'quayside' as const, mode: 'sandbox' as const, sourceProductId: 'p1', shipTo: 'US' };
  productId = (await importProducts(scope, [ask])).imported.get('quayside:sandbox:p1')?.productId ?? '';
  await requestLocations(deps, scope, storeId);
  await drain();
});
afterEach(() => {
  Object.assign(shop, plain);
});

describe('the list of locations', () => {
  it('is read by a job and kept; a failure keeps it, with the reason', async () => {
    expect(await view()).toMatchObject({ chosen: null, fault: null, is_reading: false, move: null });
    expect((await view()).locations.map(({ name, is_default }) => [name, is_default])).toEqual([
      ['Main', true],
      ['Second', false],
      ['Third', false],
    ]);
    shop.fail('readLocations', 'rejected', { code: 'other' });
    await requestLocations(deps, scope, storeId);
    expect((await view()).is_reading).toBe(true);
    await drain();
    const { fault, locations } = await view();
    expect(fault).toMatch(/declined: .+ Correct this in the store, then read the list again\.$/);
    expect(locations).toHaveLength(3);
  });
});

describe('a choice', () => {
  it('names a location that the store has and that is active', async () => {
    const refusal = async (id: string) => {
      const error = await choose(id).catch((one: unknown) => one);
      return error instanceof AppError ? [error.messageKey, Object.keys(error.fields ?? {})] : error;
    };
    expect(await refusal('nowhere')).toEqual(['STOCK_LOCATION_UNKNOWN', ['location']]);
    shop.locations = shop.locations.map((one) => ({ ...one, isActive: one.id !== 'third' }));
    await requestLocations(deps, scope, storeId);
    await drain();
    expect(await refusal('third')).toEqual(['STOCK_LOCATION_INACTIVE', ['location']]);
    expect((await view()).chosen).toBeNull();
  });

  it('is for members who have the store', async () => {
    const limited = { ...scope, storeIds: [] } as WorkplaceScope;
    await expect(chooseLocation(deps, limited, { storeId, locationId: 'second' })).rejects.toThrow('STORE_NOT_FOUND');
    const { stores } = await db.read(limited, (ex) => storeLocations(ex, deps, scope.workplaceId, 'en'));
    expect(stores).toEqual([]);
  });

  it('leaves everything as it was where nothing is chosen', async () => {
    await push();
    expect(levels()).toEqual({ main: 40 });
    await choose(null);
    await drain();
    expect((await view()).move).toBeNull();
    expect(levels()).toEqual({ main: 40 });
  });

  it('sends new products to the chosen location only', async () => {
    await choose('second');
    await drain();
    await push();
    expect(levels()).toEqual({ second: 40 });
    await supplierHas(12);
    await push();
    expect(levels()).toEqual({ second: 12 });
  });

  it('moves what was written before, and a push agrees with it', async () => {
    await push();
    merchantSets('third', 3);
    await choose('second');
    await drain();
    expect(levels()).toEqual({ main: 0, second: 40, third: 3 });
    expect((await view()).move).toMatchObject({ state: 'done', kept: 0, error: null });
    await push();
    expect(levels()).toEqual({ main: 0, second: 40, third: 3 });
    await choose(null);
    await drain();
    expect(levels()).toEqual({ main: 40, second: 0, third: 3 });
  });

  it('leaves what the merchant added, and restocks nothing that was sold', async () => {
    await push();
    merchantSets('main', 47);
    await choose('second');
    await drain();
    expect(levels()).toEqual({ main: 7, second: 40 });
    const { move } = await view();
    expect(move?.kept).toBe(move?.moved);
    merchantSets('second', 31);
    await choose('third');
    await drain();
    expect(levels()).toEqual({ main: 7, second: 0, third: 31 });
  });

  it('leaves the stock of products that the store had before', async () => {
    await push();
    await db.tenant(scope, (tx) =>
      tx.run(sql`update product set source = 'store' where workplace_id = ${scope.workplaceId}`),
    );
    await choose('second');
    await drain();
    expect(levels()).toEqual({ main: 40 });
  });
});

describe('a move', () => {
  const killed = new Error('the process was killed');
  const job = () => moveStock(deps, scope, storeId, new AbortController().signal);
  const started = async () => {
    await push();
    merchantSets('main', 45);
    await choose('second');
    await db.global((tx) => tx.run(sql`delete from test_job`));
  };

  it.each([
    ['the store knows the request', false],
    ['the store forgot the request', true],
  ])('is not repeated where its worker was killed after the write (%s)', async (_which, forgets) => {
    await started();
    shop.moveStock = async (ctx, moves, key) => {
      await plain.moveStock?.(ctx, moves, key);
      throw killed;
    };
    await expect(job()).rejects.toThrow(killed);
    expect(levels()).toEqual({ main: 5, second: 40 });
    shop.moveStock = forgets ? async () => false : plain.moveStock;
    // One was sold in between.
    merchantSets('second', 39);
    await job();
    expect(levels()).toEqual({ main: 5, second: 39 });
    expect((await view()).move).toMatchObject({ state: 'done' });
  });

  it('is made by the next worker where it was killed before the write', async () => {
    await started();
    shop.moveStock = async () => {
      throw killed;
    };
    await expect(job()).rejects.toThrow(killed);
    shop.moveStock = plain.moveStock;
    await job();
    expect(levels()).toEqual({ main: 5, second: 40 });
  });

  it('is in one worker’s hands', async () => {
    await started();
    shop.moveStock = async (ctx, moves, key) => {
      await expect(job()).rejects.toThrow('another worker');
      return plain.moveStock?.(ctx, moves, key) ?? false;
    };
    await job();
    expect(levels()).toEqual({ main: 5, second: 40 });
  });

  it('reads again where somebody bought between reading and writing', async () => {
    await started();
    let times = 0;
    shop.moveStock = async (ctx, moves, key) => {
      times += 1;
      if (times === 1) merchantSets('main', 44);
      return plain.moveStock?.(ctx, moves, key) ?? false;
    };
    await expect(job()).rejects.toThrow();
    await job();
    expect(levels()).toEqual({ main: 4, second: 40 });
  });

  it('ends before another location is chosen', async () => {
    await started();
    await expect(choose('third')).rejects.toThrow('STOCK_MOVE_RUNNING');
    await job();
    await choose('third');
    await job();
    expect(levels()).toEqual({ main: 5, second: 0, third: 40 });
  });

  it.each([
    ['another location', 'third', { main: 5, second: 0, third: 40 }],
    ['the same location', 'second', { main: 5, second: 40 }],
  ])('that failed after a write is settled before stock goes to %s', async (_which, id, expected) => {
    await started();
    shop.moveStock = async (ctx, moves, key) => {
      await plain.moveStock?.(ctx, moves, key);
      throw killed;
    };
    await expect(job()).rejects.toThrow(killed);
    await db.tenant(scope, (tx) =>
      tx.run(sql`update stock_run set state = 'failed' where workplace_id = ${scope.workplaceId}`),
    );
    shop.moveStock = plain.moveStock;
    await choose(id);
    await job();
    expect(levels()).toEqual(expected);
    expect((await view()).move).toMatchObject({ state: 'done' });
  });

  it('waits for a push that is writing the former location', async () => {
    await started();
    await db.tenant(scope, (tx) =>
      tx.run(
        sql`update listing set state = 'queued', next_attempt_at = now() where workplace_id = ${scope.workplaceId}`,
      ),
    );
    await expect(job()).rejects.toThrow('being pushed');
    expect(levels()).toEqual({ main: 45 });
  });
});

describe('a location that is gone', () => {
  const turn = async (isActive: boolean) => {
    shop.locations = shop.locations.map((one) => (one.id === 'second' ? { ...one, isActive } : one));
  };
  const state = async () =>
    (await db.read(scope, (ex) => listStores(ex, scope.workplaceId, false)))[0]?.stock_location_state;

  it('is noticed by a push, which writes everything but stock; later the stock follows', async () => {
    await choose('second');
    await drain();
    await push();
    await turn(false);
    await supplierHas(8);
    await push();
    expect(levels()).toEqual({ second: 40 });
    expect(await state()).toBe('inactive');
    expect((await view()).chosen).toEqual({ id: 'second', name: 'Second', state: 'inactive' });
    await turn(true);
    await requestLocations(deps, scope, storeId);
    await drain();
    expect(await state()).toBe('active');
    expect(levels()).toEqual({ second: 8 });
  });

  it('is noticed by reading the list, and another can be chosen', async () => {
    await choose('second');
    await drain();
    await push();
    shop.locations = shop.locations.filter((one) => one.id !== 'second');
    await requestLocations(deps, scope, storeId);
    await drain();
    expect(await state()).toBe('deleted');
    await choose('third');
    await drain();
    expect(levels()).toMatchObject({ third: 40 });
    expect(await state()).toBe('active');
  });

  it('ends a move with the reason, which can be tried again', async () => {
    await push();
    await choose('second');
    await turn(false);
    for (let time = 0; time < 3; time += 1) {
      await soon();
      await drain();
    }
    const { move } = await view();
    expect([move?.state, move?.error]).toEqual(['failed', expect.stringContaining('deactivated or deleted')]);
    expect(levels()).toMatchObject({ main: 40 });
    await turn(true);
    await choose('second');
    await drain();
    expect(levels()).toEqual({ main: 0, second: 40 });
  });

  it('passes the choice to connectors', async () => {
    await choose('second');
    const chosen = await withStore(deps, scope, storeId, async ({ ctx }) => ctx.stockLocation?.id);
    expect(chosen).toBe('second');
  });
});
