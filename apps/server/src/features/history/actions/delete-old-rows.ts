import { inBatches, type WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import type { OldRows } from '../kept.ts';
import { exportBefore } from '../rules/months.ts';

/** How long rows stay that no setting decides about, in milliseconds. */
const STAY_MS = 30 * 86_400_000;

/** Deletes a workspace's rows that go without a file, a batch in each transaction. */
export async function deleteOldRows(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  { accountId, workplaceId }: WorkplaceScope,
  all: readonly OldRows[],
  signal?: AbortSignal,
): Promise<void> {
  for (const { kind, atOnce, remove } of all) {
    const before = kind
      ? exportBefore(clock.now(), config.keepMonths[kind])
      : new Date(clock.millis() - STAY_MS).toISOString();
    if (before)
      await inBatches(atOnce, signal, () =>
        db.tenant({ accountId, workplaceId }, (tx) => remove(tx, workplaceId, before, atOnce)),
      );
  }
}
