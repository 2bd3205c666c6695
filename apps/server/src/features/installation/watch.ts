import { sql } from '../../db/index.ts';
import type { Deps } from '../../deps.ts';
import { lastRestore, resumeSending, watchServer } from '../../sending/index.ts';

export interface InstallationPorts {
  /** Compares what all suppliers have of ours with what we know; lost: orders that are unknown here. */
  checkRestored(signal: AbortSignal): Promise<{ lost: number; unasked: number }>;
  /** Recovers the wallet top-ups that the database forgot; unmatched: a person decides about them. */
  checkTopups(signal: AbortSignal): Promise<{ recovered: number; unmatched: number; unasked: number }>;
}

/**
 * Notices a restore or a failover, and asks every supplier once after it. A failover that lost nothing resumes by that; a
 * restore that somebody began waits for an operator.
 */
export async function watchInstallation(
  deps: Pick<Deps, 'db' | 'log'>,
  ports: InstallationPorts,
  signal: AbortSignal,
): Promise<void> {
  if ((await watchServer(deps.db)) === 'changed')
    deps.log.error({}, 'The data is on another PostgreSQL server or timeline: sending is paused.');
  const due = await deps.db.global(async (tx) => {
    const restore = await lastRestore(tx);
    const checked = await tx.first(sql`select 1 from installation where checked_at >= restored_at`);
    return restore && !checked ? restore : undefined;
  });
  if (!due) return;
  const { lost, unasked } = await ports.checkRestored(signal);
  const topups = await ports.checkTopups(signal);
  await deps.db.global(async (tx) => {
    const row = await tx.first<{ reason: string | null }>(sql`update installation set checked_at = now()
      where restored_at = ${due.restoredAt}::timestamptz returning sending_held_reason as reason`);
    const clear =
      row?.reason === 'server_changed' && lost === 0 && unasked === 0 && topups.unmatched === 0 && topups.unasked === 0;
    if (clear) await resumeSending(tx);
    const done = clear ? 'sending is resumed' : 'an operator may resume sending';
    deps.log.warn(
      { lost, unasked, topups },
      `suppliers' orders and wallet top-ups were compared after a restore: ${done}`,
    );
  });
}
