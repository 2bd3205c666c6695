import { expect, test } from 'vitest';
import { testDatabase } from '../testing/db/index.ts';
import { checkCitusRules, conjuncts } from './check-citus-rules.ts';
import { GLOBAL_TABLES } from './global-tables.ts';
import { raw, sql } from './index.ts';

const db = await testDatabase();

test('the schema keeps the rules', async () => {
  expect(await db.global((tx) => checkCitusRules(tx, GLOBAL_TABLES))).toEqual([]);
});

test.each([
  ['neither tenant nor listed', 'create table t (id int primary key)', 't: has neither workplace_id nor account_id'],
  ['no security', 'create table t (workplace_id uuid primary key)', 't: row level security is not enabled.'],
  [
    'security not forced',
    "create table t (workplace_id uuid primary key); call tenant_table('t'); alter table t no force row level security",
    't: row level security is not forced.',
  ],
  [
    'a policy of its own making',
    'create table t (workplace_id uuid primary key); alter table t enable row level security; alter table t force row level security; create policy tenant on t using (true)',
    "t: has no policy on workplace_id: call tenant_table('t').",
  ],
  [
    'a policy for reading only',
    'create table t (workplace_id uuid primary key); alter table t enable row level security; alter table t force row level security; create policy tenant on t for select using (workplace_id = app_workplace_id())',
    "t: has no policy on workplace_id: call tenant_table('t').",
  ],
  [
    'an account table without its policy',
    'create table t (account_id uuid primary key)',
    "t: has no policy on account_id: call account_table('t').",
  ],
  ['no key', "create table t (workplace_id uuid); call tenant_table('t')", 't: has no primary or unique key.'],
  [
    'a key without the tenant',
    "create table t (workplace_id uuid, id uuid primary key); call tenant_table('t')",
    't: the key t_pkey does not lead with workplace_id.',
  ],
  [
    'a unique index that leads with something else',
    "create table t (workplace_id uuid, id uuid, primary key (workplace_id, id)); create unique index t_once on t (id, workplace_id); call tenant_table('t')",
    't: the key t_once does not lead with workplace_id.',
  ],
  [
    'a unique index on an expression',
    "create table t (workplace_id uuid primary key, name text); create unique index t_name on t (lower(name), workplace_id); call tenant_table('t')",
    't: the key t_name does not lead with workplace_id.',
  ],
  [
    'a foreign key across tenants',
    "create table a (account_id uuid primary key); call account_table('a'); create table t (workplace_id uuid primary key references a); call tenant_table('t')",
    't: the foreign key t_workplace_id_fkey points to a, which is not distributed by workplace_id.',
  ],
  [
    'a foreign key that does not carry the tenant',
    "create table a (workplace_id uuid, id uuid unique, primary key (workplace_id, id)); call tenant_table('a'); create table t (workplace_id uuid primary key, a_id uuid references a (id)); call tenant_table('t')",
    't: the foreign key t_a_id_fkey does not lead with workplace_id on both sides.',
  ],
  [
    'a global table that points into a tenant',
    "create table a (workplace_id uuid primary key); call tenant_table('a'); alter table schema_migrations add workplace_id uuid references a",
    'schema_migrations: the foreign key schema_migrations_workplace_id_fkey of a global table points to the tenant table a.',
  ],
  [
    'a restrictive policy',
    "create table t (workplace_id uuid primary key, store_id uuid); call tenant_table('t'); create policy held on t as restrictive using (store_id is null)",
    "t: the policy held is restrictive: call merge_policies('t').",
  ],
  [
    'two policies for one command',
    "create table t (workplace_id uuid primary key, open boolean); call tenant_table('t'); create policy shown on t for select using (open)",
    "t: has more than one policy for select: call merge_policies('t').",
  ],
  [
    'a policy with a way round the tenant',
    'create table t (workplace_id uuid primary key, open boolean); alter table t enable row level security; alter table t force row level security; create policy tenant on t using (workplace_id = app_workplace_id() or open)',
    "t: has no policy on workplace_id: call tenant_table('t').",
  ],
  [
    'a policy that lets rows of other tenants be written',
    'create table t (workplace_id uuid primary key); alter table t enable row level security; alter table t force row level security; create policy tenant on t using (workplace_id = app_workplace_id()) with check (true)',
    "t: has no policy on workplace_id: call tenant_table('t').",
  ],
  [
    'a policy that reads more than the tenant',
    "create table t (workplace_id uuid primary key, open boolean); call tenant_table('t'); create policy shown on t for select using (open); call merge_policies('t')",
    "t: has no policy on workplace_id: call tenant_table('t').",
  ],
  [
    'a policy for one role',
    "create table t (workplace_id uuid primary key); call tenant_table('t'); alter policy tenant on t to quayside_app",
    "t: has no policy on workplace_id: call tenant_table('t').",
  ],
])('a broken rule is named: %s', async (_, statements, sentence) => {
  let said: string[] = [];
  const undone = db.owner(async (tx) => {
    for (const statement of statements.split('; ')) await tx.run(raw(statement));
    said = await checkCitusRules(tx, GLOBAL_TABLES);
    throw new Error('undo');
  });
  await expect(undone).rejects.toThrow('undo');
  expect(said.some((line) => line.startsWith(sentence))).toBe(true);
});

test('a global table that is gone is named', async () => {
  const said = await db.global((tx) => checkCitusRules(tx, { ...GLOBAL_TABLES, lost: 'a reason' }));
  expect(said).toEqual(['lost: is listed as a global table and does not exist.']);
});

test.each([
  ['(workplace_id = app_workplace_id())', ['workplace_id = app_workplace_id()']],
  ['((a = b()) AND ((c IS NULL) OR (d = ANY (c()))))', ['a = b()', '(c IS NULL) OR (d = ANY (c()))']],
  ['((a = 1) AND (b = 2) AND (c = 3))', ['a = 1', 'b = 2', 'c = 3']],
  ['((a = 1) OR (b = 2))', ['(a = 1) OR (b = 2)']],
  ['true', ['true']],
])('the conditions of %s', (text, parts) => expect(conjuncts(text)).toEqual(parts));

test('a wall of stores, in a migration before or after that of one policy, is one policy with the tenant', async () => {
  const policies: unknown[] = [];
  const make = (name: string) =>
    `create table ${name} (workplace_id uuid primary key, store_id uuid); call tenant_table('${name}')`;
  const undone = db.owner(async (tx) => {
    for (const statement of [
      make('before'),
      'create policy member_stores on before as restrictive using (app_store_ids() is null or store_id = any (app_store_ids()))',
      "call merge_policies('before')",
      make('after'),
      "call store_wall('after')",
    ].flatMap((text) => text.split('; ')))
      await tx.run(raw(statement));
    for (const name of ['before', 'after'])
      policies.push(
        await tx.rows(sql`select polname, polcmd, polpermissive, pg_get_expr(polqual, polrelid) as using,
          pg_get_expr(polwithcheck, polrelid) as check from pg_policy where polrelid = ${name}::regclass`),
      );
    expect(await checkCitusRules(tx, GLOBAL_TABLES)).toEqual([]);
    throw new Error('undo');
  });
  await expect(undone).rejects.toThrow('undo');
  const text =
    '((workplace_id = app_workplace_id()) AND ((app_store_ids() IS NULL) OR (store_id = ANY (app_store_ids()))))';
  const one = [{ polname: 'tenant', polcmd: '*', polpermissive: true, using: text, check: text }];
  expect(policies).toEqual([one, one]);
});

test('who may read and write members and workplaces is one policy per command', async () => {
  const rows = await db.global((tx) =>
    tx.rows<{ text: string }>(sql`select concat_ws(' ', polrelid::regclass, polcmd, pg_get_expr(polqual, polrelid),
      'check ' || pg_get_expr(polwithcheck, polrelid)) as text
      from pg_policy where polrelid in ('member'::regclass, 'workplace'::regclass)`),
  );
  const account = '(account_id = app_account_id())';
  const workplace = '(workplace_id = app_workplace_id())';
  const both = `(${account} AND ${workplace})`;
  expect(rows.map(({ text }) => text).sort()).toEqual(
    [
      `member r (${workplace} OR ${account})`,
      `member a check ${both}`,
      `member w ${both} check ${both}`,
      `member d ${both}`,
      `workplace r (${workplace} OR ${account})`,
      `workplace a check ${workplace}`,
      `workplace w ${workplace} check ${workplace}`,
      `workplace d ${workplace}`,
    ].sort(),
  );
});
