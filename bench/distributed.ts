import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stopSandbox } from '@quayside/sandbox';
import { createDb, type Db, ensureAppRole } from '@quayside/server/src/db/index.ts';
import { dropOnNodes, joinNodes, onNodes, workersOf } from '@quayside/server/src/testing/db/citus.ts';
import { at } from '@quayside/server/src/testing/db/template.ts';
import { freePort } from '@quayside/testing/free-port.ts';
import pg from 'pg';
import { copyOrders } from './copy-orders.ts';
import { type Api, apiOf, until } from './flows/scene.ts';
import { type Target, versus } from './load.ts';
import { addStore, headersOf, ownerOf, type Person, signUp } from './people.ts';
import { type Served, startMain } from './process.ts';
import { fillReady, readGoods } from './ready-orders.ts';
import { count, line, machineLoad, type Row, times } from './rows.ts';

const OWNER = 'quayside_bench_owner';
/** The orders of the owner whose list is measured, on every database. */
const OWN = 10_000;
/** The workspaces that place at once, and the orders of each. */
const PLACING = 100;
const ORDERS_EACH = 20;

interface Installation extends Pick<Served, 'url' | 'dataDir' | 'stop'> {
  db: Db;
  ownerUrl: string;
  /** A superuser's address of the database on the coordinator. */
  adminUrl: string;
}

async function install(nodes: readonly string[], name: string, password: string): Promise<Installation> {
  const [coordinator = '', ...workers] = nodes;
  const dataDir = mkdtempSync(join(tmpdir(), `quayside-${name}-`));
  const admin = new pg.Client({ connectionString: coordinator });
  await admin.connect();
  const { rowCount } = await admin.query('select from pg_roles where rolname = $1', [OWNER]);
  await admin.query(`${rowCount ? 'alter' : 'create'} role ${OWNER} login createrole password '${password}'`);
  await admin.end();
  await onNodes(nodes, `create database ${name} owner ${OWNER}`);
  if (workers.length > 0) await joinNodes(at(coordinator, name), workers);
  const ownerUrl = at(coordinator, name, OWNER, password);
  const port = await freePort();
  mkdirSync(join(dataDir, 'data'));
  const settings = { PORT: String(port), QUAYSIDE_SANDBOX: 'on', QUAYSIDE_SANDBOX_DEMO: 'off' };
  const child = await startMain(ownerUrl, join(dataDir, 'data'), settings);
  const db = createDb({ ownerUrl, appUrl: await ensureAppRole({ ownerUrl, dataDir: join(dataDir, 'data') }) });
  return {
    url: `http://127.0.0.1:${port}`,
    dataDir: join(dataDir, 'data'),
    db,
    ownerUrl,
    adminUrl: at(coordinator, name),
    async stop() {
      await db.close();
      child.kill('SIGTERM');
      if (child.exitCode === null) await new Promise((done) => child.once('exit', done));
      await stopSandbox({ dataDir: join(dataDir, 'data', 'sandbox') });
      await dropOnNodes(nodes, name);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

const catalogue = ({ db }: Installation): Promise<true> =>
  until('the catalogue', async () => {
    const { rows } = await db.global((tx) =>
      tx.raw(`select count(*)::int as n from source_product where detail_status = 'full'`),
    );
    return Number(rows[0]?.n) >= 2_000;
  });

/** The list of an owner of 10,000 orders. */
async function listOf({ url, db, dataDir }: Installation): Promise<Target> {
  const path = `${url}/api/orders/v5/list?period=all&tab=unfulfilled&page_size=25`;
  return { url: () => path, headers: headersOf(await ownerOf(OWN, url, db, dataDir)) };
}

async function connectSupplier(call: Api): Promise<boolean> {
  try {
    await call('POST /connections/suppliers', {
      body: { supplier: 'quayside', mode: 'sandbox', payer: 'wallet', credentials: {} },
    });
    return true;
  } catch (error) {
    if (!String(error).includes('RATE_LIMIT')) throw error;
    return false;
  }
}

/** Orders of many workspaces placed in one moment: how long until all stand, how many failed. */
async function placing(here: Installation): Promise<Row> {
  const { url, db } = here;
  const goods = await readGoods(db, ORDERS_EACH, PLACING);
  const ready = goods.map((one, n) => ({ externalId: `bench-${n + 1}`, goods: one }));
  const owners: { person: Person; call: Api; orders: { order_id: string }[] }[] = [];
  for (let n = 0; n < PLACING; n += 1) {
    const person = await signUp(url);
    const call = apiOf(url, person);
    // Limited per minute and address.
    await until('the supplier', () => connectSupplier(call), { everyMs: 2_000 });
    owners.push({ person, call, orders: await fillReady(db, person, await addStore(db, person), ready, true) });
  }
  const asked = owners.reduce((sum, { orders }) => sum + orders.length, 0);
  const began = performance.now();
  await Promise.all(
    owners.map(({ call, orders }) => call('POST /orders/v5/create', { body: { orders, pay: false } as never })),
  );
  const answered = performance.now() - began;
  const client = new pg.Client({ connectionString: here.adminUrl });
  await client.connect();
  const standing = async (): Promise<{ placed: number; failed: number; references: string[] }> =>
    (
      await client.query(
        `select count(*) filter (where state = 'placed')::int as placed, count(*) filter (where state in ('failed', 'cancelled'))::int as failed,
           array_agg(reference) as references from supplier_order where workplace_id = any($1::uuid[])`,
        [owners.map(({ person }) => person.workplaceId)],
      )
    ).rows[0];
  const ended = await until(
    'the orders to be placed',
    async () => {
      const now = await standing();
      return now.placed + now.failed >= asked && now;
    },
    { forMs: 600_000, everyMs: 1_000 },
  );
  const seconds = (performance.now() - began) / 1_000;
  const { rows } = await client.query<{ known: number }>(
    'select count(*)::int as known from warehouse.purchase where reference = any($1::text[])',
    [ended.references],
  );
  const known = rows[0]?.known ?? 0;
  await client.end();
  return {
    what: `Placing in ${PLACING} workspaces at once, ${asked} orders`,
    value: `answered in ${(answered / 1000).toFixed(1)} s; ${ended.placed} placed and ${ended.failed} failed in ${seconds.toFixed(0)} s (${(asked / seconds).toFixed(0)}/s); ${asked - known} lost (${machineLoad()})`,
    bar: 'none lost',
    met: ended.placed === asked && known === asked,
  };
}

/**
 * The order list of one workspace of 10,000 orders: on one PostgreSQL, on a cluster of Citus that has nothing else, and on the same
 * cluster among `orders` orders of `workspaces` others; then placing in 100 workspaces of the full one. `url`: a superuser's
 * address of the coordinator.
 */
export async function distributed(
  url: string,
  { workspaces, orders }: { workspaces: number; orders: number },
  add: (row: Row) => void,
): Promise<void> {
  const workers = await workersOf(url);
  if (workers.length === 0) throw new Error('--citus wants the address of a coordinator with workers');
  const nodes = [url, ...workers];
  const open: Installation[] = [];
  const password = randomBytes(16).toString('hex');
  const made = async (of: readonly string[], name: string): Promise<Installation> => {
    const one = await install(of, name, password);
    open.push(one);
    await catalogue(one);
    return one;
  };
  try {
    const single = await made([url], 'bench_single');
    const few = await made(nodes, 'bench_few');
    const many = await made(nodes, 'bench_many');
    const lists = [await listOf(single), await listOf(few), await listOf(many)] as const;
    const filled = await copyOrders(many, { workspaces, each: Math.ceil(orders / workspaces) });
    const [alone, little, full] = lists;
    const growth = await versus(little, full, 15);
    const surcharge = await versus(alone, little, 15);
    const name = `Order list, ${count(OWN)} orders of one workspace on Citus`;
    add({
      what: `${name}, among ${count(filled.orders)} of ${count(workspaces)} others (${filled.size}), against alone`,
      value: `${line(growth.measured)} against ${line(growth.floor)}; ${times(growth.ratio)} (${machineLoad()})`,
      bar: '1.3 x',
      met: growth.ratio <= 1.3,
    });
    add({
      what: `${name}, against one PostgreSQL`,
      value: `${line(surcharge.measured)} against ${line(surcharge.floor)}; ${times(surcharge.ratio)} (${machineLoad()})`,
      bar: '2 x (aim)',
      met: surcharge.ratio <= 2,
    });
    add(await placing(many));
  } finally {
    for (const one of open) await one.stop();
  }
}
