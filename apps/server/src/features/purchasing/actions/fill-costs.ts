import type { Deps } from '../../../deps.ts';
import { openWithoutCosts, wantCosts } from '../../orders/index.ts';
import { advanceBackfill, endBackfill, listBackfills } from '../backfill-repo.ts';

/** Stores per run, and orders per store: older orders wait, so that they don't delay new ones. */
const STORES = 20;
const ORDERS = 100;

/**
 * Estimates costs of older orders once, a page per store, skipping orders that can't be bought. Each page and its
 * cursor are one transaction, so an interrupted run repeats nothing.
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
