import { AppError, notFound } from '@quayside/kernel';
import type { WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { markOpenWork } from '../../../jobs/effect/open-work.ts';
import { publish } from '../../../live/publish.ts';
import { lockOrder } from '../../orders/index.ts';
import { syncParcelJob } from '../jobs/fulfilment.ts';
import { findShipment, setSyncState } from '../repo.ts';
import { STORE_HOLDS_ORDER } from '../sync-repo.ts';

/** Retries reporting a rejected or held parcel now. Throws SHIPMENT_NOT_FOUND and REPORT_NOT_FAILED. */
export async function retrySync(deps: Deps, scope: WorkplaceScope, shipmentId: string): Promise<void> {
  const { workplaceId } = scope;
  await deps.db.tenant(scope, async (tx) => {
    const found = await findShipment(tx, workplaceId, shipmentId);
    if (!found) throw notFound('SHIPMENT_NOT_FOUND');
    await lockOrder(tx, workplaceId, found.order_id);
    const row = await findShipment(tx, workplaceId, shipmentId);
    const held = row?.report_state === 'waiting' && row.report_error === STORE_HOLDS_ORDER;
    if (!row || (row.report_state !== 'failed' && !held)) throw new AppError('BAD_REQUEST', 'REPORT_NOT_FAILED');
    await setSyncState(tx, workplaceId, shipmentId, { state: 'waiting' });
    await markOpenWork(tx, scope);
    await deps.queue.send(tx, syncParcelJob, { ...scope, shipmentId, storeId: row.store_id });
    await publish(tx, workplaceId, 'shipments', [shipmentId]);
  });
}
