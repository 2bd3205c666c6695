import type { Scope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { openStore } from '../../connections/index.ts';
import { takeOrderJob } from '../jobs/orders.ts';
import { listSetAside } from '../set-aside-repo.ts';

/** So many are read again at once, the newest. */
const MOST = 500;

/** Has the orders of a store read again that were set aside, each by a job of its own. Answers how many. */
export async function readSetAside(deps: Deps, scope: Required<Scope>, storeId: string): Promise<number> {
  await openStore(deps, scope, storeId);
  const { accountId, workplaceId } = scope;
  return deps.db.tenant(scope, async (tx) => {
    const rows = await listSetAside(tx, workplaceId, MOST, storeId);
    for (const { external_order_id: externalOrderId } of rows)
      await deps.queue.send(tx, takeOrderJob, { accountId, workplaceId, storeId, externalOrderId });
    return rows.length;
  });
}
