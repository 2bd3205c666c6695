import type { WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { openStore } from '../../connections/index.ts';
import { takeOrderJob } from '../jobs/orders.ts';
import { listUnreadableOrders } from '../unreadable-order-repo.ts';

/** Maximum number of orders reread per request, newest first. */
const MOST = 500;

/** Enqueues a job for each set-aside order of a store. Returns their number. */
export async function retryUnreadableOrders(deps: Deps, scope: WorkplaceScope, storeId: string): Promise<number> {
  await openStore(deps, scope, storeId);
  const { accountId, workplaceId } = scope;
  return deps.db.tenant(scope, async (tx) => {
    const rows = await listUnreadableOrders(tx, workplaceId, MOST, storeId);
    await deps.queue.sendMany(
      tx,
      takeOrderJob,
      rows.map(({ external_order_id: externalOrderId }) => ({ accountId, workplaceId, storeId, externalOrderId })),
    );
    return rows.length;
  });
}
