import type { ReturnState } from '@quayside/contracts';
import { AppError, nextState, notFound } from '@quayside/kernel';
import type { Executor } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import type { Who } from '../../../http/who.ts';
import { publish } from '../../../live/publish.ts';
import { RETURN_REFUND_VOID, RETURN_TRANSITIONS, type ReturnMove } from '../../../states/order-return.ts';
import { lockOrder, type OrderRow } from '../../orders/index.ts';
import { refundsOfReturns } from '../refund-repo.ts';
import { findReturn } from '../return-repo.ts';
import { allows } from '../rules/actions.ts';
import type { ReturnRow } from '../tables.ts';

/** A return whose order is locked. */
export interface HeldReturn {
  row: ReturnRow;
  order: OrderRow;
}

/** Runs work on a return while its order is locked, then updates open screens. Throws RETURN_NOT_FOUND. */
export const withReturn = (
  deps: Pick<Deps, 'db'>,
  who: Who,
  id: string,
  work: (tx: Executor, held: HeldReturn) => Promise<void>,
  /** Locks that come before the order's. */
  before?: (tx: Executor, row: ReturnRow) => Promise<unknown>,
): Promise<void> =>
  deps.db.tenant(who.scope, async (tx) => {
    const { workplaceId } = who;
    const known = await findReturn(tx, workplaceId, id);
    if (known) await before?.(tx, known);
    const order = known && (await lockOrder(tx, workplaceId, known.order_id));
    const row = order && (await findReturn(tx, workplaceId, id));
    if (!row || !order) throw notFound('RETURN_NOT_FOUND');
    await work(tx, { row, order });
    await publish(tx, workplaceId, 'orders', [order.order_id]);
  });

/**
 * The state after a move. Throws RETURN_CHANGED, and RETURN_REFUND_UNDER_WAY with the person who already refunds or
 * refunded it.
 */
export async function stateAfter(
  tx: Executor,
  workplaceId: string,
  row: ReturnRow,
  move: ReturnMove,
): Promise<ReturnState> {
  const state = allows(row, move) ? nextState(RETURN_TRANSITIONS, row.state, move) : undefined;
  if (state) return state;
  const params = { name: row.name };
  const live = (await refundsOfReturns(tx, workplaceId, [row.return_id])).find(
    (one) => !RETURN_REFUND_VOID.includes(one.state),
  );
  if (live)
    throw new AppError('BAD_REQUEST', 'RETURN_REFUND_UNDER_WAY', { params: { ...params, person: live.requested_by } });
  if (row.state === 'approved' && allows({ ...row, customer_keeps: !row.customer_keeps }, move))
    throw new AppError('BAD_REQUEST', row.customer_keeps ? 'RETURN_KEPT' : 'RETURN_NOT_RECEIVED', { params });
  throw new AppError('BAD_REQUEST', 'RETURN_CHANGED', { params });
}
