import { type ChildProcess, spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fakeOrder } from '@quayside/testing/fakes/fake-trade.ts';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { readConfig } from '../config.ts';
import { type EmbeddedServer, startEmbedded, UNFINISHED } from '../db/embedded/index.ts';
import { createDb, type Db, ensureAppRole, migrate, sql, withClient } from '../db/index.ts';
import { requestPlacement } from '../features/purchasing/actions/request-placement.ts';
import { giveBonus, readWallet } from '../features/wallet/index.ts';
import { tradeWorld } from '../testing/fakes/trade-world.ts';
import { listBackups } from './backup-file.ts';
import { readWithPassphrase, restoreEmbedded, runBackup } from './index.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const PASSPHRASE = 'correct horse battery staple';
const SECRET = 'a secret that only tests have, 32+ long';
const root = mkdtempSync(join(tmpdir(), 'quayside-backups-'));
// The database's account passes through it when the tests run as root.
const folder = join(root, 'in');
const dataDir = join(folder, 'data');
const backups = join(folder, 'backups');
const passphraseFile = join(root, 'passphrase');
const environment = {
  QUAYSIDE_DATA: dataDir,
  QUAYSIDE_BACKUP_DIR: backups,
  QUAYSIDE_BACKUP_PASSPHRASE_FILE: passphraseFile,
  QUAYSIDE_SANDBOX: 'off',
};
const config = readConfig(environment, [], root);
const backUp = (verify = false) =>
  runBackup({ config, dataDir, dir: backups, passphrase: async () => PASSPHRASE, scheduled: false, verify, logN: 10 });
const restore = (file: string, into: string, replace = false, passphrase = PASSPHRASE) =>
  restoreEmbedded({ file, decrypter: readWithPassphrase(passphrase), dataDir: into, replace });

/** The backup of the first test. */
let whole: string;
let server: EmbeddedServer;
let db: Db;
beforeAll(async () => {
  chmodSync(root, 0o711);
  mkdirSync(folder, { mode: 0o711 });
  mkdirSync(dataDir, { mode: 0o711 });
  writeFileSync(passphraseFile, `${PASSPHRASE}\n`, { mode: 0o600 });
  writeFileSync(join(dataDir, 'app-secret'), SECRET, { mode: 0o600 });
  mkdirSync(join(dataDir, 'files/ab'), { recursive: true });
  writeFileSync(join(dataDir, 'files/ab/photo'), 'a photo');
  server = await startEmbedded({ dataDir, durable: false });
  const appUrl = await ensureAppRole({ ownerUrl: server.ownerUrl, dataDir });
  await migrate(server.ownerUrl);
  db = createDb({ ownerUrl: server.ownerUrl, appUrl, poolSize: 5 });
});
afterAll(async () => {
  await db?.close();
  await server?.stop();
  rmSync(root, { recursive: true, force: true });
});

/** The books of an account as the application reads them. */
const booksOf = async (of: Db, scope: { accountId: string; workplaceId: string }) => ({
  wallet: await of.read(scope, (ex) => readWallet(ex, scope.accountId, 'sandbox')),
  counts: await of.read(scope, (ex) =>
    ex.first(sql`select (select count(*) from sales_order) as orders, (select count(*) from supplier_order) as placed,
      (select count(*) from ledger_entry) as entries, (select coalesce(sum(amount), 0)::text from ledger_entry) as sum`),
  ),
});

async function open<T>(at: string, work: (there: Db) => Promise<T>): Promise<T> {
  const started = await startEmbedded({ dataDir: at, durable: false });
  try {
    const appUrl = await ensureAppRole({ ownerUrl: started.ownerUrl, dataDir: at });
    const there = createDb({ ownerUrl: started.ownerUrl, appUrl, poolSize: 2 });
    try {
      return await work(there);
    } finally {
      await there.close();
    }
  } finally {
    await started.stop();
  }
}

const holdOf = (there: Db) =>
  there.global((tx) => tx.first<{ reason: string }>(sql`select sending_held_reason as reason from installation`));

it('a backup made while orders are placed and wallets credited is one state, and restores to the same books', async () => {
  const world = await tradeWorld(db);
  const [quiet, busy] = [await world.owner(), await world.owner()];
  for (let n = 0; n < 3; n += 1) world.shop.orders.set(String(1000 + n), fakeOrder(n));
  await world.ordering.pollOrders(quiet.scope, quiet.storeId);
  const ids = await db.read(quiet.scope, (ex) => ex.rows<{ order_id: string }>(sql`select order_id from sales_order`));
  await requestPlacement(world.deps, quiet.scope, ids.slice(1), true);
  await world.settle(quiet);
  const was = await booksOf(db, quiet.scope);
  expect(was.counts).toMatchObject({ orders: 3, placed: 2, sum: '0' });

  let ended = false;
  let written = 0;
  const writing = (async () => {
    while (!ended) {
      written += 1;
      await db.tenant(busy.scope, (tx) =>
        giveBonus(tx, { accountId: busy.scope.accountId, mode: 'sandbox', key: `bonus:${written}`, amount: 1 }),
      );
    }
  })();
  const made = await backUp(true).finally(() => {
    ended = true;
    return writing;
  });
  whole = made?.file ?? '';
  expect(written).toBeGreaterThan(20);
  expect(made?.verified?.rows).toBeGreaterThan(100);
  // Compared one to one: the rows at one position of the log, with writes before and after it.
  expect(made?.verified?.exact).toBe(true);

  const into = join(folder, 'restored');
  await restore(made?.file ?? '', into);
  expect(readFileSync(join(into, 'app-secret'), 'utf8')).toBe(SECRET);
  expect(readFileSync(join(into, 'files/ab/photo'), 'utf8')).toBe('a photo');
  await open(into, async (there) => {
    expect(await holdOf(there)).toEqual({ reason: 'restored' });
    expect(await booksOf(there, quiet.scope)).toEqual(was);
    const { counts } = await booksOf(there, busy.scope);
    expect(counts).toMatchObject({ sum: '0' });
  });
  const { rows } = await withClient(server.superuserUrl, 'quayside test', (client) =>
    client.query('select name, verified_rows::int as rows, error from backup_run'),
  );
  expect(rows).toEqual([{ name: made?.name, rows: made?.verified?.rows, error: null }]);
});

it('refuses a wrong passphrase and damaged files before anything is touched', async () => {
  const content = readFileSync(whole);
  const into = join(folder, 'never');
  const nothing = () =>
    existsSync(into) && readdirSync(into).filter((name) => name !== 'quayside.lock' && name !== 'quayside.pid');
  await expect(restore(whole, into, false, 'another passphrase')).rejects.toThrow('The passphrase is wrong');
  expect(nothing()).toEqual([]);
  const bad = join(folder, 'bad.backup');
  const damaged = async (bytes: Buffer) => {
    writeFileSync(bad, bytes);
    await expect(restore(bad, into)).rejects.toMatchObject({ name: 'BackupRefused' });
    expect(nothing()).toEqual([]);
  };
  for (const at of [10, 60, 400, Math.floor(content.length / 2), content.length - 1]) {
    const flipped = Buffer.from(content);
    flipped[at] = (flipped[at] ?? 0) ^ 1;
    await damaged(flipped);
  }
  // 64 KiB and 16 bytes are one sealed piece: a cut between two is found too.
  const header = content.indexOf('\n', content.indexOf('\n---')) + 1 + 16;
  for (const length of [0, 100, header + 2 * (65_536 + 16), Math.floor(content.length / 2), content.length - 1])
    await damaged(content.subarray(0, length));
  await damaged(Buffer.from('not a backup at all'));
  await expect(restore(join(folder, 'none.backup'), into)).rejects.toThrow('not found');
});

it('refuses a data folder with content, unless it is moved aside', async () => {
  const file = whole;
  const into = join(folder, 'used');
  mkdirSync(into, { mode: 0o711 });
  writeFileSync(join(into, 'app-secret'), 'another');
  await expect(restore(file, into)).rejects.toThrow('--replace');
  expect(readdirSync(into)).toContain('app-secret');
  await expect(restore(file, dataDir, true)).rejects.toThrow('stop Quayside first');

  // Interrupted while the content was put in place: not a folder to start, and the restore may be repeated.
  writeFileSync(join(into, UNFINISHED), '');
  await expect(startEmbedded({ dataDir: into })).rejects.toThrow('npm run restore');
  const { replaced = '' } = await restore(file, into);
  expect(readFileSync(join(replaced, 'app-secret'), 'utf8')).toBe('another');
  expect(readFileSync(join(into, 'app-secret'), 'utf8')).toBe(SECRET);
  expect(existsSync(join(into, UNFINISHED))).toBe(false);
});

it('one backup at a time', async () => {
  const ends = await Promise.allSettled([backUp(), backUp()]);
  expect(ends.map((end) => end.status).sort()).toEqual(['fulfilled', 'rejected']);
  const refused = ends.find((end) => end.status === 'rejected');
  expect(String(refused?.reason)).toContain('Another backup of this database is running');
});

it('a backup killed in the middle leaves the old ones, and no file that looks whole', async () => {
  const before = listBackups(backups);
  const command = (): ChildProcess =>
    spawn(process.execPath, [join(import.meta.dirname, '../ops/backup.ts'), '--no-verify'], {
      env: { PATH: process.env.PATH, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  const child = command();
  const died = new Promise((resolve) => child.on('close', (_code, signal) => resolve(signal)));
  await new Promise<void>((resolve) => {
    const watcher = watch(backups, (_event, name) => {
      if (!name?.endsWith('.part')) return;
      watcher.close();
      child.kill('SIGKILL');
      resolve();
    });
  });
  expect(await died).toBe('SIGKILL');
  expect(listBackups(backups)).toEqual(before);
  expect(readdirSync(backups).filter((name) => name.endsWith('.part'))).toHaveLength(1);
  // The lock ended with the process, its rest goes with the next one, and the record says so.
  const made = await vi.waitFor(() => backUp(), { timeout: 20_000 });
  expect(listBackups(backups)).toEqual([made?.name, ...before]);
  expect(readdirSync(backups).filter((name) => name.endsWith('.part'))).toEqual([]);
  const { rows } = await withClient(server.superuserUrl, 'quayside test', (client) =>
    client.query(`select error from backup_run order by started_at desc limit 2`),
  );
  expect(rows).toEqual([{ error: null }, { error: 'the backup was interrupted' }]);
  expect(readdirSync(dataDir).filter((name) => name.startsWith('verifying'))).toEqual([]);
});
