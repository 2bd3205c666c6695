import { AUTO_UPDATE_DEFAULTS, type AutoUpdateRules, defaultPriceRule, SPLIT_DEFAULTS } from '@quayside/contracts';
import { money } from '@quayside/kernel';
import { fakeChannel } from '@quayside/testing/fakes/fake-channel.ts';
import { fakeProduct, fakeSupplier } from '@quayside/testing/fakes/fake-supplier.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { sql } from '../../db/index.ts';
import { Later } from '../../jobs/define.ts';
import { PATIENCE } from '../../jobs/effect/pauses.ts';
import { createSweep } from '../../jobs/effect/sweep.ts';
import { testDatabase } from '../../testing/db/index.ts';
import { fakeWorld, SANDBOX_URL } from '../../testing/fakes/fake-deps.ts';
import { linkStore } from '../connections/index.ts';
import * as monitoring from '../monitoring/index.ts';
import { createQuota } from '../plans/index.ts';
import { createStorePrices, register as registerPricing } from '../pricing/index.ts';
import {
  createImport,
  pushAgainWithin,
  register as registerProducts,
  saveBundles,
  startPush,
} from '../products/index.ts';
import { workspaceUsage } from '../reports/index.ts';
import { syncCatalogue, workplaceFacts } from '../sourcing/index.ts';
import { resolveHold } from './actions/resolve-hold.ts';
import { reviewChanges, undoChanges } from './actions/review-changes.ts';
import { saveRules } from './actions/save-rules.ts';
import { createWriting } from './actions/write-batch.ts';
import { listChanges } from './change-repo.ts';
import { keepReport, register, requestDecision, wantsShipping } from './index.ts';
import { openHolds } from './report-repo.ts';

const db = await testDatabase();
const own = fakeSupplier('quayside', true);
const woo = fakeChannel('woocommerce', { reads: true });
const { deps, jobs, clock, person } = await fakeWorld(db, { suppliers: [own], channels: [woo] });
const fresh = () =>
  Array.from({ length: 6 }, (_none, at) => {
    const product = fakeProduct(at);
    for (const variant of product.variants) variant.stock = 40;
    return product;
  });
own.products = fresh();
await syncCatalogue(deps, 'quayside', 'sandbox');

const quota = createQuota(deps, { workspaceUsage });
const ports = {
  quota,
  onListed: async () => undefined,
  onImported: (tx: never, scope: never, ids: readonly string[]) => monitoring.requestTracking(tx, deps, scope, ids),
  onDeleted: async () => undefined,
  watchMarks: monitoring.watchMarks,
  seenVariants: monitoring.seenVariants,
  isWatched: monitoring.matchesWatchFilter,
  unmappedProducts: async () => [],
  storePrices: createStorePrices(deps),
};
const importProducts = createImport(deps, ports as never);
const watching = monitoring.register(deps, {
  quota,
  checks: { keepReport, wantsShipping, requestDecision: (tx, id, supplier) => requestDecision(tx, deps, id, supplier) },
});
const updates = register(deps);
const products = registerProducts(deps, ports as never);
const pricing = registerPricing(deps);
const idle = ['draw-pictures', 'refresh-source', 'set-up-supplier', 'check-pictures', 'set-up-store'].map((name) => ({
  kind: { name, payload: { parse: (payload: unknown) => payload } },
  handle: async () => undefined,
}));
const handlers = [...watching.jobs, ...updates.jobs, ...products.jobs, ...pricing.jobs] as never[];
const sweep = createSweep(deps, [updates]);
const drain = () => jobs.drain([...handlers, sweep.job, ...(idle as never[])] as never[]);

let scope: Awaited<ReturnType<typeof person>>;
let storeId: string;
let shops = 0;

const FOLLOW: AutoUpdateRules = {
  ...AUTO_UPDATE_DEFAULTS,
  cost_up: 'follow',
  cost_down: 'follow',
  limits: { change_percent: 60, change_amount: null, day_percent: 80, day_amount: null },
  vanished: 'draft',
};
const turnOn = (rules: AutoUpdateRules = FOLLOW, revision = 0) =>
  saveRules(deps, scope, { storeId, revision, isEnabled: true, rules });
/** Products that are in the store and were checked once. */
async function listed(...numbers: number[]): Promise<string[]> {
  const asks = numbers.map((at) => ({
    source: 'quayside' as const,
    mode: 'sandbox' as const,
    sourceProductId: `p${at}`,
    shipTo: 'US',
  }));
  const { imported } = await importProducts(scope, asks);
  const productIds = numbers.map((at) => imported.get(`quayside:sandbox:p${at}`)?.productId ?? '');
  const options = { is_publish: true, allow_sell_out_of_stock: false, sync_order: true };
  const settings = { settings: { woocommerce: options }, split: SPLIT_DEFAULTS, rates: {} };
  const ask = { productIds, storeIds: [storeId], ...settings };
  await startPush(deps, quota, scope, ask as never, createStorePrices(deps));
  await drain();
  await check();
  return productIds;
}

beforeEach(async () => {
  await db.global((tx) => tx.run(sql`delete from test_job`));
  await db.global((tx) => tx.run(sql`delete from monitoring_turn`));
  own.products = fresh();
  clock.pass(3_600_000);
  scope = await person();
  shops += 1;
  woo.facts = { ...woo.facts, platformDomain: `u${shops}.example.com` };
  woo.listings.clear();
  woo.stock.clear();
  const shop = `${SANDBOX_URL}/u${shops}.example.com`;
  storeId = await linkStore(deps, scope, { platform: 'woocommerce', shop, credentials: { key: 'good' } });
  const rule = defaultPriceRule('USD');
  await db.tenant(scope, (tx) =>
    tx.run(sql`insert into price_rule (workplace_id, rule_id, store_id, rule, for_imports, suggested_first)
      values (${scope.workplaceId}, ${storeId}, ${storeId}, ${JSON.stringify({ ...rule, floor: { profit: 300, margin: 0 } })}::jsonb, false, false)`),
  );
  await drain();
});

/** The next check of the supplier, as if a day had passed, without what follows. */
async function check() {
  await db.tenant(scope, (tx) =>
    tx.run(sql`update product_watch set next_look_at = now() - interval '1 second', looked_at = seconds_after(looked_at, -86400)
      where workplace_id = ${scope.workplaceId}`),
  );
  await db.global((tx) => tx.run(sql`update monitoring_turn set due_at = now() - interval '1 second'`));
  clock.pass(3_600_000);
  const turn = { workplaceId: scope.workplaceId, source: 'quayside' as const, mode: 'sandbox' as const };
  await db.global((tx) => deps.queue.send(tx, watching.jobs[1]?.kind as never, turn as never));
  await drain();
}
const variantsOf = (at: number) => own.products.find((one) => one.sourceProductId === `p${at}`)?.variants ?? [];
const costs = (at: number, change: (cost: number) => number) => {
  for (const variant of variantsOf(at)) variant.cost = money(change(variant.cost.amount), 'USD');
};
const stocks = (at: number, stock: number) => {
  for (const variant of variantsOf(at)) variant.stock = stock;
};
const changes = (state: 'all' | 'approval' | 'waiting' | 'done' | 'attention' = 'all') =>
  db.read(scope, (ex) => listChanges(ex, scope.workplaceId, { state, skip: 0, most: 100 }));
const shelf = (productId: string) => {
  const all = [...woo.listings.values()].filter((one) => one.input.ref.length > 0);
  const found = all.find((one) => one.input.title === titles.get(productId));
  if (!found) throw new Error('not in the store');
  const refs = found.input.variants.map((one) => one.ref);
  return {
    externalId: found.externalId,
    prices: refs.map((ref) => found.fields.variants[ref]?.price),
    stock: refs.map((ref) => woo.stock.get(ref)),
    status: found.fields.product.status,
    refs,
  };
};
const titles = new Map<string, string>();
const put = async (...numbers: number[]) => {
  const ids = await listed(...numbers);
  const rows = await db.read(scope, (ex) =>
    ex.rows<{ product_id: string; title: string }>(
      sql`select product_id, title from product where workplace_id = ${scope.workplaceId}`,
    ),
  );
  for (const row of rows) titles.set(row.product_id, row.title);
  return ids;
};
const told = () =>
  db.read(scope, (ex) =>
    ex.rows<{ kind: string; params: Record<string, string> }>(
      sql`select kind, params from notification_event where workplace_id = ${scope.workplaceId} order by event_id`,
    ),
  );

describe('a cost that rises', () => {
  it('moves the price in the store by its rule, is listed with its reason, and is undone exactly', async () => {
    const [lamp = ''] = await put(0);
    await turnOn();
    const before = shelf(lamp);
    costs(0, (cost) => Math.round(cost * 1.2));
    await check();
    const after = shelf(lamp);
    for (const [at, price] of after.prices.entries()) expect(price).toBeGreaterThan(Number(before.prices[at]));
    const done = await changes('done');
    expect(done).toHaveLength(before.prices.length);
    expect(done[0]).toMatchObject({ cause: 'cost_up', rule: 'follow', field: 'price', requested_by: null });
    expect(done[0]?.facts).toMatchObject({ currency: 'USD' });
    expect(done[0]?.before).toMatchObject({ field: 'price' });
    expect((await told()).filter((one) => one.kind === 'auto_update_done')).toHaveLength(1);
    const ids = done.map((one) => one.change_id);
    const { changed, failed } = await undoChanges(deps, scope, ids, 'Ada');
    expect([changed.length, failed.size]).toEqual([ids.length, 0]);
    await drain();
    expect(shelf(lamp)).toEqual(before);
    expect(await undoChanges(deps, scope, ids, 'Ada')).toMatchObject({ changed: [] });
  });

  it('goes no further than the next push, which sends only what the owner edited', async () => {
    const [lamp = ''] = await put(0);
    await turnOn();
    costs(0, (cost) => Math.round(cost * 1.2));
    await check();
    const { prices } = shelf(lamp);
    const calls = woo.calls.length;
    await db.tenant(scope, (tx) => pushAgainWithin(tx, deps, scope, [lamp]));
    await drain();
    expect(woo.calls.slice(calls)).toContain('updateListing');
    expect(shelf(lamp).prices).toEqual(prices);
  });

  it('leaves a price that the merchant set in the store, and says so', async () => {
    const [lamp = ''] = await put(0);
    await turnOn();
    const { externalId, refs } = shelf(lamp);
    woo.edit(externalId, (fields) => {
      for (const ref of refs) (fields.variants[ref] ?? {}).price = 4_242;
    });
    costs(0, (cost) => Math.round(cost * 1.2));
    await check();
    expect(shelf(lamp).prices.every((price) => price === 4_242)).toBe(true);
    expect((await changes()).every((one) => one.state === 'kept' && one.error_key === 'AUTO_UPDATE_MERCHANTS')).toBe(
      true,
    );
    expect((await told()).map((one) => one.kind)).toContain('auto_update_attention');
  });

  it('waits for a person beyond the limits, and never passes the floor', async () => {
    const [lamp = ''] = await put(0);
    await turnOn({ ...FOLLOW, limits: { ...FOLLOW.limits, change_percent: 5 } });
    const before = shelf(lamp).prices;
    costs(0, (cost) => Math.round(cost * 1.5));
    await check();
    expect(shelf(lamp).prices).toEqual(before);
    const waiting = await changes('approval');
    expect(waiting.length).toBe(before.length);
    const [first, ...others] = waiting.map((one) => one.change_id);
    await reviewChanges(deps, scope, [first ?? ''], 'apply', 'Ada');
    await reviewChanges(deps, scope, others, 'dismiss', 'Ada');
    await drain();
    expect(shelf(lamp).prices.filter((price, at) => price !== before[at])).toHaveLength(1);
    const costsNow = variantsOf(0).map((one) => one.cost.amount);
    const [changed] = await changes('done');
    expect(changed?.after).toMatchObject({ field: 'price' });
    if (changed?.after.field === 'price')
      expect(changed.after.price).toBeGreaterThanOrEqual(Math.min(...costsNow) + 300);
  });

  it('changes nothing while the store is off, or only notifies', async () => {
    const [lamp = ''] = await put(0);
    const before = shelf(lamp);
    costs(0, (cost) => Math.round(cost * 1.2));
    await check();
    expect([shelf(lamp), await changes()]).toEqual([before, []]);
    await turnOn({ ...FOLLOW, cost_up: 'notify' });
    costs(0, (cost) => Math.round(cost * 1.2));
    await check();
    expect([shelf(lamp), await changes()]).toEqual([before, []]);
    expect((await told()).at(-1)).toMatchObject({
      kind: 'auto_update_attention',
      params: { reason: 'AUTO_UPDATE_COST_UP' },
    });
  });
});

describe('stock', () => {
  it('stops at 0 and comes back, but not over what the merchant set meanwhile', async () => {
    const [lamp = ''] = await put(0);
    await turnOn({ ...FOLLOW, out_of_stock: 'zero' });
    const before = shelf(lamp).stock;
    stocks(0, 0);
    await check();
    expect(shelf(lamp).stock.every((one) => one === 0)).toBe(true);
    // A push in between leaves it there.
    await db.tenant(scope, (tx) => pushAgainWithin(tx, deps, scope, [lamp]));
    await drain();
    const stopped = await db.read(scope, (ex) =>
      ex.first<{ stopped: string[] }>(
        sql`select stopped_variants as stopped from listing where workplace_id = ${scope.workplaceId}`,
      ),
    );
    expect(stopped?.stopped).toHaveLength(before.length);
    const [theirs = ''] = shelf(lamp).refs;
    woo.stock.set(theirs, 77);
    stocks(0, 1_000);
    await check();
    expect(shelf(lamp).stock).toEqual([77, ...before.slice(1)]);
    expect(await changes('attention')).toMatchObject([
      { cause: 'back_in_stock', error_key: 'AUTO_UPDATE_CHANGED_SINCE' },
    ]);
  });

  it('of a product that is gone unpublishes it, and publishes it again when it is back', async () => {
    const [lamp = ''] = await put(0);
    await turnOn();
    const there = own.products;
    own.products = there.filter((one) => one.sourceProductId !== 'p0');
    await check();
    expect(shelf(lamp).status).toBe('draft');
    expect(await changes('done')).toMatchObject([{ cause: 'vanished', variant_id: null, after: { status: 'draft' } }]);
    own.products = there;
    await check();
    expect(shelf(lamp).status).toBe('active');
  });

  it('on hold stays at 0 until a person undoes it', async () => {
    const [lamp = ''] = await put(0);
    await turnOn({ ...FOLLOW, out_of_stock: 'hold' });
    const before = shelf(lamp).stock;
    stocks(0, 0);
    await check();
    stocks(0, 50);
    await check();
    expect(shelf(lamp).stock.every((one) => one === 0)).toBe(true);
    await undoChanges(
      deps,
      scope,
      (await changes('done')).map((one) => one.change_id),
      'Ada',
    );
    await drain();
    expect(shelf(lamp).stock).toEqual(before);
  });
});

const SHIPPING: AutoUpdateRules = {
  ...FOLLOW,
  shipping_up: 'follow',
  shipping_down: 'follow',
  shipping_gone: 'draft',
  shipping_back: 'restore',
};
const includeShipping = () =>
  db.tenant(scope, (tx) =>
    tx.run(sql`update price_rule set rule = rule || '{"shipping_included": true}'
      where workplace_id = ${scope.workplaceId}`),
  );
/** What the supplier's catalogue says of shipping to the United States from now on; null: it doesn't ship there. */
const ships = async (cost: number | null, ...numbers: number[]) => {
  clock.pass(60_000);
  for (const at of numbers) {
    const product = own.products.find((one) => one.sourceProductId === `p${at}`);
    if (!product) throw new Error('no product');
    product.zonePrices = cost === null ? [] : [{ zone: 'us', cost: money(cost, 'USD'), daysMin: 5, daysMax: 7 }];
    product.shipCountries = cost === null ? ['DE'] : ['US', 'DE'];
  }
  await syncCatalogue(deps, 'quayside', 'sandbox');
};

describe('shipping', () => {
  const watch = (productId: string) =>
    db
      .read(scope, (ex) => monitoring.seenShipping(ex, scope.workplaceId, [productId]))
      .then((one) => one.get(productId));

  beforeEach(async () => {
    await ships(400, 0, 1, 2, 3);
  });

  it('that gets dearer moves the price by the rule, is listed with its figures, and is undone exactly', async () => {
    await includeShipping();
    const [lamp = ''] = await put(0);
    await turnOn(SHIPPING);
    const before = shelf(lamp);
    expect(await watch(lamp)).toMatchObject({ ships: true, shipping: 400 });
    await ships(700, 0);
    await check();
    const after = shelf(lamp);
    for (const [at, price] of after.prices.entries()) expect(price).toBeGreaterThan(Number(before.prices[at]));
    const done = await changes('done');
    expect(done).toHaveLength(before.prices.length);
    expect(done[0]).toMatchObject({
      cause: 'shipping_up',
      rule: 'follow',
      facts: { shipping_was: 400, shipping: 700 },
    });
    for (const { after: value } of done)
      if (value.field === 'price') expect(value.price).toBeGreaterThanOrEqual(1_000 + 700 + 300);
    // What was followed is not followed again.
    await check();
    expect(await changes()).toHaveLength(done.length);
    await undoChanges(
      deps,
      scope,
      done.map((one) => one.change_id),
      'Ada',
    );
    await drain();
    expect(shelf(lamp)).toEqual(before);
  });

  it('is decided once by two workers', async () => {
    await includeShipping();
    const [lamp = ''] = await put(0);
    await turnOn(SHIPPING);
    const before = shelf(lamp).prices;
    await ships(700, 0);
    const twin = { workplaceId: scope.workplaceId, source: 'quayside' as const, mode: 'sandbox' as const };
    await db.tenant(scope, (tx) =>
      tx.run(
        sql`update product_watch set next_look_at = now() - interval '1 second' where workplace_id = ${scope.workplaceId}`,
      ),
    );
    await db.global((tx) => tx.run(sql`update monitoring_turn set due_at = now() - interval '1 second'`));
    const run = () => watching.jobs[1]?.handle(twin as never, { signal: new AbortController().signal } as never);
    await Promise.all([run(), run()]);
    const decide = () => updates.jobs[0]?.handle(twin as never, { signal: new AbortController().signal } as never);
    await Promise.all([decide(), decide()]);
    await drain();
    expect(await changes()).toHaveLength(before.length);
    expect(shelf(lamp).prices).not.toEqual(before);
  });

  it('waits for a person beyond the limits, and only tells where the rule says so', async () => {
    await includeShipping();
    const [lamp = ''] = await put(0);
    await turnOn({ ...SHIPPING, limits: { ...SHIPPING.limits, change_percent: 2 } });
    const before = shelf(lamp);
    await ships(700, 0);
    await check();
    expect(shelf(lamp)).toEqual(before);
    expect(await changes('approval')).toHaveLength(before.prices.length);
    await turnOn({ ...SHIPPING, shipping_down: 'notify' }, 1);
    await ships(400, 0);
    await check();
    expect((await told()).at(-1)).toMatchObject({ params: { reason: 'AUTO_UPDATE_SHIPPING_DOWN' } });
    // The older price waits no more: the supplier changed it again.
    expect(await changes('approval')).toEqual([]);
  });

  it('that ends unpublishes the product, and publishes it again when it is back', async () => {
    const [lamp = ''] = await put(0);
    await turnOn({ ...FOLLOW, shipping_gone: 'draft', shipping_back: 'restore' });
    await ships(null, 0);
    await check();
    expect(shelf(lamp).status).toBe('draft');
    expect(await changes('done')).toMatchObject([{ cause: 'shipping_gone', variant_id: null }]);
    // It is out of stock and back meanwhile, which says nothing about shipping.
    stocks(0, 0);
    await check();
    stocks(0, 40);
    await check();
    expect(shelf(lamp).status).toBe('draft');
    await ships(400, 0);
    await check();
    expect(shelf(lamp).status).toBe('active');
  });

  it('changes nothing in a store whose rules leave it alone', async () => {
    await includeShipping();
    const [lamp = ''] = await put(0);
    await turnOn({ ...FOLLOW, shipping_up: 'nothing', shipping_gone: 'nothing' });
    const before = shelf(lamp);
    await ships(700, 0);
    await check();
    await ships(null, 0);
    await check();
    expect([shelf(lamp), await changes()]).toEqual([before, []]);
  });

  it('of rules saved before it was followed is left alone', async () => {
    await includeShipping();
    const [lamp = ''] = await put(0);
    await turnOn(SHIPPING);
    await db.tenant(scope, (tx) =>
      tx.run(sql`update auto_update_rule set rules = rules - '{shipping_up,shipping_down,shipping_gone,shipping_back}'::text[]
        where workplace_id = ${scope.workplaceId}`),
    );
    const before = shelf(lamp);
    await ships(700, 0);
    await check();
    expect([shelf(lamp), await changes()]).toEqual([before, []]);
  });

  it('that suddenly costs ten times as much everywhere is held as a fault, also while a cost moves', async () => {
    await includeShipping();
    const ids = await put(0, 1, 2, 3);
    await turnOn(SHIPPING);
    const before = ids.map(shelf);
    await ships(4_000, 0, 1, 2, 3);
    await check();
    const [hold] = await db.read(scope, (ex) => openHolds(ex, scope.workplaceId));
    expect(hold).toMatchObject({ fault: 'shipping_up', affected: 4, checked: 4 });
    costs(0, (cost) => Math.round(cost * 1.2));
    await check();
    expect([ids.map(shelf), await changes()]).toEqual([before, []]);
    await ships(400, 0, 1, 2, 3);
    await check();
    expect(await db.read(scope, (ex) => openHolds(ex, scope.workplaceId))).toEqual([]);
    // The cost that rose meanwhile is followed now, with the shipping of before.
    expect((await changes()).every((one) => one.cause === 'cost_up')).toBe(true);
    expect(ids.slice(1).map(shelf)).toEqual(before.slice(1));
  });

  it('released by a person is followed with the figure of now', async () => {
    await includeShipping();
    const ids = await put(0, 1, 2);
    await turnOn({
      ...SHIPPING,
      limits: { change_percent: null, change_amount: null, day_percent: null, day_amount: null },
    });
    const before = ids.map((id) => Number(shelf(id).prices[0]));
    await ships(1_000, 0, 1, 2);
    await check();
    const [hold] = await db.read(scope, (ex) => openHolds(ex, scope.workplaceId));
    const { ownAccounts } = await workplaceFacts(deps)(scope);
    await resolveHold(deps, scope, hold?.hold_id ?? '', 'release', ownAccounts);
    await drain();
    for (const [at, id] of ids.entries()) expect(Number(shelf(id).prices[0])).toBeGreaterThan(before[at] ?? 0);
    expect((await changes('done'))[0]).toMatchObject({
      cause: 'shipping_up',
      facts: { shipping_was: 400, shipping: 1_000 },
    });
  });

  it('can only be followed by a price rule that includes it', async () => {
    await expect(turnOn(SHIPPING)).rejects.toMatchObject({
      fields: { 'rules.shipping_up': ['AUTO_UPDATE_NEEDS_SHIPPING_IN_PRICE'] },
    });
  });
});

describe('a supplier that suddenly doubles everything', () => {
  it('is held as a fault: nothing goes out until the owner releases it', async () => {
    const ids = await put(0, 1, 2);
    await turnOn();
    const before = ids.map(shelf);
    for (const at of [0, 1, 2]) costs(at, (cost) => cost * 100);
    await check();
    expect(ids.map(shelf)).toEqual(before);
    const [hold] = await db.read(scope, (ex) => openHolds(ex, scope.workplaceId));
    expect(hold).toMatchObject({ fault: 'cost_up' });
    expect((await told()).filter((one) => one.kind === 'supplier_fault')).toHaveLength(1);
    const { ownAccounts } = await workplaceFacts(deps)(scope);
    await resolveHold(deps, scope, hold?.hold_id ?? '', 'release', ownAccounts);
    await drain();
    // Outside of the limits, of course.
    expect(ids.map(shelf)).toEqual(before);
    expect((await changes('approval')).length).toBeGreaterThan(0);
    await expect(resolveHold(deps, scope, hold?.hold_id ?? '', 'release', ownAccounts)).rejects.toMatchObject({
      code: 'SUPPLIER_HOLD_NOT_FOUND',
    });
  });

  it('and returns to normal is no second fault, and ends the first', async () => {
    const ids = await put(0, 1, 2);
    await turnOn();
    const before = ids.map(shelf);
    for (const at of [0, 1, 2]) costs(at, (cost) => cost * 100);
    await check();
    for (const at of [0, 1, 2]) costs(at, (cost) => cost / 100);
    await check();
    expect(await db.read(scope, (ex) => openHolds(ex, scope.workplaceId))).toEqual([]);
    expect(ids.map(shelf)).toEqual(before);
    expect(await changes()).toEqual([]);
  });
});

describe('whatever happens in between', () => {
  /** Decided, and not written yet. */
  async function decided(): Promise<{ lamp: string; batchId: string; before: ReturnType<typeof shelf> }> {
    const [lamp = ''] = await put(0);
    await turnOn();
    const before = shelf(lamp);
    costs(0, (cost) => Math.round(cost * 1.2));
    // The store takes nothing just now.
    woo.fail('readListings', 'temporary');
    await check();
    const [row] = await changes('waiting');
    await db.tenant(scope, (tx) =>
      tx.run(
        sql`update auto_update_batch set next_attempt_at = now(), claimed_until = null where workplace_id = ${scope.workplaceId}`,
      ),
    );
    return { lamp, batchId: row?.batch_id ?? '', before };
  }
  const run = (batchId: string, patience = PATIENCE) =>
    createWriting(deps, patience)
      .run(scope, batchId)
      .catch((error: unknown) => {
        if (!(error instanceof Later)) throw error;
      });

  it('two workers write it once', async () => {
    const { lamp, batchId, before } = await decided();
    woo.calls.length = 0;
    await Promise.all([run(batchId), run(batchId)]);
    expect(woo.calls.filter((one) => one === 'changeListing')).toHaveLength(1);
    expect(shelf(lamp).prices).not.toEqual(before.prices);
  });

  it('a worker that is killed after the write doubles and loses nothing, and its undo restores what was there', async () => {
    const { lamp, batchId, before } = await decided();
    const plain = woo.changeListing;
    woo.changeListing = async (...call) => {
      await plain?.(...call);
      throw new Error('killed');
    };
    await run(batchId).catch(() => undefined);
    if (plain) woo.changeListing = plain;
    expect(shelf(lamp).prices).not.toEqual(before.prices);
    await db.tenant(scope, (tx) =>
      tx.run(sql`update auto_update_batch set state = 'sending', next_attempt_at = now(), claimed_until = now() - interval '1 second',
        sent_at = now() - interval '10 minutes' where workplace_id = ${scope.workplaceId}`),
    );
    woo.calls.length = 0;
    await run(batchId);
    expect(woo.calls).not.toContain('changeListing');
    const done = await changes('done');
    expect(done).toHaveLength(before.prices.length);
    await undoChanges(
      deps,
      scope,
      done.map((one) => one.change_id),
      'Ada',
    );
    await drain();
    expect(shelf(lamp)).toEqual(before);
  });

  it('a batch that lost its job is found by the sweep', async () => {
    const { lamp, before } = await decided();
    await db.global((tx) => tx.run(sql`delete from test_job`));
    await db.tenant(scope, (tx) =>
      tx.run(
        sql`update auto_update_batch set next_attempt_at = now() - interval '1 hour' where workplace_id = ${scope.workplaceId}`,
      ),
    );
    await sweep.now();
    await drain();
    expect(shelf(lamp).prices).not.toEqual(before.prices);
  });

  it('a push that is requested meanwhile waits until the change is written', async () => {
    const { lamp, batchId, before } = await decided();
    const plain = woo.changeListing;
    woo.changeListing = async (...call) => {
      await db.tenant(scope, (tx) => pushAgainWithin(tx, deps, scope, [lamp]));
      const held = await db.read(scope, (ex) =>
        ex.first<{ held: boolean }>(
          sql`select claimed_until > now() as held from listing where workplace_id = ${scope.workplaceId} and state = 'queued'`,
        ),
      );
      expect(held).toEqual({ held: true });
      await plain?.(...call);
    };
    await run(batchId);
    if (plain) woo.changeListing = plain;
    await drain();
    const { prices } = shelf(lamp);
    expect(prices).not.toEqual(before.prices);
    expect((await changes('done')).length).toBe(before.prices.length);
  });

  it('one listing that the store refuses stops no other', async () => {
    const [lamp = '', chair = ''] = await put(0, 1);
    await turnOn();
    const [refused, good] = [shelf(lamp), shelf(chair)];
    const plain = woo.changeListing;
    woo.changeListing = async (ctx, change) => {
      if (change.externalProductId === refused.externalId) woo.fail('changeListing', 'rejected', { code: 'other' });
      await plain?.(ctx, change);
    };
    for (const at of [0, 1]) costs(at, (cost) => Math.round(cost * 1.2));
    await check();
    if (plain) woo.changeListing = plain;
    expect(shelf(lamp)).toEqual(refused);
    expect(shelf(chair).prices).not.toEqual(good.prices);
    expect((await changes('attention')).every((one) => one.error_key === 'AUTO_UPDATE_REFUSED')).toBe(true);
  });

  it('one listing that does not answer is tried again alone', async () => {
    const [lamp = '', chair = ''] = await put(0, 1);
    await turnOn();
    const [first, good] = [shelf(lamp), shelf(chair)];
    const plain = woo.changeListing;
    woo.changeListing = async (ctx, change) => {
      if (change.externalProductId === first.externalId) woo.fail('changeListing', 'temporary');
      await plain?.(ctx, change);
    };
    for (const at of [0, 1]) costs(at, (cost) => Math.round(cost * 1.2));
    await check();
    if (plain) woo.changeListing = plain;
    expect(shelf(chair).prices).not.toEqual(good.prices);
    const [waiting] = await changes('waiting');
    await db.tenant(scope, (tx) =>
      tx.run(sql`update auto_update_batch set next_attempt_at = now() where workplace_id = ${scope.workplaceId}`),
    );
    await run(waiting?.batch_id ?? '');
    expect(shelf(lamp).prices).not.toEqual(first.prices);
  });
});

describe('a bundle', () => {
  /** The first variant of the lamp is one lamp and two of another's first variant. */
  async function bundled(): Promise<string> {
    const [lamp = ''] = await put(0, 1);
    await db.tenant(scope, async (tx) => {
      const row = await tx.first<{ id: string }>(sql`select lv.external_variant_id as id from listing l
        join listing_variant lv on lv.workplace_id = l.workplace_id and lv.listing_id = l.listing_id
        join product_variant v on v.workplace_id = l.workplace_id and v.variant_id = lv.variant_id
        where l.workplace_id = ${scope.workplaceId} and l.product_id = ${lamp} and v.source_variant_id = 'p0-v1'`);
      const id = row?.id ?? '';
      const part = {
        external_variant_id: id,
        source: 'quayside',
        mode: 'sandbox' as const,
        choice: 0,
        unit_cost: null,
      };
      await saveBundles(
        tx,
        scope.workplaceId,
        storeId,
        [id],
        [
          { ...part, position: 0, source_product_id: 'p0', source_variant_id: 'p0-v1', pieces: 1 },
          { ...part, position: 1, source_product_id: 'p1', source_variant_id: 'p1-v1', pieces: 2 },
        ],
      );
    });
    return lamp;
  }

  it('follows the cost and the stock of each of its parts, at their sum and their least', async () => {
    const lamp = await bundled();
    await turnOn({
      ...FOLLOW,
      out_of_stock: 'zero',
      limits: { ...FOLLOW.limits, change_percent: 900, day_percent: 900 },
    });
    const before = shelf(lamp);
    costs(1, (cost) => cost + 500);
    await check();
    const after = shelf(lamp);
    const changed = after.prices.flatMap((price, at) => (price === before.prices[at] ? [] : [at]));
    expect(changed).toHaveLength(1);
    const [first = 0] = changed;
    const [change] = (await changes('done')).filter((one) => one.product_id === lamp);
    // One lamp and two others, each of them 500 dearer.
    expect(change?.facts).toMatchObject({ cost_was: 1_000 + 2 * 1_001, cost: 1_000 + 2 * 1_501 });
    expect(Number(after.prices[first])).toBeGreaterThan(1_000 + 2 * 1_501);
    stocks(1, 1);
    await check();
    const out = shelf(lamp).stock;
    expect(out.flatMap((stock, at) => (stock === 0 ? [at] : []))).toEqual([first]);
    stocks(1, 9);
    await check();
    expect(shelf(lamp).stock[first]).toBe(4);
  });

  it('follows the shipping of each of its parts, and stops and comes back with any of them', async () => {
    await ships(400, 0, 1, 2, 3);
    await includeShipping();
    const lamp = await bundled();
    await turnOn({
      ...SHIPPING,
      shipping_gone: 'zero',
      limits: { ...SHIPPING.limits, change_percent: 900, day_percent: 900 },
    });
    const before = shelf(lamp);
    await ships(700, 1);
    await check();
    const after = shelf(lamp);
    const changed = after.prices.flatMap((price, at) => (price === before.prices[at] ? [] : [at]));
    expect(changed).toHaveLength(1);
    const [first = 0] = changed;
    const [change] = (await changes('done')).filter((one) => one.product_id === lamp);
    expect(change).toMatchObject({ cause: 'shipping_up', facts: { shipping_was: 800, shipping: 1_100 } });
    expect(Number(after.prices[first])).toBeGreaterThan(1_000 + 2 * 1_001 + 1_100);
    await ships(null, 1);
    await check();
    expect(shelf(lamp).stock.flatMap((stock, at) => (stock === 0 ? [at] : []))).toEqual([first]);
    expect(shelf(lamp).status).toBe(before.status);
    await ships(700, 1);
    await check();
    // No more than the stock of its parts is enough for.
    expect(shelf(lamp).stock).toEqual(before.stock.map((stock, at) => (at === first ? 20 : stock)));
  });
});

describe('the rules of a store', () => {
  it('are refused at another revision, and where a price rule is missing', async () => {
    await turnOn();
    await expect(turnOn()).rejects.toMatchObject({ fields: { revision: ['AUTO_UPDATE_RULES_CHANGED'] } });
    await db.tenant(scope, (tx) => tx.run(sql`delete from price_rule where workplace_id = ${scope.workplaceId}`));
    await expect(turnOn(FOLLOW, 1)).rejects.toMatchObject({
      fields: { 'rules.cost_up': ['AUTO_UPDATE_NEEDS_PRICE_RULE'] },
    });
    await turnOn({ ...FOLLOW, cost_up: 'notify', cost_down: 'nothing' }, 1);
  });
});
