import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newId } from '@quayside/kernel';
import { fakeOrder } from '@quayside/testing/fakes/fake-trade.ts';
import type pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { z } from 'zod';
import { findPostgresClient } from '../../../../../scripts/postgres-client.mjs';
import { readWithPassphrase, replaceDatabase, restoreServer, runBackup } from '../../backup/index.ts';
import { readConfig } from '../../config.ts';
import { createDb, ensureAppRole, sql, withClient } from '../../db/index.ts';
import { requestPlacement } from '../../features/purchasing/actions/request-placement.ts';
import { giveBonus, readWallet } from '../../features/wallet/index.ts';
import { startBoss } from '../../jobs/boss.ts';
import { defineJob } from '../../jobs/define.ts';
import { createQueue } from '../../jobs/queue.ts';
import { ensureQueues } from '../../jobs/worker.ts';
import { silentLog } from '../../log.ts';
import { findHold, SendingHeld } from '../../sending/index.ts';
import { start } from '../../start.ts';
import { createTestDatabase, currentTemplate } from '../db/create-test-database.ts';
import { at, startTestServer } from '../db/index.ts';
import { prepareTemplate } from '../db/template.ts';
import { tradeWorld } from '../fakes/trade-world.ts';
import { warehouseOnAir } from '../warehouse/warehouse-on-air.ts';

const root = join(import.meta.dirname, '../../../../..');
const guide = (name: string) => readFileSync(join(root, 'docs/guides', name), 'utf8');
const backupGuide = guide('backup-and-restore.md');
const SECRET = 'a secret that only tests have, 32+ long';
const PASSPHRASE = 'correct horse battery staple';
const SCHEMAS = `('public', 'pgboss', 'warehouse')`;

const folder = mkdtempSync(join(tmpdir(), 'quayside-backup-'));
// Backups are verified in it by the account of the database.
chmodSync(folder, 0o711);
const cleanups: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup();
  rmSync(folder, { recursive: true, force: true });
});

const client = findPostgresClient();
const superuser = <T>(url: string, fn: (c: pg.Client) => Promise<T>) => withClient(url, 'quayside test', fn);
const shared = currentTemplate();
const sharedMajor = await superuser(shared.adminUrl, async (c) =>
  Math.floor(Number((await c.query('show server_version_num')).rows[0]?.server_version_num) / 10_000),
);

async function ownServer(major: 15 | 18): Promise<string> {
  const server = await startTestServer(major);
  cleanups.push(() => server.stop());
  return server.url;
}

// pg_dump refuses a server newer than itself, and backups refuse Citus: where it cannot dump the server of this run, it dumps a PostgreSQL 15.
const template =
  client.major >= sharedMajor && shared.workers.length === 0
    ? shared
    : await prepareTemplate(await ownServer(15), join(folder, 'template'));
// From 17 on pg_restore sets transaction_timeout, which older servers do not know.
const sameServer = template === shared && sharedMajor === 15 && client.major < 17;
const targetAdmin = sameServer ? shared.adminUrl : await ownServer(18);

const db = await createTestDatabase({}, template);
cleanups.push(() => db.drop());
const world = await tradeWorld(db);
const ownerRole = new URL(db.ownerUrl).username;
const target = sameServer ? `${db.name}_restored` : 'quayside_restored';
const restoredUrl = at(targetAdmin, target);

/** The SQL of a guide, with the names of this test. */
const named = (statements: string, database: string) =>
  statements
    .replaceAll('quayside_backup', `backup_${db.name}`)
    .replaceAll('quayside_owner', ownerRole)
    .replaceAll(/database quayside\b/g, `database ${database}`)
    .replace(`login createrole password '...'`, `login createrole password '${new URL(db.ownerUrl).password}'`);

async function runEach(url: string, statements: string): Promise<void> {
  await superuser(url, async (c) => {
    for (const statement of statements.split(';').map((one) => one.trim())) {
      const role = /^create role (\w+)/.exec(statement)?.[1];
      const known = role && (await c.query('select 1 from pg_roles where rolname = $1', [role])).rowCount;
      if (statement !== '' && !known) await c.query(statement);
    }
  });
}

const code = (text: string, start: string, language = ''): string => {
  const after = text.slice(text.indexOf(start));
  const block = after.split(`\`\`\`${language}\n`)[1]?.split('```')[0];
  if (!block) throw new Error(`no code after "${start}" in the guide`);
  return block.trim();
};

const inline = (text: string, starts: string): string =>
  new RegExp(`\`(${starts}[^\`]*)\``).exec(text.replaceAll(/\n\s+/g, ' '))?.[1] ?? '';

/** Every row of every table as a count and a hash, and every sequence. */
async function contents(url: string): Promise<Record<string, string>> {
  return superuser(url, async (c) => {
    const found: Record<string, string> = {};
    const { rows } = await c.query<{
      name: string;
      kind: string;
    }>(`select c.oid::regclass::text as name, c.relkind as kind
      from pg_class c where c.relkind in ('r', 'S') and c.relnamespace::regnamespace::text in ${SCHEMAS} order by 1`);
    for (const { name, kind } of rows) {
      const { rows: all } = await c.query<{ value: string }>(
        kind === 'S'
          ? `select last_value || ' ' || is_called as value from ${name}`
          : `select count(*) || ' ' || coalesce(md5(string_agg(t::text, chr(10) order by t::text collate "C")), '') as value
              from only ${name} t`,
      );
      found[name] = all[0]?.value ?? '';
    }
    return found;
  });
}

/** What guards the rows: owners, rights, policies, constraints, indexes, triggers and functions. */
async function guards(url: string): Promise<string[]> {
  return superuser(url, async (c) => {
    // Major versions print expressions alike in policies but know one more table privilege from 17 on.
    const { rows } = await c.query<{ line: string }>(`
      with tables as (select * from pg_class where relkind in ('r', 'p', 'S', 'v') and relnamespace::regnamespace::text in ${SCHEMAS})
      select format('%s %s %s %s', oid::regclass, pg_get_userbyid(relowner), relrowsecurity, relforcerowsecurity) as line from tables
      union all select format('%s %s %s %s', t.oid::regclass, case a.grantee when 0 then 'public' else pg_get_userbyid(a.grantee) end,
          a.privilege_type, a.is_grantable) from tables t, aclexplode(t.relacl) a where a.privilege_type <> 'MAINTAIN'
      union all select format('%s.%s %s %s %s %s %s %s', schemaname, tablename, policyname, permissive, roles, cmd, qual, with_check)
        from pg_policies where schemaname in ${SCHEMAS}
      union all select format('%s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint
        where contype <> 'n' and connamespace::regnamespace::text in ${SCHEMAS}
      union all select pg_get_indexdef(i.indexrelid) from pg_index i join tables t on t.oid = i.indrelid
      union all select pg_get_triggerdef(g.oid) from pg_trigger g join tables t on t.oid = g.tgrelid where not g.tgisinternal
      union all select format('%s %s %s %s %s', oid::regprocedure, pg_get_userbyid(proowner), prosecdef, proconfig, md5(prosrc))
        from pg_proc where pronamespace::regnamespace::text in ${SCHEMAS}
      union all select format('%s %s %s', d.defaclnamespace::regnamespace, d.defaclobjtype, a.privilege_type)
        from pg_default_acl d, aclexplode(d.defaclacl) a where a.grantee = 'quayside_app'::regrole
      order by 1`);
    return rows.map((row) => row.line);
  });
}

const orderCounts = (of: Pick<typeof db, 'read'>, who: Awaited<ReturnType<typeof world.owner>>) =>
  of.read(who.scope, (ex) =>
    ex.first(sql`select (select count(*) from sales_order) as orders, (select count(*) from supplier_order) as placed,
      (select count(*) from shipment) as parcels, (select count(*) from ledger_entry) as entries,
      (select coalesce(sum(amount), 0)::text from ledger_entry) as sum`),
  );

// Written during or after the backup, and the hold of the restore.
const MOVED = ['installation', 'backup_run', 'backup_state', 'wallet', 'ledger_posting', 'ledger_entry'];
const still = (of: Record<string, string>) =>
  Object.fromEntries(Object.entries(of).filter(([name]) => !MOVED.includes(name)));

/** Of the first test: the file, the database it was restored to, and that database's rows right afterwards. */
let restored: { file: string; ownerUrl: string; is: Record<string, string> };

it('a backup of DATABASE_URL made as the guide says and restored is the same database, and sends nothing', {
  timeout: 180_000,
}, async () => {
  // Two owners who trade: placed, paid, shipped and reported orders, one that waits, a job, and an order of the warehouse.
  const [ann, bob] = [await world.owner(), await world.owner()];
  for (const [who, orders] of [
    [ann, 3],
    [bob, 2],
  ] as const) {
    world.shop.orders.clear();
    for (let n = 0; n < orders; n += 1) world.shop.orders.set(String(1000 + n), fakeOrder(n));
    await world.ordering.pollOrders(who.scope, who.storeId);
    const ids = await db.read(who.scope, (ex) =>
      ex.rows<{ order_id: string }>(
        sql`select order_id from sales_order where workplace_id = ${who.scope.workplaceId}`,
      ),
    );
    await requestPlacement(world.deps, who.scope, ids.slice(1), true);
    await world.settle(who);
  }
  for (const order of world.own.books.orders)
    world.own.ship(order.supplierOrderId, { parcelId: order.supplierOrderId, state: 'in_transit' });
  const connections = await superuser(db.superuserUrl, (c) =>
    c.query<{ workplace_id: string; connection_id: string }>(
      `select workplace_id, connection_id from supplier_connection where supplier = 'quayside'`,
    ),
  );
  for (const who of [ann, bob])
    for (const row of connections.rows)
      if (row.workplace_id === who.scope.workplaceId)
        await world.buying.pollSupplierOrders(who.scope, row.connection_id);
  await world.settle(ann);
  expect(world.shop.fulfillments.length).toBeGreaterThan(0);
  const boss = await startBoss(db.appUrl, false, silentLog);
  const kind = defineJob({ name: 'kept-in-the-dump', payload: z.object({ n: z.number() }), concurrency: 1 });
  await ensureQueues(boss, [kind]);
  await db.global((tx) => createQueue(boss).send(tx, kind, { n: 1 }, { afterSeconds: 3_600 }));
  await boss.stop({ graceful: false });
  const warehouse = await warehouseOnAir(db, 3);
  await warehouse.close();
  await superuser(db.superuserUrl, (c) =>
    c.query(
      `insert into warehouse.purchase (order_id, installation_id, mode, reference, request_hash, order_name, state, address,
        shipping_service, currency, items_cost, shipping_cost)
      select $1, installation_id, 'sandbox', 'r-1', '\\x00', '#1', 'created', '{}', 'standard', 'USD', 1, 1
      from warehouse.installation where role = 'client'`,
      [newId()],
    ),
  );
  await db.global((tx) => tx.run(sql`update installation set server = server_identity(), seen_at = now()`));

  await runEach(db.superuserUrl, named(code(backupGuide, 'create a backup role', 'sql'), db.name));
  if (sameServer || template === shared)
    cleanups.push(() => superuser(shared.adminUrl, (c) => c.query(`drop role if exists backup_${db.name}`)));
  cleanups.push(() => superuser(db.superuserUrl, (c) => c.query(`drop owned by backup_${db.name}`)));
  const backupUrl = new URL(db.ownerUrl);
  backupUrl.username = `backup_${db.name}`;
  backupUrl.password = 'choose-one';
  const dataDir = join(folder, 'old-data');
  mkdirSync(join(dataDir, 'files'), { recursive: true });
  writeFileSync(join(dataDir, 'files/photo'), 'a photo');
  const backUp = (more: Record<string, string>) => {
    const settings = { DATABASE_URL: db.ownerUrl, QUAYSIDE_DATA: dataDir, APP_SECRET: SECRET, ...more };
    const dir = join(folder, 'backups');
    return runBackup({
      config: readConfig(settings, [], root),
      dataDir,
      dir,
      passphrase: async () => PASSPHRASE,
      scheduled: false,
      verify: true,
      logN: 10,
    });
  };
  await expect(backUp({})).rejects.toThrow(/row-level security/);

  // Someone's wallet is credited all the while; the backup is one moment of it.
  const busy = await world.owner();
  let ended = false;
  let written = 0;
  const writing = (async () => {
    while (!ended) {
      written += 1;
      const gift = { accountId: busy.scope.accountId, mode: 'sandbox' as const, key: `bonus:${written}`, amount: 1 };
      await db.tenant(busy.scope, (tx) => giveBonus(tx, gift));
    }
  })();
  const made = await backUp({ QUAYSIDE_BACKUP_DATABASE_URL: backupUrl.href }).finally(() => {
    ended = true;
    return writing;
  });
  expect(written).toBeGreaterThan(20);
  expect(made?.verified).toMatchObject({ exact: true });
  const [was, guarded] = [await contents(db.superuserUrl), await guards(db.superuserUrl)];

  // Restore.
  await runEach(targetAdmin, named(inline(guide('run-on-postgresql.md'), 'create role quayside_owner'), target));
  cleanups.push(() => superuser(targetAdmin, (c) => c.query(`drop database if exists ${target} with (force)`)));
  const ownerUrl = at(targetAdmin, target, ownerRole, new URL(db.ownerUrl).password);
  const restore = (passphrase: string, appSecret: string = SECRET) =>
    restoreServer({
      file: made?.file ?? '',
      decrypter: readWithPassphrase(passphrase),
      databaseUrl: ownerUrl,
      appDatabaseUrl: undefined,
      appSecret,
      dataDir: join(folder, 'data'),
    });
  await expect(restore('another passphrase')).rejects.toThrow('The passphrase is wrong');
  await expect(restore(PASSPHRASE, 'another secret, of another installation')).rejects.toThrow('APP_SECRET');
  expect(await contents(restoredUrl)).toEqual({});
  await restore(PASSPHRASE);
  await expect(restore(PASSPHRASE)).rejects.toThrow('not empty');
  expect(readFileSync(join(folder, 'data/files/photo'), 'utf8')).toBe('a photo');

  const is = await contents(restoredUrl);
  restored = { file: made?.file ?? '', ownerUrl, is };
  expect(still(is)).toEqual(still(was));
  expect(Object.keys(is).length).toBeGreaterThan(80);
  for (const table of [
    'sales_order',
    'order_line',
    'supplier_order',
    'shipment',
    'ledger_entry',
    'store',
    'supplier_connection',
  ])
    expect(is[table], table).not.toMatch(/^0 /);
  for (const table of ['pgboss.job_common', 'warehouse.purchase', 'warehouse.variant'])
    expect(is[table] ?? 'missing', table).not.toMatch(/^0 |missing/);
  expect(await guards(restoredUrl)).toEqual(guarded);

  // Paused in the transaction of the restore.
  const env = { DATABASE_URL: ownerUrl, QUAYSIDE_DATA: join(folder, 'data'), APP_SECRET: SECRET };
  const superDb = createDb({ ownerUrl: restoredUrl, appUrl: restoredUrl, poolSize: 1 });
  expect(await superDb.global((tx) => findHold(tx, {}))).toMatchObject({ reason: 'restored' });
  await superDb.close();

  // The application starts on it.
  const config = readConfig({ ...env, PORT: '0', QUAYSIDE_SANDBOX: 'off', QUAYSIDE_LOG: 'silent' }, [], root);
  const running = await start(config, { root, drainMs: 0 });
  try {
    const ready = await fetch(`${running.url}/readyz`);
    expect(await ready.json()).toMatchObject({ ready: true, migrations: true, queue: true, worker: true });
  } finally {
    await running.stop();
  }
  const appUrl = await ensureAppRole({ ownerUrl, dataDir: config.dataDir });
  const again = createDb({ ownerUrl, appUrl, poolSize: 3 });
  expect(await again.global((tx) => findHold(tx, {}))).toMatchObject({ reason: 'restored' });

  // The books, read as the application does; each owner sees his own alone although no query below names him.
  for (const who of [ann, bob]) {
    const { accountId } = who.scope;
    expect(await again.read(who.scope, (ex) => readWallet(ex, accountId, 'sandbox'))).toEqual(
      await db.read(who.scope, (ex) => readWallet(ex, accountId, 'sandbox')),
    );
    expect(await orderCounts(again, who)).toEqual(await orderCounts(db, who));
  }
  expect(await orderCounts(again, ann)).toMatchObject({ orders: 3, placed: 2, sum: '0' });
  expect(await orderCounts(again, bob)).toMatchObject({ orders: 2, placed: 1, sum: '0' });
  const stranger = { ...ann, scope: { accountId: newId(), workplaceId: newId() } };
  expect(await orderCounts(again, stranger)).toMatchObject({ orders: 0, placed: 0, entries: 0 });
  const foreign = again.tenant(ann.scope, (tx) =>
    tx.run(
      sql`insert into member (account_id, workplace_id, role) values (${newId()}, ${bob.scope.workplaceId}, 'owner')`,
    ),
  );
  await expect(foreign).rejects.toMatchObject({ code: '42501' });

  // What waited is held when it is asked for.
  const later = await tradeWorld(again as never);
  const waiting = await again.read(ann.scope, (ex) =>
    ex.rows<{ order_id: string }>(sql`select order_id from sales_order where placement_status = 'ready'`),
  );
  expect(waiting).toHaveLength(1);
  await requestPlacement(later.deps, ann.scope, waiting, true);
  const errors = await later.jobs.drain(later.handlers);
  expect(errors.some((error) => error instanceof SendingHeld)).toBe(true);
  expect(later.own.books.orders).toEqual([]);

  // The warehouse's numbers go on.
  const number = await superuser(restoredUrl, (c) => c.query(`select nextval('warehouse.order_number')::int as next`));
  expect(number.rows).toEqual([{ next: 100_002 }]);
  await again.close();
});

it('--replace restores beside the database, compares it, and exchanges their names', { timeout: 180_000 }, async () => {
  const { file, ownerUrl, is } = restored;
  const replace = (passphrase: string) =>
    replaceDatabase({
      file,
      decrypter: readWithPassphrase(passphrase),
      databaseUrl: ownerUrl,
      appDatabaseUrl: undefined,
      appSecret: SECRET,
      dataDir: join(folder, 'data'),
    });
  const admin = (statement: string) => superuser(targetAdmin, (c) => c.query(statement));
  const databases = async () =>
    (await admin(`select datname from pg_database where datname like '${target}%' order by 1`)).rows.map(
      (row: { datname: string }) => row.datname,
    );
  const exists = (url: string) =>
    superuser(url, (c) => c.query(`select to_regclass('public.only_before') is not null as there`)).then(
      ({ rows }) => (rows[0] as { there: boolean }).there,
    );
  await superuser(restoredUrl, (c) => c.query('create table public.only_before (n int)'));
  await admin(`alter database ${target} set work_mem = '5MB'`);

  await admin(`alter role ${ownerRole} nocreatedb`);
  await expect(replace(PASSPHRASE)).rejects.toThrow(`alter role "${ownerRole}" createdb`);
  await admin(`alter role ${ownerRole} createdb`);
  await superuser(restoredUrl, () =>
    expect(replace(PASSPHRASE)).rejects.toThrow(`1 other connection to the database "${target}"`),
  );
  await expect(replace('another passphrase')).rejects.toThrow('The passphrase is wrong');
  expect(await databases()).toEqual([target]);
  expect(await exists(restoredUrl)).toBe(true);

  // Left by an interrupted restore.
  await admin(`create database ${target}_restoring owner ${ownerRole}`);
  const { replaced } = await replace(PASSPHRASE);
  cleanups.push(() => admin(`drop database if exists ${replaced} with (force)`));
  expect(await databases()).toEqual([target, replaced].sort());
  expect(await exists(restoredUrl)).toBe(false);
  expect(await exists(at(targetAdmin, replaced))).toBe(true);
  expect(still(await contents(restoredUrl))).toEqual(still(is));
  const facts = await superuser(restoredUrl, (c) =>
    c.query(`select current_setting('work_mem') as memory, sending_held_reason as held from installation`),
  );
  expect(facts.rows).toEqual([{ memory: '5MB', held: 'restored' }]);
});
