import { AppError, notFoundField } from '@quayside/kernel';
import type { WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { publish } from '../../../live/publish.ts';
import { findLines, LINE_TRANSITIONS, lockOrder, patchLines } from '../../orders/index.ts';
import { findLostOrder, lockLostOrder, settleLost } from '../lost-repo.ts';
import { findPurchasesOfOrders } from '../repo.ts';
import { PLACE_OPEN } from '../rules/states.ts';
import { refuseSettled } from './record-lost-order.ts';
import { settleOrders } from './settle-orders.ts';

/**
 * Dismisses an unrecorded supplier order as unrelated, so that the lines it blocked can be placed again. Throws if it
 * was settled meanwhile, or if its order is being placed and may turn out to be it.
 */
export async function dismissLostOrder(deps: Deps, here: WorkplaceScope, lostOrderId: string): Promise<void> {
  const { workplaceId } = here;
  await deps.db.tenant(here, async (tx) => {
    const known = await findLostOrder(tx, workplaceId, lostOrderId);
    if (!known) throw notFoundField('unrecorded_id', 'UNRECORDED_NOT_FOUND');
    // Same lock order as placing: the order first.
    const order = known.order_id === null ? undefined : await lockOrder(tx, workplaceId, known.order_id);
    const lost = await lockLostOrder(tx, workplaceId, lostOrderId);
    if (!lost) throw notFoundField('unrecorded_id', 'UNRECORDED_NOT_FOUND');
    refuseSettled(lost);
    const number = lost.order_number ?? lost.source_order_no;
    if (order) {
      const purchases = await findPurchasesOfOrders(tx, workplaceId, [order.order_id]);
      if (purchases.some((one) => one.connection_id === lost.connection_id && PLACE_OPEN.includes(one.state)))
        throw new AppError('BAD_REQUEST', 'UNRECORDED_PLACING', { params: { order: order.name, number } });
    }
    await settleLost(tx, workplaceId, lostOrderId, { kind: 'dismissed' });
    if (order) {
      const lines = await findLines(tx, workplaceId, [order.order_id]);
      const held = lines.filter(
        (line) =>
          LINE_TRANSITIONS.unblock.from.includes(line.state) &&
          line.block_key === 'MAY_BE_BOUGHT_ALREADY' &&
          line.block_params?.number === number,
      );
      await patchLines(
        tx,
        workplaceId,
        held.map((line) => ({
          order_id: line.order_id,
          line_id: line.line_id,
          state: LINE_TRANSITIONS.unblock.to,
          block: null,
        })),
      );
      await settleOrders(tx, deps, here, [order]);
    }
    await publish(tx, workplaceId, 'orders', order ? [order.order_id] : []);
  });
}
