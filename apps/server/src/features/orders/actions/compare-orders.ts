import { ConnectorError } from '@quayside/connector-kit';
import { AppError } from '@quayside/kernel';
import { getWorkplace, type Scope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { storeRef, storesOfPart, withStore } from '../../connections/index.ts';
import { compareOrdersJob, takeOrderJob } from '../jobs/orders.ts';
import { openOrders } from '../repo.ts';
import { needsReading } from '../rules/compare-order.ts';

/** Orders per request to the store. */
const BATCH = 100;
/** Requests per job; stores with more open orders continue in the next one. */
const BATCHES = 10;
/** Interval in hours for comparing each store's open orders. */
const EVERY_HOURS = 6;

type Place = { placedAt: string; orderId: string };

/** Enqueues comparisons for part of the stores, so that each is compared every six hours. */
export async function compareStores(deps: Deps): Promise<void> {
  const part = Math.floor(deps.clock.millis() / 3_600_000) % EVERY_HOURS;
  await deps.db.global(async (tx) => {
    const due = await storesOfPart(tx, { platforms: Object.keys(deps.connectors.channels), part, parts: EVERY_HOURS });
    await deps.queue.sendMany(tx, compareOrdersJob, due.map(storeRef));
  });
}

/**
 * Compares open orders with their store, newest first, and rereads differing ones. Finds permanently deleted orders,
 * which appear in no webhook and no list of changes.
 */
export async function compareOrders(deps: Deps, scope: Scope, storeId: string, after?: Place): Promise<void> {
  const here = getWorkplace(scope);
  const { accountId, workplaceId } = here;
  const store = { accountId, workplaceId, storeId };
  try {
    await withStore(deps, here, storeId, async ({ connector, ctx }) => {
      let from = after;
      for (let batch = 0; batch < BATCHES; batch += 1) {
        const open = await deps.db.read(here, (ex) => openOrders(ex, workplaceId, storeId, from, BATCH));
        if (open.length === 0) return;
        const ids = open.map((order) => order.external_order_id);
        const found = new Map((await connector.orderStates(ctx, ids)).map((state) => [state.externalOrderId, state]));
        const due = open.filter((order) => needsReading(order, found.get(order.external_order_id)));
        await deps.db.tenant(here, (tx) =>
          deps.queue.sendMany(
            tx,
            takeOrderJob,
            due.map((order) => ({ ...store, externalOrderId: order.external_order_id })),
          ),
        );
        const last = open.at(-1);
        if (!last || open.length < BATCH) return;
        from = { placedAt: last.placed_at, orderId: last.order_id };
      }
      await deps.db.tenant(here, (tx) =>
        deps.queue.send(tx, compareOrdersJob, { ...store, ...(from ? { after: from } : {}) }),
      );
    });
  } catch (error) {
    // Disconnected, being transferred or unreachable: polling records it, and the next comparison comes in some hours.
    if (error instanceof AppError) return;
    if (!(error instanceof ConnectorError) || error.kind === 'rate-limited') throw error;
  }
}
