import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { withClient } from '../connection.ts';
import { embeddedPackage, findBinaries } from './binaries.ts';
import { isAlive, readPostmaster } from './postmaster.ts';
import { productionSettings } from './settings.ts';
import { type EmbeddedOptions, type EmbeddedServer, startEmbedded } from './start.ts';

// Each test starts real servers, sometimes on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const servers = new Set<EmbeddedServer>();
const folders = new Set<string>();

/** A typical folder, below one that any account may enter. */
function freshDir(): string {
  const above = mkdtempSync(path.join(tmpdir(), 'quayside-embedded-'));
  chmodSync(above, 0o755);
  folders.add(above);
  return path.join(above, 'data');
}

async function start(dataDir: string, options: Partial<EmbeddedOptions> = {}): Promise<EmbeddedServer> {
  const server = await startEmbedded({ dataDir, durable: false, ...options });
  servers.add(server);
  return server;
}

async function stop(server: EmbeddedServer): Promise<void> {
  servers.delete(server);
  await server.stop();
}

afterEach(async () => {
  for (const server of servers) await server.stop();
  servers.clear();
  for (const dir of folders) rmSync(dir, { recursive: true, force: true });
  folders.clear();
});

const cluster = (dataDir: string) => path.join(dataDir, 'postgres', 'cluster');

/** A Quayside in its own process that holds the server until it is killed. */
async function startElsewhere(dataDir: string): Promise<ChildProcess> {
  const script = `
    import { startEmbedded } from ${JSON.stringify(path.join(import.meta.dirname, 'start.ts'))};
    const server = await startEmbedded({ dataDir: ${JSON.stringify(dataDir)}, durable: false });
    console.log('ready ' + server.pid);
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (!child.stdout) throw new Error('no output');
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  expect(line.toString()).toMatch(/^ready \d+/);
  return child;
}

async function kill9(child: ChildProcess): Promise<void> {
  const over = once(child, 'exit');
  child.kill('SIGKILL');
  await over;
}

const valueIn = (server: EmbeddedServer) =>
  withClient(server.ownerUrl, 'test', async (c) => (await c.query<{ n: number }>('select n from kept')).rows[0]?.n);
const keep = (server: EmbeddedServer, n: number) =>
  withClient(server.ownerUrl, 'test', (c) => c.query(`create table kept (n int); insert into kept values (${n})`));

test('data outlives a stop; the port and the passwords stay; the files are private', async () => {
  const dir = freshDir();
  const first = await start(dir);
  await keep(first, 42);
  await stop(first);
  expect(isAlive(first.pid) && readPostmaster(cluster(dir))).toBeFalsy();
  const second = await start(dir);
  expect(second.ownerUrl).toBe(first.ownerUrl);
  expect(await valueIn(second)).toBe(42);
  expect(statSync(cluster(dir)).mode & 0o077).toBe(0);
  for (const file of ['passwords.json', 'server.log']) {
    expect(statSync(path.join(dir, 'postgres', file)).mode & 0o777).toBe(0o600);
  }
});

test('only a password lets in, and the owner is no superuser', async () => {
  const dir = freshDir();
  const server = await start(dir);
  const wrong = new URL(server.ownerUrl);
  wrong.password = 'wrong';
  await expect(withClient(wrong.href, 'test', async () => 0)).rejects.toMatchObject({ code: '28P01' });
  const rules = readFileSync(path.join(cluster(dir), 'pg_hba.conf'), 'utf8').split('\n');
  const allowed = rules.filter((line) => /^(local|host)/.test(line));
  expect(allowed.length).toBeGreaterThan(0);
  expect(allowed.filter((line) => !line.endsWith('scram-sha-256'))).toEqual([]);
  const { rows } = await withClient(server.ownerUrl, 'test', (c) =>
    c.query(`select rolsuper, rolbypassrls, current_setting('listen_addresses') listens, current_setting('fsync') fsync,
      current_setting('synchronous_commit') sync, current_setting('server_encoding') encoding
      from pg_roles where rolname = current_user`),
  );
  expect(rows).toEqual([
    { rolsuper: false, rolbypassrls: false, listens: '127.0.0.1', fsync: 'on', sync: 'on', encoding: 'UTF8' },
  ]);
});

test('a second start on the same folder is refused in one sentence, from here and from another process', async () => {
  const dir = freshDir();
  const holder = await startElsewhere(dir);
  try {
    await expect(start(dir)).rejects.toThrow(`Another Quayside (process ${holder.pid}`);
  } finally {
    await kill9(holder);
  }
  await start(dir);
  await expect(start(dir)).rejects.toThrow('is using the data folder');
});

test('after kill -9 the server is taken over as it runs', async () => {
  const dir = freshDir();
  const holder = await startElsewhere(dir);
  const orphan = readPostmaster(cluster(dir));
  await kill9(holder);
  const server = await start(dir);
  expect(server).toMatchObject({ adopted: true, pid: orphan?.pid });
  await keep(server, 7);
  await stop(server);
  expect((await start(dir)).adopted).toBe(false);
});

test('a server left over with other settings is restarted, its data whole', async () => {
  const dir = freshDir();
  const holder = await startElsewhere(dir);
  await kill9(holder);
  const server = await start(dir, { settings: { ...productionSettings, work_mem: '5MB' } });
  expect(server.adopted).toBe(false);
  const { rows } = await withClient(server.ownerUrl, 'test', (c) => c.query('show work_mem'));
  expect(rows).toEqual([{ work_mem: '5MB' }]);
});

test('after a power cut the pid file names a stranger, who is left alone', async () => {
  const dir = freshDir();
  const first = await start(dir);
  await keep(first, 9);
  const pidFile = path.join(cluster(dir), 'postmaster.pid');
  const left = readFileSync(pidFile, 'utf8').split('\n');
  await stop(first);
  left[0] = String(process.pid);
  writeFileSync(pidFile, left.join('\n'), { mode: 0o644 });
  const second = await start(dir);
  expect(await valueIn(second)).toBe(9);
});

test('a killed server recovers what it had answered', async () => {
  const dir = freshDir();
  const first = await start(dir);
  await keep(first, 11);
  process.kill(first.pid, 'SIGKILL');
  await stop(first);
  const second = await start(dir);
  expect(second.adopted).toBe(false);
  expect(await valueIn(second)).toBe(11);
});

test('a port taken by another program is exchanged for a free one', async () => {
  const dir = freshDir();
  const first = await start(dir);
  await stop(first);
  const port = Number(new URL(first.ownerUrl).port);
  const squatter = createServer().listen(port, '127.0.0.1');
  await once(squatter, 'listening');
  try {
    const second = await start(dir);
    expect(Number(new URL(second.ownerUrl).port)).not.toBe(port);
  } finally {
    squatter.close();
  }
});

test('a first start cut short leaves nothing in the way of the next', async () => {
  const dir = freshDir();
  const unfinished = path.join(dir, 'postgres', 'making-1', 'cluster');
  mkdirSync(unfinished, { recursive: true });
  writeFileSync(path.join(unfinished, 'PG_VERSION'), '18');
  await start(dir);
  expect(existsSync(unfinished)).toBe(false);
});

test('data of another major version is refused in one sentence', async () => {
  const dir = freshDir();
  await stop(await start(dir));
  const binaries = { ...findBinaries(embeddedPackage()), major: 19 };
  await expect(start(dir, { binaries })).rejects.toThrow(
    'belongs to PostgreSQL 18, and this version of Quayside includes PostgreSQL 19',
  );
});

test('lost passwords beside data are refused in one sentence', async () => {
  const dir = freshDir();
  await stop(await start(dir));
  rmSync(path.join(dir, 'postgres', 'passwords.json'));
  await expect(start(dir)).rejects.toThrow("The database's passwords are missing");
});
