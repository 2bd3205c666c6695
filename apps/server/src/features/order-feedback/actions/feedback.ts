import type { OrderFeedback } from '@quayside/contracts';
import { newId, notFoundField } from '@quayside/kernel';
import type { Deps } from '../../../deps.ts';
import { personName, type Who } from '../../../http/who.ts';
import { publish } from '../../../live/publish.ts';
import { notify } from '../../notifications/index.ts';
import { lockOrder } from '../../orders/index.ts';
import { countFeedback, findFeedback, finishFeedback, insertFeedback } from '../repo.ts';

/** Leaves feedback about an order. Throws OrderDetailNotFound at `order_id`. */
export const sendFeedback = (
  deps: Pick<Deps, 'db'>,
  who: Who,
  input: { order_id: string; topic: OrderFeedback['topic']; text: string },
): Promise<OrderFeedback> =>
  deps.db.tenant(who.scope, async (tx) => {
    const id = newId();
    const { order_id: orderId, topic, text } = input;
    const order = await lockOrder(tx, who.workplaceId, orderId);
    if (!order) throw notFoundField('order_id', 'OrderDetailNotFound');
    const row = {
      id,
      orderId,
      storeId: order.store_id,
      topic,
      text,
      accountId: who.account.id,
      createdBy: personName(who.account),
    };
    await insertFeedback(tx, who.workplaceId, row);
    await notify(tx, who.workplaceId, [
      { kind: 'order_feedback', orderId, params: { person: row.createdBy, author: row.accountId }, once: id },
    ]);
    await publish(tx, who.workplaceId, 'orders', [orderId]);
    const saved = await findFeedback(tx, who.workplaceId, id);
    if (!saved) throw new Error('inserted feedback not found');
    return saved;
  });

/**
 * Marks feedback as done; what is done already keeps its time and name. Returns how many changed. Throws
 * ORDER_FEEDBACK_NOT_FOUND at `feedback_ids` unless all of it is known.
 */
export const markFeedbackDone = (deps: Pick<Deps, 'db'>, who: Who, ids: readonly string[]): Promise<number> =>
  deps.db.tenant(who.scope, async (tx) => {
    const wanted = [...new Set(ids)];
    if ((await countFeedback(tx, who.workplaceId, wanted)) !== wanted.length)
      throw notFoundField('feedback_ids', 'ORDER_FEEDBACK_NOT_FOUND');
    const orders = await finishFeedback(tx, who.workplaceId, ids, personName(who.account));
    if (orders.length > 0) await publish(tx, who.workplaceId, 'orders', [...new Set(orders)]);
    return orders.length;
  });
