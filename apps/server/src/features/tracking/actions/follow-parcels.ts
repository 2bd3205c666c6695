import { newId } from '@quayside/kernel';
import type { WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { markOpenWork } from '../../../jobs/effect/open-work.ts';
import { type FollowedParcel, parcelsChangedAfter } from '../../fulfilment/index.ts';
import { findOrders } from '../../orders/index.ts';
import { trackNumberJob } from '../jobs/tracking.ts';
import { insertNumbers, type ServiceRow, setFollowedUntil } from '../repo.ts';

const MOST = 500;
/** A change may become visible this long after its time: transactions take a while. */
const OVERLAP_MS = 5 * 60_000;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** Starts to follow parcels that changed since the last time, in transactions of at most 500. */
export async function followParcels(deps: Deps, scope: WorkplaceScope, row: ServiceRow): Promise<void> {
  const { workplaceId } = scope;
  const until = new Date(deps.clock.millis() - OVERLAP_MS).toISOString();
  let after: Pick<FollowedParcel, 'changed_at' | 'shipment_id'> = {
    changed_at: row.followed_until,
    shipment_id: FIRST_ID,
  };
  for (;;) {
    const found = await deps.db.tenant(scope, async (tx) => {
      const page = await parcelsChangedAfter(tx, workplaceId, { after, most: MOST });
      const orderIds = [...new Set(page.map((parcel) => parcel.order_id))];
      const orders = await findOrders(tx, workplaceId, orderIds);
      const inMode = new Set(orders.filter((order) => order.mode === row.mode).map((order) => order.order_id));
      const numbers = page
        .filter((parcel) => inMode.has(parcel.order_id))
        .map(({ shipment_id, store_id, tracking_number }) => ({
          tracked_id: newId(),
          shipment_id,
          store_id,
          tracking_number,
        }));
      const added = numbers.length > 0 ? await insertNumbers(tx, workplaceId, row.service_id, numbers) : [];
      if (added.length > 0) {
        await markOpenWork(tx, scope);
        await deps.queue.sendMany(
          tx,
          trackNumberJob,
          added.map((one) => ({ ...scope, trackedId: one.tracked_id, serviceId: one.service_id })),
        );
      }
      if (page.length < MOST) await setFollowedUntil(tx, workplaceId, row, until);
      return page;
    });
    const last = found.at(-1);
    if (!last || found.length < MOST) return;
    after = last;
  }
}
