import { ConnectorError } from '@quayside/connector-kit';
import { MONITORING_DEFAULTS, type MonitoringSetting } from '@quayside/contracts';
import { money, newId } from '@quayside/kernel';
import { fakeProduct, fakeSupplier } from '@quayside/testing/fakes/fake-supplier.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Executor, sql, type WorkplaceScope } from '../../db/index.ts';
import { testDatabase } from '../../testing/db/index.ts';
import { fakeWorld } from '../../testing/fakes/fake-deps.ts';
import { connectSupplier } from '../connections/index.ts';
import { createQuota, setPlan } from '../plans/index.ts';
import { createImport, findVariants, type ImportRequest, splitProduct } from '../products/index.ts';
import { workspaceUsage } from '../reports/index.ts';
import { syncCatalogue, workplaceFacts } from '../sourcing/index.ts';
import { applyCost } from './actions/apply-cost.ts';
import { checkNow } from './actions/check-now.ts';
import { checkProducts } from './actions/check-products.ts';
import { saveSetting } from './actions/save-setting.ts';
import { sendDueChecks } from './actions/send-due-checks.ts';
import { requestTracking, restartTracking, trackProducts, untrackProducts } from './actions/track-products.ts';
import { countSuppliers } from './queries/supplier-counts.ts';
import { register } from './register.ts';
import type { CheckReport } from './rules/moved-facts.ts';
import { findSeenVariants, findShipping, findTrackedProducts } from './tracked-product-repo.ts';

const db = await testDatabase();
const own = fakeSupplier('quayside', true);
const cj = fakeSupplier('cj', false);
const { deps, jobs, clock, person } = await fakeWorld(db, { suppliers: [own, cj] });
const quota = createQuota(deps, { workspaceUsage });
const checks = {
  keepReport: async () => false,
  wantsShipping: async () => false,
  requestDecision: async () => undefined,
};
const { jobs: handlers } = register(deps, { quota, checks });
const idle = ['draw-pictures', 'refresh-source', 'set-up-supplier'].map((name) => ({
  kind: { name, payload: { parse: (payload: unknown) => payload } },
  handle: async () => undefined,
}));
const drain = () => jobs.drain([...handlers, ...(idle as never[])]);
const importProducts = createImport(deps, {
  quota,
  onImported: (tx, scope, productIds) => requestTracking(tx, deps, scope, productIds),
});

const requestTrackingOf = (tx: Executor, where: WorkplaceScope, productIds: readonly string[]) =>
  requestTracking(tx, deps, where, productIds);

const fresh = () => Array.from({ length: 12 }, (_none, at) => fakeProduct(at));
own.products = fresh();
await syncCatalogue(deps, 'quayside', 'sandbox');

let scope: Awaited<ReturnType<typeof person>>;
beforeEach(async () => {
  await db.global((tx) => tx.run(sql`delete from test_job`));
  await db.global((tx) => tx.run(sql`delete from monitoring_turn`));
  own.products = fresh();
  cj.products = fresh();
  for (const one of [own, cj]) {
    one.calls.length = 0;
    one.failures.length = 0;
  }
  // What was looked at for another test is not believed for this one.
  clock.pass(3_600_000);
  scope = await person();
});

const bring = async (source: ImportRequest['source'], ...ids: number[]) => {
  const asks = ids.map((id) => ({ source, mode: 'sandbox' as const, sourceProductId: `p${id}`, shipTo: 'US' }));
  const { imported } = await importProducts(scope, asks);
  return ids.map((id) => imported.get(`${source}:sandbox:p${id}`)?.productId ?? '');
};
/** Products that are watched, and were looked at once. */
const watched = async (...ids: number[]) => {
  const products = await bring('quayside', ...ids);
  await drain();
  own.calls.length = 0;
  return products;
};
/** Makes everything due, as if the time had passed. */
const timePasses = async () => {
  await db.tenant(scope, (tx) =>
    tx.run(sql`update product_watch set next_look_at = now() - interval '1 second', looked_at = seconds_after(looked_at, -86400)
      where workplace_id = ${scope.workplaceId}`),
  );
  await db.global((tx) => tx.run(sql`update monitoring_turn set due_at = now() - interval '1 second'`));
  clock.pass(3_600_000);
};
/** The next looks, as the worker's clock begins them. */
const lookAgain = async () => {
  await timePasses();
  await sendDueChecks(deps);
  return drain();
};
const turn = () => ({ workplaceId: scope.workplaceId, source: 'quayside' as const, mode: 'sandbox' as const });
const look = (signal = new AbortController().signal) =>
  checkProducts(deps, checks, workplaceFacts(deps), turn(), signal);
const costs = (supplier: typeof own, id: string, amount: number) => {
  for (const variant of supplier.products.find((one) => one.sourceProductId === id)?.variants ?? [])
    variant.cost = money(amount, 'USD');
};
const watchOf = async (id: string) =>
  (await db.read(scope, (ex) => findTrackedProducts(ex, scope.workplaceId, [id])))[0];
const seen = async (id: string) => [
  ...(await db.read(scope, (ex) => findSeenVariants(ex, scope.workplaceId, [id]))).values(),
];
const kept = (id: string) => db.read(scope, (ex) => findVariants(ex, scope.workplaceId, [id]));
const told = () =>
  db.read(scope, (ex) =>
    ex.rows<{ kind: string; subject_id: string; params: Record<string, string> }>(
      sql`select kind, subject_id, params from notification_event where workplace_id = ${scope.workplaceId} order by event_id`,
    ),
  );
const choose = (change: Partial<MonitoringSetting>) => saveSetting(deps, scope, { ...MONITORING_DEFAULTS, ...change });

describe('watching', () => {
  it('begins with the import, unless the owner does not want it', async () => {
    const [lamp = ''] = await watched(0);
    expect(await watchOf(lamp)).toMatchObject({ cost_moved: false, out_of_stock: false, gone: false });
    expect((await watchOf(lamp))?.looked_at).not.toBeNull();
    await choose({ watch_new: false });
    const [other = ''] = await bring('quayside', 1);
    await drain();
    expect(await watchOf(other)).toBeUndefined();
  });

  it('B291: is switched on and off, again and again the same, and names what is not there', async () => {
    await choose({ watch_new: false });
    const [lamp = ''] = await bring('quayside', 0);
    await drain();
    for (const _again of [1, 2]) {
      const on = await trackProducts(deps, quota, scope, [lamp, lamp, scope.accountId]);
      expect(on.watched).toEqual([lamp]);
      expect([...on.failed]).toEqual([[scope.accountId, 'PRODUCT_NOT_FOUND']]);
    }
    expect(await watchOf(lamp)).toBeDefined();
    for (const _again of [1, 2]) {
      const off = await untrackProducts(deps, scope, [lamp, scope.accountId]);
      expect(off.stopped).toEqual([lamp]);
      expect([...off.failed.keys()]).toEqual([scope.accountId]);
    }
    expect(await watchOf(lamp)).toBeUndefined();
    expect(await seen(lamp)).toEqual([]);
  });

  it("A08: goes as far as the plan's tracking, and an import goes on without it", async () => {
    await db.tenant(scope, (tx) => setPlan(tx, scope.accountId, 'STARTER_CREDIT_TIER_1'));
    const products = await bring('quayside', 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
    await drain();
    const { rows } = { rows: await db.read(scope, (ex) => findTrackedProducts(ex, scope.workplaceId, products)) };
    expect(rows).toHaveLength(10);
    const left = products.filter((id) => !rows.some((row) => row.product_id === id));
    await expect(trackProducts(deps, quota, scope, left)).rejects.toMatchObject({ code: 'QUOTA_LIMIT_REACHED' });
    await untrackProducts(deps, scope, [rows[0]?.product_id ?? '']);
    const again = await trackProducts(deps, quota, scope, left);
    expect(again.watched).toHaveLength(1);
    expect(again.failed.size).toBe(1);
  });

  it('asks a supplier once for all products that were split from one, and finds the variants of each', async () => {
    const [lamp = ''] = await watched(0);
    const split = { productId: lamp, option: 'Color', key: 'split-watched' };
    const onCopied = requestTrackingOf;
    const onVariantsMoved = (tx: Executor, _scope: unknown, id: string) => restartTracking(tx, deps, scope, id);
    const { productIds } = await splitProduct(deps, { quota, onCopied, onVariantsMoved }, scope, split);
    await drain();
    await lookAgain();
    for (const id of [lamp, ...productIds]) {
      expect(await watchOf(id)).toMatchObject({ gone: false, out_of_stock: false, variants: 1, out_variants: 0 });
      expect(await seen(id)).toMatchObject([{ found: true }]);
    }
    expect((await told()).filter((one) => one.kind.includes('gone'))).toEqual([]);
  });

  it('that is off stops the looks', async () => {
    const [lamp = ''] = await watched(0);
    await untrackProducts(deps, scope, [lamp]);
    costs(own, 'p0', 5000);
    await lookAgain();
    await lookAgain();
    expect(own.calls).toEqual([]);
    expect(await told()).toEqual([]);
    expect(await db.global((tx) => tx.rows(sql`select 1 from monitoring_turn`))).toEqual([]);
  });
});

describe('a look', () => {
  it('asks about all products of a supplier at once, and writes what it says of each variant', async () => {
    const [lamp = ''] = await watched(0, 1, 2);
    await lookAgain();
    expect(own.calls).toEqual(['getStock']);
    expect((await seen(lamp)).map(({ found, cost, stock }) => ({ found, cost, stock }))).toEqual([
      { found: true, cost: 1000, stock: 40 },
      { found: true, cost: 1200, stock: 41 },
    ]);
    await sendDueChecks(deps);
    expect(await jobs.waiting()).toEqual([]);
  });

  it('tells once of a cost that moved, and marks it', async () => {
    const [lamp = ''] = await watched(0);
    costs(own, 'p0', 1500);
    await lookAgain();
    await lookAgain();
    const [first, ...more] = await told();
    expect(more).toEqual([]);
    expect(first).toMatchObject({
      kind: 'cost_moved',
      subject_id: lamp,
      params: { title: 'Desk lamp 0', supplier: 'Quayside', cost: '15.00 USD', was: '10.00 USD' },
    });
    expect(await watchOf(lamp)).toMatchObject({ cost_moved: true });
    expect((await kept(lamp)).map((one) => one.cost)).toEqual([1000, 1200]);
  });

  it('lets the cost and the number here follow where the owner chose so, and never a price', async () => {
    await choose({ cost_follows: 'take', stock_follows: 'take' });
    const [lamp = ''] = await watched(0);
    const prices = (await kept(lamp)).map((one) => one.price);
    costs(own, 'p0', 1500);
    for (const variant of own.products[0]?.variants ?? []) variant.stock = 0;
    await lookAgain();
    const after = await kept(lamp);
    expect(after.map(({ cost, stock }) => [cost, stock])).toEqual([
      [1500, 0],
      [1500, 0],
    ]);
    expect(after.map((one) => one.price)).toEqual(prices);
    expect((await told()).map((one) => one.kind).sort()).toEqual(['cost_moved', 'stock_ended']);
    expect(await watchOf(lamp)).toMatchObject({ cost_moved: false, out_of_stock: true });
  });

  it('tells of what is gone and of what comes back', async () => {
    const [lamp = ''] = await watched(0);
    const [lampAtSupplier, ...others] = own.products;
    own.products = others;
    await lookAgain();
    await lookAgain();
    expect(await watchOf(lamp)).toMatchObject({ gone: true });
    own.products = lampAtSupplier ? [lampAtSupplier, ...others] : others;
    await lookAgain();
    expect((await told()).map((one) => one.kind)).toEqual(['product_gone', 'stock_back']);
    expect(await watchOf(lamp)).toMatchObject({ gone: false });
  });

  it('by two workers is made by one', async () => {
    await watched(0, 1);
    costs(own, 'p0', 1500);
    await timePasses();
    await Promise.all([look(), look(), look()]);
    expect(own.calls).toEqual(['getStock']);
    expect(await told()).toHaveLength(1);
  });

  it('that was killed in the middle is made again by another worker, and told once', async () => {
    const [lamp = ''] = await watched(0);
    costs(own, 'p0', 1500);
    await timePasses();
    // A worker that asked and died before it wrote: its turn and its products are held until their time ends.
    const { getStock } = own;
    await new Promise<void>((asked) => {
      own.getStock = () => {
        asked();
        return new Promise(() => undefined);
      };
      void look();
    });
    own.getStock = getStock;
    await look();
    expect(await told()).toEqual([]);
    await db.global((tx) => tx.run(sql`update monitoring_turn set held_until = now() - interval '1 second'`));
    await look();
    expect(own.calls).toEqual([]);
    await db.tenant(scope, (tx) => tx.run(sql`update product_watch set lease_until = now() - interval '1 second'`));
    await db.global((tx) => tx.run(sql`update monitoring_turn set due_at = now() - interval '1 second'`));
    await sendDueChecks(deps);
    await drain();
    expect(await told()).toHaveLength(1);
    expect(await watchOf(lamp)).toMatchObject({ cost_moved: true });
  });

  it('that comes upon a fault of ours lets the other products go first', async () => {
    const [lamp = ''] = await watched(0);
    await timePasses();
    own.failures.push(new Error('a fault'));
    await expect(look()).rejects.toThrow('a fault');
    const other = (await bring('quayside', 1))[0] ?? '';
    costs(own, 'p0', 1500);
    costs(own, 'p1', 1500);
    await drain();
    expect(await watchOf(other)).toMatchObject({ cost_moved: true });
    expect(await watchOf(lamp)).toMatchObject({ cost_moved: false });
    await lookAgain();
    expect(await watchOf(lamp)).toMatchObject({ cost_moved: true });
  });

  it('whose products went to another worker meanwhile writes nothing', async () => {
    const [lamp = ''] = await watched(0);
    costs(own, 'p0', 1500);
    await timePasses();
    const { getStock } = own;
    own.getStock = async (ctx, ids) => {
      await db.tenant(scope, (tx) => tx.run(sql`update product_watch set lease_holder = ${newId()}`));
      return getStock(ctx, ids);
    };
    await look();
    own.getStock = getStock;
    expect(await told()).toEqual([]);
    expect((await seen(lamp)).map((one) => one.cost)).toEqual([1000, 1200]);
  });

  it('leaves a supplier alone that is busy or away, and goes on where it was', async () => {
    const [lamp = ''] = await watched(0);
    costs(own, 'p0', 1500);
    const dueIn = async () =>
      (
        await db.global((tx) =>
          tx.first<{ seconds: number }>(
            sql`select extract(epoch from due_at - now())::int as seconds from monitoring_turn`,
          ),
        )
      )?.seconds ?? 0;
    await timePasses();
    own.failures.push(new ConnectorError('rate-limited', 'slow down', { retryAfterMs: 400_000 }));
    await look();
    expect(await dueIn()).toBeGreaterThan(390);
    own.failures.push(new ConnectorError('temporary', 'down'));
    await look();
    expect(await dueIn()).toBeGreaterThan(590);
    expect((await watchOf(lamp))?.cost_moved).toBe(false);
    await look();
    expect((await watchOf(lamp))?.cost_moved).toBe(true);
  });

  it('quotes shipping where a store follows it, one product of a batch and each once in three days', async () => {
    await connectSupplier(deps, scope, {
      supplier: 'cj',
      mode: 'sandbox',
      payer: 'own-account',
      credentials: { apiKey: 'k' },
    });
    const [lamp = ''] = await bring('cj', 0, 1);
    await drain();
    const reports: CheckReport[] = [];
    let wanted = false;
    const listening = {
      keepReport: async (_tx: Executor, _id: string, _of: object, report: CheckReport) => {
        reports.push(report);
        return false;
      },
      wantsShipping: async () => wanted,
      requestDecision: async () => undefined,
    };
    const quotes = () => cj.calls.filter((one) => one === 'quoteShipping').length;
    const next = async () => {
      cj.calls.length = 0;
      await timePasses();
      const cjTurn = { ...turn(), source: 'cj' as const };
      await checkProducts(deps, listening, workplaceFacts(deps), cjTurn, new AbortController().signal);
      return reports.at(-1);
    };
    const known = async () => (await db.read(scope, (ex) => findShipping(ex, scope.workplaceId, [lamp]))).get(lamp);
    await next();
    expect([quotes(), await known()]).toEqual([0, expect.objectContaining({ ships: null })]);
    wanted = true;
    await next();
    expect(quotes()).toBe(1);
    await next();
    expect(quotes()).toBe(1);
    await next();
    expect(quotes()).toBe(0);
    expect(await known()).toMatchObject({ ships: true, shipping: 400 });
    const days = async (count: number) => {
      clock.pass(count * 24 * 3_600_000);
      await db.tenant(scope, (tx) =>
        tx.run(sql`update product_watch set shipping_asked_at = seconds_after(shipping_asked_at, ${-count * 86400})`),
      );
    };
    const plain = cj.shipping.US ?? [];
    cj.shipping.US = plain.map((one) => ({ ...one, amount: money(one.amount.amount + 300, 'USD') }));
    await days(4);
    const dearer = await next();
    expect(dearer?.shipped).toBe(2);
    expect(dearer?.facts[0]?.ship).toMatchObject({ cost_was: 400, cost: 700, ships: true });
    // A supplier that is busy is asked for stock, not for shipping, and the check is kept.
    await next();
    await days(4);
    const quote = cj.quoteShipping;
    cj.quoteShipping = async () => {
      throw new ConnectorError('rate-limited', 'slow down');
    };
    expect((await next())?.facts).toEqual([]);
    cj.quoteShipping = quote;
    delete cj.shipping.US;
    expect((await next())?.facts.every((one) => one.ship?.ships === false)).toBe(true);
    cj.shipping.US = plain;
  });

  it('of a supplier that is asked product by product reads each by its page', async () => {
    await connectSupplier(deps, scope, {
      supplier: 'cj',
      mode: 'sandbox',
      payer: 'own-account',
      credentials: { apiKey: 'k' },
    });
    const [lamp = ''] = await bring('cj', 0, 1);
    await drain();
    costs(cj, 'p0', 1500);
    cj.products = cj.products.filter((one) => one.sourceProductId !== 'p1');
    cj.calls.length = 0;
    await lookAgain();
    expect(cj.calls).toEqual(['getProduct', 'getProduct']);
    expect((await told()).map((one) => one.kind).sort()).toEqual(['cost_moved', 'product_gone']);
    expect(await watchOf(lamp)).toMatchObject({ cost_moved: true });
  });

  it('is made at once when somebody asks for it, and not again a moment later', async () => {
    const [lamp = ''] = await watched(0);
    const first = await checkNow(deps, scope, [lamp, scope.accountId]);
    expect(first.asked).toEqual([]);
    expect([...first.failed]).toEqual([[scope.accountId, 'PRODUCT_NOT_WATCHED']]);
    await timePasses();
    costs(own, 'p0', 1500);
    expect((await checkNow(deps, scope, [lamp])).asked).toEqual([lamp]);
    await drain();
    expect((await watchOf(lamp))?.cost_moved).toBe(true);
  });

  it('comes sooner when the owner wants it more often', async () => {
    await watched(0);
    await choose({ every_hours: 6 });
    const next = () =>
      db.read(scope, (ex) =>
        ex.first<{ hours: number }>(
          sql`select round(extract(epoch from next_look_at - looked_at) / 3600)::int as hours from product_watch
            where workplace_id = ${scope.workplaceId}`,
        ),
      );
    expect((await next())?.hours).toBe(6);
    await choose({ every_hours: 24 });
    expect((await next())?.hours).toBe(6);
  });
});

describe("taking the supplier's cost over", () => {
  it('keeps the cost and takes the mark away; the price and the revision stay', async () => {
    const [lamp = ''] = await watched(0);
    const before = await kept(lamp);
    costs(own, 'p0', 1500);
    await lookAgain();
    const lookedAt = (await watchOf(lamp))?.looked_at ?? '';
    await applyCost(deps, scope, lamp, { revision: 1, lookedAt });
    const after = await kept(lamp);
    expect(after.map((one) => one.cost)).toEqual([1500, 1500]);
    expect(after.map((one) => one.price)).toEqual(before.map((one) => one.price));
    expect(await watchOf(lamp)).toMatchObject({ cost_moved: false });
    const product = await db.read(scope, (ex) =>
      ex.first(sql`select revision, cost_from, cost_to from product where workplace_id = ${scope.workplaceId}`),
    );
    expect(product).toEqual({ revision: 1, cost_from: 1500, cost_to: 1500 });
    costs(own, 'p0', 1550);
    await lookAgain();
    expect(await told()).toHaveLength(1);
  });

  it('is refused when the product or the look is not what was on the screen', async () => {
    const [lamp = '', other = ''] = await watched(0, 1);
    const lookedAt = (await watchOf(lamp))?.looked_at ?? '';
    const refused = (id: string, shown: Parameters<typeof applyCost>[3], code: string) =>
      expect(applyCost(deps, scope, id, shown)).rejects.toMatchObject({ code });
    await refused(lamp, { revision: 2, lookedAt }, 'PRODUCT_CHANGED_MEANWHILE');
    await refused(lamp, { revision: 1, lookedAt: new Date(0).toISOString() }, 'LOOKED_AT_MEANWHILE');
    await refused(scope.accountId, { revision: 1, lookedAt }, 'PRODUCT_NOT_FOUND');
    await untrackProducts(deps, scope, [other]);
    await refused(other, { revision: 1, lookedAt }, 'PRODUCT_NOT_WATCHED');
  });
});

it('B167: counts products and their SKUs by what is watched and found', async () => {
  const products = await watched(0, 1, 2, 3, 4, 5);
  await untrackProducts(deps, scope, [products[0] ?? '']);
  own.products[1]?.variants.pop();
  own.products[4]?.variants.pop();
  if (own.products[2]) own.products[2].variants = [];
  await lookAgain();
  // Of one the variant that is left is sold; of the other the one that is sold is gone.
  const sell = async (at: number, variant: number) => {
    const id = (await kept(products[at] ?? ''))[variant]?.variant_id;
    await db.tenant(scope, (tx) => tx.run(sql`update product_variant set enabled = false where variant_id = ${id}`));
  };
  await sell(3, 0);
  await sell(1, 0);
  const [counted] = await db.read(scope, (ex) => countSuppliers(ex, scope.workplaceId));
  expect(counted).toEqual({
    source: 'quayside',
    mode: 'sandbox',
    source_products: 6,
    products: { total: 6, tracking: 2, partial: 1, not_tracking: 3 },
    skus: { total: 10, tracking: 4, not_tracking: 6 },
  });
});
