import { newId } from '@quayside/kernel';
import { expect, it, vi } from 'vitest';
import { sql } from '../../db/index.ts';
import { testDatabase } from '../../testing/db/index.ts';
import { fakeWorld } from '../../testing/fakes/fake-deps.ts';
import { copyLog, startWal } from './start-wal.ts';

const db = await testDatabase();
const { deps } = await fakeWorld(db, {
  env: {
    QUAYSIDE_OPERATORS: 'op@example.com',
    QUAYSIDE_BACKUP_DIR: '/backups',
    QUAYSIDE_BACKUP_AT: '02:30',
    QUAYSIDE_BACKUP_PASSPHRASE: 'a long passphrase',
    QUAYSIDE_BACKUP_WAL_MINUTES: '5',
  },
});
await db.global((tx) =>
  tx.run(sql`insert into account (account_id, email, operator_email, first_name)
    values (${newId()}, 'op@example.com', 'op@example.com', 'Op')`),
);

const mails = () =>
  db.global((tx) =>
    tx.rows<{ recipient: string }>(sql`select recipient from mail_outbox where kind = 'backup-failed'`),
  );
/** What keepWal leaves behind. */
const record = (failing: 'now()' | 'null') =>
  db.global((tx) =>
    tx.run(
      failing === 'null'
        ? sql`update backup_state set wal_failing_since = null`
        : sql`update backup_state set wal_failing_since = coalesce(wal_failing_since, now())`,
    ),
  );
const full = async () => {
  await record('now()');
  throw new Error('The folder is full.');
};

it('a row of failures is emailed once, the next row again', async () => {
  expect(await copyLog(deps, full)).toBe(false);
  expect(await copyLog(deps, full)).toBe(false);
  expect(await mails()).toEqual([{ recipient: 'op@example.com' }]);
  expect(await copyLog(deps, () => record('null'))).toBe(true);
  expect(await mails()).toHaveLength(1);
  expect(await copyLog(deps, full)).toBe(false);
  expect(await mails()).toHaveLength(2);
});

it('a database that can not be read for a moment does not end the copying', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const keep = vi.fn(async () => new Date());
    const unreadable = vi.spyOn(deps.db, 'global').mockRejectedValueOnce(new Error('the database is starting'));
    const stop = startWal(deps, keep);
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1));
    expect(keep).not.toHaveBeenCalled();
    unreadable.mockResolvedValueOnce({ failingSince: null });
    vi.advanceTimersByTime(60_000);
    await vi.waitFor(() => expect(keep).toHaveBeenCalledTimes(1));
    unreadable.mockRestore();
    await stop();
  } finally {
    vi.useRealTimers();
  }
});

it('stopping waits for a copy under way and then copies the rest', async () => {
  let release = (): void => undefined;
  const steps: string[] = [];
  const keep = vi.fn(async () => {
    const at = steps.push('begun');
    if (at === 1) await new Promise<void>((resolve) => (release = resolve));
    steps.push('ended');
    return new Date();
  });
  const stop = startWal(deps, keep);
  await vi.waitFor(() => expect(steps).toEqual(['begun']));
  const stopping = stop();
  release();
  await stopping;
  expect(steps).toEqual(['begun', 'ended', 'begun', 'ended']);
  expect(keep).toHaveBeenLastCalledWith({ dataDir: expect.any(String), dir: '/backups' });
});
