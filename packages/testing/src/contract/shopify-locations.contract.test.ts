import type {
  ConnectorContext,
  ListingInput,
  StockLocationState,
  StockMove,
  StoreLocation,
} from '@quayside/connector-kit';
import { createGuardedHttp } from '@quayside/connector-kit';
import { shopify } from '@quayside/connector-shopify';
import { newId, systemClock } from '@quayside/kernel';
import { type RunningSandbox, startSandbox } from '@quayside/sandbox';
import { FIXED_SECRETS } from '@quayside/sandbox/fixed-secrets.ts';
import { shopify as standIn } from '@quayside/sandbox/shopify/index.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { getListing, toFailure } from './channel-world.ts';
import { temporaryFolder } from './temporary-folder.ts';

// Stock at the location that the owner chose.

const folder = temporaryFolder('quayside-shopify-locations-');
const SHOP = 'north-pier';
const TOKEN = `shpat_sandbox_${SHOP}`;
let sandbox: RunningSandbox;
let http: ReturnType<typeof createGuardedHttp>;
let locations: StoreLocation[];

beforeAll(async () => {
  sandbox = await startSandbox({ dataDir: folder.path, port: 0, standIns: [standIn], secrets: FIXED_SECRETS });
  http = createGuardedHttp({ allowHosts: () => [new URL(sandbox.baseUrl).host] });
  locations = (await shopify.readLocations?.(contextOf())) ?? [];
});
afterAll(async () => {
  await http.close();
  await sandbox.close();
  folder.remove();
});

const reports: StockLocationState[] = [];
beforeEach(async () => {
  reports.length = 0;
  await act(warehouse().id, 'activate');
});

function contextOf(chosen?: string): ConnectorContext {
  const report = async (state: StockLocationState) => void reports.push(state);
  return {
    http,
    clock: systemClock,
    baseUrl: `${sandbox.baseUrl}/shopify/${SHOP}`,
    credentials: { accessToken: TOKEN },
    async saveCredentials() {},
    ...(chosen ? { stockLocation: { id: chosen, state: 'active', report } } : {}),
  };
}
const named = (name: string): StoreLocation => {
  const found = locations.find((one) => one.name === name);
  if (!found) throw new Error(`no location ${name}`);
  return found;
};
const pier = () => named('14 Pier Road');
const warehouse = () => named('Elm Street warehouse');
/** The merchant at work in the shop's own admin. */
const act = (id: string, what: string) =>
  fetch(`${sandbox.baseUrl}/shopify/${SHOP}/admin/locations/${id.split('/').at(-1)}/${what}`, {
    method: 'POST',
    redirect: 'manual',
  });

const COLOURS = { name: 'Colour', values: ['Sand', 'Slate'] };
const withStock = (input: ListingInput, quantity: number): ListingInput => ({
  ...input,
  variants: input.variants.map((variant) => ({ ...variant, quantity })),
});
async function list(ctx: ConnectorContext, quantity = 5) {
  const input = withStock(getListing([COLOURS], 'USD'), quantity);
  const listed = await shopify.createListing(ctx, input);
  const items = listed.variants.map(({ ref, externalVariantId, externalInventoryItemId }) => ({
    ref,
    externalVariantId,
    externalProductId: listed.externalProductId,
    ...(externalInventoryItemId ? { externalInventoryItemId } : {}),
  }));
  /** Levels of the first variant at the primary location and at the warehouse. */
  const levels = async () => {
    const all = await shopify.readStockAt?.(contextOf(), items, [pier().id, warehouse().id]);
    const own = all?.get(items[0]?.ref ?? '')?.levels;
    return [own?.get(pier().id), own?.get(warehouse().id)];
  };
  return { input, listed, items, levels };
}

test('locations are read with their names, whether they are active, and which is the default', async () => {
  await act(warehouse().id, 'deactivate');
  const all = (await shopify.readLocations?.(contextOf())) ?? [];
  expect(
    all.map(({ name, isActive, fulfillsOnlineOrders, isDefault }) => [name, isActive, fulfillsOnlineOrders, isDefault]),
  ).toEqual([
    ['14 Pier Road', true, true, true],
    ['Elm Street warehouse', false, true, false],
    ['Market stall', true, false, false],
  ]);
});

describe('without a choice', () => {
  test('stock is at the primary location, as ever', async () => {
    const { levels, listed, input, items } = await list(contextOf());
    expect(await levels()).toEqual([5, null]);
    await shopify.updateListing(contextOf(), listed.externalProductId, withStock(input, 6));
    expect(await levels()).toEqual([6, null]);
    await shopify.setStock(
      contextOf(),
      items.map((item) => ({ ...item, quantity: 7 })),
    );
    expect(await levels()).toEqual([7, null]);
  });

  test('the same number is set again after another, though Shopify knows the request already', async () => {
    const { levels, items } = await list(contextOf());
    for (const quantity of [10, 0, 10, 0]) {
      await shopify.setStock(
        contextOf(),
        items.map((item) => ({ ...item, quantity })),
      );
      expect(await levels()).toEqual([quantity, null]);
    }
  });
});

describe('with a location chosen', () => {
  test('a new product is stocked there only', async () => {
    const { levels, items } = await list(contextOf(warehouse().id));
    expect(await levels()).toEqual([null, 5]);
    expect(await shopify.readStock?.(contextOf(warehouse().id), items)).toEqual(
      new Map(items.map(({ ref }) => [ref, 5])),
    );
    expect(reports).toEqual([]);
  });

  test('a product that is elsewhere is stocked there too, and the other location keeps its number', async () => {
    const { levels, listed, input, items } = await list(contextOf());
    const ctx = contextOf(warehouse().id);
    await shopify.updateListing(ctx, listed.externalProductId, withStock(input, 8));
    expect(await levels()).toEqual([5, 8]);
    await shopify.setStock(
      ctx,
      items.map((item) => ({ ...item, quantity: 3 })),
    );
    expect(await levels()).toEqual([5, 3]);
  });

  test('an update leaves the stock that it is asked to leave', async () => {
    const { levels, listed, input } = await list(contextOf());
    const kept = new Map(input.variants.map(({ ref }) => [ref, new Set(['quantity' as const])]));
    await shopify.updateListing(contextOf(warehouse().id), listed.externalProductId, withStock(input, 8), () => ({
      product: new Set(),
      variants: kept,
    }));
    expect(await levels()).toEqual([5, null]);
  });

  test.each([
    ['deactivated', 'inactive', ['deactivate']],
    ['deleted', 'deleted', ['deactivate', 'delete']],
  ])('one that was %s gets nothing, and nothing goes elsewhere', async (_what, state, acts) => {
    const gone = state === 'deleted' ? named('Market stall') : warehouse();
    const { levels, listed, input, items } = await list(contextOf());
    for (const what of acts) await act(gone.id, what);
    const ctx = contextOf(gone.id);
    const updated = await shopify.updateListing(ctx, listed.externalProductId, {
      ...withStock(input, 9),
      title: `${input.title} II`,
    });
    expect(updated.leftStock).toBe(true);
    expect(updated.holds?.product.title).toBe(`${input.title} II`);
    expect(await levels()).toEqual([5, null]);
    const made = await list(ctx);
    expect([made.listed.leftStock, await made.levels()]).toEqual([true, [0, null]]);
    const failure = await toFailure(
      shopify.setStock(
        ctx,
        items.map((item) => ({ ...item, quantity: 1 })),
      ),
    );
    expect([failure.kind, failure.code]).toEqual(['rejected', 'stock_location_gone']);
    expect(reports).toEqual([state, state, state]);
  });
});

describe('moving stock', () => {
  const moving = async (change: Partial<StockMove>[] = []) => {
    const listing = await list(contextOf());
    const [item] = listing.listed.variants;
    const externalInventoryItemId = item?.externalInventoryItemId ?? '';
    const moves: StockMove[] = [
      { externalInventoryItemId, locationId: pier().id, from: 5, to: 0, ...change[0] },
      { externalInventoryItemId, locationId: warehouse().id, from: null, to: 5, ...change[1] },
    ];
    return { ...listing, moves };
  };

  test('writes both locations, once for a key', async () => {
    const { levels, moves } = await moving();
    const key = newId();
    expect(await shopify.moveStock?.(contextOf(), moves, key)).toBe(true);
    expect(await levels()).toEqual([0, 5]);
    expect(await shopify.moveStock?.(contextOf(), moves, key)).toBe(true);
    expect(await levels()).toEqual([0, 5]);
  });

  test('writes nothing where a level is another than was read', async () => {
    const { levels, moves } = await moving([{ from: 4 }]);
    expect(await shopify.moveStock?.(contextOf(), moves, newId())).toBe(false);
    expect((await levels())[0]).toBe(5);
    expect((await levels())[1]).toBeOneOf([0, null]);
  });

  test('to a location that is gone is refused as such', async () => {
    const { moves, levels } = await moving([{}, { from: 0 }]);
    await act(warehouse().id, 'deactivate');
    const failure = await toFailure(shopify.moveStock?.(contextOf(), moves, newId()) ?? Promise.resolve());
    expect(failure.code).toBe('stock_location_gone');
    expect((await levels())[0]).toBe(5);
  });
});
