import { AppError, type Money, money, notFoundField } from '@quayside/kernel';
import type { Executor, StoreScope, WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { notifyOperators, publish } from '../../../live/publish.ts';
import { lockOrders, type OrderRow } from '../../orders/index.ts';
import { closeExpected, findExpectedRefunds, findRefunds } from '../refund-repo.ts';
import { findPurchase } from '../repo.ts';
import { isRefundable } from '../rules/refunds.ts';
import { orderIdsOf, type PurchaseRow } from '../tables.ts';
import { creditRefunds } from './book-refunds.ts';
import { listForOperators } from './expect-refund.ts';
import { moneyText, settleOrders } from './settle-orders.ts';
import { settleRequests } from './settle-requests.ts';

/** A person's confirmation of a refund, in minor units of the supplier order's currency. */
export interface RefundConfirmation {
  /** The pending amount shown on screen. */
  pending: number;
  amount: number;
  /** Why no more than `amount` is expected. */
  closeNote: string | undefined;
  key: string;
}

/** Throws when the amount changed meanwhile, or more is confirmed than pending. */
function refuseChanged(row: PurchaseRow, pending: number, said: RefundConfirmation): void {
  if (pending === 0 || !isRefundable(row)) throw new AppError('BAD_REQUEST', 'REFUND_NOT_PENDING');
  if (pending !== said.pending)
    throw new AppError('BAD_REQUEST', 'REFUND_CHANGED', { params: { amount: moneyText(pending, row.currency) } });
  if (said.amount > pending)
    throw new AppError('BAD_REQUEST', 'REFUND_TOO_HIGH', { params: { amount: moneyText(pending, row.currency) } });
}

async function confirm(
  tx: Executor,
  here: WorkplaceScope & StoreScope,
  orders: readonly OrderRow[],
  row: PurchaseRow,
  said: RefundConfirmation,
): Promise<number> {
  const { workplaceId } = here;
  const id = row.supplier_order_id;
  const [expected] = await findExpectedRefunds(tx, workplaceId, [id]);
  if (!expected) throw notFoundField('supplier_order_id', 'REFUND_NOT_FOUND');
  const ref = `operator:${said.key}`;
  const booked = await findRefunds(tx, workplaceId, [id]);
  const { amount } = said;
  const isRepeated = booked.some((one) => one.ref === ref && one.amount === amount);
  if (isRepeated || expected.closed_ref === said.key) return expected.pending;
  refuseChanged(row, expected.pending, said);
  if (amount > 0) {
    const confirmed = { ref, amount, credited: amount, source: 'operator' as const, refundedAt: null };
    await creditRefunds(tx, here, orders, row, booked, [confirmed]);
  }
  const left = expected.pending - amount;
  if (left === 0 || said.closeNote === undefined) return left;
  await closeExpected(tx, workplaceId, id, said.closeNote, said.key);
  await settleRequests(tx, here, id);
  return 0;
}

/**
 * Credits a confirmed refund, in full or in part, to the wallet that paid; the rest stays pending or is closed with a
 * reason. Idempotent by key; `payer`: limits the refunds that may be confirmed. Returns the pending amount.
 */
export async function confirmRefund(
  deps: Deps,
  here: WorkplaceScope & StoreScope,
  id: string,
  payer: PurchaseRow['payer'],
  said: RefundConfirmation,
): Promise<Money> {
  const { workplaceId } = here;
  return deps.db.tenant(here, async (tx) => {
    const known = await findPurchase(tx, workplaceId, id);
    const orders = known ? await lockOrders(tx, workplaceId, orderIdsOf(known)) : [];
    const row = orders.length > 0 ? await findPurchase(tx, workplaceId, id) : undefined;
    if (!row || row.payer !== payer) throw notFoundField('supplier_order_id', 'REFUND_NOT_FOUND');
    const left = await confirm(tx, here, orders, row, said);
    await listForOperators(tx, here, row);
    await settleOrders(tx, deps, here, orders);
    await publish(tx, workplaceId, 'orders', orderIdsOf(row));
    await notifyOperators(tx, 'refunds');
    return money(left, row.currency);
  });
}
