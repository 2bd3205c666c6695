import type { ChildProcess } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbedded } from '@quayside/server/src/db/embedded/index.ts';
import pg from 'pg';
import { startMain } from './process.ts';
import { machineLoad, type Row } from './rows.ts';

/** The bars: a sweep begins every minute, the alarms every ten. */
const SWEEP_MS = 60_000;
const ROUND_MS = 600_000;

const startWorker = (databaseUrl: string, dataDir: string): Promise<ChildProcess> =>
  startMain(databaseUrl, dataDir, { QUAYSIDE_SANDBOX: 'off' }, ['--role', 'worker']);

async function until(isDone: () => Promise<boolean>, mostMs: number): Promise<void> {
  const end = Date.now() + 2 * mostMs;
  while (!(await isDone())) {
    if (Date.now() > end) throw new Error(`a schedule took longer than ${(2 * mostMs) / 1_000} s`);
    await sleep(25);
  }
}

/** Schedules over `count` workspaces without anything to do, by one and by two workers. */
export async function schedules(count: number): Promise<Row[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'quayside-schedules-'));
  chmodSync(dataDir, 0o711);
  const server = await startEmbedded({ dataDir });
  const workers: ChildProcess[] = [];
  const client = new pg.Client({ connectionString: server.superuserUrl.replace(/\/[^/]*$/, '/quayside') });
  const one = async (text: string): Promise<Record<string, unknown>> => (await client.query(text)).rows[0];
  const enqueue = (name: string) =>
    client.query('insert into pgboss.job (name, data, retry_limit) values ($1, $2, 0)', [name, '{}']);

  /** Seconds from the first claim of a sweep to its last. */
  async function sweep(): Promise<number> {
    const { now } = await one(
      `with reset as (update open_work_directory set swept_at = '1970-01-01T00:00:00Z', claimed_until = null)
        select clock_timestamp()::text now`,
    );
    const left = async (): Promise<number> =>
      Number((await one(`select count(*)::int n from open_work_directory where swept_at < '${now}'`)).n);
    await enqueue('sweep-purchasing');
    await until(async () => (await left()) < count, SWEEP_MS);
    const began = performance.now();
    await until(async () => (await left()) === 0, SWEEP_MS);
    return (performance.now() - began) / 1000;
  }

  /** Seconds of a round of shipment alarms. */
  async function round(): Promise<number> {
    await enqueue('send-alarm-checks');
    const pages = "select count(*)::int held from schedule_page where schedule = 'send-alarm-checks'";
    await until(async () => Number((await one(pages)).held) > 0, ROUND_MS);
    const began = performance.now();
    const over = `select not exists (select from schedule_page where schedule = 'send-alarm-checks')
      and (select after_id is null from schedule_round where schedule = 'send-alarm-checks') as over`;
    await until(async () => (await one(over)).over === true, ROUND_MS);
    return (performance.now() - began) / 1000;
  }

  try {
    workers.push(await startWorker(server.ownerUrl, dataDir));
    await client.connect();
    await client.query(
      `insert into open_work_directory (workplace_id, account_id)
        select gen_random_uuid(), gen_random_uuid() from generate_series(1, $1::int);`,
      [count],
    );
    await client.query(`insert into store_directory (store_id, workplace_id, account_id, platform, platform_domain, mode, webhook_key, active)
      select gen_random_uuid(), workplace_id, account_id, 'none', workplace_id::text, 'live', workplace_id::text, false from open_work_directory`);
    await client.query('analyze');
    const swept = [await sweep()];
    const walked = [await round()];
    workers.push(await startWorker(server.ownerUrl, dataDir));
    swept.push(await sweep());
    walked.push(await round());
    await client.query('truncate open_work_directory');
    const shown = (seconds: readonly number[]): string =>
      `${seconds.map((one) => `${one.toFixed(1)} s`).join(' with one worker, ')} with two (${machineLoad()})`;
    return [
      {
        what: `Sweep of each minute, ${count} workspaces marked as open`,
        value: shown(swept),
        bar: '60 s',
        met: (swept[1] ?? 60) < 60,
      },
      {
        what: `Round of shipment alarms, ${count} connected workspaces`,
        value: shown(walked),
        bar: '600 s',
        met: (walked[1] ?? 600) < 600,
      },
    ];
  } finally {
    for (const worker of workers) worker.kill('SIGTERM');
    await Promise.all(workers.map((worker) => worker.exitCode ?? new Promise((done) => worker.once('exit', done))));
    await client.end().catch(() => undefined);
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
