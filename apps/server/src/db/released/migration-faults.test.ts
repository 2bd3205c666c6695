import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { longLocks } from './long-locks.ts';
import { migrationFaults } from './migration-faults.ts';
import type { ReleaseFacts } from './release-facts.ts';

const TABLES = new Set(['thing', 'warehouse.item']);
const locks = (text: string) => longLocks({ name: '2700_x', text }, TABLES);

describe('a table of the last release is blocked for long by', () => {
  it.each([
    ['an index', 'create index thing_name on thing (name)', 'builds an index of thing'],
    [
      'a unique index without a name',
      'CREATE UNIQUE INDEX ON warehouse.item (name)',
      'builds an index of warehouse.item',
    ],
    ['an index in a block', 'do $$ begin create index a on thing (name); end $$', 'builds an index of thing'],
    ['a validated check', 'alter table thing add constraint low check (a > 0)', 'add low "not valid"'],
    [
      'a validated foreign key',
      'alter table only thing\n add constraint of_a\n foreign key (a) references a',
      'add of_a "not valid"',
    ],
    [
      'the second of two',
      'alter table thing add constraint a check (a > 0) not valid, add constraint b check (b > 0)',
      'add b "not valid"',
    ],
    [
      'a stored column',
      'alter table thing add column twice int generated always as (a * 2) stored',
      'rewrites thing under an exclusive lock to add twice',
    ],
    ['an id for each row', 'alter table thing add column id uuid default gen_random_uuid()', 'to add id'],
    ['a serial number', 'alter table thing add column id bigserial', 'to add id'],
    ['a lock', 'lock table thing in exclusive mode', 'locks or empties thing'],
    ['truncation', 'truncate thing', 'locks or empties thing'],
  ])('%s', (_what, text, found) => {
    expect(locks(text)).toEqual([expect.stringContaining(found)]);
  });

  it.each([
    ['an index of a new table', 'create table new (a int); create index new_a on new (a)'],
    ['a concurrent index', '-- concurrently\ncreate index concurrently if not exists thing_a on thing (a);'],
    ['a check for later', 'alter table thing add constraint low check (a > 0) not valid'],
    ['its validation', 'alter table thing validate constraint low'],
    [
      'a check in place of another',
      "alter table thing drop constraint k; alter table thing add constraint k check (a in ('b'))",
    ],
    ['a column', "alter table thing add column a int, add column b text not null default ''"],
    ['a comment', '-- create index a on thing (b)\nselect 1'],
    [
      'a function that locks when it is called',
      'create function f() returns void language sql as $$ truncate thing $$',
    ],
  ])('but not by %s', (_what, text) => {
    expect(locks(text)).toEqual([]);
  });
});

const file = (name: string, text: string) => ({
  number: Number(name.slice(0, 4)),
  name,
  text,
  checksum: createHash('sha256').update(text).digest('hex'),
});
const first = file('2000_first', 'create table thing (a int);');
const RELEASED = '-- The schema.\n\n--- table thing\ncreate table thing (\n  a integer,\n  b text\n);\n';
const NOW = RELEASED.replace(',\n  b text', '');
const facts: ReleaseFacts = { version: '1.2.0', migrations: { [first.name]: first.checksum } };
const faults = (text: string, schema = NOW, of: ReleaseFacts = facts) =>
  migrationFaults({ facts: of, releasedSchema: RELEASED, schema, migrations: [first, file('2700_next', text)] });

describe('a contraction', () => {
  const dropped = 'alter table thing drop b;';

  it('is refused, with the line that declares it', () => {
    expect(faults(dropped)).toEqual([
      expect.stringMatching(/^column thing\.b is dropped .*-- contracts column thing\.b \(unused since X\.Y\.Z\): /),
    ]);
  });

  it('is accepted when the last release no longer uses it', () => {
    expect(faults(`-- contracts column thing.b (unused since 1.2.0): c has it\n${dropped}`)).toEqual([]);
    expect(faults(`-- contracts column thing.b (unused since 0.9.1): c has it\n${dropped}`)).toEqual([]);
  });

  it('is refused when it follows too soon, without a reason, and when it declares something else', () => {
    const later = '-- contracts column thing.b (unused since 1.2.1): c has it\n';
    expect(faults(later + dropped)).toEqual([
      expect.stringContaining('the last release is 1.2.0: its processes may use it'),
    ]);
    const none = { ...facts, version: null };
    expect(faults(later + dropped, NOW, none)).toEqual([expect.stringContaining('the last release is still to come')]);
    for (const line of ['-- contracts column thing.b: c has it', '-- contracts column thing.b (unused since 1.2.0):'])
      expect(faults(`${line}\n${dropped}`)).toEqual([
        expect.stringContaining('expected "-- contracts OBJECT'),
        expect.stringContaining('column thing.b is dropped'),
      ]);
    const other = '-- contracts column thing.a (unused since 1.2.0): c has it\n';
    expect(faults(other, RELEASED)).toEqual([expect.stringContaining('the schema shows no such change')]);
  });
});

it('a released migration that was edited or deleted is refused, and one that blocks a released table', () => {
  const base = { facts, releasedSchema: RELEASED, schema: RELEASED };
  expect(migrationFaults({ ...base, migrations: [] })).toEqual([
    'Migration 2000_first is released and was deleted: restore it and write a new one.',
  ]);
  expect(migrationFaults({ ...base, migrations: [file('2000_first', 'select 1')] })).toEqual([
    expect.stringContaining('was edited'),
  ]);
  expect(faults('create index thing_a on thing (a);', RELEASED)).toEqual([
    expect.stringContaining('Migration 2700_next builds an index of thing'),
  ]);
});

it('a changed function of the release is refused until a migration says why old processes work with it', () => {
  const shout = '\n--- function shout()\nCREATE FUNCTION shout()\n RETURNS text\n AS $$ select 1 $$;\n';
  const find = (text: string, schema: string) =>
    migrationFaults({ facts, releasedSchema: RELEASED + shout, schema, migrations: [first, file('2700_next', text)] });
  const changed = RELEASED + shout.replace('select 1', 'select 2');
  expect(find('select 1', changed)).toEqual([expect.stringContaining('-- keeps function shout(): the reason')]);
  const line = '-- keeps function shout(): both numbers are shown alike\nselect 1';
  expect(find(line, changed)).toEqual([]);
  expect(find(line, RELEASED + shout)).toEqual([expect.stringContaining('shows no change of it: remove the line')]);
});
