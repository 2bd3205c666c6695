import { type Executor, sql, type WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { connectorLabel } from '../../../installed/index.ts';
import { publish } from '../../../live/publish.ts';
import { lockOrders, refreshOrders, toSearchTerms } from '../../orders/index.ts';
import { eraseEverywhere } from '../erase-repo.ts';
import { findOpenWork, findSuppliers } from '../find-repo.ts';
import { addOutcome, lockState } from '../request-repo.ts';
import { parcelsSince } from '../rules/times.ts';
import { sendErasures } from './erase-at-supplier.ts';

/** Orders that one transaction erases: short enough that nobody waits for its locks. */
export const ERASE_BATCH = 100;

interface Erasing {
  /** Its sums grow with each batch. */
  requestId: string;
  /** Their store removed the app. */
  isGone: boolean;
  /** Orders under way are erased as well: the time is over. */
  isForced: boolean;
}

const skusOf = async (tx: Executor, workplaceId: string, ids: readonly string[]): Promise<Map<string, string[]>> => {
  const rows = await tx.rows<{
    order_id: string;
    skus: string[];
  }>(sql`select order_id, array_agg(sku) as skus from order_line
    where workplace_id = ${workplaceId} and order_id = any(${ids}::uuid[]) and sku is not null group by order_id`);
  return new Map(rows.map((row) => [row.order_id, row.skus]));
};

/** Erases some orders, a batch in each transaction. Returns the names of those that are under way and were left alone. */
export async function eraseOrders(
  deps: Deps,
  scope: WorkplaceScope,
  orderIds: readonly string[],
  { requestId, isGone, isForced }: Erasing,
): Promise<string[]> {
  const { workplaceId } = scope;
  const left: string[] = [];
  for (let from = 0; from < orderIds.length; from += ERASE_BATCH) {
    await deps.db.tenant(scope, async (tx) => {
      // Placing, paying and syncing lock the order first, so work in progress is visible here.
      const held = await lockOrders(tx, workplaceId, orderIds.slice(from, from + ERASE_BATCH));
      const kept = held.filter((order) => order.erased_at === null);
      // Somebody may cancel the request between two batches.
      if ((await lockState(tx, workplaceId, requestId)) === 'stopped') return;
      const ids = kept.map((order) => order.order_id);
      const busy = isForced
        ? []
        : await findOpenWork(tx, workplaceId, ids, { isGone, parcelsSince: parcelsSince(deps.clock.millis()) });
      left.push(...busy.map((one) => one.name));
      const isBusy = new Set(busy.map((one) => one.order_id));
      const free = kept.filter((order) => !isBusy.has(order.order_id));
      if (free.length === 0) return;
      const freeIds = free.map((order) => order.order_id);
      await sendErasures(tx, deps.queue, scope, freeIds, isForced);
      const suppliers = await findSuppliers(tx, workplaceId, freeIds);
      const skus = await skusOf(tx, workplaceId, freeIds);
      const erased = await eraseEverywhere(
        tx,
        workplaceId,
        free.map((order) => ({
          ...order,
          terms: toSearchTerms({ name: order.name, skus: skus.get(order.order_id) ?? [] }),
        })),
        deps.clock.now(),
      );
      const bare = { address: {}, address_edit: null, customer_name: null, customer_email: null, note: null };
      await refreshOrders(
        tx,
        deps,
        scope,
        free.filter((order) => order.tab === 'unfulfilled').map((order) => ({ ...order, ...bare })),
      );
      await addOutcome(tx, workplaceId, requestId, {
        orders: free.length,
        erased,
        suppliers: suppliers.map(connectorLabel),
      });
      await publish(tx, workplaceId, 'orders', freeIds);
    });
  }
  return left;
}
