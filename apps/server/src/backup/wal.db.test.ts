import { spawn } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fakeOrder } from '@quayside/testing/fakes/fake-trade.ts';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { readConfig } from '../config.ts';
import { type EmbeddedServer, startEmbedded } from '../db/embedded/index.ts';
import { createDb, type Db, ensureAppRole, migrate, sql, withClient } from '../db/index.ts';
import { giveBonus, readWallet } from '../features/wallet/index.ts';
import { tradeWorld } from '../testing/fakes/trade-world.ts';
import { keepWal, readWithPassphrase, restoreUntil, runBackup, stopKeepingWal } from './index.ts';
import { listWal, pruneWal, SEGMENT_BYTES } from './wal-files.ts';
import { readWalKey } from './wal-key.ts';
import { readWalState } from './wal-state.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const PASSPHRASE = 'correct horse battery staple';
const root = mkdtempSync(join(tmpdir(), 'quayside-wal-'));
// The database's account passes through it when the tests run as root.
const folder = join(root, 'in');
const dataDir = join(folder, 'data');
const backups = join(folder, 'backups');
const config = readConfig({ QUAYSIDE_DATA: dataDir, QUAYSIDE_BACKUP_DIR: backups, QUAYSIDE_SANDBOX: 'off' }, [], root);

let server: EmbeddedServer;
let db: Db;
let world: Awaited<ReturnType<typeof tradeWorld>>;
let owner: Awaited<ReturnType<(typeof world)['owner']>>;

beforeAll(async () => {
  chmodSync(root, 0o711);
  mkdirSync(folder, { mode: 0o711 });
  mkdirSync(join(dataDir, 'files'), { recursive: true, mode: 0o711 });
  writeFileSync(join(dataDir, 'app-secret'), 'a secret that only tests have, 32+ long', { mode: 0o600 });
  server = await startEmbedded({ dataDir, durable: false });
  const appUrl = await ensureAppRole({ ownerUrl: server.ownerUrl, dataDir });
  await migrate(server.ownerUrl);
  db = createDb({ ownerUrl: server.ownerUrl, appUrl, poolSize: 5 });
  world = await tradeWorld(db);
  owner = await world.owner();
});
afterAll(async () => {
  await db?.close();
  await server?.stop();
  rmSync(root, { recursive: true, force: true });
});

const keep = (limitBytes?: number) => keepWal({ dataDir, dir: backups, ...(limitBytes ? { limitBytes } : {}) });
const backUp = async () => {
  const options = { config, dataDir, dir: backups, passphrase: async () => PASSPHRASE, scheduled: false, logN: 10 };
  return (await runBackup({ ...options, verify: false }))?.file ?? '';
};
const restore = (until: Date, into: string, passphrase = PASSPHRASE) =>
  restoreUntil(backups, { decrypter: readWithPassphrase(passphrase), dataDir: into, replace: false, until });
const state = () => db.global((tx) => readWalState(tx));
const walFolder = async () => join(backups, (await readWalKey(dataDir))?.folder ?? '');

const credit = (key: string, amount: number) =>
  db.tenant(owner.scope, (tx) =>
    giveBonus(tx, { accountId: owner.scope.accountId, mode: 'sandbox', key: `bonus:${key}`, amount }),
  );
async function order(n: number): Promise<void> {
  world.shop.orders.set(String(1000 + n), fakeOrder(n));
  await world.ordering.pollOrders(owner.scope, owner.storeId);
}
const booksOf = async (of: Db) => ({
  wallet: await of.read(owner.scope, (ex) => readWallet(ex, owner.scope.accountId, 'sandbox')),
  counts: await of.read(owner.scope, (ex) =>
    ex.first(sql`select (select count(*) from sales_order) as orders, (select count(*) from order_line) as lines,
      (select count(*) from ledger_entry) as entries, (select sum(amount)::text from ledger_entry) as sum`),
  ),
});
/** A time of the database's clock with every earlier write before it, and every later one after it. */
const moment = async (): Promise<Date> => {
  const at = await db.global((tx) => tx.first<{ at: string }>(sql`select clock_timestamp()::timestamptz(3) as at`));
  const taken = new Date(Date.parse(at?.at ?? '') + 1);
  await vi.waitFor(async () => {
    const now = await db.global((tx) => tx.first<{ past: boolean }>(sql`select clock_timestamp() > ${taken} as past`));
    expect(now?.past).toBe(true);
  });
  return taken;
};

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

/** Of the first test. */
let file: string;
let early: Date;
let wanted: Date;
let end: Date;

it('restores to a moment between two backups: its books are those of that moment, and sending is paused', async () => {
  await keep();
  await order(1);
  await credit('before', 500);
  early = await moment();
  file = await backUp();
  await keep();
  await order(2);
  await credit('until', 300);
  writeFileSync(join(dataDir, 'files/photo'), 'a later photo');
  const was = await booksOf(db);
  wanted = await moment();
  await order(3);
  await credit('after', 200);
  await keep();
  await order(4);
  await keep();
  await backUp();
  end = await keep();
  expect(await state()).toMatchObject({ until: end.toISOString(), error: null });

  const into = join(folder, 'restored');
  expect(await restore(wanted, into)).toMatchObject({ file });
  await open(into, async (there) => {
    expect(await booksOf(there)).toEqual(was);
    expect(was.counts).toMatchObject({ orders: 2 });
    const held = await there.global((tx) => tx.first(sql`select sending_held_reason as reason from installation`));
    expect(held).toEqual({ reason: 'restored' });
    expect(await there.global((tx) => readWalState(tx))).toMatchObject({ since: null, until: null });
  });
  // A log of its own: it shares no folder with the original.
  expect(await readWalKey(into)).toBeUndefined();
  expect(existsSync(join(into, 'files/photo'))).toBe(false);
  expect((await booksOf(db)).counts).toMatchObject({ orders: 4 });
});

it('adds files stored after the backup where the replaced data folder has them', async () => {
  const into = join(folder, 'with-files');
  mkdirSync(join(into, 'files'), { recursive: true });
  copyFileSync(join(dataDir, 'files/photo'), join(into, 'files/photo'));
  await restoreUntil(backups, { decrypter: readWithPassphrase(PASSPHRASE), dataDir: into, replace: true, until: end });
  expect(readFileSync(join(into, 'files/photo'), 'utf8')).toBe('a later photo');
});

it('refuses moments it has no log or backup for, and a wrong passphrase, before anything is touched', async () => {
  const into = join(folder, 'refused');
  await expect(restore(early, into)).rejects.toThrow('is from before');
  await expect(restore(new Date(end.getTime() + 60_000), into)).rejects.toThrow(
    `The kept write-ahead log ends earlier, so the database can't be restored to ${new Date(end.getTime() + 60_000).toISOString()}. The latest possible moment is ${end.toISOString()}`,
  );
  await expect(restore(wanted, into, 'another passphrase')).rejects.toThrow('The passphrase is wrong');
  expect(readdirSync(into).filter((name) => !name.startsWith('quayside.'))).toEqual([]);
});

it('names a missing or damaged log file and the last moment before it', async () => {
  const into = join(folder, 'broken');
  const kept = await walFolder();
  const files = listWal(kept);
  // Of the moment wanted: the first one with a later commit. The one before it ends what is left.
  const at = files.findIndex(({ until }) => until && until >= wanted);
  const [before, needed] = [files[at - 1], files[at]];
  const path = join(kept, needed?.name ?? '');
  const last = before?.until?.toISOString() ?? '';
  renameSync(path, join(folder, 'aside'));
  await expect(restore(wanted, into)).rejects.toThrow(
    `The log file ${needed?.segment} in ${kept} is missing, so the database can't be restored to ${wanted.toISOString()}. The latest possible moment is ${last}: use --until ${last}.`,
  );
  const bytes = readFileSync(join(folder, 'aside'));
  for (const at of [30, 300, bytes.length - 1]) {
    const flipped = Buffer.from(bytes);
    flipped[at] = (flipped[at] ?? 0) ^ 1;
    writeFileSync(path, flipped);
    await expect(restore(wanted, into)).rejects.toThrow(`The log file ${needed?.name} in ${kept} is damaged`);
  }
  writeFileSync(path, bytes.subarray(0, bytes.length - 20));
  await expect(restore(wanted, into)).rejects.toThrow('is damaged');
  expect(readdirSync(into).filter((name) => !name.startsWith('quayside.'))).toEqual([]);
  // The moment it names can be restored.
  if (before?.until) await restore(before.until, into);
  writeFileSync(path, bytes);
});

/** Runs a script in a process of its own and kills it when it writes its first file in a folder. */
async function killWhileWriting(dir: string, args: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, args, {
    env: {
      PATH: process.env.PATH,
      QUAYSIDE_DATA: dataDir,
      QUAYSIDE_BACKUP_DIR: backups,
      QUAYSIDE_SANDBOX: 'off',
      QUAYSIDE_BACKUP_PASSPHRASE: PASSPHRASE,
    },
    stdio: 'ignore',
  });
  const died = new Promise((resolve) => child.on('close', (_code, signal) => resolve(signal)));
  const watcher = watch(dir, (_event, name) => {
    if (name?.endsWith('.part')) child.kill('SIGKILL');
  });
  expect(await died).toBe('SIGKILL');
  watcher.close();
}

it('survives kills while a backup is made and while the log is copied', async () => {
  const kept = await walFolder();
  await killWhileWriting(backups, [join(import.meta.dirname, '../ops/backup.ts'), '--no-verify']);
  await credit('killed-backup', 100);
  const script = `const { keepWal } = await import(${JSON.stringify(join(import.meta.dirname, 'keep-wal.ts'))});
    await keepWal(${JSON.stringify({ dataDir, dir: backups })});`;
  await killWhileWriting(kept, ['--input-type=module', '--eval', script]);
  await credit('killed-copy', 100);
  const was = await booksOf(db);
  const then = await moment();
  await keep();
  expect(readdirSync(kept).filter((name) => name.endsWith('.part'))).toEqual([]);
  const into = join(folder, 'after-kills');
  await restore(then, into);
  await open(into, async (there) => expect(await booksOf(there)).toEqual(was));
});

it('keeps nothing in plain text', async () => {
  for (const { name } of listWal(await walFolder()))
    expect(
      readFileSync(join(await walFolder(), name))
        .subarray(0, 21)
        .toString(),
    ).toBe('age-encryption.org/v1');
});

it('records why the log could not be kept, and continues without a gap', async () => {
  const kept = await walFolder();
  renameSync(kept, join(folder, 'unmounted'));
  await expect(keep()).rejects.toThrow('is missing: mount the backup folder');
  const failing = await state();
  expect(failing.error).toContain('is missing: mount the backup folder');
  expect(failing.failingSince).not.toBeNull();
  // A file where the folder should be can't be written to by any account.
  writeFileSync(kept, '');
  await expect(keep()).rejects.toThrow();
  rmSync(kept);
  renameSync(join(folder, 'unmounted'), kept);
  await credit('later', 100);
  const was = await booksOf(db);
  const then = await moment();
  await keep();
  expect(await state()).toMatchObject({ failingSince: null, error: null });
  const into = join(folder, 'continued');
  await restore(then, into);
  await open(into, async (there) => expect(await booksOf(there)).toEqual(was));
});

const query = (text: string) =>
  withClient(server.superuserUrl, 'quayside test', async (client) => (await client.query(text)).rows);

it('lets the database remove what is kept', async () => {
  await keep();
  const [slot] = await query(
    `select pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)::int as behind from pg_replication_slots`,
  );
  expect(slot.behind).toBeLessThan(SEGMENT_BYTES);
});

it('copies no file of the log with other content than its name says, and nothing after it', async () => {
  await keep();
  const [{ segment }] = await query('select pg_walfile_name(pg_current_wal_lsn()) as segment');
  await credit('damaged', 1);
  await query('select pg_switch_wal()');
  const file = join(dataDir, 'postgres', 'cluster', 'pg_wal', segment);
  const whole = readFileSync(file);
  const before = listWal(await walFolder());
  // The address that PostgreSQL writes into the first page; a reused file has another.
  writeFileSync(file, Buffer.concat([whole.subarray(0, 8), Buffer.alloc(8, 1), whole.subarray(16)]));
  await expect(keep()).rejects.toThrow(`log file ${segment} has other content than its name says`);
  expect(listWal(await walFolder())).toEqual(before);
  writeFileSync(file, whole);
  await keep();
});

it('copies nothing into a folder whose log ends elsewhere', async () => {
  await keep();
  const kept = await walFolder();
  const last = listWal(kept).at(-1)?.name ?? '';
  renameSync(join(kept, last), join(folder, last));
  await expect(keep()).rejects.toThrow('another copy of this installation writes there');
  expect(listWal(kept).map(({ name }) => name)).not.toContain(last);
  renameSync(join(folder, last), join(kept, last));
  await keep();
});

it('deletes the log from before the oldest backup', async () => {
  const kept = await walFolder();
  const files = listWal(kept);
  pruneWal(backups, new Date(Date.now() - 60_000), undefined);
  expect(listWal(kept)).toEqual(files);
  const until = files.find((one) => one.until)?.until ?? new Date();
  pruneWal(backups, new Date(until.getTime() + 60 * 60_000 + 1), undefined);
  expect(listWal(kept)[0]?.segment).toBe(files[files.findIndex((one) => one.until) + 1]?.segment);
});

it('begins again when the database has more unkept log than its disk should hold', async () => {
  const before = await readWalKey(dataDir);
  await withClient(server.superuserUrl, 'quayside test', (client) => client.query('select pg_switch_wal()'));
  await credit('more', 1);
  await keep(1);
  expect((await readWalKey(dataDir))?.folder).not.toBe(before?.folder);
  expect(Date.parse((await state()).since ?? '')).toBeGreaterThan(wanted.getTime());
  // Usable with the next backup.
  await expect(restore(new Date((await keep()).getTime() + 1), join(folder, 'again'))).rejects.toThrow(
    /ends earlier|missing/,
  );
});

it('leaves nothing behind that fills the disk when it is switched off', async () => {
  await stopKeepingWal(dataDir);
  const slots = await withClient(server.superuserUrl, 'quayside test', (client) =>
    client.query('select slot_name from pg_replication_slots'),
  );
  expect(slots.rows).toEqual([]);
  expect(await readWalKey(dataDir)).toBeUndefined();
  expect(await state()).toMatchObject({ since: null, until: null });
});
