import { getWorkplace, type Scope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { markOpenWork } from '../../../jobs/effect/open-work.ts';
import { lockOrder } from '../../orders/index.ts';
import { syncParcelJob } from '../jobs/fulfilment.ts';
import { makeWaitingParcelsDue } from '../sync-repo.ts';

/** Further parcels wait for their own schedule. */
const MOST = 500;

/** Reports waiting parcels after a store released held lines or was reconnected: those of one order, or all. */
export async function syncWaitingParcels(deps: Deps, scope: Scope, storeId: string, orderId?: string): Promise<void> {
  const { accountId, workplaceId } = getWorkplace(scope);
  const here = { accountId, workplaceId };
  await deps.db.tenant(here, async (tx) => {
    // Prevents a concurrent check of the order from ending unnoticed.
    if (orderId !== undefined) await lockOrder(tx, workplaceId, orderId);
    const waiting = await makeWaitingParcelsDue(tx, workplaceId, { storeId, orderId }, MOST);
    if (waiting.length === 0) return;
    await markOpenWork(tx, here);
    await deps.queue.sendMany(
      tx,
      syncParcelJob,
      waiting.map((row) => ({ ...here, shipmentId: row.shipment_id, storeId })),
    );
  });
}
