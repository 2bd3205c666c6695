import { newId } from '@quayside/kernel';
import { beforeEach, expect, test } from 'vitest';
import { type Executor, sql } from '../db/index.ts';
import { testDatabase } from '../testing/db/index.ts';
import { jobTable } from '../testing/fakes/job-table.ts';
import { defineJob, type JobRun } from './define.ts';
import { type Round, roundHandler, roundPayload } from './rounds.ts';

const db = await testDatabase();
const jobs = await jobTable(db);
const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
const deps = { db, queue: jobs.queue, log: silent };
const kind = defineJob({ name: 'test-round', payload: roundPayload, concurrency: 1 });
const ids = Array.from({ length: 25 }, newId).sort();
const PAGE = 4;

const list = async (_tx: Executor, after: string, last: string, limit: number) =>
  ids.filter((id) => id > after && id <= last).slice(0, limit);
const roundOf = (work: Round<string>['work']) => roundHandler(deps, { kind, list, idOf: (id) => id, work }, PAGE);
const run = (signal: AbortSignal = new AbortController().signal) => ({ signal }) as JobRun;
const pages = () =>
  db.global((tx) => tx.rows<{ last_id: string; done_id: string }>(sql`select last_id, done_id from schedule_page`));
const expire = () => db.global((tx) => tx.run(sql`update schedule_page set claimed_until = '-infinity'`));

beforeEach(() =>
  db.global(async (tx) => {
    await tx.run(sql`delete from schedule_round`);
    await tx.run(sql`delete from schedule_page`);
    await tx.run(sql`delete from test_job`);
  }),
);

test('workers share a round: each row once, by one of them, and each calls another while rows are left', async () => {
  const done: Record<string, string[]> = { a: [], b: [], c: [] };
  const meet = Promise.withResolvers<void>();
  const worker = (name: string) =>
    roundOf(async (id) => {
      done[name]?.push(id);
      // All of them hold a page before any continues.
      if (Object.values(done).every((one) => one.length > 0)) meet.resolve();
      await meet.promise;
    });
  const began = worker('a').handle({}, run());
  await expect.poll(async () => (await jobs.waiting()).length).toBe(1);
  await Promise.all([began, ...['b', 'c'].map((name) => worker(name).handle({ joins: true }, run()))]);
  expect(Object.values(done).flat().sort()).toEqual(ids);
  expect(await jobs.waiting()).toHaveLength(3);
  expect(await pages()).toEqual([]);
  // A worker that joins after the end finds nothing; the next schedule begins a round.
  const later: string[] = [];
  const again = roundOf(async (id) => void later.push(id));
  await again.handle({ joins: true }, run());
  expect(later).toEqual([]);
  await again.handle({}, run());
  expect(later).toEqual(ids);
});

test('a worker that stops leaves the rest of its page to the next one, and a killed one its page after the lease', async () => {
  const stopping = new AbortController();
  const done: string[] = [];
  const first = roundOf(async (id) => {
    if (done.length === 2) stopping.abort();
    else done.push(id);
  });
  await first.handle({}, run(stopping.signal));
  expect(done).toEqual(ids.slice(0, 2));
  const rest: string[] = [];
  await roundOf(async (id) => void rest.push(id)).handle({ joins: true }, run());
  expect(rest).toEqual(ids.slice(2));

  // Killed: neither finishes nor releases its page.
  const hang = Promise.withResolvers<never>();
  hang.promise.catch(() => undefined);
  let began = 0;
  void roundOf(() => {
    began += 1;
    return hang.promise;
  }).handle({}, run());
  await expect.poll(() => began).toBe(1);
  const others: string[] = [];
  const other = roundOf(async (id) => void others.push(id));
  await other.handle({ joins: true }, run());
  expect(others).toEqual(ids.slice(PAGE));
  // No new round while a page of the last one is held.
  others.length = 0;
  await other.handle({}, run());
  expect(others).toEqual([]);
  await expire();
  await other.handle({}, run());
  expect(others).toEqual([...ids.slice(0, PAGE), ...ids]);
});

test('a row that fails stops no other', async () => {
  const done: string[] = [];
  await roundOf(async (id) => {
    if (id === ids[5]) throw new Error('broken');
    done.push(id);
  }).handle({}, run());
  expect(done).toEqual(ids.filter((id) => id !== ids[5]));
});
