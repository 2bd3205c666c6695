import { chmodSync, chownSync, cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { z } from 'zod';
import { installQueueTables, startBoss } from '../jobs/boss.ts';
import { defineJob, handler } from '../jobs/define.ts';
import { createQueue } from '../jobs/queue.ts';
import { ensureQueues, startWorker } from '../jobs/worker.ts';
import { serverAccount } from './embedded/account.ts';
import { prepareBinaries, program } from './embedded/binaries.ts';
import { freePort } from './embedded/free-port.ts';
import { embeddedPackage, findBinaries, startEmbedded, testSettings } from './embedded/index.ts';
import { runProgram } from './embedded/run.ts';
import { normalizeHosts } from './hosts.ts';
import { createDb, ensureAppRole, migrate, sql, withClient } from './index.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'quayside-hosts-'));
// The account that PostgreSQL runs under needs access.
chmodSync(dataDir, 0o711);
const home = join(dataDir, 'postgres');
const cluster = join(home, 'cluster');
const copy = join(home, 'standby');
const settings = { ...testSettings, wal_level: 'replica', max_wal_senders: '4', hot_standby: 'on' };
const found = findBinaries(embeddedPackage());
const log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

const cleanups: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup().catch(() => undefined);
  rmSync(dataDir, { recursive: true, force: true });
});

const account = () => serverAccount(cluster);
function own(path: string): void {
  const { uid, gid } = account() ?? {};
  if (uid === undefined || gid === undefined) return;
  chownSync(path, uid, gid);
  for (const entry of readdirSync(path, { withFileTypes: true, recursive: true }))
    chownSync(join(entry.parentPath, entry.name), uid, gid);
}
function pgCtl(at: string, ...args: string[]): Promise<unknown> {
  const program_ = program(prepareBinaries(found, account(), home), 'pg_ctl');
  return runProgram(program_, ['-D', at, ...args], { account: account(), cwd: at });
}
const startServer = (at: string, port: number) => {
  const options = Object.entries({ ...settings, port }).map(([key, value]) => `-c ${key}='${value}'`);
  return pgCtl(at, '-w', '-l', join(at, 'log'), '-o', options.join(' '), 'start');
};

/** Accepts connections and never responds, like a machine that hangs. */
function startSilent(): Promise<number> {
  const server: Server = createServer(() => undefined);
  cleanups.push(async () => server.close());
  return new Promise((done) => server.listen(0, '127.0.0.1', () => done((server.address() as { port: number }).port)));
}

it('several hosts: every connection follows the primary, through a failover to a streaming standby', {
  timeout: 180_000,
}, async () => {
  const first = await startEmbedded({ dataDir, binaries: found, settings, durable: false });
  const single = await ensureAppRole({ ownerUrl: first.ownerUrl, dataDir });
  await migrate(first.ownerUrl);
  await installQueueTables(first.ownerUrl);
  await first.stop();

  cpSync(cluster, copy, { recursive: true });
  const port = Number(new URL(first.ownerUrl).port);
  const otherPort = await freePort();
  const superuser = new URL(first.superuserUrl);
  writeFileSync(join(copy, 'standby.signal'), '');
  writeFileSync(
    join(copy, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=127.0.0.1 port=${port} user=${superuser.username} password=${superuser.password}'\n`,
  );
  own(copy);
  chmodSync(copy, 0o700);
  cleanups.push(() => pgCtl(cluster, '-m', 'immediate', 'stop'));
  await startServer(cluster, port);
  cleanups.push(() => pgCtl(copy, '-m', 'immediate', 'stop'));
  await startServer(copy, otherPort);

  // The standby is first, and a machine that hangs is among them.
  const hosts = `127.0.0.1:${otherPort},127.0.0.1:${await startSilent()},127.0.0.1:${port}`;
  const listed = (url: string) => normalizeHosts(url.replace(/@[^/]+/, `@${hosts}`));
  const ownerUrl = listed(first.ownerUrl);
  const appUrl = listed(single);
  expect(await ensureAppRole({ ownerUrl, dataDir })).toContain(encodeURIComponent(`,${port}`));
  expect(await migrate(ownerUrl)).toEqual([]);

  const db = createDb({ ownerUrl, appUrl, poolSize: 3 });
  cleanups.push(() => db.close());
  const serverPort = () =>
    db.global((tx) => tx.first<{ port: number }>(sql`select inet_server_port() as port`)).then((row) => row?.port);
  const heard: string[] = [];
  let gaps = 0;
  await db.listen(
    'failover',
    (payload) => heard.push(payload),
    () => (gaps += 1),
  );
  const boss = await startBoss(appUrl, true, log);
  cleanups.push(() => boss.stop({ graceful: false }));
  const kind = defineJob({ name: 'after-failover', payload: z.object({ n: z.number() }) });
  const done: number[] = [];
  await ensureQueues(boss, [kind]);
  const worker = await startWorker(boss, db, [handler(kind, async ({ n }) => void done.push(n))], log);
  cleanups.push(() => worker.stop(100));
  const queue = createQueue(boss);
  const work = (n: number) =>
    db.global(async (tx) => {
      tx.notify('failover', String(n));
      await queue.send(tx, kind, { n });
    });

  expect(await serverPort()).toBe(port);
  await work(1);
  await expect.poll(() => [done, heard], { timeout: 10_000 }).toEqual([[1], ['1']]);

  const position = await withClient(first.superuserUrl, 'test', (c) => c.query('select pg_current_wal_lsn() lsn'));
  const onStandby = first.superuserUrl.replace(`:${port}/`, `:${otherPort}/`);
  await expect
    .poll(async () => {
      const { rows } = await withClient(onStandby, 'test', (c) =>
        c.query('select pg_last_wal_replay_lsn() >= $1 as caught_up', [position.rows[0].lsn]),
      );
      return rows[0].caught_up;
    })
    .toBe(true);
  await pgCtl(cluster, '-m', 'immediate', 'stop');
  await expect(serverPort()).rejects.toThrow();
  await pgCtl(copy, '-w', 'promote');

  await expect.poll(() => serverPort().catch(() => undefined), { timeout: 20_000 }).toBe(otherPort);
  await expect.poll(() => gaps, { timeout: 20_000 }).toBe(1);
  await work(2);
  await expect
    .poll(() => [done, heard], { timeout: 60_000 })
    .toEqual([
      [1, 2],
      ['1', '2'],
    ]);

  // The old primary comes back as it was: connections stay with the one in use.
  await startServer(cluster, port);
  expect(await serverPort()).toBe(otherPort);
});
