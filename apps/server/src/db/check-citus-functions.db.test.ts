import { expect, test } from 'vitest';
import { testDatabase } from '../testing/db/index.ts';
import { checkCitusFunctions } from './check-citus-functions.ts';
import baseline from './citus-baseline.json' with { type: 'json' };

const db = await testDatabase();

test('no function runs what Citus refuses, but those of before: remove an entry of the baseline when its function is mended', async () => {
  expect(await db.global((tx) => checkCitusFunctions(tx))).toEqual(baseline.functions);
});

test.each([
  [
    'a transition table',
    'transition-table',
    `create table t (workplace_id uuid primary key);
     create function f() returns trigger language plpgsql as 'begin return null; end';
     create trigger g after insert on t referencing new table as rows for each statement execute function f()`,
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
])('a function with %s is named', async (_, rules, statements) => {
  let found: Record<string, string> = {};
  const undone = db.owner(async (tx) => {
    await tx.raw(statements);
    found = await checkCitusFunctions(tx);
    throw new Error('undo');
  });
  await expect(undone).rejects.toThrow('undo');
  expect(found).toEqual({ ...baseline.functions, f: rules });
});
