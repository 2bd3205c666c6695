import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createChild } from '@quayside/testing/child.ts';
import pg from 'pg';
import { afterAll, expect, it, vi } from 'vitest';
import { reclaimJobs } from '../../jobs/boss.ts';
import { bareStore, factsOf, plant, rowsIn } from '../../testing/app/store-to-move.ts';
import { startTestApp } from '../../testing/app/test-app.ts';

const root = join(import.meta.dirname, '../../../../..');
const ORDERS = 3_000;
const APP_SECRET = 'a secret that only tests have, 32+ long';

// Calls are answered here; the work is done by a process of its own that is killed.
const app = await startTestApp({ args: ['--role', 'web'], env: { APP_SECRET } });
const dataDir = mkdtempSync(join(tmpdir(), 'quayside-killed-'));
const worker = createChild(
  'worker',
  [join(root, 'apps/server/src/main.ts'), '--role', 'worker'],
  {
    ...(process.env as Record<string, string>),
    PORT: '0',
    DATABASE_URL: app.db.ownerUrl,
    QUAYSIDE_APP_DATABASE_URL: app.db.appUrl,
    QUAYSIDE_DATA: dataDir,
    QUAYSIDE_SANDBOX: 'off',
    APP_SECRET,
  },
  join(dataDir, 'worker.log'),
);
const admin = new pg.Client(app.db.superuserUrl);
await admin.connect();
afterAll(async () => {
  await worker.stop();
  await admin.end();
  await app.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

it('a store of thousands of orders arrives whole though its worker is killed on the way', async () => {
  const ada = await app.signUp();
  const made = await ada.call('POST /auth/workplace/create', { body: { name: 'Second', currency: 'USD' } });
  const [from, to] = [ada.workplaceId, made.data.id];
  const storeId = await bareStore(admin, ada, from, 'Large');
  await plant(admin, ada, { from, to, storeId }, ORDERS);
  const before = await factsOf(admin, from, storeId);
  const asked = await ada.call('POST /core/stores/move', { body: { store_id: storeId, workplace_id: to } });
  expect(asked.http, JSON.stringify(asked)).toBe(200);
  const transfer = async () => {
    const { rows } = await admin.query<{ state: string; carried: number }>(
      'select state, carried from store_move where store_id = $1',
      [storeId],
    );
    return rows[0] ?? { state: '', carried: 0 };
  };
  const patience = { timeout: 60_000, interval: 20 };
  let killed = 0;
  for (let reached = 0; (await transfer()).state !== 'done'; ) {
    await worker.start();
    const goal = killed < 2 ? reached + 1 : Number.POSITIVE_INFINITY;
    await vi.waitFor(async () => {
      const { carried, state } = await transfer();
      expect(state === 'done' || carried >= goal).toBe(true);
    }, patience);
    reached = (await transfer()).carried;
    if ((await transfer()).state === 'done') break;
    await worker.kill();
    killed += 1;
    // No other worker runs: its jobs need not wait until their heartbeat runs out.
    await reclaimJobs(app.db);
    // Nothing is in two places, and nothing in none: the store's own row stands in both meanwhile.
    const places = await Promise.all([factsOf(admin, from, storeId), factsOf(admin, to, storeId)]);
    const aside = await admin.query<{ n: number }>(
      `select count(*)::int as n from store_move_row where part not in ('product', 'product_variant')`,
    );
    const rows = rowsIn(places[0] ?? {}) + rowsIn(places[1] ?? {}) + (aside.rows[0]?.n ?? 0);
    expect(rows).toBe(rowsIn(before) + 1);
  }
  expect(killed).toBe(2);
  expect(await factsOf(admin, to, storeId)).toEqual(before);
  expect(rowsIn(await factsOf(admin, from, storeId))).toBe(0);
}, 240_000);
