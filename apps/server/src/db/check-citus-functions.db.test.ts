import { expect, test } from 'vitest';
import { testDatabase } from '../testing/db/index.ts';
import { checkCitusFunctions } from './check-citus-functions.ts';

const db = await testDatabase();

test('no function runs what Citus refuses', async () => {
  expect(await db.global((tx) => checkCitusFunctions(tx))).toEqual({});
});

test.each([
  [
    'a write of the rows of a transition table',
    'transition-table',
    `create table t (workplace_id uuid primary key);
     create function f() returns trigger language plpgsql as
       'begin insert into process (workplace_id) select workplace_id from rows on conflict do nothing; return null; end';
     create trigger g after insert on t referencing new table as rows for each statement execute function f()`,
  ],
  [
    'a table of the coordinator in a trigger of a distributed one',
    'trigger-reach',
    `create table t (workplace_id uuid primary key);
     create function f() returns trigger language plpgsql as
       'begin perform 1 from account where account_id = new.workplace_id; return null; end';
     create trigger g after insert on t for each row execute function f()`,
  ],
  [
    'a table of another tenant in a trigger of a distributed one',
    'trigger-reach',
    `create table t (account_id uuid primary key);
     create function f() returns trigger language plpgsql as
       'begin insert into process (workplace_id) values (new.account_id); return null; end';
     create trigger g after insert on t for each row execute function f()`,
  ],
  [
    'a bare insert',
    'bare-insert-select',
    `create function f() returns trigger language plpgsql as 'begin if true then insert into process (title) select 1; end if; end'`,
  ],
  [
    'a volatile function in an update',
    'volatile-update',
    `create function f() returns trigger language plpgsql as 'begin update process set updated_at = clock_timestamp(); end'`,
  ],
  [
    'an update of the time on conflict',
    'conflict-function',
    `create function f() returns trigger language plpgsql as
     'begin insert into process (title) values (1) on conflict (process_id) do update set updated_at = now(); end'`,
  ],
  [
    "its owner's rights and a distributed table",
    'owner-reach',
    `create function f() returns void language plpgsql security definer as 'begin delete from process; end'`,
  ],
])('a function with %s is named', async (_, rules, statements) => {
  let found: Record<string, string> = {};
  const undone = db.owner(async (tx) => {
    await tx.raw(statements);
    found = await checkCitusFunctions(tx);
    throw new Error('undo');
  });
  await expect(undone).rejects.toThrow('undo');
  expect(found).toEqual({ f: rules });
});
