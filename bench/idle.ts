import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { stopSandbox } from '@quayside/sandbox';
import { freePort } from '@quayside/testing/free-port.ts';
import { median } from './load.ts';
import { memoryOf, NODE_FLAGS, type Served } from './process.ts';
import { machineLoad, type Row } from './rows.ts';

const root = join(import.meta.dirname, '..');

/** Runs what `npm start` runs, and answers the milliseconds until /readyz says yes. */
async function timeToReady(dataDir: string): Promise<number> {
  const port = await freePort();
  const began = performance.now();
  const child = spawn(process.execPath, [...NODE_FLAGS, join(root, 'scripts/start.mjs')], {
    cwd: root,
    env: { ...process.env, PORT: String(port), QUAYSIDE_DATA: dataDir, QUAYSIDE_LOG: 'error' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  try {
    while (performance.now() - began < 120_000) {
      const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
      if (answer?.ok) return performance.now() - began;
      await sleep(20);
    }
    throw new Error('not ready after two minutes');
  } finally {
    child.kill('SIGTERM');
    await new Promise((done) => child.once('exit', done));
    await stopSandbox({ dataDir: join(dataDir, 'sandbox') });
  }
}

/** `npm start` with the sandbox: the very first with the web app built from nothing and the database made, then again. */
export async function starts(): Promise<Row[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'quayside-start-'));
  try {
    rmSync(join(root, 'apps/web/dist/.built-from'), { force: true });
    const first = await timeToReady(dataDir);
    const again: number[] = [];
    for (let n = 0; n < 5; n += 1) again.push(await timeToReady(dataDir));
    const second = median(again);
    const seconds = (value: number): string => `${(value / 1000).toFixed(1)} s`;
    return [
      {
        what: 'Start, very first: web app built, database made',
        value: `${seconds(first)} (${machineLoad()})`,
        bar: '15 s',
        met: first < 15_000,
      },
      {
        what: 'Start once built, the median of five',
        value: `${seconds(second)} (${machineLoad()})`,
        bar: '3 s',
        met: second < 3_000,
      },
    ];
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Memory of an idle process and of its database, sandbox off. Linux only: proportional set size. */
export async function idleMemory(server: Served): Promise<Row[]> {
  if (process.platform !== 'linux') return [];
  await sleep(3_000);
  const cluster = readFileSync(join(server.dataDir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8');
  // The database is a child of the process, and a row of its own.
  const postmaster = Number(cluster.split('\n')[0]);
  const own = memoryOf(server.pid, postmaster);
  const database = memoryOf(postmaster);
  return [
    { what: 'Memory idle, process', value: `${Math.round(own)} MB`, bar: '200 MB', met: own <= 200 },
    {
      what: 'Memory idle, embedded PostgreSQL',
      value: `${Math.round(database)} MB`,
      bar: '120 MB',
      met: database <= 120,
    },
  ];
}
