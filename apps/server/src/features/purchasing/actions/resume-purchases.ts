import { type Scope, sql } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { markOpenWork } from '../../../jobs/effect/open-work.ts';
import { isPurchaseOpen } from '../../../states/sql.ts';
import { jobOf, paySupplierOrderJob, placeSupplierOrderJob } from '../jobs/purchasing.ts';

/** More than this go on by their own schedule. */
const MOST = 2_000;

interface Waiting {
  supplier_order_id: string;
  connection_id: string;
  pays: boolean;
}

/** Places and pays now what waited: for a store or a supplier connection that was suspended, or for an order's store to answer. */
export async function resumePurchases(
  deps: Deps,
  here: Required<Scope>,
  of: { storeId: string } | { connectionId: string } | { orderId: string },
): Promise<void> {
  const { workplaceId } = here;
  const whose =
    'storeId' in of
      ? sql`store_id = ${of.storeId}`
      : 'orderId' in of
        ? sql`order_id = ${of.orderId}`
        : sql`connection_id = ${of.connectionId}`;
  await deps.db.tenant(here, async (tx) => {
    const waiting = await tx.rows<Waiting>(sql`update supplier_order set next_attempt_at = clock_timestamp()
      where workplace_id = ${workplaceId} and supplier_order_id in (select supplier_order_id from supplier_order
        where workplace_id = ${workplaceId} and ${whose}
          and ${isPurchaseOpen()}
          and (claimed_until is null or claimed_until < clock_timestamp())
        order by created_at, supplier_order_id limit ${MOST} for no key update skip locked)
      returning supplier_order_id, connection_id, state = 'placed' as pays`);
    if (waiting.length === 0) return;
    await markOpenWork(tx, here);
    const refs = (rows: Waiting[]) => rows.map((row) => jobOf(here, row));
    await deps.queue.sendMany(tx, placeSupplierOrderJob, refs(waiting.filter((row) => !row.pays)));
    await deps.queue.sendMany(tx, paySupplierOrderJob, refs(waiting.filter((row) => row.pays)));
  });
}
