import { sql } from '../../db/index.ts';
import type { Deps } from '../../deps.ts';
import { type InstallationHoldReason, lastRestore, resumeSending, watchServer } from '../../sending/index.ts';

export interface InstallationPorts {
  /**
   * Compares what all suppliers have of ours with what we know. lost: orders that are unknown here. unasked: connections
   * whose supplier could not be asked now; those that were compared already are not asked again.
   */
  checkRestored(signal: AbortSignal): Promise<{ lost: number; unasked: number }>;
  /** Recovers the wallet top-ups that the database forgot; unmatched: a person decides about them. */
  checkTopups(signal: AbortSignal): Promise<{ recovered: number; unmatched: number; unasked: number }>;
}

/**
 * Notices a restore or a failover and compares every supplier's orders once after it. While sending is held, suppliers that
 * could not be asked are asked again each minute. A failover that lost nothing then resumes automatically; a restore that
 * somebody announced waits for an operator.
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
  const orders = await ports.checkRestored(signal);
  const topups = await ports.checkTopups(signal);
  await deps.db.global(async (tx) => {
    const row = await tx.first<{ reason: InstallationHoldReason | null }>(sql`select sending_held_reason as reason
      from installation where restored_at = ${due.restoredAt}::timestamptz for update`);
    // The data went back in time again meanwhile: the next minute compares since then.
    if (!row) return;
    if (row.reason !== null && orders.unasked + topups.unasked > 0) {
      deps.log.warn({ orders, topups }, 'a supplier or the payment provider could not be asked: again in a minute');
      return;
    }
    await tx.run(sql`update installation set checked_at = now()`);
    const clear = row.reason === 'server_changed' && orders.lost === 0 && topups.unmatched === 0;
    if (clear) await resumeSending(tx);
    const done = row.reason === null || clear ? 'sending is resumed' : 'an operator may resume sending';
    deps.log.warn({ orders, topups }, `suppliers' orders and wallet top-ups were compared after a restore: ${done}`);
  });
}
