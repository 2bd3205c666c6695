import { AppError, nextState } from '@quayside/kernel';
import type { Deps } from '../../../deps.ts';
import { personName, type Who } from '../../../http/who.ts';
import { findSending } from '../../../sending/index.ts';
import { RETURN_TRANSITIONS } from '../../../states/order-return.ts';
import { addEvents } from '../../orders/index.ts';
import { refundsOfReturns, withdrawRefund } from '../refund-repo.ts';
import { moveReturn } from '../return-repo.ts';
import { withdrawMove } from '../rules/actions.ts';
import { moneyText } from '../rules/figures.ts';
import { withReturn } from './with-return.ts';

/**
 * Withdraws the refund of a return before it is sent to the store. The worker that sends claims the row under the lock of
 * the same order, so that one of the two happens. Throws RETURN_CHANGED, and RETURN_REFUND_ON_ITS_WAY once it may have been sent.
 */
export const withdrawReturnRefund = (deps: Deps, who: Who, id: string): Promise<void> =>
  withReturn(deps, who, id, async (tx, { row, order }) => {
    const { workplaceId } = who;
    const refunds = await refundsOfReturns(tx, workplaceId, [id]);
    const refund = refunds.at(-1);
    const state = nextState(RETURN_TRANSITIONS, row.state, withdrawMove(row, refunds.slice(0, -1)));
    if (!refund || state === undefined)
      throw new AppError('BAD_REQUEST', 'RETURN_CHANGED', { params: { name: row.name } });
    const { restoredAt } = await findSending(tx);
    if ((await withdrawRefund(tx, workplaceId, refund.refund_id, restoredAt)) === 0)
      throw new AppError('BAD_REQUEST', 'RETURN_REFUND_ON_ITS_WAY', { params: { name: row.name } });
    await moveReturn(tx, workplaceId, id, state);
    const params = { name: row.name, amount: moneyText(refund.amount, refund.currency) };
    const actor = personName(who.account);
    await addEvents(tx, workplaceId, [{ orderId: order.order_id, kind: 'return_refund_withdrawn', params, actor }]);
  });
