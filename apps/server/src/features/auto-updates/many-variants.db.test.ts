import { AUTO_UPDATE_DEFAULTS, defaultPriceRule } from '@quayside/contracts';
import { money } from '@quayside/kernel';
import { fakeChannel } from '@quayside/testing/fakes/fake-channel.ts';
import { fakeSupplier } from '@quayside/testing/fakes/fake-supplier.ts';
import { expect, it } from 'vitest';
import { sql } from '../../db/index.ts';
import { testDatabase } from '../../testing/db/index.ts';
import { fakeWorld, SANDBOX_URL } from '../../testing/fakes/fake-deps.ts';
import { linkStore } from '../connections/index.ts';
import * as monitoring from '../monitoring/index.ts';
import { createQuota } from '../plans/index.ts';
import { workspaceUsage } from '../reports/index.ts';
import { saveRules } from './actions/save-rules.ts';
import { listChanges } from './change-repo.ts';
import { keepReport, register, requestDecision, wantsShipping } from './index.ts';

/** Products with 20 variants each. docs/performance.md has the figures for 5,000; a usual run only shows that nothing is left out. */
const PRODUCTS = Number(process.env.QUAYSIDE_WATCHED_PRODUCTS ?? 30);
const VARIANTS = 20;

const db = await testDatabase();
const own = fakeSupplier('quayside', true);
const woo = fakeChannel('woocommerce', { reads: true });
const { deps, jobs, person } = await fakeWorld(db, { suppliers: [own], channels: [woo] });
const watching = monitoring.register(deps, {
  quota: createQuota(deps, { workspaceUsage }),
  checks: { keepReport, wantsShipping, requestDecision: (tx, id, supplier) => requestDecision(tx, deps, id, supplier) },
});
const updates = register(deps);
const idle = ['draw-pictures', 'refresh-source', 'set-up-supplier', 'set-up-store'].map((name) => ({
  kind: { name, payload: { parse: (payload: unknown) => payload } },
  handle: async () => undefined,
}));
const drain = () => jobs.drain([...watching.jobs, ...updates.jobs, ...idle] as never[]);

/** The store's prices by its own variant ids. */
const prices = new Map<string, number>();
woo.readListings = async (_ctx, listings) =>
  new Map(
    listings.map(({ externalProductId, variants }) => [
      externalProductId,
      {
        product: { status: 'active' },
        variants: Object.fromEntries(
          variants.map((one) => [one.ref, { price: prices.get(one.externalVariantId) ?? 2_500, compareAtPrice: null }]),
        ),
      },
    ]),
  );
let calls = 0;
woo.changeListing = async (_ctx, change) => {
  calls += 1;
  for (const one of change.prices) prices.set(one.externalVariantId, one.price.amount);
};

it('every watched variant whose cost rises is checked, decided on and updated in its store', async () => {
  const scope = await person();
  const { workplaceId } = scope;
  const shop = `${SANDBOX_URL}/many.example.com`;
  const storeId = await linkStore(deps, scope, { platform: 'woocommerce', shop, credentials: { key: 'good' } });
  const [settings, fields] = ['{"allowSellOutOfStock": false, "syncOrder": true}', '{"price": {"o": 2500, "e": 1}}'];
  const rule = JSON.stringify({ ...defaultPriceRule('USD'), rounding: 'exact' });
  await db.tenant(scope, async (tx) => {
    await tx.run(sql`insert into price_rule (workplace_id, rule_id, store_id, rule, for_imports, suggested_first)
      values (${workplaceId}, ${storeId}, ${storeId}, ${rule}::jsonb, false, false)`);
    await tx.run(sql`insert into product (workplace_id, product_id, source, mode, source_product_id, title, cost_from, cost_to, price_from,
        price_to, total_variants, original, push_state)
      select ${workplaceId}, gen_random_uuid(), 'quayside', 'sandbox', 'm' || n, 'Product ' || n, 1000, 1000, 2500, 2500, ${VARIANTS}, '{}', 'pushed'
      from generate_series(1, ${PRODUCTS}::integer) n on conflict do nothing`);
    await tx.run(sql`insert into product_variant (workplace_id, product_id, variant_id, source_variant_id, source_sku, sku, cost, price,
        computed_price, stock, position)
      select ${workplaceId}, product_id, gen_random_uuid(), source_product_id || '-' || v, 's', source_product_id || '-' || v, 1000, 2500, 2500, 9, v
      from product, generate_series(1, ${VARIANTS}::integer) v where workplace_id = ${workplaceId} on conflict do nothing`);
    await tx.run(sql`insert into listing (workplace_id, listing_id, product_id, store_id, part, parts, state, publish_status, settings, variant_ids,
        external_product_id)
      select ${workplaceId}, gen_random_uuid(), v.product_id, ${storeId}, 1, 1, 'listed', 'active', ${settings}::jsonb, array_agg(v.variant_id),
        'e' || min(v.sku)
      from product_variant v where v.workplace_id = ${workplaceId} group by v.product_id returning 1`);
    await tx.run(sql`insert into listing_variant (workplace_id, listing_id, variant_id, store_id, external_variant_id, sku, fields)
      select ${workplaceId}, l.listing_id, v.variant_id, ${storeId}, 'e' || v.sku, v.sku, ${fields}::jsonb
      from listing l join product_variant v on v.workplace_id = l.workplace_id and v.product_id = l.product_id
      where l.workplace_id = ${workplaceId} returning 1`);
    await tx.run(sql`insert into product_watch (workplace_id, product_id, source, mode, next_look_at)
      select ${workplaceId}, product_id, 'quayside', 'sandbox', now() from product where workplace_id = ${workplaceId} returning 1`);
  });
  own.getStock = async (_ctx, ids) =>
    ids.map((sourceVariantId) => ({ sourceVariantId, stock: 9, cost: money(1_100, 'USD') }));
  const rules = { ...AUTO_UPDATE_DEFAULTS, cost_up: 'follow' as const };
  await saveRules(deps, scope, { storeId, revision: 0, isEnabled: true, rules });
  const turn = { workplaceId, source: 'quayside', mode: 'sandbox' };
  await db.global((tx) =>
    tx.run(
      sql`insert into monitoring_turn (workplace_id, source, mode, due_at) values (${workplaceId}, 'quayside', 'sandbox', now())`,
    ),
  );
  await db.global((tx) => deps.queue.send(tx, watching.jobs[1]?.kind as never, turn as never));
  const begun = Date.now();
  await drain();
  if (process.env.QUAYSIDE_WATCHED_PRODUCTS)
    console.info(
      `${PRODUCTS * VARIANTS} variants in ${((Date.now() - begun) / 1_000).toFixed(1)} s, ${calls} calls to the store`,
    );
  expect([prices.size, new Set(prices.values()), calls]).toEqual([PRODUCTS * VARIANTS, new Set([2_750]), PRODUCTS]);
  const [last] = await db.read(scope, (ex) => listChanges(ex, workplaceId, { state: 'all', skip: 0, most: 1 }));
  expect(last?.state).toBe('done');
});
