import { testDatabase } from '@quayside/testing/db/index.ts';
import { expect, test } from 'vitest';
import { checkCitusRules } from './check-citus-rules.ts';
import { GLOBAL_TABLES } from './global-tables.ts';
import { raw } from './index.ts';

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
