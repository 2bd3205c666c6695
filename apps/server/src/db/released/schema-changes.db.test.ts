import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { currentTemplate } from '../../testing/db/create-test-database.ts';
import { at } from '../../testing/db/index.ts';
import { withClient } from '../index.ts';
import { parseSchema, printSchema, readSchema } from '../schema/schema-text.ts';
import { breakingChanges, changedBehavior } from './schema-changes.ts';

const RELEASED = `
  create table shop (shop_id int primary key);
  create table thing (
    id int not null,
    name text not null unique,
    kind text default 'a' check (kind in ('a', 'b')),
    state text check (state not in ('x')),
    amount int,
    twice int generated always as (amount * 2) stored,
    shop_id int,
    key text,
    constraint thing_pkey primary key (id),
    constraint thing_amount check (amount < 1000)
  );
  create unique index thing_key on thing (key) where key is not null;
  create index thing_kind on thing (kind);
  alter table thing enable row level security;
  create policy tenant on thing using (id > 0);
  grant select, insert, update, delete on thing to quayside_app;
  create function shout(word text) returns text language sql as $$ select upper(word) $$;
  create procedure work() language sql as $$ select 1 $$;
  create function stamp() returns trigger language plpgsql as $$ begin return new; end $$;
  create trigger stamped before insert on thing for each row execute function stamp();
  create sequence counter;
  create view things as select id, name from thing;
  create type size as enum ('s', 'l');`;

const name = `test_changes_${process.pid}_${randomBytes(4).toString('hex')}`;
const { adminUrl } = currentTemplate();
const admin = (text: string) => withClient(adminUrl, 'test', (c) => c.query(text));
const onIt = new pg.Client({ connectionString: at(adminUrl, name) });
beforeAll(async () => {
  await admin(`create database ${name}`);
  await onIt.connect();
});
afterAll(async () => {
  await onIt.end();
  await admin(`drop database ${name} with (force)`);
});
beforeEach(async () => {
  await onIt.query('drop schema if exists x cascade; drop schema public cascade; create schema public');
  await onIt.query(`grant usage on schema public to quayside_app; ${RELEASED}`);
});

const shopTrigger = 'create trigger stamped before insert on shop for each row execute function stamp()';

/** Read back from its text, as the check does. */
const schema = async () => parseSchema(printSchema(await readSchema(onIt)));

let before: Awaited<ReturnType<typeof schema>> | undefined;
async function changesOf(migration: string): Promise<string[]> {
  before ??= await schema();
  await onIt.query(migration);
  return breakingChanges(before, await schema()).map(({ object, what }) => `${object} ${what}`);
}

describe('an old process does not survive', () => {
  test.each([
    ['a dropped table', 'drop table shop', 'table shop is dropped'],
    ['a renamed table', 'alter table shop rename to store', 'table shop is dropped or renamed'],
    ['a table of another schema', 'create schema x; alter table shop set schema x', 'table shop is dropped'],
    ['a dropped column', 'alter table thing drop shop_id', 'column thing.shop_id is dropped'],
    ['a renamed column', 'alter table thing rename shop_id to store_id', 'column thing.shop_id is dropped or renamed'],
    [
      'one renamed by a block',
      "do $$ begin execute 'alter table thing rename kind to sort'; end $$",
      'column thing.kind',
    ],
    ['a changed type', 'alter table thing alter shop_id type bigint', 'changes its type from integer to bigint'],
    [
      'a collation',
      'alter table thing alter key type text collate "C"',
      'changes its type from text to text collate "C"',
    ],
    [
      'a column that becomes not null',
      'alter table thing alter key set not null',
      'column thing.key becomes "not null"',
    ],
    [
      'a column without a default',
      'alter table shop add title text not null',
      'column shop.title is "not null" without',
    ],
    ['a lost default', 'alter table thing alter kind drop default', 'column thing.kind loses its default'],
    [
      'a new expression',
      'alter table thing drop twice, add twice int generated always as (amount * 3) stored',
      'column thing.twice is generated differently',
    ],
    [
      'a column that is now generated',
      'alter table thing drop shop_id, add shop_id int generated always as (amount) stored',
      'column thing.shop_id is generated',
    ],
    [
      'a narrower check',
      "alter table thing drop constraint thing_kind_check, add constraint thing_kind_check check (kind in ('a', 'c'))",
      'constraint thing.thing_kind_check is a narrower check',
    ],
    [
      'a longer list of refused texts',
      "alter table thing drop constraint thing_state_check, add check (state not in ('x', 'y'))",
      'constraint thing.thing_state_check is a narrower check',
    ],
    [
      'a new check',
      'alter table thing add constraint low check (amount > 0) not valid',
      'constraint thing.low is a narrower check',
    ],
    [
      'a check over old and new columns',
      'alter table thing add more int, add constraint mixed check (amount > more or more > 0)',
      'constraint thing.mixed is a narrower',
    ],
    [
      'a new foreign key',
      'alter table thing add foreign key (shop_id) references shop not valid',
      'is a new foreign key',
    ],
    [
      'a new unique constraint',
      'alter table thing add unique (shop_id)',
      'key thing.thing_shop_id_key may refuse rows',
    ],
    ['a new unique index', 'create unique index thing_shop on thing (shop_id)', 'key thing.thing_shop may refuse rows'],
    [
      'one with a new column that has a default',
      'alter table thing add part int default 1, add unique (shop_id, part)',
      'may refuse rows',
    ],
    [
      'an exclusion',
      'alter table thing add constraint apart exclude (shop_id with =)',
      'key thing.apart may refuse rows',
    ],
    ['a dropped unique index', 'drop index thing_key', 'key thing.thing_key is dropped or changed'],
    [
      'a dropped unique constraint',
      'alter table thing drop constraint thing_name_key',
      'key thing.thing_name_key is dropped',
    ],
    [
      'another primary key',
      'alter table thing drop constraint thing_pkey, add primary key (id, name)',
      'key thing.thing_pkey is dropped',
    ],
    ['a dropped function', 'drop function shout(text)', 'function shout(text) is dropped or renamed'],
    [
      'other parameters',
      'drop function shout(text); create function shout(word text, times int) returns text language sql as $$ select $1 $$',
      'function shout(text) is dropped',
    ],
    [
      'another result',
      'drop function shout(text); create function shout(word text) returns int language sql as $$ select 1 $$',
      'function shout(text) returns something else',
    ],
    ['a dropped procedure', 'drop procedure work()', 'procedure work() is dropped'],
    ['a dropped sequence', 'drop sequence counter', 'sequence counter is dropped'],
    ['a dropped view', 'drop view things', 'view things is dropped'],
    [
      'a view without a column',
      'drop view things; create view things as select id from thing',
      'view things returns something else',
    ],
    ['a dropped type', 'drop type size', 'is gone'],
    ['a policy that changes', 'alter policy tenant on thing using (id > 1)', 'policies of thing change'],
    ['row-level security', 'alter table shop enable row level security', 'policies of shop change'],
    [
      'a lost right',
      'revoke update on thing from quayside_app',
      'rights on thing lose "grant delete, insert, select, update',
    ],
    [
      'a lost right on a schema',
      'revoke usage on schema public from quayside_app',
      'rights on public lose "grant usage',
    ],
  ])('%s', async (_what, migration, found) => {
    expect(await changesOf(migration)).toEqual([expect.stringContaining(found)]);
  });
});

describe('an old process does not notice', () => {
  test.each([
    ['a new table', 'create table other (id int primary key, name text not null)'],
    ['a nullable column', 'alter table thing add nickname text'],
    ['a column with a default', "alter table thing add nickname text not null default ''"],
    ['a generated column', 'alter table thing add thrice int generated always as (amount * 3) stored not null'],
    ['an identity', 'alter table shop add number int generated always as identity'],
    ['a column that may be empty now', 'alter table thing alter name drop not null'],
    ['another default', "alter table thing alter kind set default 'b'"],
    [
      'a wider check',
      "alter table thing drop constraint thing_kind_check, add constraint kinds check (kind in ('c', 'b', 'a')) not valid",
    ],
    ['a dropped check', 'alter table thing drop constraint thing_amount'],
    ['a check of new columns', "alter table thing add sort text default 'x' check (sort in ('x', 'y'))"],
    [
      'a check that begins with an empty new column',
      'alter table thing add most int, add check (most is null or amount < most)',
    ],
    ['a foreign key of a new column', 'alter table thing add other_id int references shop'],
    ['a key of a new column', 'alter table thing add code text, add unique (shop_id, code)'],
    ['an index', 'create index thing_amount_first on thing (amount)'],
    ['a dropped index', 'drop index thing_kind'],
    [
      'a key that is now an index',
      'alter table thing drop constraint thing_name_key; create unique index thing_named on thing (name)',
    ],
    [
      'another body',
      'create or replace function shout(word text) returns text language sql as $$ select lower(word) $$',
    ],
    ['more rights', 'grant truncate on thing to quayside_app'],
    ['another value of a type', "alter type size add value 'm'"],
  ])('%s', async (_what, migration) => {
    expect(await changesOf(migration)).toEqual([]);
  });
});

describe('a migration has to say why an old process works with', () => {
  test.each([
    [
      'another body',
      'create or replace function shout(word text) returns text language sql as $$ select lower(word) $$',
      ['function shout(text) does something else'],
    ],
    ['a new trigger', shopTrigger, ['triggers of shop change']],
    ['a dropped trigger', 'drop trigger stamped on thing', ['triggers of thing change']],
    [
      'a trigger at another time',
      'drop trigger stamped on thing; create trigger stamped after insert on thing for each row execute function stamp()',
      ['triggers of thing change'],
    ],
    [
      'but not with a trigger of a new table',
      `create table other (id int); ${shopTrigger.replace('shop', 'other')}`,
      [],
    ],
    ['or a right', 'grant execute on function shout(text) to quayside_app', []],
  ])('%s', async (_what, migration, found) => {
    before ??= await schema();
    await onIt.query(migration);
    expect(changedBehavior(before, await schema()).map(({ object, what }) => `${object} ${what}`)).toEqual(found);
  });
});
