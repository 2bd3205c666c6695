import type { Executor, WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { publish } from '../../../live/publish.ts';
import {
  clearExpected,
  lockOrders,
  openToEstimateAgain,
  openWithoutCosts,
  refreshOrders,
  wantCosts,
} from '../../orders/index.ts';
import { advanceBackfill, type CostBackfill, endBackfill, listBackfills } from '../backfill-repo.ts';
import { findPurchasesOfOrders, mergePurchases } from '../repo.ts';
import { OWN_SUPPLIER } from '../rules/prefer-quayside.ts';

type Tools = Pick<Deps, 'db' | 'queue'>;

/** Stores per run, and orders per page: older orders wait, so that they don't delay new ones. */
const STORES = 20;
const ORDERS = 100;
/** Pages per run of a store whose estimates are made again: people see the old ones until then. */
const PAGES = 10;

/** Drops estimates that were made for other suppliers, and requests new ones. */
async function renew(tx: Executor, deps: Tools, scope: WorkplaceScope, ids: readonly string[]): Promise<void> {
  const { workplaceId } = scope;
  const orders = await lockOrders(tx, workplaceId, ids);
  await clearExpected(tx, workplaceId, ids);
  const none = { expected_shipping: null, expected_currency: null, expected_for: null };
  const purchases = mergePurchases(await findPurchasesOfOrders(tx, workplaceId, ids));
  await refreshOrders(
    tx,
    deps,
    scope,
    orders.map((order) => ({ ...order, ...none })),
    purchases,
  );
  await publish(tx, workplaceId, 'orders', ids);
}

/** Works on the next page of a store. Returns its row with the new cursor; undefined: done, or changed meanwhile. */
const fillPage = (deps: Tools, row: CostBackfill): Promise<CostBackfill | undefined> => {
  const { account_id: accountId, after_order_id, after_placed_at, store_id: storeId, workplace_id: workplaceId } = row;
  const scope = { accountId, workplaceId };
  return deps.db.tenant(scope, async (tx) => {
    const after =
      after_placed_at && after_order_id ? { placedAt: after_placed_at, orderId: after_order_id } : undefined;
    const orders = row.renew
      ? await openToEstimateAgain(tx, workplaceId, storeId, OWN_SUPPLIER, after, ORDERS)
      : await openWithoutCosts(tx, workplaceId, storeId, after, ORDERS);
    const ids = orders.map((one) => one.order_id);
    if (row.renew) await renew(tx, deps, scope, ids);
    else await wantCosts(tx, deps, scope, ids);
    const last = orders.at(-1);
    if (!last || orders.length < ORDERS) {
      await endBackfill(tx, row);
      return undefined;
    }
    const isOurs = (await advanceBackfill(tx, row, last)) > 0;
    return isOurs ? { ...row, after_placed_at: last.placed_at, after_order_id: last.order_id } : undefined;
  });
};

/**
 * Estimates costs of older orders once, and those of open orders again where the supplier preference changed, skipping
 * orders that can't be bought. Each page and its cursor are one transaction, so an interrupted run repeats nothing.
 */
export async function fillCosts(deps: Tools): Promise<void> {
  for (const row of await deps.db.global((tx) => listBackfills(tx, STORES))) {
    let next: CostBackfill | undefined = row;
    for (let page = 0; next && page < (row.renew ? PAGES : 1); page++) next = await fillPage(deps, next);
  }
}
