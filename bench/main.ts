import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { stopSandbox } from '@quayside/sandbox';
import { createDb, ensureAppRole } from '@quayside/server/src/db/index.ts';
import { bodies } from './bodies.ts';
import { ownerAddress } from './database-url.ts';
import { distributed } from './distributed.ts';
import { editor } from './editor.ts';
import { ensureBuilt, firstLoad } from './first-load.ts';
import { adoption } from './flows/adoption.ts';
import { imports } from './flows/import.ts';
import { bytesPerOrder } from './flows/lived.ts';
import { orderFiles } from './flows/order-file.ts';
import { ordersIn } from './flows/order-in.ts';
import { placement } from './flows/placement.ts';
import { pricePreview } from './flows/price-preview.ts';
import { pushes } from './flows/push.ts';
import { sceneOf } from './flows/scene.ts';
import { steadyOrders } from './flows/steady.ts';
import { idleMemory, starts } from './idle.ts';
import { orderLists } from './lists.ts';
import { lookups } from './lookups.ts';
import { serve } from './process.ts';
import { type Row, table } from './rows.ts';
import { schedules } from './schedules.ts';
import { catalogueSearch } from './search.ts';
import { vitals } from './vitals.ts';

/**
 * npm run bench [-- --orders 1000000 --sources 1000000 --only lists,search --data FOLDER]
 *
 * Without --only everything is measured but what takes many minutes: `steady`, orders that come in for minutes, `order-file`, a CSV file of 50,000
 * orders, `adoption`, the 10,000 products that stores had before, `bytes`, what an order takes in the database once it lived, and `schedules`,
 * over 10,000 workspaces. --data keeps what was filled in, so that a second run need not fill it in again.
 */
const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '1000000' },
    sources: { type: 'string', default: '1000000' },
    only: { type: 'string' },
    data: { type: 'string' },
    products: { type: 'string', default: '3000' },
    shoppers: { type: 'string', default: '100' },
    priced: { type: 'string', default: '10000' },
    placements: { type: 'string', default: '10000' },
    minutes: { type: 'string', default: '10' },
    rows: { type: 'string', default: '50000' },
    lived: { type: 'string', default: '1000' },
    adopted: { type: 'string', default: '10000' },
    workspaces: { type: 'string', default: '10000' },
    citus: { type: 'string' },
  },
});
const PARTS = [
  'start',
  'memory',
  'lists',
  'lookups',
  'search',
  'load',
  'import',
  'push',
  'order-in',
  'placement',
  'prices',
  'vitals',
  'editor',
  'bodies',
  'steady',
  'order-file',
  'adoption',
  'bytes',
  'schedules',
  'citus',
] as const;
const LONG: readonly string[] = ['steady', 'order-file', 'adoption', 'bytes', 'schedules', 'citus'];
const asked = values.only?.split(',') ?? PARTS.filter((part) => !LONG.includes(part));
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
    if (wanted('lookups')) add(await lookups(bench, Number(values.orders)));
    if (wanted('lists')) add(await orderLists(bench, Number(values.orders)));
    if (wanted('search')) add(await catalogueSearch(bench, Number(values.sources)));
    await db.close();
  } finally {
    await server.stop();
    if (!values.data) for (const folder of [dataDir, server.dataDir]) rmSync(folder, { recursive: true, force: true });
  }
}

/** The process with the sandbox beside it, as `npm start` has it: what goes out to shops and suppliers and comes in from them. */
async function busy(): Promise<void> {
  // A browser is given the screens by the server, which knows them from its start.
  if (wanted('vitals', 'editor')) ensureBuilt();
  const dataDir = mkdtempSync(join(tmpdir(), 'quayside-bench-'));
  const server = await serve(dataDir, { QUAYSIDE_SANDBOX: 'on' });
  try {
    const ownerUrl = ownerAddress(server.dataDir);
    const db = createDb({ ownerUrl, appUrl: await ensureAppRole({ ownerUrl, dataDir: server.dataDir }) });
    const scene = await sceneOf(server, db);
    if (wanted('vitals')) add(await vitals(server.url));
    if (wanted('editor')) add(await editor(server.url));
    if (wanted('import')) add(await imports(scene, Number(values.products)));
    if (wanted('push')) add(await pushes(scene));
    if (wanted('order-in')) add(await ordersIn(scene, Number(values.shoppers)));
    if (wanted('placement')) add(await placement(scene, Number(values.placements)));
    if (wanted('prices')) add(await pricePreview(scene, Number(values.priced)));
    if (wanted('bytes')) add(await bytesPerOrder(scene, Number(values.lived)));
    if (wanted('order-file')) add(await orderFiles(scene, Number(values.rows)));
    if (wanted('steady')) add(await steadyOrders(scene, Number(values.minutes)));
    await db.close();
  } finally {
    await server.stop();
    await stopSandbox({ dataDir: join(server.dataDir, 'sandbox') });
    for (const folder of [dataDir, server.dataDir]) rmSync(folder, { recursive: true, force: true });
  }
}

if (wanted('start')) add(await starts());
if (wanted('memory', 'lists', 'lookups', 'search')) await quiet();
if (wanted('vitals', 'editor', 'import', 'push', 'order-in', 'placement', 'prices', 'steady', 'order-file', 'bytes'))
  await busy();
if (wanted('adoption'))
  for (const platform of ['woocommerce', 'shopify'] as const) add(await adoption(platform, Number(values.adopted)));
if (wanted('schedules')) add(await schedules(Number(values.workspaces)));
if (wanted('citus')) {
  if (!values.citus) throw new Error('--only citus wants --citus with the address of a coordinator');
  const size = { workspaces: Number(values.workspaces), orders: Number(values.orders) };
  await distributed(values.citus, size, (row) => add([row]));
}
if (wanted('load')) add(firstLoad());
if (wanted('bodies')) add(await bodies());
if (rows.some((row) => row.met === false)) process.exitCode = 1;
process.stdout.write(`${table(rows)}\n`);
