import { money, newId } from '@quayside/kernel';
import { fakeChannel } from '@quayside/testing/fakes/fake-channel.ts';
import { afterAll, expect, it } from 'vitest';
import { sql } from '../../db/index.ts';
import type { Feature } from '../../feature.ts';
import { createPushing } from '../../features/products/actions/push-listing.ts';
import { storePusher } from '../../features/products/actions/push-store.ts';
import * as wallet from '../../features/wallet/index.ts';
import { labelsFor } from '../../features/wallet/rules/lost-topup.ts';
import { PATIENCE } from '../../jobs/effect/pauses.ts';
import { createSweep } from '../../jobs/effect/sweep.ts';
import { databaseBeforeSquash } from '../db/database-before-squash.ts';
import { fakeWorld } from '../fakes/fake-deps.ts';
import { walletWorld } from '../fakes/wallet-world.ts';

/**
 * Pushes and top-ups in every open state, in a database of the version before the squash that this version takes over. `stands`:
 * the call had its effect and its answer was lost.
 */
const PUSHES = [
  { name: 'requested', state: 'queued' },
  { name: 'claimed', state: 'pushing' },
  { name: 'sent', state: 'pushing', tries: 1, sent: true },
  { name: 'sent', state: 'pushing', tries: 1, sent: true, stands: true },
  { name: 'unknown', state: 'unknown', tries: 1, sent: true },
  { name: 'unknown', state: 'unknown', tries: 2, sent: true, stands: true },
  { name: 'backed off', state: 'queued', tries: 3, sent: true },
  // A call may have had its effect; then the store was busy.
  { name: 'busy', state: 'queued', tries: 1, sent: true },
  { name: 'busy', state: 'queued', tries: 1, sent: true, stands: true },
].map((left) => ({
  tries: 0,
  sent: false,
  stands: false,
  ...left,
  listingId: newId(),
  productId: newId(),
  variantId: newId(),
}));

const TOPUPS = [
  { name: 'requested', state: 'requested' },
  { name: 'claimed', state: 'requested', held: true },
  { name: 'sent', state: 'requested', held: true, tries: 1 },
  { name: 'sent', state: 'requested', held: true, tries: 1, stands: true },
  { name: 'unknown', state: 'unknown', tries: 1 },
  { name: 'unknown', state: 'unknown', tries: 2, stands: true },
  { name: 'backed off', state: 'requested', pauses: 4 },
].map((left) => ({ tries: 0, held: false, stands: false, pauses: 0, ...left, topupId: newId() }));
const CENTS = 25_00;

const before = await databaseBeforeSquash();
afterAll(() => before.drop());
const scope = { accountId: newId(), workplaceId: newId() };
const storeId = newId();
const past = new Date(Date.now() - 20 * 60_000).toISOString();

await before.write(async ({ put, seal }) => {
  const { accountId: account_id, workplaceId: workplace_id } = scope;
  await put('account', { account_id, email: 'ada@example.com' });
  await put('workplace', { workplace_id, account_id, name: 'Test' });
  await put('member', { account_id, workplace_id, role: 'owner' });
  await put('open_work_directory', { workplace_id, account_id });
  await put('store', {
    ...{ workplace_id, store_id: storeId, account_id, platform: 'woocommerce', platform_domain: 'shop.example.com' },
    ...{
      base_url: 'http://127.0.0.1:9/shop',
      mode: 'sandbox',
      status: 'active',
      store_name: 'A shop',
      currency: 'USD',
    },
    credentials: seal({ key: 'good' }, `store:${storeId}`),
  });
  for (const { listingId, productId, variantId: variant_id, state, tries, sent } of PUSHES) {
    const rows = { workplace_id, product_id: productId };
    await put('product', {
      ...{
        ...rows,
        source: 'quayside',
        mode: 'sandbox',
        source_product_id: productId,
        title: 'A lamp',
        original: '{}',
      },
      ...{ cost_from: 100, cost_to: 100, price_from: 300, price_to: 300, total_variants: 1, push_state: 'processing' },
    });
    await put('product_variant', {
      ...{ ...rows, variant_id, source_variant_id: 'v', source_sku: 's', sku: 's', cost: 100, price: 300, position: 0 },
    });
    await put('listing', {
      ...{ ...rows, listing_id: listingId, store_id: storeId, state, publish_status: 'active' },
      ...{ settings: JSON.stringify({ allowSellOutOfStock: true, syncOrder: true }), variant_ids: [variant_id] },
      ...{ attempts: tries, sent_at: sent ? past : null, next_attempt_at: past, queued_at: past },
      ...{ claimed_by: state === 'pushing' ? newId() : null, claimed_until: state === 'pushing' ? past : null },
    });
  }
  await put('wallet', { account_id, mode: 'sandbox', policy_accepted_at: past });
  for (const { topupId: topup_id, state, tries, held, pauses } of TOPUPS) {
    await put('topup', {
      ...{ account_id, topup_id, mode: 'sandbox', amount: CENTS, provider: 'stripe', state, begun_in: workplace_id },
      ...{ attempts: tries, sent_at: tries > 0 ? past : null, pauses, next_attempt_at: past },
      ...{ claimed_by: held ? newId() : null, claimed_until: held ? past : null },
      ...{ created_at: past, updated_at: past },
    });
    await put('topup_directory', { account_id, topup_id, provider: 'stripe', mode: 'sandbox' });
  }
});
const db = await before.upgrade();

/** Sends top-ups that lost their jobs, as the minute's sweep does, after some time has passed. */
async function sweepLater(feature: Feature, deps: Parameters<typeof createSweep>[0]): Promise<void> {
  await db.tenant(scope, (tx) =>
    tx.run(sql`update topup set next_attempt_at = next_attempt_at - interval '20 minutes', sent_at = sent_at - interval '20 minutes',
        claimed_until = claimed_until - interval '20 minutes' where account_id = ${scope.accountId}`),
  );
  await createSweep(deps, [feature]).job.handle({}, { signal: new AbortController().signal } as never);
}

it('each push that was open at the upgrade ends once: none is lost, none is made again', async () => {
  const shop = fakeChannel('woocommerce');
  const { deps } = await fakeWorld(db, { channels: [shop] });
  const plain = shop.createListing;
  const made: string[] = [];
  shop.createListing = (ctx, input) => {
    made.push(input.ref);
    return plain(ctx, input);
  };
  for (const [at, { listingId, variantId, stands }] of PUSHES.entries())
    if (stands)
      shop.listings.set(listingId, {
        externalId: `old-${at}`,
        input: { ref: listingId, variants: [{ ref: variantId, sku: 's' }] } as never,
        fields: { product: {}, variants: {} },
      });
  const push = storePusher(deps, createPushing(deps, PATIENCE));
  await push(scope, storeId, { signal: new AbortController().signal });

  const rows = await db.read(scope, (ex) =>
    ex.rows<{
      listing_id: string;
      state: string;
      external_product_id: string | null;
      held: boolean;
    }>(sql`select listing_id,
        state, external_product_id, claimed_by is not null as held from listing where workplace_id = ${scope.workplaceId}`),
  );
  for (const [at, { name, listingId, stands }] of PUSHES.entries()) {
    const what = `${name}${stands ? ', stands' : ''}`;
    const external_product_id = stands ? `old-${at}` : expect.any(String);
    const row = rows.find((one) => one.listing_id === listingId);
    expect(row, what).toMatchObject({ state: 'listed', external_product_id, held: false });
    expect(made.filter((ref) => ref === listingId).length, what).toBe(stands ? 0 : 1);
  }
  expect(shop.listings.size).toBe(PUSHES.length);
});

it('each top-up that was open at the upgrade gets its one checkout', async () => {
  const world = await walletWorld(db);
  afterAll(() => world.close());
  const { stripe } = world.deps.connectors.payments;
  for (const { topupId, stands } of TOPUPS) {
    const back = `${world.deps.config.ownUrl}/app/setting/wallet?topup=${topupId}`;
    // Exactly as a worker asks for it: a provider refuses another request under the same key.
    if (stands)
      await stripe?.createTopup(
        { ...world.context(), beforeEffect: async () => undefined },
        {
          ...{ reference: topupId, amount: money(CENTS, 'USD'), description: 'Quayside wallet' },
          labels: labelsFor({ ...scope, amount: CENTS }),
          ...{ successUrl: back, cancelUrl: `${back}&cancelled=1` },
        },
      );
  }
  const feature = wallet.register(world.deps) as Feature;
  for (let round = 0; round < 4; round++) {
    await sweepLater(feature, world.deps);
    await world.drain();
  }
  const rows = await db.read(scope, (ex) =>
    ex.rows<{ topup_id: string; state: string; provider_ref: string | null }>(
      sql`select topup_id, state, provider_ref from topup where account_id = ${scope.accountId}`,
    ),
  );
  const page = await stripe?.listTopups(world.context(), { createdAfter: past });
  for (const { topupId, name, stands } of TOPUPS) {
    const what = `${name}${stands ? ', stands' : ''}`;
    const checkouts = (page?.items ?? []).filter((one) => one.reference === topupId);
    expect(checkouts.length, what).toBe(1);
    const row = rows.find((one) => one.topup_id === topupId);
    expect(row, what).toMatchObject({ state: 'open', provider_ref: checkouts[0]?.providerRef });
  }
}, 60_000);
