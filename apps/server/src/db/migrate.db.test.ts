import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testDatabase } from '../testing/db/index.ts';
import { migrate, sql, withClient, withStartLock } from './index.ts';

let dir: string;
const db = await testDatabase();

beforeEach(async () => {
  dir = mkdtempSync(path.join(tmpdir(), 'quayside-migrations-'));
  // A separate history beside the real migrations of the copied template.
  await withClient(db.ownerUrl, 'test', (c) => c.query('drop table if exists a, b; delete from schema_migrations'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const write = (name: string, text: string) => writeFileSync(path.join(dir, name), text);
const applied = () => db.global((tx) => tx.rows<{ name: string }>(sql`select name from schema_migrations order by 1`));

test('files are applied once, in order, and a later one is added', async () => {
  write('2002_b.sql', 'alter table a add n int;');
  write('2001_a.sql', 'create table a (id int);');
  expect(await migrate(db.ownerUrl, { dir })).toEqual(['2001_a', '2002_b']);
  expect(await migrate(db.ownerUrl, { dir })).toEqual([]);
  write('2003_c.sql', 'insert into a values (1, 2);');
  expect(await migrate(db.ownerUrl, { dir })).toEqual(['2003_c']);
  expect(await applied()).toHaveLength(3);
});

test('migrators that start together apply each file once', async () => {
  write('2001_a.sql', 'create table a (id int);');
  const all = await Promise.all(Array.from({ length: 5 }, () => migrate(db.ownerUrl, { dir })));
  expect(all.flat()).toEqual(['2001_a']);
});

test('a failing file leaves nothing of itself and everything before it', async () => {
  write('2001_a.sql', 'create table a (id int);');
  write('2002_b.sql', 'create table b (id int); select 1 / 0;');
  await expect(migrate(db.ownerUrl, { dir })).rejects.toThrow('Migration 2002_b failed: division by zero');
  expect(await applied()).toEqual([{ name: '2001_a' }]);
  expect(await db.global((tx) => tx.first(sql`select to_regclass('b') b`))).toEqual({ b: null });
});

test('an edited file is refused, other line ends are not an edit', async () => {
  write('2001_a.sql', 'create table a (id int);\n-- x\n');
  await migrate(db.ownerUrl, { dir });
  write('2001_a.sql', 'create table a (id int);\r\n-- x\r\n');
  expect(await migrate(db.ownerUrl, { dir })).toEqual([]);
  write('2001_a.sql', 'create table a (id bigint);\n');
  await expect(migrate(db.ownerUrl, { dir })).rejects.toThrow('2001_a was edited after it was applied');
});

test('a migration behind a locked table gives up soon, says so, and is applied once the lock is gone', async () => {
  write('2001_a.sql', 'create table a (id int);');
  await migrate(db.ownerUrl, { dir });
  write('2002_b.sql', 'alter table a add n int;');
  await withClient(db.ownerUrl, 'test', async (reader) => {
    await reader.query('begin; select * from a');
    const refused = migrate(db.ownerUrl, { dir, lockMs: 50, patienceMs: 0 });
    await expect(refused).rejects.toThrow("Migration 2002_b couldn't lock its tables");
    const waits: string[] = [];
    const onWait = (name: string) => {
      waits.push(name);
      void reader.query('commit');
    };
    expect(await migrate(db.ownerUrl, { dir, lockMs: 50, onWait })).toEqual(['2002_b']);
    expect(waits).toEqual(['2002_b']);
  });
});

test('a database ahead of the code, a late number, a number used twice and a bad name are refused', async () => {
  write('2002_b.sql', 'select 1;');
  await migrate(db.ownerUrl, { dir });
  write('2001_a.sql', 'select 1;');
  await expect(migrate(db.ownerUrl, { dir })).rejects.toThrow('2001_a comes before one that is already applied');
  rmSync(path.join(dir, '2001_a.sql'));
  rmSync(path.join(dir, '2002_b.sql'));
  const older = migrate(db.ownerUrl, { dir, version: '0.0.9' });
  await expect(older).rejects.toThrow('The database is newer than this version of Quayside');
  write('2003_x.sql', 'select 1;');
  write('2003_y.sql', 'select 1;');
  await expect(migrate(db.ownerUrl, { dir })).rejects.toThrow('have the same number');
  write('notes.txt', '');
  await expect(migrate(db.ownerUrl, { dir })).rejects.toThrow('Expected a migration name');
});

test('a version runs on the schema of later releases of its minor version, until one says otherwise', async () => {
  write('2001_a.sql', 'create table a (id int);');
  const older = (version: string) => migrate(db.ownerUrl, { dir, version });
  await older('1.4.0');
  write('2002_b.sql', 'alter table a add n int;');
  await older('1.4.7');
  rmSync(path.join(dir, '2002_b.sql'));
  const newer: string[] = [];
  expect(await migrate(db.ownerUrl, { dir, version: '1.4.0', onNewer: (name) => newer.push(name) })).toEqual([]);
  expect(newer).toEqual(['2002_b']);
  await expect(older('1.3.9')).rejects.toThrow('it contains migration 2002_b): start version 1.4.0 or later');

  write('2002_b.sql', 'alter table a add n int;');
  write('2003_c.sql', '-- oldest version: 1.4.5\nalter table a drop n;');
  await expect(older('1.4.4')).rejects.toThrow('Migration 2003_c needs version 1.4.5');
  await older('1.4.9');
  rmSync(path.join(dir, '2003_c.sql'));
  expect(await older('1.4.5')).toEqual([]);
  await expect(older('1.4.4')).rejects.toThrow('start version 1.4.5 or later');

  // Recorded before versions were.
  await withClient(db.ownerUrl, 'test', (c) => c.query('update schema_migrations set oldest_version = null'));
  await expect(older('1.4.9')).rejects.toThrow('it contains migration 2003_c): start the version that applied it or');
});

test('an index is built beside writes, and an interrupted build is repeated', async () => {
  write('2001_a.sql', 'create table a (id int);');
  await migrate(db.ownerUrl, { dir });
  write('2002_b.sql', '-- concurrently\ncreate unique index concurrently if not exists a_id on a (id);');
  await withClient(db.ownerUrl, 'test', async (c) => {
    await c.query('insert into a values (1), (1)');
    await expect(migrate(db.ownerUrl, { dir })).rejects.toThrow('could not create unique index');
    const invalid = () => c.query("select indisvalid from pg_index where indexrelid = to_regclass('a_id')");
    expect((await invalid()).rows).toEqual([{ indisvalid: false }]);
    await c.query('delete from a');

    // The build waits for this transaction; meanwhile the table accepts writes.
    await c.query('begin; insert into a values (2)');
    const built = migrate(db.ownerUrl, { dir, lockMs: 50 });
    await withClient(db.superuserUrl, 'test', async (other) => {
      const waiting = () =>
        other.query(
          "select from pg_stat_activity where query like '%index concurrently if % a_id%' and pid <> pg_backend_pid() and wait_event_type = 'Lock'",
        );
      await expect.poll(async () => (await waiting()).rowCount, { timeout: 10_000 }).toBe(1);
    });
    await withClient(db.ownerUrl, 'test', (other) => other.query('insert into a values (3)'));
    await c.query('commit');
    expect(await built).toEqual(['2002_b']);
    expect((await invalid()).rows).toEqual([{ indisvalid: true }]);
  });
  write('2003_c.sql', '-- concurrently\nupdate a set id = 4;');
  await expect(migrate(db.ownerUrl, { dir })).rejects.toThrow('it may only contain "create index concurrently');
  rmSync(path.join(dir, '2003_c.sql'));
  write('2003_c.sql', '-- concurrently\ndrop index concurrently if exists a_id;');
  expect(await migrate(db.ownerUrl, { dir })).toEqual(['2003_c']);
});

test('an index is built although other processes wait for their turn to prepare the database', async () => {
  write('2001_a.sql', 'create table a (id int);');
  await migrate(db.ownerUrl, { dir });
  write('2002_b.sql', '-- concurrently\ncreate index concurrently if not exists a_id on a (id);');
  const waits = Promise.withResolvers<void>();
  const waiting: Promise<unknown>[] = [];
  await withStartLock(
    db.ownerUrl,
    () => undefined,
    async () => {
      waiting.push(
        withStartLock(
          db.ownerUrl,
          () => waits.resolve(),
          async () => 'prepared',
        ),
      );
      await waits.promise;
      const [first, second] = await Promise.all([migrate(db.ownerUrl, { dir }), migrate(db.ownerUrl, { dir })]);
      expect([...first, ...second]).toEqual(['2002_b']);
    },
  );
  expect(await Promise.all(waiting)).toEqual(['prepared']);
});

test('the application may read the history and not change it', async () => {
  await expect(db.global((tx) => tx.run(sql`delete from schema_migrations`))).rejects.toThrow('permission denied');
});
