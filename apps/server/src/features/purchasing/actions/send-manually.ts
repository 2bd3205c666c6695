import { notFoundField } from '@quayside/kernel';
import type { Deps } from '../../../deps.ts';
import { personName, type Who } from '../../../http/who.ts';
import { publish } from '../../../live/publish.ts';
import { fulfillManually, type ManualFulfillment } from '../../fulfilment/index.ts';
import { lockOrder } from '../../orders/index.ts';
import { settleOrders } from './settle-orders.ts';

/** The owner ships lines manually; payments that waited for them continue. */
export async function sendManually(
  deps: Deps,
  who: Who,
  input: ManualFulfillment & { order_id: string },
): Promise<{ lineIds: string[]; shipmentId: string | null }> {
  const { scope } = who;
  return deps.db.tenant(who.scope, async (tx) => {
    const order = await lockOrder(tx, who.workplaceId, input.order_id);
    if (!order) throw notFoundField('order_id', 'OrderDetailNotFound');
    const actor = personName(who.account);
    const done = await fulfillManually(tx, deps, scope, order, input, actor);
    await settleOrders(tx, deps, scope, [order]);
    await publish(tx, who.workplaceId, 'orders', [order.order_id]);
    return done;
  });
}
