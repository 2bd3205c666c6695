import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newId } from '@quayside/kernel';
import { afterAll, expect, test } from 'vitest';
import { json, sql } from './db/index.ts';
import { createClient } from './testing/app/test-app.ts';
import { testDatabase } from './testing/db/index.ts';
import { createVault } from './vault/vault.ts';

const SECRET = 'a secret that only tests have, 32+ long';
const root = join(import.meta.dirname, '../../..');
const db = await testDatabase();
const dataDir = mkdtempSync(join(tmpdir(), 'quayside-stop-'));

/** A shop that accepts every request and answers none. */
let asked = 0;
const silent: Server = createServer(() => {
  asked += 1;
});
await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done));
const shop = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;

let child: ChildProcess | undefined;
afterAll(() => {
  if (child && child.exitCode === null) child.kill('SIGKILL');
  silent.closeAllConnections();
  silent.close();
  rmSync(dataDir, { recursive: true, force: true });
});

/** A process as started by `npm start`, web and worker unless told; resolves with its URL once ready. */
function begin(...args: string[]): Promise<string> {
  const started = spawn(process.execPath, [join(root, 'apps/server/src/main.ts'), ...args], {
    env: {
      ...process.env,
      PORT: '0',
      DATABASE_URL: db.ownerUrl,
      QUAYSIDE_APP_DATABASE_URL: db.appUrl,
      QUAYSIDE_DATA: dataDir,
      QUAYSIDE_SANDBOX: 'off',
      QUAYSIDE_PRIVATE_HOSTS: new URL(shop).host,
      QUAYSIDE_LOG: 'error',
      APP_SECRET: SECRET,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child = started;
  let words = '';
  started.stderr?.on('data', (text: Buffer) => (words += text));
  return new Promise((done, fail) => {
    started.once('exit', (code) => fail(new Error(`it ended with ${code}: ${words}`)));
    started.stdout?.on('data', (text: Buffer) => {
      const url = /ready at (\S+)/.exec(text.toString())?.[1];
      if (url) done(url);
    });
  });
}

test('SIGTERM ends it within ten seconds, with a job, a request and a live stream under way, and the job is handed back', async () => {
  const url = await begin();
  const signedUp = await fetch(`${url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      first_name: 'Ada',
      last_name: 'Owner',
      email: 'ada@example.com',
      password: 'correct horse battery',
    }),
  });
  const { data } = (await signedUp.json()) as {
    data: { token: string; user: { id: string; workplaces: { id: string }[] } };
  };
  const ready = (await (await fetch(`${url}/readyz`)).json()) as object;
  expect(ready).toMatchObject({ ready: true, database: true, migrations: true, queue: true, worker: true });
  const ada = createClient(url, data.token, data.user.id, data.user.workplaces[0]?.id ?? '');
  const storeId = newId();
  const vault = createVault([SECRET]);
  await db.tenant(ada, async (tx) => {
    await tx.run(sql`insert into store (workplace_id, store_id, account_id, platform, platform_domain, base_url, mode, status,
        store_name, currency, credentials, webhook_secret)
      values (${ada.workplaceId}, ${storeId}, ${ada.accountId}, 'woocommerce', ${new URL(shop).host}, ${shop}, 'live', 'active',
        'A silent shop', 'USD', ${json(vault.seal({ consumerKey: 'ck', consumerSecret: 'cs' }, `store:${storeId}`))},
        ${json(vault.seal('s', `store:${storeId}:webhook`))})`);
    await tx.run(sql`insert into store_directory (store_id, workplace_id, account_id, platform, platform_domain, mode, webhook_key)
      values (${storeId}, ${ada.workplaceId}, ${ada.accountId}, 'woocommerce', ${new URL(shop).host}, 'live', ${newId()})`);
  });

  const stream = fetch(`${url}/api/events`, { headers: { authorization: `Bearer ${ada.token}` } }).then((answer) =>
    answer.text().catch(() => 'cut'),
  );
  // The worker fetches the shop's orders; a person checks its health. Neither gets a response.
  await expect.poll(() => asked, { timeout: 60_000 }).toBeGreaterThan(0);
  const before = asked;
  const request = ada.raw('GET', `/connections/${storeId}/health?check=true`).then(
    (answer) => answer.http,
    () => 'cut',
  );
  await expect.poll(() => asked, { timeout: 20_000 }).toBeGreaterThan(before);
  const active = () =>
    db.global((tx) =>
      tx.rows<{ state: string }>(
        sql`select state from pgboss.job where name = 'poll-store' order by created_on limit 1`,
      ),
    );
  expect(await active()).toEqual([{ state: 'active' }]);

  const began = Date.now();
  const ended = new Promise<number | null>((done) => child?.once('exit', (code) => done(code)));
  child?.kill('SIGTERM');
  expect(await ended).toBe(0);
  const took = Date.now() - began;
  expect(took).toBeLessThan(10_000);
  await stream;
  await request;
  // Not held by a dead process: another one may claim it immediately.
  expect((await active())[0]?.state).not.toBe('active');
  // We ended the calls ourselves: nothing is wrong with the shop, and no one is notified.
  const [after] = await db.tenant(ada, (tx) =>
    tx.rows<{ status: string; last_error: unknown }>(sql`select status, last_error from store
      where workplace_id = ${ada.workplaceId} and store_id = ${storeId}`),
  );
  expect(after).toEqual({ status: 'active', last_error: null });
}, 120_000);

test('a web process reports that it is stopping, serves for five more seconds, and ends within ten', async () => {
  const url = await begin('--role', 'web');
  const ask = async (path: string) => {
    const answer = await fetch(`${url}${path}`);
    return { http: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  expect((await ask('/readyz')).http).toBe(200);
  const began = Date.now();
  const ended = new Promise<number | null>((done) => child?.once('exit', (code) => done(code)));
  child?.kill('SIGTERM');
  await expect.poll(async () => (await ask('/readyz')).http).toBe(503);
  // A load balancer that has not noticed yet: every response is whole until the port closes.
  let servedUntil = began;
  const calls = async () => {
    const answer = await ask('/api/workplaces').catch(() => undefined);
    if (!answer) return 'closed';
    if (answer.http !== 503) servedUntil = Date.now();
    expect(Object.keys(answer.body).sort()).toEqual(['code', 'data', 'message', 'status']);
    return 'open';
  };
  await expect.poll(calls, { timeout: 10_000, interval: 20 }).toBe('closed');
  expect(servedUntil - began).toBeGreaterThan(4_800);
  expect(await ended).toBe(0);
  expect(Date.now() - began).toBeLessThan(10_000);
}, 60_000);
