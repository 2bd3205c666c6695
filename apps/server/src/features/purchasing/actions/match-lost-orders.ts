import type { Executor, WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { publish } from '../../../live/publish.ts';
import { type KeyedOrder, lostWithoutOrder, noteOrders, ordersToKey } from '../lost-repo.ts';
import { orderKeyFor } from '../reference.ts';

/** Orders per batch of computed keys. */
const CHUNK = 2_000;

const matches = (workplaceId: string, orders: readonly KeyedOrder[], lost: ReadonlyMap<string, readonly string[]>) =>
  orders.flatMap(({ order_id, store_id, external_order_id: externalOrderId, platform, platform_domain: domain }) =>
    (lost.get(orderKeyFor({ workplaceId, platform, domain, externalOrderId })) ?? []).map((lost_order_id) => ({
      lost_order_id,
      order_id,
      store_id,
    })),
  );

/**
 * Finds the orders that unrecorded supplier orders belong to, newest first, until all are matched or no order is left.
 */
export async function matchLostOrders(deps: Pick<Deps, 'db'>, here: WorkplaceScope): Promise<void> {
  const { workplaceId } = here;
  const lost = await deps.db.read(here, (ex) => lostWithoutOrder(ex, workplaceId));
  const open = new Set(lost.keys());
  let before: string | undefined;
  while (open.size > 0) {
    const orders = await deps.db.read(here, (ex) => ordersToKey(ex, workplaceId, { before, most: CHUNK }));
    const found = matches(workplaceId, orders, lost);
    if (found.length > 0)
      await deps.db.tenant(here, async (tx) => {
        await noteOrders(tx, workplaceId, found);
        await publish(tx, workplaceId, 'orders');
      });
    const ids = new Set(found.map((one) => one.lost_order_id));
    for (const [key, own] of lost) if (own.some((id) => ids.has(id))) open.delete(key);
    before = orders.at(-1)?.order_id;
    if (orders.length < CHUNK) return;
  }
}

/** The same for newly received orders. */
export async function matchNewOrders(tx: Executor, workplaceId: string, orderIds: readonly string[]): Promise<void> {
  const lost = await lostWithoutOrder(tx, workplaceId);
  if (lost.size === 0) return;
  const found = matches(workplaceId, await ordersToKey(tx, workplaceId, { ids: orderIds }), lost);
  if (found.length > 0) await noteOrders(tx, workplaceId, found);
}
