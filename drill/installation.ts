import { chmodSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { ensureSandbox, stopSandbox } from '@quayside/sandbox';
import { databaseName, superuserName } from '@quayside/server/src/db/embedded/init-cluster.ts';
import { readPostmaster } from '@quayside/server/src/db/embedded/postmaster.ts';
import { withClient } from '@quayside/server/src/db/index.ts';
import { createTestDatabase } from '@quayside/server/src/testing/db/index.ts';
import { type Child, createChild } from '@quayside/testing/child.ts';
import { freePort } from '@quayside/testing/free-port.ts';
import { until } from '@quayside/testing/waiting.ts';
import { startDatabaseProxy } from './database-proxy.ts';
import { childrenOf, ownerOfPort } from './port-owner.ts';

const root = join(import.meta.dirname, '..');
const MAIN = join(root, 'apps/server/src/main.ts');
const PRELOAD = ['--import', pathToFileURL(join(import.meta.dirname, 'preload.ts')).href];
const SANDBOX_START_MS = 120_000;
const AWAY_MS = 20_000;
export const DRILL_SECRET = 'a secret that only the drill has, 32+ long';
export const DRILL_OPERATOR = 'drill-operator@example.com';

export type Layout = 'two-workers' | 'one-process';

/** How far each process's clock is off against the database's, in milliseconds. */
export interface Clocks {
  web: number;
  first: number;
  second: number;
}

/** A Quayside of processes that can be killed, with the sandbox beside it that outlives them. */
export interface Installation {
  url: string;
  sandboxUrl: string;
  /** The address of a superuser: for the judge and the counting of kills, never given to Quayside. */
  judgeUrl(): string;
  rows<T>(text: string, values?: unknown[]): Promise<T[]>;
  /** Kills the process that has this connection (its own local port) with SIGKILL. false: it was gone already. */
  killOwner(port: number | undefined, look?: () => Promise<void>): Promise<Killed | undefined>;
  /** Freezes the process that has this connection with SIGSTOP. undefined: it is gone. */
  freeze(port: number | undefined): { thaw(): void } | undefined;
  /** From now on everything said to the database or by it takes so much longer; where nothing stands between, it does not. */
  slowDatabase(ms: number): void;
  /** Breaks the connections of every process to the database. */
  cutDatabase(): Promise<void>;
  /** Lets PostgreSQL end all its work at once and recover from its log, as after a crash. Settles when it is there again. */
  restartDatabase(): Promise<void>;
  /** Whether a process that works has the connection with this local port. */
  isAlive(port: number): boolean;
  /** Waits until there is a process that works; of two workers one may still be starting. */
  settled(): Promise<void>;
  /** Waits until every process works again; throws when one could not be started. */
  whole(): Promise<void>;
  /** Why starts of processes ended before they were ready; each was followed by another one. */
  failedStarts(): string[];
  stop(): Promise<void>;
}

export interface Killed {
  name: string;
  /** Settles when it works again. */
  back: Promise<void>;
}

function environment(port: number, dataDir: string, more: Record<string, string>): Record<string, string> {
  const { PATH = '', HOME = '' } = process.env;
  return {
    PATH,
    HOME,
    PORT: String(port),
    QUAYSIDE_DATA: dataDir,
    QUAYSIDE_SANDBOX: 'on',
    // Neither the demo account nor a catalogue of thousands is under test: making them takes as long as the whole small drill.
    QUAYSIDE_SANDBOX_DEMO: 'off',
    QUAYSIDE_SANDBOX_PRODUCTS: '100',
    QUAYSIDE_LOG: process.env.QUAYSIDE_LOG ?? 'warn',
    // A start costs half the work: what is tried here is what a start finds, not how it reads its sources.
    NODE_COMPILE_CACHE: join(dataDir, 'compiled'),
    APP_SECRET: DRILL_SECRET,
    QUAYSIDE_OPERATORS: DRILL_OPERATOR,
    ...more,
  };
}

/** A signal to a process that may have ended meanwhile. */
function signal(pid: number, name: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}

function freeze(pid: number | undefined): { thaw(): void } | undefined {
  if (pid === undefined || !signal(pid, 'SIGSTOP')) return undefined;
  return { thaw: () => void signal(pid, 'SIGCONT') };
}

/** The sessions of an application with the database, by the process of PostgreSQL that serves them. */
const SESSIONS = `select pid from pg_stat_activity where datname = current_database() and application_name <> 'quayside drill'`;

/** While PostgreSQL recovers it lets nobody in. Source: its appendix "PostgreSQL Error Codes", classes 57 and 08. */
const isAway = (error: unknown): boolean => {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  return /^(57P|08|ECONN)/.test(code) || message.includes('Connection terminated');
};

async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (const end = Date.now() + AWAY_MS; ; ) {
    try {
      return await work();
    } catch (error) {
      if (!isAway(error) || Date.now() > end) throw error;
      await sleep(100);
    }
  }
}

/** A process of PostgreSQL that is killed takes all others with it; the server then starts again from its log. */
async function crash(url: () => string): Promise<void> {
  const [one] = await query<{ pid: number }>(url(), `${SESSIONS} limit 1`, []);
  if (!one || !signal(one.pid, 'SIGKILL')) return;
  await until(
    'PostgreSQL to be there again',
    () =>
      query<{ pid: number }>(url(), `select pid from pg_stat_activity where pid = ${one.pid}`, []).then(
        (rows) => rows.length === 0,
        () => false,
      ),
    { everyMs: 50 },
  );
}

async function query<T>(url: string, text: string, values: unknown[]): Promise<T[]> {
  return withClient(url, 'quayside drill', async (client) => (await client.query(text, values)).rows as T[]);
}

/** On a crowded machine the sandbox takes longer to start than Quayside waits for it. */
const startSandbox = (dataDir: string): Promise<{ baseUrl: string }> =>
  ensureSandbox({ dataDir: join(dataDir, 'sandbox'), startMs: SANDBOX_START_MS });

/** A web process and two workers on one DATABASE_URL; the workers are killed. */
async function twoWorkers(dataDir: string, more: Record<string, string>, clocks: Clocks): Promise<Installation> {
  const db = await createTestDatabase({ onConnectionError: () => undefined });
  const port = await freePort();
  const { hostname, port: serverPort } = new URL(db.ownerUrl);
  const proxy = await startDatabaseProxy({ host: hostname, port: Number(serverPort) });
  const through = (address: string): string => {
    const url = new URL(address);
    url.port = String(proxy.port);
    return url.href;
  };
  const env = environment(port, dataDir, {
    DATABASE_URL: through(db.ownerUrl),
    QUAYSIDE_APP_DATABASE_URL: through(db.appUrl),
    ...more,
  });
  const make = (name: string, role: string, clockMs: number) =>
    createChild(
      name,
      [...PRELOAD, MAIN, '--role', role],
      { ...env, DRILL_CLOCK_MS: String(clockMs) },
      join(dataDir, `${name}.log`),
    );
  const web = make('web', 'web', clocks.web);
  const workers = [make('worker-1', 'worker', clocks.first), make('worker-2', 'worker', clocks.second)];
  const all = [web, ...workers];
  const sandbox = await startSandbox(dataDir);
  // PostgreSQL sees the proxy's port of a connection, a process its own.
  const ownerOf = (connection: number | undefined, children: Child[]): Child | undefined => {
    const pids = children.flatMap((child) => child.pid() ?? []);
    const pid = connection === undefined ? undefined : ownerOfPort(proxy.clientPort(connection) ?? connection, pids);
    return pid === undefined ? undefined : children.find((child) => child.pid() === pid);
  };
  // The connections of a killed process end while they wait for something, not when they have got it.
  await withClient(db.ownerUrl, 'quayside drill', (client) =>
    client.query(`alter database "${db.name}" set client_connection_check_interval = '25ms'`),
  );
  // The server of tests answers a commit before it is in the log; a crash would then forget what was answered.
  await withClient(db.ownerUrl, 'quayside drill', (client) =>
    client.query(`alter database "${db.name}" set synchronous_commit = 'on'`),
  );
  const admin = new URL((JSON.parse(process.env.QUAYSIDE_TEST_DB ?? '{}') as { adminUrl: string }).adminUrl);
  admin.pathname = `/${db.name}`;
  await web.start();
  const rows = <T>(text: string, values: unknown[] = []) => patiently(() => query<T>(admin.href, text, values));
  await Promise.all(workers.map((worker) => worker.start()));
  const settled = () => Promise.any(workers.map((worker) => worker.whenUp()));
  return {
    url: `http://127.0.0.1:${port}`,
    sandboxUrl: sandbox.baseUrl,
    judgeUrl: () => admin.href,
    rows,
    async killOwner(connection, look) {
      const victim = ownerOf(connection, workers);
      if (!victim) return undefined;
      await victim.kill();
      await look?.();
      return { name: victim.name, back: victim.start() };
    },
    freeze: (connection) => freeze(ownerOf(connection, workers)?.pid()),
    slowDatabase: (ms) => proxy.delay(ms),
    cutDatabase: async () => void proxy.cut(),
    restartDatabase: () => crash(() => admin.href),
    isAlive: (connection) => ownerOf(connection, all) !== undefined,
    settled,
    async whole() {
      for (const child of all) await child.whenUp();
      for (const child of all) if (child.pid() === undefined) throw new Error(`${child.name} ended by itself`);
    },
    failedStarts: () => all.flatMap((child) => child.failedStarts()),
    async stop() {
      await Promise.all(all.map((child) => child.stop()));
      await stopSandbox({ dataDir: join(dataDir, 'sandbox') });
      proxy.close();
      await db.drop();
    },
  };
}

/** The one process of the default; it is killed together with its embedded PostgreSQL. */
async function oneProcess(dataDir: string, more: Record<string, string>): Promise<Installation> {
  const port = await freePort();
  const sandbox = await startSandbox(dataDir);
  const all = createChild(
    'quayside',
    [...PRELOAD, MAIN],
    environment(port, dataDir, more),
    join(dataDir, 'quayside.log'),
  );
  await all.start();
  const home = join(dataDir, 'postgres');
  const { superuser } = JSON.parse(readFileSync(join(home, 'passwords.json'), 'utf8')) as { superuser: string };
  const postmaster = () => readPostmaster(join(home, 'cluster'));
  const judgeUrl = () =>
    `postgres://${superuserName}:${superuser}@127.0.0.1:${postmaster()?.port ?? 0}/${databaseName}`;

  const rows = <T>(text: string, values: unknown[] = []) => query<T>(judgeUrl(), text, values);

  function killDatabase(): void {
    const pid = postmaster()?.pid;
    if (pid === undefined) return;
    for (const one of [pid, ...childrenOf(pid)]) signal(one, 'SIGKILL');
  }

  return {
    url: `http://127.0.0.1:${port}`,
    sandboxUrl: sandbox.baseUrl,
    judgeUrl,
    rows,
    async killOwner(_connection, look) {
      if (all.pid() === undefined) return undefined;
      await all.kill();
      await look?.();
      killDatabase();
      return { name: all.name, back: all.start() };
    },
    freeze: () => freeze(all.pid()),
    slowDatabase: () => undefined,
    cutDatabase: async () =>
      void (await query(judgeUrl(), `select pg_terminate_backend(pid) from (${SESSIONS}) session`, [])),
    restartDatabase: () => crash(judgeUrl),
    // It is killed together with its database: nothing of it is left there.
    isAlive: () => true,
    settled: () => all.whenUp(),
    async whole() {
      await all.whenUp();
      if (all.pid() === undefined) throw new Error(`${all.name} ended by itself`);
    },
    failedStarts: () => [...all.failedStarts()],
    async stop() {
      await all.stop();
      await stopSandbox({ dataDir: join(dataDir, 'sandbox') });
    },
  };
}

/** Starts a Quayside in a layout of processes, with its data in this folder. */
export function install(
  layout: Layout,
  dataDir: string,
  more: Record<string, string> = {},
  clocks: Clocks = { web: 0, first: 0, second: 0 },
): Promise<Installation> {
  mkdirSync(dataDir, { recursive: true });
  // The account that PostgreSQL runs under must be able to pass.
  chmodSync(dataDir, 0o711);
  const installing = layout === 'two-workers' ? twoWorkers(dataDir, more, clocks) : oneProcess(dataDir, more);
  return installing.catch(async (error: unknown) => {
    // It is a process of its own and would outlive the drill.
    await stopSandbox({ dataDir: join(dataDir, 'sandbox') });
    throw error;
  });
}

export type { Child };
