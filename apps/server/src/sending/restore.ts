import { type Db, type Executor, sql } from '../db/index.ts';
import type { InstallationHoldReason } from './hold.ts';

export interface Restore {
  /** Since when the data is current again; ISO 8601. */
  restoredAt: string;
  /** Until when it was current before. */
  currentUntil: string;
}

/** The last restore or failover; undefined: none. */
export async function lastRestore(ex: Executor): Promise<Restore | undefined> {
  const row = await ex.first<{ restored_at: string | null; current_until: string | null }>(
    sql`select restored_at, coalesce(current_until, restored_at) as current_until from installation`,
  );
  if (!row?.restored_at || !row.current_until) return undefined;
  return { restoredAt: row.restored_at, currentUntil: row.current_until };
}

/**
 * Pauses all sending because the data may be from an earlier time; earlier work counts as possibly sent from now on. A
 * changed server keeps the reason of a hold that only an operator can end.
 */
export const holdAfterRestore = (ex: Executor, reason: Exclude<InstallationHoldReason, 'operator'>): Promise<number> =>
  ex.run(sql`update installation set sending_held_since = now(),
    sending_held_reason = case when ${reason} = 'restored' then 'restored' else coalesce(sending_held_reason, ${reason}) end,
    restored_at = now(), current_until = least(coalesce(seen_at, now()), now()), checked_at = null, server = server_identity()`);

/** Resumes sending; returns whether it was held. Work from before a restore still does a lookup before sending. */
export const resumeSending = async (ex: Executor): Promise<boolean> =>
  (await ex.run(sql`update installation set sending_held_since = null, sending_held_reason = null,
    server = coalesce(server_identity(), server) where sending_held_since is not null`)) > 0;

/**
 * Compares the PostgreSQL server with the last known one and records that the installation is alive. Runs at every
 * start and every minute.
 */
export async function watchServer(db: Db): Promise<'same' | 'changed'> {
  return db.global(async (tx) => {
    const row = await tx.first<{
      moved: boolean;
      held: boolean;
    }>(sql`select coalesce(server <> server_identity(), false) as moved,
      sending_held_since is not null as held from installation for update`);
    if (row?.moved) {
      await holdAfterRestore(tx, 'server_changed');
      return 'changed';
    }
    // While sending is held, nothing new leaves, so the last known current time stays.
    if (row && !row.held)
      await tx.run(sql`update installation set seen_at = now(), server = coalesce(server, server_identity())`);
    return 'same';
  });
}
