import { getWorkplace, type Scope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { withStore } from '../../connections/index.ts';
import type { OrderPorts } from '../ports.ts';
import { lockOrderOfStore } from '../repo.ts';
import { readOrRecordUnreadable, saveOrRecordUnreadable } from './take-order.ts';

/**
 * Reads and saves the order of a store object (a fulfillment order in a webhook). Returns our order id; undefined if
 * the store shows none.
 */
export async function orderBehind(
  deps: Deps,
  ports: Pick<OrderPorts, 'match' | 'onNewOrders'>,
  scope: Scope,
  storeId: string,
  externalId: string,
): Promise<string | undefined> {
  const here = getWorkplace(scope);
  return withStore(deps, here, storeId, async ({ store, connector, ctx }) => {
    const readAt = deps.clock.now();
    const order = await readOrRecordUnreadable(deps, here, storeId, readAt, () => connector.getOrder(ctx, externalId));
    if (!order || order === 'set aside') return undefined;
    await saveOrRecordUnreadable(deps, ports, here, { storeId, mode: store.mode }, [{ order, readAt }]);
    return deps.db.tenant(
      here,
      async (tx) => (await lockOrderOfStore(tx, here.workplaceId, storeId, order.externalOrderId))?.order_id,
    );
  });
}
