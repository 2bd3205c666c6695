import type { Deps } from '../../../deps.ts';
import { openWithoutCosts, wantCosts } from '../../orders/index.ts';
import { advanceBackfill, endBackfill, listBackfills } from '../backfill-repo.ts';

/** Stores that one run looks at, and orders of each: older orders wait, so that what comes in is not held up by them. */
const STORES = 20;
const ORDERS = 100;

/**
 * Asks what buying orders of before will cost, a page of each store at a time, once: an order that cannot be bought as it
 * stands is not asked about again. Each page is one transaction with its place, so that a run that is cut short repeats
 * nothing.
 */
export async function fillCosts(deps: Pick<Deps, 'db' | 'queue'>): Promise<void> {
  const rows = await deps.db.global((tx) => listBackfills(tx, STORES));
  for (const { account_id: accountId, after_order_id, after_placed_at, store_id: storeId, workplace_id } of rows) {
    const scope = { accountId, workplaceId: workplace_id };
    await deps.db.tenant(scope, async (tx) => {
      const after =
        after_placed_at && after_order_id ? { placedAt: after_placed_at, orderId: after_order_id } : undefined;
      const orders = await openWithoutCosts(tx, workplace_id, storeId, after, ORDERS);
      await wantCosts(
        tx,
        deps,
        scope,
        orders.map((one) => one.order_id),
      );
      const last = orders.at(-1);
      if (last && orders.length === ORDERS) await advanceBackfill(tx, storeId, last);
      else await endBackfill(tx, storeId);
    });
  }
}
