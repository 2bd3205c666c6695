import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

const ASK_EVERY_MS = 200;

/**
 * Takes a session's advisory lock, however long another session has it; `onWait` is called once if one has. It asks
 * again and again instead of waiting inside the database: a waiting statement keeps its snapshot, and `create index
 * concurrently` of the session that has the lock waits for older snapshots, so both would wait for each other.
 */
export async function takeLock(
  client: pg.ClientBase,
  key: number,
  onWait: () => void = () => undefined,
): Promise<void> {
  for (let isFirst = true; ; isFirst = false) {
    const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1) free', [key]);
    if (rows[0]?.free) return;
    if (isFirst) onWait();
    await sleep(ASK_EVERY_MS);
  }
}
