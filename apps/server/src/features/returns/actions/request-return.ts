import type { ReturnKind, ReturnReason } from '@quayside/contracts';
import { AppError, invalidField, newId, notFoundField } from '@quayside/kernel';
import type { Executor } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { personName, type Who } from '../../../http/who.ts';
import { publish } from '../../../live/publish.ts';
import { findDeliveries } from '../../fulfilment/index.ts';
import { addEvents, findSoldLines, lockOrder, type OrderRow } from '../../orders/index.ts';
import { findReturnByKey, insertReturn, linesOfOrders, returnsOfOrder } from '../return-repo.ts';
import { getReturnable } from '../rules/returnable.ts';
import { getDeliveredAt, getWindow } from '../rules/window.ts';
import { findSetting } from '../setting-repo.ts';

export interface NewReturnInput {
  order_id: string;
  kind: ReturnKind;
  reason: ReturnReason;
  customer_note: string;
  lines: { line_item_id: string; quantity: number }[];
  outside_window: boolean;
  idempotency_key: string;
}

/** Why nothing of an order can be returned; undefined: something may be. */
export function barOf(order: Pick<OrderRow, 'erased_at' | 'is_sample' | 'cancelled_by'>): string | undefined {
  if (order.erased_at) return 'RETURN_ORDER_ERASED';
  if (order.is_sample) return 'RETURN_SAMPLE';
  return order.cancelled_by === 'deletion' ? 'RETURN_ORDER_DELETED' : undefined;
}

/** Throws by the field of a line that is unknown, named twice, or wants more items than can be returned. */
async function refuseQuantities(tx: Executor, workplaceId: string, input: NewReturnInput): Promise<number> {
  const lines = await findSoldLines(tx, workplaceId, [input.order_id]);
  const returns = await returnsOfOrder(tx, workplaceId, input.order_id);
  const returnable = getReturnable(lines, returns, await linesOfOrders(tx, workplaceId, [input.order_id]));
  for (const [at, { line_item_id: id, quantity }] of input.lines.entries()) {
    const most = returnable.get(id);
    if (most === undefined) throw notFoundField(`lines.${at}.line_item_id`, 'LINE_NOT_FOUND');
    if (input.lines.findIndex((one) => one.line_item_id === id) !== at)
      throw invalidField(`lines.${at}.line_item_id`, 'RETURN_LINE_TWICE');
    if (quantity > most) throw invalidField(`lines.${at}.quantity`, 'RETURN_QUANTITY', { most });
  }
  return returns.length;
}

/** Whether an item is past its window. */
async function isOutside(
  deps: Pick<Deps, 'clock'>,
  tx: Executor,
  order: OrderRow,
  workplaceId: string,
  input: NewReturnInput,
) {
  const { setting } = await findSetting(tx, workplaceId, order.store_id);
  const deliveries = await findDeliveries(tx, workplaceId, [order.order_id]);
  const now = deps.clock.now();
  return input.lines.some(
    ({ line_item_id: id }) => getWindow(getDeliveredAt(id, deliveries), setting.window_days, now).isOver,
  );
}

/**
 * Records a return. The order is locked, so that two people can't return the same items; the same key returns the same
 * return.
 */
export const requestReturn = (deps: Deps, who: Who, input: NewReturnInput): Promise<string> =>
  deps.db.tenant(who.scope, async (tx) => {
    const { workplaceId } = who;
    const order = await lockOrder(tx, workplaceId, input.order_id);
    if (!order) throw notFoundField('order_id', 'OrderDetailNotFound');
    const same = await findReturnByKey(tx, workplaceId, input.idempotency_key);
    if (same && same.order_id !== order.order_id) throw new AppError('BAD_REQUEST', 'REFUND_KEY_USED');
    if (same) return same.return_id;
    const bar = barOf(order);
    if (bar) throw invalidField('order_id', bar);
    const earlier = await refuseQuantities(tx, workplaceId, input);
    const isOver = await isOutside(deps, tx, order, workplaceId, input);
    if (isOver && !input.outside_window) throw invalidField('outside_window', 'RETURN_WINDOW_OVER');
    const id = newId();
    const actor = personName(who.account);
    const name = `${order.name}-R${earlier + 1}`;
    await insertReturn(
      tx,
      workplaceId,
      {
        return_id: id,
        order_id: order.order_id,
        store_id: order.store_id,
        name,
        order_name: order.name,
        kind: input.kind,
        reason: input.reason,
        customer_note: input.customer_note,
        outside_window_by: isOver ? actor : null,
        requested_by: actor,
        request_key: input.idempotency_key,
      },
      input.lines.map((line) => ({ line_id: line.line_item_id, quantity: line.quantity })),
    );
    await addEvents(tx, workplaceId, [{ orderId: order.order_id, kind: 'return_requested', params: { name }, actor }]);
    await publish(tx, workplaceId, 'orders', [order.order_id]);
    return id;
  });
