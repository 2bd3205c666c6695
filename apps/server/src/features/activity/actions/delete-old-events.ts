import { firstIdAt } from '@quayside/kernel';
import { inBatches } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { deleteEvents } from '../repo.ts';

/** Deletes an account's old usage reports, a batch in each transaction. Nothing exports them: they are kept only for their time. */
export async function deleteOldEvents(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  accountId: string,
  signal?: AbortSignal,
  batch = 5_000,
): Promise<void> {
  const before = firstIdAt(deps.clock.millis() - deps.config.activityDays * 86_400_000);
  await inBatches(batch, signal, () =>
    deps.db.tenant({ accountId }, (tx) => deleteEvents(tx, accountId, before, batch)),
  );
}
