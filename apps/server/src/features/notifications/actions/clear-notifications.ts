import { NOTIFICATION_DAYS } from '@quayside/contracts';
import { everyoneIn, inBatches } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { clearOld } from '../repo.ts';

/** Deletes a workspace's old notifications with their read marks and deliveries, a batch in each transaction. */
export async function clearNotifications(
  deps: Pick<Deps, 'db'>,
  workplaceId: string,
  signal?: AbortSignal,
  batch = 5_000,
): Promise<void> {
  await inBatches(batch, signal, () =>
    deps.db.tenant(everyoneIn(workplaceId), (tx) => clearOld(tx, workplaceId, NOTIFICATION_DAYS, batch)),
  );
}
