import { notFound } from '@quayside/kernel';
import type { WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { markOpenWork } from '../../../jobs/effect/open-work.ts';
import { publish } from '../../../live/publish.ts';
import { lockOrder } from '../../orders/index.ts';
import { syncParcelJob } from '../jobs/fulfilment.ts';
import { findShipment, updateShipment } from '../repo.ts';
import { reportNews } from './report-news.ts';

/** Sets a parcel's carrier and updates the store. Throws SHIPMENT_NOT_FOUND. */
export async function setCarrier(
  deps: Deps,
  scope: WorkplaceScope,
  shipmentId: string,
  carrier: string,
): Promise<void> {
  const { workplaceId } = scope;
  await deps.db.tenant(scope, async (tx) => {
    const found = await findShipment(tx, workplaceId, shipmentId);
    if (!found) throw notFound('SHIPMENT_NOT_FOUND');
    const order = await lockOrder(tx, workplaceId, found.order_id);
    const row = await findShipment(tx, workplaceId, shipmentId);
    if (!row || row.carrier === carrier) return;
    await updateShipment(tx, workplaceId, shipmentId, { ...row, carrier });
    if (!order?.cancelled_at && (await reportNews(tx, workplaceId, row))) {
      await markOpenWork(tx, scope);
      await deps.queue.send(tx, syncParcelJob, { ...scope, shipmentId, storeId: row.store_id });
    }
    await publish(tx, workplaceId, 'shipments', [shipmentId]);
  });
}
