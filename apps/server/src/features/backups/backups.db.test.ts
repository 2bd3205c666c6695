import { type ChildProcess, spawn } from 'node:child_process';
import { newId } from '@quayside/kernel';
import { expect, it, vi } from 'vitest';
import { findProblem } from '../../backup/problem.ts';
import { findRuns, openRecord, requestRun } from '../../backup/run-repo.ts';
import { sql } from '../../db/index.ts';
import { testDatabase } from '../../testing/db/index.ts';
import { fakeWorld } from '../../testing/fakes/fake-deps.ts';
import { createSchedule } from './schedule.ts';

const db = await testDatabase();
const AT = '02:30';
const HOUR = 60 * 60_000;

const { deps, clock } = await fakeWorld(db, {
  env: {
    QUAYSIDE_OPERATORS: 'op@example.com',
    QUAYSIDE_BACKUP_DIR: '/backups',
    QUAYSIDE_BACKUP_AT: AT,
    QUAYSIDE_BACKUP_PASSPHRASE: 'a long passphrase',
  },
});
await db.global((tx) =>
  tx.run(sql`insert into account (account_id, email, operator_email, first_name)
    values (${newId()}, 'op@example.com', 'op@example.com', 'Op')`),
);

const run = (script: string) => () => spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'ignore', 'pipe'] });
const mails = () =>
  db.global((tx) =>
    tx.rows<{ recipient: string }>(sql`select recipient from mail_outbox where kind = 'backup-failed'`),
  );
const problem = () => db.global((tx) => findProblem(tx, deps.config.backup, new Date(clock.millis())));

/** What the command does, seen from the schedule. */
async function record(outcome: { error: string } | { rows: number }): Promise<void> {
  const kept = await openRecord(db.ownerUrl);
  await kept?.begin({ name: 'quayside-20260102T030405Z.backup', folder: '/backups', scheduled: true });
  if ('error' in outcome) await kept?.fail(outcome.error);
  else await kept?.succeed({ bytes: 10, rows: outcome.rows, exact: true });
  await kept?.close();
}

it('a due backup is made; a row of failures is emailed once and shown until one works again', async () => {
  expect(await problem()).toBeNull();
  const failing = createSchedule(
    deps,
    AT,
    run(`process.stderr.write('The folder is full.\\nmore'); process.exitCode = 1`),
  );
  await failing.check();
  await record({ error: 'The folder is full.' });
  expect(await mails()).toEqual([{ recipient: 'op@example.com' }]);
  expect(await problem()).toBe('failed');

  // Not again within an hour, then without another email.
  let started = 0;
  const counting = createSchedule(deps, AT, () => {
    started += 1;
    return run('process.exitCode = 1')();
  });
  await counting.check();
  expect(started).toBe(0);
  clock.pass(HOUR + 60_000);
  await counting.check();
  expect(started).toBe(1);
  expect(await mails()).toHaveLength(1);

  await record({ rows: 7 });
  expect(await problem()).toBeNull();
  const runs = await db.global((tx) => findRuns(tx, 50));
  expect(runs).toMatchObject([
    { verified_rows: 7, bytes: 10, exact: true, error: null, scheduled: true },
    { error: 'The folder is full.', verified_at: null },
  ]);
  clock.pass(30 * HOUR);
  expect(await problem()).toBe('late');
});

it('a stopping worker ends its backup without a failure', async () => {
  const before = (await mails()).length;
  let child: ChildProcess | undefined;
  const schedule = createSchedule(deps, AT, () => {
    child = run('setInterval(() => undefined, 1000)')();
    return child;
  });
  const checking = schedule.check();
  await vi.waitFor(() => expect(child?.pid).toBeDefined());
  schedule.stop();
  await checking;
  expect(child?.signalCode).toBe('SIGTERM');
  expect(await mails()).toHaveLength(before);
});

it('a requested backup starts immediately, also without a daily time, and once', async () => {
  let started = 0;
  const schedule = createSchedule(deps, undefined, () => {
    started += 1;
    return run('')();
  });
  await schedule.check();
  expect(started).toBe(0);
  await db.global(requestRun);
  await schedule.check();
  expect(started).toBe(1);
  await record({ rows: 7 });
  await schedule.check();
  expect(started).toBe(1);
});

it('a log that can not be copied is a problem, also when nothing reports it', async () => {
  const backup = { ...deps.config.backup, walMinutes: 5 };
  const find = () => db.global((tx) => findProblem(tx, backup, new Date(clock.millis())));
  await record({ rows: 7 });
  const now = new Date(clock.millis());
  const set = (until: Date, failing: Date | null) =>
    db.global((tx) =>
      tx
        .run(sql`update backup_run set started_at = ${now} where error is null`)
        .then(() =>
          tx.run(sql`update backup_state set wal_since = ${now}, wal_until = ${until}, wal_failing_since = ${failing}`),
        ),
    );
  await set(now, null);
  expect(await find()).toBeNull();
  await set(now, now);
  expect(await find()).toBe('wal');
  await set(new Date(now.getTime() - 21 * 60_000), null);
  expect(await find()).toBe('wal');
  expect(await problem()).toBeNull();
});
