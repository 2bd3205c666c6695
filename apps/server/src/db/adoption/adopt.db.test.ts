import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newId } from '@quayside/kernel';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { copyBase, databaseBeforeSquash, writeHistory } from '../../testing/db/database-before-squash.ts';
import { VERSION } from '../../version.ts';
import { createDb, migrate, sql, withClient } from '../index.ts';
import { readMigrations } from '../migration-files.ts';
import { readSchema } from '../schema/schema-text.ts';
import { hashLines } from './find-difference.ts';
import history from './history.json' with { type: 'json' };

const before = await databaseBeforeSquash();
const base = copyBase();
afterAll(async () => {
  rmSync(base, { recursive: true });
  await before.drop();
});

const run = (text: string, values: unknown[] = []) =>
  withClient(before.ownerUrl, 'test', async (client) => (await client.query(text, values)).rows);
const numbers = async () =>
  (await run('select number from schema_migrations order by number')).map((row) => Number(row.number));
const SQUASHED = history.migrations.map(({ number }) => number);
const BASE = readMigrations(base).map(({ number }) => number);

beforeEach(() => withClient(before.ownerUrl, 'test', (client) => writeHistory(client)));

test('the base makes the schema that the squashed migrations left', async () => {
  const schema = await withClient(before.ownerUrl, 'test', readSchema);
  expect(Object.fromEntries([...schema].map(([object, lines]) => [object, hashLines(lines)]))).toEqual(history.schema);
});

test('a database at the last squashed migration is taken over with its rows and rights, once', async () => {
  const scope = { accountId: newId(), workplaceId: newId() };
  await before.write(async ({ put }) => {
    const { accountId: account_id, workplaceId: workplace_id } = scope;
    await put('account', { account_id, email: 'ada@example.com' });
    await put('workplace', { workplace_id, account_id, name: 'Lamps' });
    await put('wallet', { account_id, mode: 'live', bonus: 5 });
  });
  const schema = await withClient(before.ownerUrl, 'test', readSchema);

  // Also with several processes starting at the same time.
  const applied = await Promise.all([1, 2, 3].map(() => migrate(before.ownerUrl, { dir: base })));

  expect(applied).toEqual([[], [], []]);
  // Processes of the previous version report ready while they find their migrations.
  expect(await numbers()).toEqual([...SQUASHED, ...BASE]);
  const adopted = await withClient(before.ownerUrl, 'test', readSchema);
  // The history got a column since.
  expect(adopted.get('table schema_migrations')).toContainEqual(expect.stringContaining('oldest_version text'));
  expect(new Map([...adopted, ['table schema_migrations', schema.get('table schema_migrations')]])).toEqual(schema);
  const db = createDb({ poolSize: 1, ownerUrl: before.ownerUrl, appUrl: before.appUrl });
  try {
    const rows = (workplace: string) =>
      db.tenant({ ...scope, workplaceId: workplace }, (tx) =>
        tx.rows(sql`select name from workplace where workplace_id = ${scope.workplaceId}`),
      );
    expect(await rows(scope.workplaceId)).toEqual([{ name: 'Lamps' }]);
    await db.tenant(scope, (tx) =>
      tx.run(sql`update wallet set bonus = bonus + 1 where account_id = ${scope.accountId} and mode = 'live'`),
    );
    expect(await run('select bonus::int from wallet')).toEqual([]);
    await expect(db.global((tx) => tx.run(sql`delete from schema_migrations`))).rejects.toThrow('permission denied');
    await expect(db.global((tx) => tx.run(sql`delete from installation`))).rejects.toThrow('permission denied');
  } finally {
    await db.close();
  }
});

test('migrations after the base are applied to it', async () => {
  const dir = copyBase();
  writeFileSync(join(dir, '2000_note.sql'), 'create table note (id int); drop table note;');
  expect(await migrate(before.ownerUrl, { dir })).toEqual(['2000_note']);
  expect(await numbers()).toEqual([...SQUASHED, ...BASE, 2000]);
  rmSync(dir, { recursive: true });
  await expect(migrate(before.ownerUrl, { dir: base, version: '0.0.9' })).rejects.toThrow(
    `The database is newer than this version of Quayside (it contains migration 2000_note): start version ${VERSION.replace(/\d+$/, '0')} or later.`,
  );
});

describe('is refused and left as it is:', () => {
  const tooOld = (missing: string) =>
    `The database is too old for this version of Quayside (migration ${missing} is missing): first start the last version that includes migration 0436_zone_words, then this one (docs/guides/upgrade.md).`;
  const upTo = (last: number) => history.migrations.filter(({ number }) => number <= last);

  test.each([
    ['the first migration alone', upTo(1), tooOld('0002_accounts')],
    ['the middle of the history', upTo(385), tooOld('0386_store_check')],
    ['all but the last', upTo(435), tooOld('0436_zone_words')],
    [
      'one left out',
      history.migrations.filter(({ number }) => number !== 300 && number !== 290),
      tooOld('0290_live_position'),
    ],
    [
      'an edited migration',
      history.migrations.map((one) => (one.number === 63 ? { ...one, checksum: 'other' } : one)),
      "The database applied an edited copy of migration 0063_audit, so it can't be adopted.",
    ],
    [
      'a migration of somebody else',
      [...history.migrations, { number: 437, name: '0437_ours', checksum: 'x' }],
      "The database contains migration 0437_ours, which is not part of Quayside, so it can't be adopted.",
    ],
  ])('a history with %s', async (_, migrations, sentence) => {
    await withClient(before.ownerUrl, 'test', (client) => writeHistory(client, migrations));
    await expect(migrate(before.ownerUrl, { dir: base })).rejects.toMatchObject({
      name: 'MigrationRefused',
      message: sentence,
    });
    expect(await numbers()).toEqual(migrations.map(({ number }) => number));
  });

  test.each([
    [
      'a column more',
      'alter table account add note text',
      'alter table account drop note',
      'the table account has "note text" where "constraint account_pkey PRIMARY KEY (account_id)" is expected',
    ],
    [
      'an index less',
      'drop index saved_page_newest',
      'create index saved_page_newest on saved_page (workplace_id, saved_at desc, saved_page_id desc)',
      'the table saved_page has "alter table saved_page enable row level security;" where "CREATE INDEX saved_page_newest ON saved_page USING btree (workplace_id, saved_at DESC, saved_page_id DESC);" is expected',
    ],
    [
      'an open policy',
      'alter policy tenant on saved_page using (true)',
      'alter policy tenant on saved_page using (workplace_id = app_workplace_id())',
      'the table saved_page has "using (true)" where "using (workplace_id = app_workplace_id())" is expected',
    ],
    [
      'a right more',
      'grant delete on installation to quayside_app',
      'revoke delete on installation from quayside_app',
      'the table installation has "grant delete, select, update on installation to quayside_app;" where "grant select, update on installation to quayside_app;" is expected',
    ],
    ['a table more', 'create table extra (id int)', 'drop table extra', 'the table extra is not part of Quayside'],
    [
      'a table less',
      'alter table cost_backfill rename to before',
      'alter table before rename to cost_backfill',
      'the table cost_backfill is missing',
    ],
  ])('a schema with %s, until that is undone', async (_, change, undo, difference) => {
    await run(change);
    await expect(migrate(before.ownerUrl, { dir: base })).rejects.toMatchObject({
      name: 'MigrationRefused',
      message: `The schema does not match migration 0436_zone_words (${difference}): revert that change, then start again.`,
    });
    expect(await numbers()).toEqual(SQUASHED);
    await run(undo);
    expect(await migrate(before.ownerUrl, { dir: base })).toEqual([]);
    expect(await numbers()).toEqual([...SQUASHED, ...BASE]);
  });
});
