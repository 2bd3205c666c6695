import { AppError, newId } from '@quayside/kernel';
import { fakeChannel } from '@quayside/testing/fakes/fake-channel.ts';
import { beforeEach, expect, it, vi } from 'vitest';
import { sql, type WorkplaceScope } from '../../db/index.ts';
import type { Deps } from '../../deps.ts';
import { testDatabase } from '../../testing/db/index.ts';
import { fakeWorld, SANDBOX_URL } from '../../testing/fakes/fake-deps.ts';
import { linkStore } from './actions/link-store.ts';
import { takeStoreWebhook } from './actions/take-webhook.ts';
import { createWebhookWork } from './actions/work-webhook.ts';
import { findStore, storeWebhookContext } from './store-repo.ts';

const db = await testDatabase();
const woo = fakeChannel('woocommerce');
const { deps, person } = await fakeWorld(db, { channels: [woo], env: { APP_URL: 'https://quay.example.com' } });

let scope: WorkplaceScope;
let storeId = '';
let shops = 0;
beforeEach(async () => {
  scope = await person();
  shops += 1;
  woo.facts = { ...woo.facts, platformDomain: `shop${shops}.example.com`, missingScopes: [] };
  storeId = await linkStore(deps, scope, {
    platform: 'woocommerce',
    shop: `${SANDBOX_URL}/shop${shops}.example.com`,
    credentials: { key: 'good' },
  });
});

async function receive(as: Deps = deps, kind = 'order') {
  const key = await db.global((tx) =>
    tx.first<{ webhook_key: string }>(sql`select webhook_key from store_directory where store_id = ${storeId}`),
  );
  const store = await db.read(scope, (ex) => findStore(ex, scope.workplaceId, storeId));
  const secret = store?.webhook_secret
    ? deps.vault.open<string>(store.webhook_secret, storeWebhookContext(storeId))
    : '';
  const raw = {
    headers: { 'content-type': 'application/json', signature: `signed with ${secret}` },
    body: Buffer.from(JSON.stringify({ kind, id: '7', event: newId() })),
  };
  return takeStoreWebhook(as, 'woocommerce', key?.webhook_key ?? '', raw);
}
const deliveries = () =>
  db.read(scope, (ex) =>
    ex.rows<{ delivery_id: string; state: string }>(
      sql`select delivery_id, state from webhook_delivery where workplace_id = ${scope.workplaceId} and kind = 'order'`,
    ),
  );

it('a delivery waits for a store that goes to another workspace, also after its last try', async () => {
  expect(await receive()).toBe('taken');
  const [delivery] = await deliveries();
  const moving = new AppError('BAD_REQUEST', 'STORE_MOVING', { retryAfterSeconds: 5 });
  const listeners = { onOrderChanged: () => Promise.reject(moving) };
  await expect(createWebhookWork(deps, listeners as never)(scope, delivery?.delivery_id ?? '', true)).rejects.toBe(
    moving,
  );
  expect(await deliveries()).toMatchObject([{ state: 'received' }]);
});

it('a webhook finds a store that left between two looks', async () => {
  const before = await person();
  let looks = 0;
  const global: typeof db.global = async (fn) => {
    looks += 1;
    const found = await db.global(fn);
    // The first look is from before the move.
    return looks === 1 ? { ...found, account_id: before.accountId, workplace_id: before.workplaceId } : found;
  };
  expect(await receive({ ...deps, db: { ...deps.db, global } })).toBe('taken');
  expect(looks).toBe(2);
  expect(await deliveries()).toMatchObject([{ state: 'received' }]);
});

it('works a webhook that is not about an order once', async () => {
  await receive(deps, 'released');
  const [delivery] = await db.read(scope, (ex) =>
    ex.rows<{ delivery_id: string }>(
      sql`select delivery_id from webhook_delivery where workplace_id = ${scope.workplaceId} and kind = 'released'`,
    ),
  );
  const onReleased = vi.fn(async () => undefined);
  const work = createWebhookWork(deps, { onReleased } as never);
  for (let n = 0; n < 2; n += 1) await work(scope, delivery?.delivery_id ?? '', false);
  expect(onReleased).toHaveBeenCalledTimes(1);
});

it('reads an order once for all its webhooks that wait', async () => {
  for (let n = 0; n < 4; n += 1) expect(await receive()).toBe('taken');
  const waiting = await deliveries();
  const reads: string[] = [];
  const work = (deliveryId: string, listen: () => Promise<void>, isLastTry = false) =>
    createWebhookWork(deps, { onOrderChanged: listen } as never)(scope, deliveryId, isLastTry);
  const read = async (): Promise<void> => {
    reads.push('read');
    // One that arrives during the read may report a later change.
    if (reads.length === 1) await receive();
  };
  await Promise.all(waiting.map((one) => work(one.delivery_id, read)));
  expect(reads).toHaveLength(1);
  const known = new Set(waiting.map((one) => one.delivery_id));
  const after = await deliveries();
  expect(after.filter((one) => known.has(one.delivery_id)).map((one) => one.state)).toEqual(Array(4).fill('done'));
  const [late] = after.filter((one) => !known.has(one.delivery_id));
  expect(late?.state).toBe('received');
  await work(late?.delivery_id ?? '', read);
  expect(reads).toHaveLength(2);
});

it('webhooks that joined another wait for its next try, and fail with it', async () => {
  for (let n = 0; n < 2; n += 1) await receive();
  const [first, second] = (await deliveries()).map((one) => one.delivery_id);
  let reads = 0;
  const down = { onOrderChanged: () => Promise.reject(new Error(`away ${++reads}`)) } as never;
  await expect(createWebhookWork(deps, down)(scope, first ?? '', false)).rejects.toThrow('away 1');
  await createWebhookWork(deps, down)(scope, second ?? '', false);
  expect((await deliveries()).map((one) => one.state)).toEqual(['received', 'received']);
  await expect(createWebhookWork(deps, down)(scope, first ?? '', true)).rejects.toThrow('away 2');
  expect((await deliveries()).map((one) => one.state)).toEqual(['failed', 'failed']);
});
