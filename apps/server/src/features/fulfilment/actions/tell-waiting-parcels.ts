import type { Scope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { markOpenWork } from '../../../jobs/effect/open-work.ts';
import { lockOrder } from '../../orders/index.ts';
import { reportParcelJob } from '../jobs/fulfilment.ts';
import { takeWaitingReports } from '../report-repo.ts';

/** More than this look again by their own schedule. */
const MOST = 500;

/**
 * A store let lines go that it had held back, or is connected again: it is told now of the parcels that waited for that, those
 * of one order or all of them.
 */
export async function tellWaitingParcels(
  deps: Deps,
  { accountId, workplaceId }: Scope,
  storeId: string,
  orderId?: string,
): Promise<void> {
  if (!workplaceId) throw new Error('scope has no workplace id');
  const here = { accountId, workplaceId };
  await deps.db.tenant(here, async (tx) => {
    // No look of the order ends meanwhile, or one that ends just now would be passed over.
    if (orderId !== undefined) await lockOrder(tx, workplaceId, orderId);
    const waiting = await takeWaitingReports(tx, workplaceId, { storeId, orderId }, MOST);
    if (waiting.length === 0) return;
    await markOpenWork(tx, here);
    await deps.queue.sendMany(
      tx,
      reportParcelJob,
      waiting.map((row) => ({ ...here, shipmentId: row.shipment_id, storeId })),
    );
  });
}
