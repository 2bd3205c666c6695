import { type Scope, sql } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { markOpenWork } from '../../../jobs/effect/open-work.ts';
import { pushStoreJob } from '../jobs/products.ts';

/** Pushes now what waited while its store was suspended. */
export async function resumePushes(deps: Deps, here: Required<Scope>, storeId: string): Promise<void> {
  const { accountId, workplaceId } = here;
  await deps.db.tenant(here, async (tx) => {
    const waiting = await tx.run(sql`update listing set next_attempt_at = now()
      where workplace_id = ${workplaceId} and store_id = ${storeId} and state in ('queued', 'unknown')`);
    if (waiting === 0) return;
    await markOpenWork(tx, here);
    await deps.queue.send(tx, pushStoreJob, { accountId, workplaceId, storeId });
  });
}
