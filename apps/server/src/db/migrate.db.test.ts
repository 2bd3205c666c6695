import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testDatabase } from '../testing/db/index.ts';
import { migrate, sql, withClient } from './index.ts';

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
  await expect(migrate(db.ownerUrl, { dir })).rejects.toThrow('The database is newer than this version of Quayside');
  write('2003_x.sql', 'select 1;');
  write('2003_y.sql', 'select 1;');
  await expect(migrate(db.ownerUrl, { dir })).rejects.toThrow('have the same number');
  write('notes.txt', '');
  await expect(migrate(db.ownerUrl, { dir })).rejects.toThrow('Expected a migration name');
});

test('the application may read the history and not change it', async () => {
  await expect(db.global((tx) => tx.run(sql`delete from schema_migrations`))).rejects.toThrow('permission denied');
});
