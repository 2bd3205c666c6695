import { firstIdAt } from '@quayside/kernel';
import { sql } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';

/** Deletes an account's old usage reports, a batch in each transaction. Nothing exports them: they are kept only for their time. */
export async function deleteOldEvents(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  accountId: string,
  signal?: AbortSignal,
  batch = 5_000,
): Promise<void> {
  const before = firstIdAt(deps.clock.millis() - deps.config.activityDays * 86_400_000);
  let deleted = batch;
  while (deleted === batch && !signal?.aborted)
    deleted = await deps.db.tenant({ accountId }, (tx) =>
      tx.run(sql`delete from activity_event where account_id = ${accountId} and event_id in (select event_id from activity_event
        where account_id = ${accountId} and event_id < ${before}::uuid order by event_id limit ${batch})`),
    );
}
