import { chmodSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureSandbox, stopSandbox } from '@quayside/sandbox';
import { databaseName, superuserName } from '@quayside/server/src/db/embedded/init-cluster.ts';
import { readPostmaster } from '@quayside/server/src/db/embedded/postmaster.ts';
import { withClient } from '@quayside/server/src/db/index.ts';
import type pg from 'pg';
import { createTestDatabase } from '../db/index.ts';
import { freePort } from '../free-port.ts';
import { type Child, createChild } from './child.ts';
import { childrenOf, ownerOfPort } from './port-owner.ts';

const root = join(import.meta.dirname, '../../../..');
const MAIN = join(root, 'apps/server/src/main.ts');
const SANDBOX_TRIES = 5;

export type Layout = 'two-workers' | 'one-process';

/** A Quayside of processes that can be killed, with the sandbox beside it that outlives them. */
export interface Installation {
  url: string;
  sandboxUrl: string;
  /** The address of a superuser: for the judge and the counting of kills, never given to Quayside. */
  judgeUrl(): string;
  rows<T>(text: string, values?: unknown[]): Promise<T[]>;
  /** Kills the process that has this connection (its own local port) with SIGKILL. false: it was gone already. */
  killOwner(port: number | undefined, look?: () => Promise<void>): Promise<Killed | undefined>;
  /** Whether a process that works has the connection with this local port. */
  isAlive(port: number): boolean;
  /** Waits until there is a process that works; of two workers one may still be starting. */
  settled(): Promise<void>;
  /** Waits until every process works again; throws when one could not be started. */
  whole(): Promise<void>;
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
    QUAYSIDE_LOG: 'warn',
    // A start costs half the work: what is tried here is what a start finds, not how it reads its sources.
    NODE_COMPILE_CACHE: join(dataDir, 'compiled'),
    APP_SECRET: 'a secret that only the drill has, 32+ long',
    ...more,
  };
}

async function query<T>(url: string, text: string, values: unknown[]): Promise<T[]> {
  return withClient(url, 'quayside drill', async (client) => (await client.query(text, values)).rows as T[]);
}

/** The demo account's stores and products are not under test: its job never starts, however often a process asks for it. */
const LATE_DEMO = [
  'create schema if not exists drill',
  `create or replace function drill.put_off() returns trigger language plpgsql as $$
  begin
    new.start_after := now() + interval '1 day';
    return new;
  end $$`,
  `create or replace trigger drill_demo before insert on pgboss.job for each row
    when (new.name = 'make-demo') execute function drill.put_off()`,
  `update pgboss.job set start_after = now() + interval '1 day' where name = 'make-demo' and state = 'created'`,
];

async function leaveDemoOut(client: pg.Client): Promise<void> {
  for (const statement of LATE_DEMO) await client.query(statement);
}

/** On a crowded machine the sandbox may miss its own limit for a start; what was started is found by the next try. */
async function startSandbox(dataDir: string): Promise<{ baseUrl: string }> {
  const start = () => ensureSandbox({ dataDir: join(dataDir, 'sandbox') });
  for (let tries = 1; tries < SANDBOX_TRIES; tries += 1) {
    const sandbox = await start().catch(() => undefined);
    if (sandbox) return sandbox;
  }
  return start();
}

/** A web process and two workers on one DATABASE_URL; the workers are killed. */
async function twoWorkers(dataDir: string, more: Record<string, string>): Promise<Installation> {
  const db = await createTestDatabase();
  const port = await freePort();
  const sandbox = await startSandbox(dataDir);
  const env = environment(port, dataDir, { DATABASE_URL: db.ownerUrl, QUAYSIDE_APP_DATABASE_URL: db.appUrl, ...more });
  const make = (name: string, role: string) =>
    createChild(name, [MAIN, '--role', role], env, join(dataDir, `${name}.log`));
  const web = make('web', 'web');
  const workers = [make('worker-1', 'worker'), make('worker-2', 'worker')];
  // The connections of a killed process end while they wait for something, not when they have got it.
  await withClient(db.ownerUrl, 'quayside drill', (client) =>
    client.query(`alter database "${db.name}" set client_connection_check_interval = '25ms'`),
  );
  const admin = new URL((JSON.parse(process.env.QUAYSIDE_TEST_DB ?? '{}') as { adminUrl: string }).adminUrl);
  admin.pathname = `/${db.name}`;
  await web.start();
  await withClient(admin.href, 'quayside drill', leaveDemoOut);
  await Promise.all(workers.map((worker) => worker.start()));
  const settled = () => Promise.any(workers.map((worker) => worker.whenUp()));
  return {
    url: `http://127.0.0.1:${port}`,
    sandboxUrl: sandbox.baseUrl,
    judgeUrl: () => admin.href,
    rows: (text, values = []) => query(admin.href, text, values),
    async killOwner(connection, look) {
      const up = workers.filter((worker) => worker.pid() !== undefined);
      const pids = up.map((worker) => worker.pid() as number);
      const pid = connection === undefined ? undefined : ownerOfPort(connection, pids);
      const victim = up.find((worker) => worker.pid() === pid);
      if (!victim) return undefined;
      await victim.kill();
      await look?.();
      return { name: victim.name, back: victim.start() };
    },
    isAlive: (connection) =>
      ownerOfPort(
        connection,
        [web, ...workers].flatMap((child) => child.pid() ?? []),
      ) !== undefined,
    settled,
    async whole() {
      for (const worker of workers) await worker.whenUp();
    },
    async stop() {
      await Promise.all([web, ...workers].map((child) => child.stop()));
      await stopSandbox({ dataDir: join(dataDir, 'sandbox') });
      await db.drop();
    },
  };
}

/** The one process of the default; it is killed together with its embedded PostgreSQL. */
async function oneProcess(dataDir: string, more: Record<string, string>): Promise<Installation> {
  const port = await freePort();
  const sandbox = await startSandbox(dataDir);
  const all = createChild('quayside', [MAIN], environment(port, dataDir, more), join(dataDir, 'quayside.log'));
  await all.start();
  const home = join(dataDir, 'postgres');
  const { superuser } = JSON.parse(readFileSync(join(home, 'passwords.json'), 'utf8')) as { superuser: string };
  const postmaster = () => readPostmaster(join(home, 'cluster'));
  const judgeUrl = () =>
    `postgres://${superuserName}:${superuser}@127.0.0.1:${postmaster()?.port ?? 0}/${databaseName}`;

  function killDatabase(): void {
    const pid = postmaster()?.pid;
    if (pid === undefined) return;
    for (const one of [pid, ...childrenOf(pid)]) {
      try {
        process.kill(one, 'SIGKILL');
      } catch {
        // It ended by itself.
      }
    }
  }

  return {
    url: `http://127.0.0.1:${port}`,
    sandboxUrl: sandbox.baseUrl,
    judgeUrl,
    rows: (text, values = []) => query(judgeUrl(), text, values),
    async killOwner(_connection, look) {
      if (all.pid() === undefined) return undefined;
      await all.kill();
      await look?.();
      killDatabase();
      return { name: all.name, back: all.start() };
    },
    // It is killed together with its database: nothing of it is left there.
    isAlive: () => true,
    settled: () => all.whenUp(),
    whole: () => all.whenUp(),
    async stop() {
      await all.stop();
      await stopSandbox({ dataDir: join(dataDir, 'sandbox') });
    },
  };
}

/** Starts a Quayside in a layout of processes, with its data in this folder. */
export function install(layout: Layout, dataDir: string, more: Record<string, string> = {}): Promise<Installation> {
  mkdirSync(dataDir, { recursive: true });
  // The account that PostgreSQL runs under must be able to pass.
  chmodSync(dataDir, 0o711);
  return layout === 'two-workers' ? twoWorkers(dataDir, more) : oneProcess(dataDir, more);
}

export type { Child };
