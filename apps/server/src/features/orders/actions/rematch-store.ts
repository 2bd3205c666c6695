import { getWorkplace, type Scope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { publish } from '../../../live/publish.ts';
import type { OrderPorts } from '../ports.ts';
import { findUnmapped, lockOrder } from '../repo.ts';
import { addEvents } from './add-events.ts';
import { matchOrder } from './match-lines.ts';
import { refreshOrders } from './refresh-order.ts';

/** Maximum number of orders per run; newest first, because those wait to be shipped. */
const MOST = 200;

/** Retries unmapped lines of a store after something was listed or mapped there. */
export async function rematchStore(
  deps: Deps,
  ports: Pick<OrderPorts, 'match'>,
  scope: Scope,
  storeId: string,
): Promise<void> {
  const here = getWorkplace(scope);
  const { workplaceId } = here;
  const waiting = await deps.db.read(here, (ex) => findUnmapped(ex, workplaceId, storeId, MOST));
  for (const { order_id: orderId } of waiting) {
    await deps.db.tenant(here, async (tx) => {
      const order = await lockOrder(tx, workplaceId, orderId);
      if (!order || order.cancelled_at) return;
      const mapped = await matchOrder(tx, ports, workplaceId, order);
      if (mapped === 0) return;
      await refreshOrders(tx, deps, here, [order]);
      await addEvents(tx, workplaceId, [{ orderId, kind: 'mapped', params: { count: mapped } }]);
      await publish(tx, workplaceId, 'orders', [orderId]);
    });
  }
}
