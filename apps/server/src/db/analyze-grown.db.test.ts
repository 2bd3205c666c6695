import { beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../testing/db/index.ts';
import { analyzeGrown } from './analyze-grown.ts';
import { raw, withClient } from './index.ts';

const db = await testDatabase();

/** What a crash of PostgreSQL does to its counters. */
const loseCounters = () => withClient(db.superuserUrl, 'test', (client) => client.query('select pg_stat_reset()'));

const expectedRows = (table: string): Promise<number> =>
  db.owner(async (tx) => {
    const [row] = await tx.rows<{ count: number }>(
      raw(`select reltuples::float8 as count from pg_class where oid = '${table}'::regclass`),
    );
    return row?.count ?? 0;
  });

beforeAll(async () => {
  await db.owner(async (tx) => {
    for (const name of ['grown', 'same']) {
      await tx.run(raw(`create table ${name} (id bigint, words text)`));
      await tx.run(raw(`insert into ${name} select g, repeat('word ', 20) from generate_series(1, 1000) g`));
      await tx.run(raw(`analyze ${name}`));
    }
    await tx.run(raw(`insert into grown select g, repeat('word ', 20) from generate_series(1, 20000) g`));
  });
  await loseCounters();
});

test('after a crash of PostgreSQL, tables that have grown are analyzed, once', async () => {
  expect(await expectedRows('grown')).toBe(1_000);
  const analyzed = await analyzeGrown(db.ownerUrl);
  expect(analyzed).toContain('public.grown');
  expect(analyzed).not.toContain('public.same');
  expect(await expectedRows('grown')).toBe(21_000);
  await loseCounters();
  expect(await analyzeGrown(db.ownerUrl)).not.toContain('public.grown');
});

test('it ends between two tables when the process stops', async () => {
  await db.owner((tx) =>
    tx.run(raw(`insert into grown select g, repeat('word ', 20) from generate_series(1, 40000) g`)),
  );
  await loseCounters();
  expect(await analyzeGrown(db.ownerUrl, AbortSignal.abort())).toEqual([]);
  expect(await expectedRows('grown')).toBe(21_000);
});
