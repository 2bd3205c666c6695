import type { ReturnRefundMethod } from '@quayside/contracts';
import { AppError, invalidField, newId, notFound } from '@quayside/kernel';
import type { Executor } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { personName, type Who } from '../../../http/who.ts';
import { markOpenWork } from '../../../jobs/effect/open-work.ts';
import { RETURN_REFUND_OPEN } from '../../../states/order-return.ts';
import { addEvents, findOrder, takeOrderJob } from '../../orders/index.ts';
import { planReturnMail } from '../../shopper-mail/index.ts';
import { refundReturnJob } from '../jobs.ts';
import { askStore, methodsOf } from '../queries/store-refunds.ts';
import { insertRefund, refundsOfOrders } from '../refund-repo.ts';
import { findReturn, moveReturn } from '../return-repo.ts';
import { getRoom, moneyText } from '../rules/figures.ts';
import { type HeldReturn, stateAfter, withReturn } from './with-return.ts';

export interface RefundInput {
  amount: number;
  method: ReturnRefundMethod;
  restock: boolean;
  note: string;
}

/** What the store can still refund; undefined: nothing is refunded there. Throws where it can't be asked. */
async function storeLimit(deps: Deps, who: Who, id: string, method: ReturnRefundMethod): Promise<number | undefined> {
  const order = await deps.db.read(who.scope, async (ex) => {
    const row = await findReturn(ex, who.workplaceId, id);
    return row && findOrder(ex, who.workplaceId, row.order_id);
  });
  if (!order) throw notFound('RETURN_NOT_FOUND');
  if (!(await methodsOf(deps, who, order)).includes(method)) throw invalidField('method', 'RETURN_METHOD_NOT_OFFERED');
  if (method === 'outside') return undefined;
  const asked = await askStore(deps, who, order);
  if ('problem' in asked) throw new AppError('BAD_REQUEST', asked.problem.key, { params: asked.problem.params ?? {} });
  if (asked.left.currency !== order.currency) throw invalidField('amount', 'RETURN_REFUND_CURRENCY');
  return asked.left.amount;
}

/** Throws by the field `amount` where it exceeds the order's payment, or what the store has left to refund. */
async function refuseTooMuch(
  tx: Executor,
  workplaceId: string,
  { order }: HeldReturn,
  { amount }: RefundInput,
  storeLeft: number | undefined,
): Promise<void> {
  const booked = await refundsOfOrders(tx, workplaceId, [order.order_id]);
  const onTheWay = booked
    .filter((one) => RETURN_REFUND_OPEN.includes(one.state))
    .reduce((sum, one) => sum + one.amount, 0);
  const most = Math.min(getRoom(order.total, booked), storeLeft === undefined ? order.total : storeLeft - onTheWay);
  if (amount > most)
    throw invalidField('amount', 'RETURN_REFUND_ABOVE_LEFT', { amount: moneyText(Math.max(0, most), order.currency) });
}

/**
 * Requests the refund of a return, once: its order is locked, and a second person is refused by the name of the first.
 * The store is asked before, and again right before money leaves. A refund made elsewhere is only recorded.
 */
export async function requestReturnRefund(deps: Deps, who: Who, id: string, input: RefundInput): Promise<void> {
  const left = await storeLimit(deps, who, id, input.method);
  await withReturn(deps, who, id, async (tx, held) => {
    const { row, order } = held;
    const { workplaceId } = who;
    const isOutside = input.method === 'outside';
    const state = await stateAfter(tx, workplaceId, row, isOutside ? 'record' : 'refund');
    await refuseTooMuch(tx, workplaceId, held, input, left);
    const actor = personName(who.account);
    const refundId = newId();
    await insertRefund(tx, workplaceId, {
      refund_id: refundId,
      return_id: id,
      order_id: order.order_id,
      store_id: order.store_id,
      order_name: row.order_name,
      method: input.method,
      amount: input.amount,
      currency: order.currency,
      restock: input.restock,
      note: input.note,
      requested_by: actor,
    });
    await moveReturn(tx, workplaceId, id, state);
    const params = { name: row.name, amount: moneyText(input.amount, order.currency) };
    const kind = isOutside ? 'return_refunded' : 'return_refunding';
    await addEvents(tx, workplaceId, [{ orderId: order.order_id, kind, params, actor }]);
    const { accountId } = who.scope;
    if (!isOutside) {
      await markOpenWork(tx, who.scope);
      await deps.queue.send(tx, refundReturnJob, { accountId, workplaceId, refundId, storeId: order.store_id });
      return;
    }
    await planReturnMail(tx, deps, who.scope, order, { returnId: id, kind: 'return_refunded' });
    if (order.is_manual) return;
    const { store_id: storeId, external_order_id: externalOrderId } = order;
    await deps.queue.send(tx, takeOrderJob, { accountId, workplaceId, storeId, externalOrderId });
  });
}
