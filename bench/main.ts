import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createDb, ensureAppRole } from '@quayside/server/src/db/index.ts';
import { ownerAddress } from './database-url.ts';
import { firstLoad } from './first-load.ts';
import { idleMemory, starts } from './idle.ts';
import { orderLists } from './lists.ts';
import { serve } from './process.ts';
import { type Row, table } from './rows.ts';
import { catalogueSearch } from './search.ts';

/**
 * npm run bench [-- --orders 1000000 --sources 1000000 --only lists,search --data FOLDER]
 *
 * Without --only everything is measured. --data keeps what was filled in, so that a second run need not fill it in again.
 */
const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '1000000' },
    sources: { type: 'string', default: '1000000' },
    only: { type: 'string' },
    data: { type: 'string' },
  },
});
const PARTS = ['start', 'memory', 'lists', 'search', 'load'] as const;
const asked = values.only?.split(',') ?? [...PARTS];
const unknown = asked.filter((part) => !PARTS.some((known) => known === part));
if (unknown.length > 0) throw new Error(`--only knows ${PARTS.join(', ')}; not ${unknown.join(', ')}`);
const wanted = (...parts: (typeof PARTS)[number][]): boolean => parts.some((part) => asked.includes(part));

const rows: Row[] = [];
const add = (more: readonly Row[]): void => {
  rows.push(...more);
  for (const row of more) process.stderr.write(`${row.what}: ${row.value}\n`);
};

/** The process under load without the sandbox: lists, search, idle memory. */
async function quiet(): Promise<void> {
  const dataDir = values.data ? resolve(values.data) : mkdtempSync(join(tmpdir(), 'quayside-bench-'));
  mkdirSync(dataDir, { recursive: true });
  const server = await serve(dataDir);
  try {
    if (wanted('memory')) add(await idleMemory(server));
    const ownerUrl = ownerAddress(server.dataDir);
    const db = createDb({ ownerUrl, appUrl: await ensureAppRole({ ownerUrl, dataDir: server.dataDir }) });
    const bench = { ...server, db };
    if (wanted('lists')) add(await orderLists(bench, Number(values.orders)));
    if (wanted('search')) add(await catalogueSearch(bench, Number(values.sources)));
    await db.close();
  } finally {
    await server.stop();
    if (!values.data) for (const folder of [dataDir, server.dataDir]) rmSync(folder, { recursive: true, force: true });
  }
}

if (wanted('start')) add(await starts());
if (wanted('memory', 'lists', 'search')) await quiet();
if (wanted('load')) add(firstLoad());
process.stdout.write(`${table(rows)}\n`);
