import { newId } from '@quayside/kernel';
import { expect, test } from 'vitest';
import { sql } from '../../db/index.ts';
import type { JobRun } from '../../jobs/define.ts';
import { testDatabase } from '../../testing/db/index.ts';
import { jobTable } from '../../testing/fakes/job-table.ts';
import { checkBooks } from './actions/check-books.ts';
import { lastBooksCheck } from './repo.ts';

const db = await testDatabase();
const jobs = await jobTable(db);
const lines: Record<string, unknown>[] = [];
const log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: (fields: Record<string, unknown>) => void lines.push(fields),
};
const accounts = Array.from({ length: 7 }, newId).sort();
const run = () => ({ signal: new AbortController().signal }) as JobRun;
const check = (deps: object = { db, queue: jobs.queue, log }) => checkBooks(deps as never, 2);
const found = () => db.global((tx) => tx.rows(sql`select * from books_difference`));

await db.global(async (tx) => {
  for (const id of accounts)
    await tx.run(sql`insert into account (account_id, email) values (${id}, ${`${id}@example.com`})`);
});
for (const accountId of accounts)
  await db.tenant({ accountId }, (tx) =>
    tx.run(sql`insert into wallet (account_id, mode) values (${accountId}, 'sandbox')`),
  );
const setBalance = (accountId: string, topup: number) =>
  db.tenant({ accountId }, (tx) => tx.run(sql`update wallet set topup = ${topup} where account_id = ${accountId}`));

test('workers share the comparison, and its outcome counts once, after the last account', async () => {
  await setBalance(accounts[0] ?? '', 100);
  await setBalance(accounts[6] ?? '', 100);
  // The first worker stops with the first account, as when it is restarted; the second one takes the others.
  const stopping = new AbortController();
  const stopped = { ...log, error: () => stopping.abort() };
  await check({ db, queue: jobs.queue, log: stopped }).handle({}, { signal: stopping.signal } as JobRun);
  expect(await lastBooksCheck(db)).toBeUndefined();
  expect(await found()).toHaveLength(1);
  await check().handle({ joins: true }, run());
  expect(await lastBooksCheck(db)).toMatchObject({ accounts: 7, differences: 2 });
  expect(await found()).toEqual([]);
  for (const id of accounts) await setBalance(id, 0);
  await check().handle({}, run());
  expect(await lastBooksCheck(db)).toMatchObject({ accounts: 7, differences: 0 });
});

test('without one of the accounts, the last comparison stays', async () => {
  const before = await lastBooksCheck(db);
  const broken = {
    ...db,
    read: (scope: { accountId: string }, work: never) =>
      scope.accountId === accounts[3] ? Promise.reject(new Error('broken')) : db.read(scope, work),
  };
  await check({ db: broken as typeof db, queue: jobs.queue, log }).handle({}, run());
  expect(await lastBooksCheck(db)).toEqual(before);
  expect(await found()).toEqual([]);
});
