import { fakeChannel } from '@quayside/testing/fakes/fake-channel.ts';
import { afterAll, expect, it, vi } from 'vitest';
import { sql, type WorkplaceScope } from '../../db/index.ts';
import { installQueueTables, startBoss } from '../../jobs/boss.ts';
import { createQueue } from '../../jobs/queue.ts';
import { ensureQueues, startWorker } from '../../jobs/worker.ts';
import { testDatabase } from '../../testing/db/index.ts';
import { fakeWorld, SANDBOX_URL } from '../../testing/fakes/fake-deps.ts';
import { linkStore } from './actions/link-store.ts';
import { takeStoreWebhook } from './actions/take-webhook.ts';
import { connectionJobs } from './jobs/handlers.ts';
import { findStore, storeWebhookContext } from './store-repo.ts';

const db = await testDatabase();
const woo = fakeChannel('woocommerce');
const world = await fakeWorld(db, { channels: [woo], env: { APP_URL: 'https://quay.example.com' } });
await installQueueTables(db.ownerUrl);
const boss = await startBoss(db.appUrl, true, world.deps.log);
afterAll(() => boss.stop({ graceful: false }));

/** A store of an owner of its own, and its webhooks. */
async function store(name: string) {
  const deps = { ...world.deps, queue: createQueue(boss) };
  const scope: WorkplaceScope = await world.person();
  const shop = `${SANDBOX_URL}/${name}.example.com`;
  woo.facts = { ...woo.facts, platformDomain: `${name}.example.com`, missingScopes: [] };
  const id = await linkStore(world.deps, scope, { platform: 'woocommerce', shop, credentials: { key: 'good' } });
  await world.jobs.drain(handlers);
  const entry = await db.global((tx) =>
    tx.first<{ webhook_key: string }>(sql`select webhook_key from store_directory where store_id = ${id}`),
  );
  const row = await db.read(scope, (ex) => findStore(ex, scope.workplaceId, id));
  const secret = row?.webhook_secret
    ? deps.vault.open<string>(row.webhook_secret, storeWebhookContext(id))
    : 'no secret was made';
  return {
    id,
    async tell(orders: number): Promise<void> {
      for (let n = 0; n < orders; n += 1) {
        const body = Buffer.from(JSON.stringify({ kind: 'order', id: `${n}`, event: `${name} ${n}` }));
        const headers = { 'content-type': 'application/json', signature: `signed with ${secret}` };
        const raw = { headers, body };
        expect(await takeStoreWebhook(deps, 'woocommerce', entry?.webhook_key ?? '', raw)).toBe('taken');
      }
    },
  };
}

const worked = new Map<string, number>();
let slow = '';
let hanging = 0;
let letGo = (): void => undefined;
const answer = new Promise<void>((done) => {
  letGo = done;
});
const handlers = connectionJobs(world.deps, {
  async onOrderChanged(_scope, storeId) {
    if (storeId === slow) {
      hanging += 1;
      await answer;
    }
    worked.set(storeId, (worked.get(storeId) ?? 0) + 1);
  },
  pollOrders: async () => undefined,
  onReleased: async () => undefined,
  onPrivacyRequest: async () => undefined,
  onSupplierOrderChanged: async () => undefined,
  pollSupplierOrders: async () => undefined,
});

it('works the webhooks of a store at once while another store hangs with many', async () => {
  const webhooks = handlers.filter((one) => one.kind.name === 'work-order-webhook');
  await ensureQueues(
    boss,
    webhooks.map((one) => one.kind),
  );
  const hangs = await store('hangs');
  const answers = await store('answers');
  slow = hangs.id;
  const worker = await startWorker(boss, db, webhooks, world.deps.log);
  try {
    await hangs.tell(60);
    await vi.waitFor(() => expect(hanging).toBeGreaterThan(1), { timeout: 10_000, interval: 10 });
    await answers.tell(20);
    await vi.waitFor(() => expect(worked.get(answers.id)).toBe(20), { timeout: 10_000, interval: 10 });
    expect(worked.get(hangs.id)).toBeUndefined();
    letGo();
    await vi.waitFor(() => expect(worked.get(hangs.id)).toBe(60), { timeout: 15_000, interval: 20 });
  } finally {
    letGo();
    await worker.stop(1_000);
  }
});
