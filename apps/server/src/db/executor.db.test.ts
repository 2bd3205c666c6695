import { newId } from '@quayside/kernel';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { createTestDatabase, testDatabase } from '../testing/db/index.ts';
import {
  type DbOptions,
  type Executor,
  inTransaction,
  isForbidden,
  isUniqueViolation,
  join,
  json,
  raw,
  sql,
  type WorkplaceScope,
} from './index.ts';

const db = await testDatabase({ poolSize: 3 });
/** There, each read is a transaction. */
const isCitus = db.nodeUrls.length > 1;

const scopeOf = (): WorkplaceScope => ({ accountId: newId(), workplaceId: newId() });
const ann = scopeOf();
const bob = scopeOf();

beforeAll(async () => {
  await db.owner(async (tx) => {
    await tx.run(raw('create table thing (workplace_id uuid, id uuid, name text, primary key (workplace_id, id))'));
    await tx.run(raw('create table purse (account_id uuid, id uuid, primary key (account_id, id))'));
    await tx.run(raw('create table directory (id uuid primary key)'));
    await tx.run(raw("call tenant_table('thing')"));
    await tx.run(raw("call account_table('purse')"));
  });
  for (const scope of [ann, bob]) {
    await db.tenant(scope, async (tx) => {
      await tx.run(sql`insert into thing values (${scope.workplaceId}, ${newId()}, 'first')`);
      await tx.run(sql`insert into purse values (${scope.accountId}, ${newId()})`);
    });
  }
});

/** A separate database for one test. */
async function another(options: Partial<DbOptions>) {
  const made = await createTestDatabase(options);
  onTestFinished(() => made.drop());
  return made;
}

const things = (ex: Executor) => ex.rows<{ workplace_id: string }>(sql`select workplace_id from thing`);
const purses = (ex: Executor) => ex.rows<{ account_id: string }>(sql`select account_id from purse`);

test('a tenant sees its own rows only, in a transaction and without one', async () => {
  for (const scope of [ann, bob]) {
    for (const see of [db.tenant, db.read]) {
      expect(await see(scope, things)).toEqual([{ workplace_id: scope.workplaceId }]);
      expect(await see(scope, purses)).toEqual([{ account_id: scope.accountId }]);
    }
  }
});

test('a scope without a workplace sees the account and no workplace', async () => {
  const scope = { accountId: ann.accountId };
  for (const see of [db.tenant, db.read]) {
    expect(await see(scope, things)).toEqual([]);
    expect(await see(scope, purses)).toEqual([{ account_id: ann.accountId }]);
  }
});

test('global work sees no tenant, also on connections that just served one', async () => {
  await Promise.all(Array.from({ length: 6 }, () => db.read(ann, things)));
  const seen = await Promise.all(Array.from({ length: 6 }, () => db.global(things)));
  expect(seen).toEqual(Array(6).fill([]));
  await db.global((tx) => tx.run(sql`insert into directory values (${newId()})`));
});

test("another workplace's rows cannot be written", async () => {
  const id = newId();
  const insert = sql`insert into thing values (${bob.workplaceId}, ${id}, 'smuggled')`;
  const write = (ex: Executor) => ex.run(insert);
  for (const attempt of [() => db.tenant(ann, write), () => db.read(ann, write), () => db.global(write)]) {
    expect(isForbidden(await attempt().catch((err) => err))).toBe(true);
  }
  const theirs = sql`where workplace_id = ${bob.workplaceId}`;
  expect(await db.tenant(ann, (tx) => tx.run(sql`update thing set name = 'mine' ${theirs}`))).toBe(0);
  expect(await db.tenant(ann, (tx) => tx.run(sql`delete from thing ${theirs}`))).toBe(0);
  const moved = db.tenant(ann, (tx) => tx.run(sql`update thing set workplace_id = ${bob.workplaceId}`));
  expect(isForbidden(await moved.catch((err) => err))).toBe(true);
  expect(await db.read(bob, (ex) => ex.rows(sql`select name from thing`))).toEqual([{ name: 'first' }]);
});

test('the owner is under the policies too, loudly', async () => {
  await expect(db.owner(things)).rejects.toThrow('row-level security');
});

test('connections keep tenants apart under concurrency and failures', async () => {
  const scopes = [ann, bob, scopeOf(), scopeOf()];
  for (const scope of scopes.slice(2)) {
    await db.tenant(scope, (tx) => tx.run(sql`insert into thing values (${scope.workplaceId}, ${newId()}, 'x')`));
  }
  const work = Array.from({ length: 400 }, async (_, i) => {
    const scope = scopes[i % scopes.length] ?? ann;
    const kind = i % 7;
    if (kind === 0) return expect(await db.global(things)).toEqual([]);
    if (kind === 1)
      return expect(db.read(scope, (ex) => ex.rows(sql`select 1 / 0`))).rejects.toThrow('division by zero');
    if (kind === 2) return expect(db.tenant(scope, (ex) => ex.rows(sql`select nope`))).rejects.toThrow('nope');
    if (kind === 3) return expect(await db.tenant(scope, things)).toEqual([{ workplace_id: scope.workplaceId }]);
    expect(await db.read(scope, things)).toEqual([{ workplace_id: scope.workplaceId }]);
  });
  await Promise.all(work);
});

test.skipIf(isCitus)('a read sets the tenant once per connection and tenant', async () => {
  const one = await another({ poolSize: 1 });
  const calls = (ex: Executor) =>
    ex.first<{ calls: number }>(
      sql`select generic_plans + custom_plans calls from pg_prepared_statements where name = 'quayside_tenant'`,
    );
  const first = await one.read(ann, calls);
  expect(await one.read(ann, calls)).toEqual(first);
  await one.read(bob, calls);
  expect(await one.read(ann, calls)).toEqual({ calls: (first?.calls ?? 0) + 2 });
});

test('a connection forgets the account and the stores of the reader before', async () => {
  const one = await another({ poolSize: 1 });
  const seen = (ex: Executor) =>
    ex.first(
      sql`select current_setting('app.account_id', true) account, current_setting('app.store_ids', true) stores`,
    );
  const storeId = newId();
  expect(await one.read({ ...ann, storeIds: [storeId] }, seen)).toMatchObject({ stores: `{${storeId}}` });
  expect(await one.tenant(ann, seen)).toEqual({ account: ann.accountId, stores: '' });
  expect(await one.read(ann, seen)).toEqual({ account: ann.accountId, stores: '' });
  const colleague = { ...ann, accountId: bob.accountId };
  expect(await one.read(colleague, seen)).toEqual({ account: bob.accountId, stores: '' });
});

test('a connection killed while idle is replaced and the tenant set again', async () => {
  const one = await another({ poolSize: 1 });
  const pidOf = (ex: Executor) => ex.first<{ pid: number }>(sql`select pg_backend_pid() pid`);
  const before = await one.read(ann, pidOf);
  await one
    .owner((tx) =>
      tx.run(
        raw(
          "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'quayside_app' and datname = current_database()",
        ),
      ),
    )
    .catch(() => undefined);
  await one.global((tx) => tx.run(sql`select pg_terminate_backend(pg_backend_pid())`)).catch(() => undefined);
  const settings = (ex: Executor) =>
    ex.first(sql`select pg_backend_pid() pid, current_setting('app.workplace_id', true) workplace`);
  const after = await one.read(bob, settings);
  expect(after).toMatchObject({ workplace: bob.workplaceId });
  expect(after).not.toMatchObject(before ?? {});
});

test('an executor ends with its callback, after statements that nobody awaited', async () => {
  const id = newId();
  let kept: Executor | undefined;
  await db.tenant(ann, async (tx) => {
    kept = tx;
    void tx.run(sql`select pg_sleep(0.05)`);
    void tx.run(sql`insert into thing values (${ann.workplaceId}, ${id}, 'late')`);
  });
  expect(await db.read(ann, (ex) => ex.run(sql`delete from thing where id = ${id}`))).toBe(1);
  await expect(kept?.run(sql`select 1`)).rejects.toThrow('Executor used after');
});

test.skipIf(isCitus)('a session setting is refused and a transaction left open does not leak', async () => {
  await expect(db.tenant(ann, (tx) => tx.run(sql`set app.workplace_id = 'x'`))).rejects.toThrow('set local');
  const pidOf = (ex: Executor) => ex.first<{ pid: number }>(sql`select pg_backend_pid() pid`);
  const one = await another({ poolSize: 1 });
  const opened = await one.read(ann, async (ex) => {
    await ex.raw('begin');
    return pidOf(ex);
  });
  expect(await one.read(ann, pidOf)).not.toEqual(opened);
});

test('a failing callback rolls back, and so does a swallowed failure', async () => {
  const id = newId();
  const insert = sql`insert into directory values (${id})`;
  const thrown = db.global(async (tx) => {
    await tx.run(insert);
    throw new Error('no');
  });
  await expect(thrown).rejects.toThrow('no');
  const swallowed = db.global(async (tx) => {
    await tx.run(insert);
    await tx.run(sql`select nope`).catch(() => undefined);
  });
  await expect(swallowed).rejects.toThrow('rolled back');
  expect(await db.global((tx) => tx.rows(sql`select from directory where id = ${id}`))).toEqual([]);
});

test('database work does not nest', async () => {
  await expect(db.tenant(ann, () => db.read(ann, things))).rejects.toThrow('db.read was called inside db.tenant');
  expect(inTransaction()).toBe(false);
  expect(await db.global(async () => inTransaction())).toBe(true);
  expect(await db.read(ann, async () => inTransaction())).toBe(false);
});

test('a scope that is no UUID is an error and not an empty scope', async () => {
  await expect(db.read({ accountId: "x' or true" }, things)).rejects.toThrow('not a UUID');
  await expect(db.tenant({ accountId: newId(), workplaceId: '' }, things)).rejects.toThrow('not a UUID');
});

test('errors tell which key refused', async () => {
  const id = newId();
  const twice = db.global(async (tx) => {
    await tx.run(sql`insert into directory values (${id})`);
    await tx.run(sql`insert into directory values (${id})`);
  });
  const err = await twice.catch((e) => e);
  expect(isUniqueViolation(err)).toBe(true);
  expect(isUniqueViolation(err, 'directory_pkey')).toBe(true);
  expect(isUniqueViolation(err, 'other')).toBe(false);
});

test('statements run in parallel on one executor, in order', async () => {
  const seen = await db.global((tx) =>
    Promise.all([1, 2, 3].map((n) => tx.first<{ n: number }>(sql`select ${n}::int n`))),
  );
  expect(seen).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
});

test('values arrive in our types', async () => {
  const row = await db.global((tx) =>
    tx.first(sql`select 9007199254740991::int8 big, '{1,2}'::int8[] bigs, 1.10::numeric amount,
      '2026-03-01 14:00:00.1239+02'::timestamptz as at, '2026-03-01 12:00+00'::timestamptz whole,
      array['2026-03-01 12:00+00'::timestamptz, null] times, '2026-03-01'::date as day, ${json({ a: [1] })} facts,
      ${json([1, 'two'])} list, ${json(undefined)} nothing, ${['a', 'b']}::text[] texts`),
  );
  expect(row).toEqual({
    big: 9007199254740991,
    bigs: [1, 2],
    amount: '1.10',
    at: '2026-03-01T12:00:00.123Z',
    whole: '2026-03-01T12:00:00.000Z',
    times: ['2026-03-01T12:00:00.000Z', null],
    day: '2026-03-01',
    facts: { a: [1] },
    list: [1, 'two'],
    nothing: null,
    texts: ['a', 'b'],
  });
  await expect(db.global((tx) => tx.rows(sql`select 9007199254740993::int8`))).rejects.toThrow(
    'exceeds a safe integer',
  );
  await expect(db.global((tx) => tx.rows(sql`select 'infinity'::timestamptz`))).rejects.toThrow('no ISO 8601 form');
});

test('what no column can hold does not stop the rest of a row', async () => {
  const row = await db.global((tx) =>
    tx.first(sql`select ${'a\0b'}::text as note, ${['c\0']}::text[] as tags, ${json({ d: ['e\0', '\\u0000'] })} facts`),
  );
  expect(row).toEqual({ note: 'a\ufffdb', tags: ['c\ufffd'], facts: { d: ['e\ufffd', '\\u0000'] } });
});

test('statements of whole rows serve on while a migration adds a column', async () => {
  const one = await another({ poolSize: 1 });
  await one.owner((tx) => tx.run(raw('create table growing (id int); grant all on growing to public')));
  const read = () => one.read(ann, (ex) => ex.rows(sql`select * from growing where id = ${1}`));
  const add = () => one.global((tx) => tx.rows(sql`insert into growing (id) values (${1}) returning *`));
  for (let i = 0; i < 3; i += 1) {
    await add();
    await read();
  }
  await one.owner((tx) => tx.run(raw('alter table growing add extra int')));
  expect((await read())[0]).toEqual({ id: 1, extra: null });
  expect(await add()).toEqual([{ id: 1, extra: null }]);
});

test('a repeated statement keeps its plan, and survives a change of its table', async () => {
  const one = await another({ poolSize: 1 });
  const q = () =>
    sql`with m as (select * from schema_migrations) select * from (select * from m) n order by number limit ${1}`;
  for (let i = 0; i < 3; i += 1) await one.read(ann, (ex) => ex.rows(q()));
  const named = await one.read(ann, (ex) =>
    ex.rows(sql`select name from pg_prepared_statements where statement like 'with m as (select * from schema_m%'`),
  );
  expect(named).toHaveLength(1);
  await one.owner((tx) => tx.run(raw('alter table schema_migrations add extra int')));
  await expect(one.read(ann, (ex) => ex.rows(q()))).rejects.toThrow('cached plan');
  expect(await one.read(ann, (ex) => ex.rows(q()))).toMatchObject([{ extra: null }]);
});

test('prepared statements can be turned off', async () => {
  const off = await another({ poolSize: 1, preparedStatements: 0 });
  for (let i = 0; i < 3; i += 1) await off.read(ann, (ex) => ex.rows(sql`select ${i}::int`));
  expect(await off.read(ann, (ex) => ex.rows(sql`select * from pg_prepared_statements`))).toEqual([]);
});

test('raw answers rows for text with placeholders', async () => {
  expect(await db.global((tx) => tx.raw('select $1::int + 1 n', [1]))).toEqual({ rows: [{ n: 2 }] });
  expect(await db.global((tx) => tx.rows(sql`select 1 n where 1 in (${join([1, 2])})`))).toEqual([{ n: 1 }]);
});
