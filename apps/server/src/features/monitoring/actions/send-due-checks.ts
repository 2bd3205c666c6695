import type { Deps } from '../../../deps.ts';
import { checkProductsJob } from '../jobs/monitoring.ts';
import { claimDueSlots } from '../slot-repo.ts';

const MOST_AT_ONCE = 500;

/** Claims due schedule slots and enqueues their jobs in one transaction. Returns the count. */
export async function sendDueChecks(deps: Deps): Promise<number> {
  return deps.db.global(async (tx) => {
    const turns = await claimDueSlots(tx, MOST_AT_ONCE);
    await deps.queue.sendMany(tx, checkProductsJob, turns);
    return turns.length;
  });
}
