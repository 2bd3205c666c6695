import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { createDb, ensureAppRole } from '@quayside/server/src/db/index.ts';
import { ownerAddress } from './database-url.ts';
import { firstLoad } from './first-load.ts';
import { catalogueSearch, orderLists, type Row } from './lists.ts';

// npm run bench [-- --orders 1000000 --sources 1000000 --only lists|search|load]
const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '1000000' },
    sources: { type: 'string', default: '1000000' },
    only: { type: 'string' },
  },
});
const wanted = (name: string): boolean => values.only === undefined || values.only === name;

/** Proportional set size of a process and its children, in MB. Linux only. */
function memoryOf(pid: number): number {
  const own = Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0);
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
  return own / 1024 + children.reduce((sum, child) => sum + memoryOf(Number(child)), 0);
}

const dataDir = mkdtempSync(join(tmpdir(), 'quayside-bench-'));
const env = { ...process.env, PORT: '0', QUAYSIDE_DATA: dataDir, QUAYSIDE_SANDBOX: 'off', QUAYSIDE_LOG: 'error' };

async function begin(): Promise<{
  url: string;
  floorUrl: string;
  dataDir: string;
  pid: number;
  stop(): Promise<void>;
  readyMs: number;
}> {
  const began = performance.now();
  const child = spawn(process.execPath, [join(import.meta.dirname, 'server.ts')], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const first = await new Promise<string>((done, fail) => {
    createInterface({ input: child.stdout }).once('line', done);
    child.once('exit', (code) => fail(new Error(`the server ended with ${code}`)));
  });
  const facts = JSON.parse(first) as { url: string; floorUrl: string; dataDir: string };
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await new Promise((done) => child.once('exit', done));
  };
  return { ...facts, pid: child.pid ?? 0, stop, readyMs: performance.now() - began };
}

const rows: Row[] = [];
const firstStart = await begin();
await firstStart.stop();
const server = await begin();
try {
  rows.push({
    what: 'Start, very first (database made)',
    value: `${Math.round(firstStart.readyMs)} ms`,
    bar: '15 s',
    met: firstStart.readyMs < 15_000,
  });
  rows.push({
    what: 'Start, second',
    value: `${Math.round(server.readyMs)} ms`,
    bar: '3 s',
    met: server.readyMs < 3_000,
  });
  if (process.platform === 'linux') {
    await new Promise((done) => setTimeout(done, 3_000));
    const database = Number(
      readFileSync(join(server.dataDir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0],
    );
    const [own, pg] = [memoryOf(server.pid), memoryOf(database)];
    rows.push({ what: 'Memory idle, process', value: `${Math.round(own)} MB`, bar: '200 MB', met: own <= 200 });
    rows.push({
      what: 'Memory idle, embedded PostgreSQL',
      value: `${Math.round(pg)} MB`,
      bar: '120 MB',
      met: pg <= 120,
    });
  }
  const ownerUrl = ownerAddress(server.dataDir);
  const db = createDb({ ownerUrl, appUrl: await ensureAppRole({ ownerUrl, dataDir: server.dataDir }) });
  if (wanted('lists')) rows.push(...(await orderLists(server.url, server.floorUrl, db, Number(values.orders))));
  if (wanted('search')) rows.push(...(await catalogueSearch(server.url, server.floorUrl, db, Number(values.sources))));
  await db.close();
  if (wanted('load')) rows.push(...firstLoad());
} finally {
  await server.stop();
  for (const folder of [dataDir, server.dataDir]) rmSync(folder, { recursive: true, force: true });
}
console.log('| What | Measured | Bar | Met |\n|---|---|---|---|');
for (const row of rows)
  console.log(`| ${row.what} | ${row.value} | ${row.bar} | ${row.met === undefined ? '' : row.met ? 'yes' : 'NO'} |`);
