import { newId } from '@quayside/kernel';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fillTenant, type Tenant, type TenantTable, tenantTables, testDatabase } from '../testing/db/index.ts';
import { type Executor, isForbidden, raw, withClient } from './index.ts';

const db = await testDatabase();
const admin = new pg.Client(db.superuserUrl);
await admin.connect();
afterAll(() => admin.end());

const tenant = (): Tenant => ({ accountId: newId(), workplaceId: newId() });
const ann = tenant();
const bob = tenant();
const tables = await tenantTables(admin);

const idOf = (who: Tenant, { column }: TenantTable) => (column === 'workplace_id' ? who.workplaceId : who.accountId);
const idents = (names: string[]) => names.map((name) => `"${name}"`).join();

/** Append-only tables, even for the owner of the rows. */
const APPEND_ONLY = ['ledger_entry', 'ledger_posting'];
/** Tables without update and delete privileges for the application. */
const ADDED_TO = ['audit_entry'];

beforeAll(async () => {
  // The sample order is paid, so that the sample refund does not exceed its payment.
  const tables = { supplier_order: { pay_amount: 100, total_cost: 100 } };
  await fillTenant(admin, ann, { tables });
  await fillTenant(admin, bob, { tables });
});

/** A tenant's row as an insert statement. */
async function insertOf(table: TenantTable, who: Tenant): Promise<string> {
  const { rows } = await admin.query<{ columns: string[]; row: unknown }>(
    `select array(select attname::text from pg_attribute where attrelid = '${table.name}'::regclass and attnum > 0
        and not attisdropped and attgenerated = '') as columns,
      (select to_jsonb(t) from ${table.name} t where ${table.column} = $1) as row`,
    [idOf(who, table)],
  );
  const { columns = [], row } = rows[0] ?? {};
  const json = pg.escapeLiteral(JSON.stringify(row));
  return `insert into ${table.name} (${idents(columns)})
    select ${idents(columns)} from jsonb_populate_record(null::${table.name}, ${json}) returning 1`;
}

const isMoveOnCitus = (error: unknown): boolean =>
  db.nodeUrls.length > 1 && String(error).includes('modifying the partition value of rows is not allowed');

const everything = async (table: TenantTable) =>
  (await admin.query(`select to_jsonb(t) as row from ${table.name} t order by to_jsonb(t)::text`)).rows;

/** The error of some work that is always rolled back. */
async function refusalOf(work: (fn: (tx: Executor) => Promise<never>) => Promise<unknown>, statement: string) {
  let refused: unknown;
  await work(async (tx) => {
    await tx.run(raw(statement)).catch((error: unknown) => {
      refused = error;
    });
    throw new Error('undo');
  }).catch(() => undefined);
  return refused;
}

test('every table of tenants is walked: those behind row level security are those with a tenant', async () => {
  expect(tables.length).toBeGreaterThan(25);
  const { rows } = await admin.query(`
    select c.relname from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('v', 'm', 'f')
      and not exists (select from pg_depend e where e.classid = 'pg_class'::regclass and e.objid = c.oid and e.deptype = 'e')`);
  expect(rows, 'a view would be read with its owner’s eyes').toEqual([]);
  const strong = await admin.query(
    "select proname from pg_proc where pronamespace = 'public'::regnamespace and prosecdef order by proname",
  );
  // Security definer functions check the tenant themselves; see the next test, privacy.db.test.ts and history.db.test.ts.
  expect(strong.rows, 'a function that runs as its owner would step round the wall').toEqual([
    { proname: 'delete_exported_account_events' },
    { proname: 'delete_exported_audit' },
    { proname: 'erase_account_rows' },
    { proname: 'erase_audit_names' },
    { proname: 'export_audit' },
  ]);
});

test('rows are erased only by the account that they belong to, and only when its time is over', async () => {
  const erase = async (as: Tenant, column: string, id: string, of: string) =>
    String(
      await refusalOf(
        (fn) => db.tenant(as, fn),
        `select erase_account_rows('audit_entry', '${column}', '${id}', '${of}')`,
      ),
    );
  expect(await erase(ann, 'workplace_id', ann.workplaceId, ann.accountId)).toMatch(/is not to be erased/);
  await admin.query(
    `insert into account (account_id, email, password_hash, first_name, last_name, delete_at)
      select id, id || '@example.com', '', '', '', now() - interval '1 day' from unnest($1::uuid[]) id`,
    [[ann.accountId, bob.accountId]],
  );
  expect(await erase(ann, 'workplace_id', bob.workplaceId, bob.accountId)).toMatch(/not the account of this/);
  expect(await erase(ann, 'workplace_id', bob.workplaceId, ann.accountId)).toMatch(/not a workplace of this account/);
  expect(await erase(ann, 'account_id', bob.accountId, ann.accountId)).toMatch(/not of this account/);
  expect(await erase(ann, 'workplace_id', ann.workplaceId, ann.accountId)).toBe('undefined');
  await admin.query('delete from account where account_id = any($1)', [[ann.accountId, bob.accountId]]);
});

test('the application may not step round the wall', async () => {
  const { rows } = await withClient(db.appUrl, 'test', (client) =>
    client.query('select rolname, rolsuper, rolbypassrls from pg_roles where rolname = current_user'),
  );
  expect(rows).toEqual([{ rolname: 'quayside_app', rolsuper: false, rolbypassrls: false }]);
});

describe.each(tables.map((table) => [table.name, table] as const))('%s', (name, table) => {
  const mine = `select 1 from ${name}`;
  const theirs = `${table.column} = '${idOf(bob, table)}'`;

  test('shows a tenant its own rows alone, and without a tenant none', async () => {
    for (const see of [db.tenant, db.read]) {
      expect(await see(bob, (ex) => ex.rows(raw(mine)))).toHaveLength(1);
      expect(await see(ann, (ex) => ex.rows(raw(`${mine} where ${theirs}`)))).toEqual([]);
      expect(await see(ann, (ex) => ex.rows(raw(mine)))).toHaveLength(1);
    }
    expect(await db.global((tx) => tx.rows(raw(mine)))).toEqual([]);
    if (table.column === 'account_id') return;
    // A person without a chosen workplace sees only their own list of workplaces.
    const early = await db.read({ accountId: ann.accountId }, (ex) => ex.rows(raw(mine)));
    expect(early).toHaveLength(name === 'workplace' ? 1 : 0);
  });

  test('lets nobody write, change, move or remove a row of another', async () => {
    const before = await everything(table);
    const asAnn = (fn: (tx: Executor) => Promise<never>) => db.tenant(ann, fn);
    const asBob = (fn: (tx: Executor) => Promise<never>) => db.tenant(bob, fn);
    const asNobody = (fn: (tx: Executor) => Promise<never>) => db.global(fn);
    const hers = await insertOf(table, bob);
    expect(isForbidden(await refusalOf(asAnn, hers)), `${hers} as another`).toBe(true);
    expect(isForbidden(await refusalOf(asNobody, hers)), `${hers} as nobody`).toBe(true);
    // In its own tenant the same row is only a duplicate, so the policy was what refused it above.
    expect(await refusalOf(asBob, hers)).toMatchObject({ code: '23505' });

    const change = `update ${name} set ${table.column} = ${table.column} where ${theirs}`;
    const remove = `delete from ${name} where ${theirs}`;
    for (const statement of [change, remove]) {
      if (ADDED_TO.includes(name)) {
        for (const as of [asAnn, asBob, asNobody])
          expect(isForbidden(await refusalOf(as, statement)), statement).toBe(true);
        continue;
      }
      expect(await db.tenant(ann, (tx) => tx.run(raw(statement))), statement).toBe(0);
      expect(await db.global((tx) => tx.run(raw(statement))), statement).toBe(0);
    }
    const move = await refusalOf(asAnn, `update ${name} set ${table.column} = '${idOf(bob, table)}'`);
    if (APPEND_ONLY.includes(name)) expect(move).toMatchObject({ message: 'the ledger is append only' });
    // Citus moves no row to another node, whoever asks.
    else expect(isForbidden(move) || isMoveOnCitus(move), `moving: ${move}`).toBe(true);
    expect(isForbidden(await refusalOf(asAnn, `truncate ${name} cascade`))).toBe(true);
    expect(await everything(table)).toEqual(before);
  });
});
