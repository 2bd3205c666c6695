import type { Executor, WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { Later } from '../../../jobs/define.ts';
import { withSupplier } from '../../connections/index.ts';
import { erasablePurchases } from '../find-repo.ts';
import { ERASE_MOST, type EraseAtSupplier, eraseAtSupplierJob } from '../jobs/privacy.ts';

const AGAIN_MS = 60 * 60_000;

/** Enqueues, in the transaction that erases some orders here, their erasure at the suppliers that erase at our request. */
export async function sendErasures(
  tx: Executor,
  queue: Deps['queue'],
  scope: WorkplaceScope,
  orderIds: readonly string[],
  isForced: boolean,
): Promise<void> {
  const { accountId, workplaceId } = scope;
  const jobs: EraseAtSupplier[] = [];
  for (const { connection_id: connectionId, references } of await erasablePurchases(tx, workplaceId, orderIds))
    for (let from = 0; from < references.length; from += ERASE_MOST)
      jobs.push({
        accountId,
        workplaceId,
        connectionId,
        references: references.slice(from, from + ERASE_MOST),
        isForced,
      });
  await queue.sendMany(tx, eraseAtSupplierJob, jobs);
}

/** Has a supplier erase the shoppers of some orders. What it still has to pack or send is asked for again later. */
export async function eraseAtSupplier(deps: Deps, job: EraseAtSupplier): Promise<void> {
  const { accountId, workplaceId, connectionId, references, isForced } = job;
  await withSupplier(deps, { accountId, workplaceId }, { connectionId }, async ({ connector, ctx }) => {
    const left = await connector.eraseOrders?.(ctx, { references, isForced });
    if (left && left.underWay.length > 0)
      throw new Later(AGAIN_MS, `supplier has ${left.underWay.length} orders in progress`);
  });
}
