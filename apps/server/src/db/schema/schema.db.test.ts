import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testDatabase } from '../../testing/db/index.ts';
import { withClient } from '../index.ts';
import { parseSchema, printSchema, readSchema } from './schema-text.ts';

const committed = readFileSync(join(import.meta.dirname, '../schema.sql'), 'utf8').replaceAll('\r\n', '\n');
const db = await testDatabase();
const read = () => withClient(db.ownerUrl, 'test', readSchema);
const run = (statement: string) => withClient(db.ownerUrl, 'test', (client) => client.query(statement));

test('schema.sql is the schema that the migrations make; after a change run `npm run schema`', async () => {
  const schema = await read();
  expect(printSchema(schema)).toBe(committed);
  expect(parseSchema(committed)).toEqual(schema);
});

/** Statements are applied one after another to this file's database. */
let before = await read();
test.each([
  ['a column', 'table account', 'alter table account add note text'],
  ['a default', 'table account', "alter table account alter note set default 'x'"],
  ['not null', 'table account', 'alter table account alter note set not null'],
  ['a type', 'table store', 'alter table store alter order_cursor type json'],
  ['the storage of a column', 'table account', 'alter table account alter note set storage external'],
  ['the statistics of a column', 'table account', 'alter table account alter note set statistics 500'],
  ['a storage parameter', 'table account', 'alter table account set (fillfactor = 90)'],
  ['a check', 'table topup', 'alter table topup drop constraint topup_amount_check'],
  ['a check that is validated', 'table wallet', 'alter table wallet validate constraint wallet_debt_is_paid_first'],
  ['a foreign key', 'table session_code', 'alter table session_code drop constraint session_code_token_hash_fkey'],
  ['an index', 'table listing', 'drop index listing_of'],
  ['forced row-level security', 'table member', 'alter table member no force row level security'],
  ['a policy', 'table member', 'alter policy tenant_reads on member using (true)'],
  ['the role of a policy', 'table member', 'alter policy tenant_reads on member to quayside_app'],
  ['a trigger', 'table order_line', 'drop trigger order_line_state_moves on order_line'],
  ['a disabled trigger', 'table topup', 'alter table topup disable trigger topup_state_moves'],
  ['a right', 'table audit_entry', 'grant update on audit_entry to quayside_app'],
  [
    'a right on a column',
    'table app_secret_fingerprint',
    'grant update (created_at) on app_secret_fingerprint to quayside_app',
  ],
  ['a function', 'function server_identity()', 'alter function server_identity() volatile'],
  [
    'the right to a function',
    'function erase_audit_names(uuid,text[])',
    'grant execute on function erase_audit_names to public',
  ],
  ['a sequence', 'sequence warehouse.order_number', 'alter sequence warehouse.order_number increment 2'],
  [
    'rights on later tables',
    'schema warehouse',
    'alter default privileges in schema warehouse revoke delete on tables from quayside_app',
  ],
  ['a table', 'table extra', 'create table extra (id int)'],
  ['a view', 'view seen', 'create view seen as select id from extra'],
  ['a kind of object that Quayside does not have', 'other objects', "create type mood as enum ('fine')"],
])('%s is part of the text', async (_, object, statement) => {
  await run(statement);
  const after = await read();
  const changed = [...after].filter(([name, lines]) => before.get(name)?.join() !== lines.join());
  before = after;
  expect(changed.map(([name]) => name)).toEqual([object]);
});

test('roles that an operator added are left out', async () => {
  const role = `backup_${db.name}`;
  await withClient(db.superuserUrl, 'test', (client) => client.query(`create role ${role}`));
  await run(`grant select on all tables in schema public to ${role};
    alter default privileges in schema public grant select on tables to ${role}`);
  expect(await read()).toEqual(before);
  await withClient(db.superuserUrl, 'test', (client) => client.query(`drop owned by ${role}; drop role ${role}`));
});
