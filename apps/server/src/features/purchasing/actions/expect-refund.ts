import type { SupplierOrder } from '@quayside/connector-kit';
import type { Executor, WorkplaceScope } from '../../../db/index.ts';
import { tellOperators } from '../../../live/publish.ts';
import { expectedRefundsOf, expectMore, keepInDirectory, refundsOf } from '../refund-repo.ts';
import { creditedSum, expectedRefund, isRefundable, paidAmount } from '../rules/refunds.ts';
import { orderNumber, type PurchaseLineRow, type PurchaseRow } from '../tables.ts';

/**
 * Notes what a supplier owes for a paid order that it cancelled or took items out of. Moves no money: that waits until the refund
 * is confirmed. Nothing is expected of a supplier that lists its refunds, nor for a part that was split off under another number.
 * The caller holds the order.
 */
export async function expectRefund(
  tx: Executor,
  scope: WorkplaceScope,
  row: PurchaseRow,
  remote: SupplierOrder,
  bought: readonly PurchaseLineRow[],
): Promise<void> {
  const { workplaceId } = scope;
  if (!isRefundable(row) || remote.refunds !== undefined || remote.supplierOrderId !== row.source_order_no) return;
  const booked = await refundsOf(tx, workplaceId, [row.supplier_order_id]);
  const amount = expectedRefund(paidAmount(row, booked), remote, bought);
  const credited = creditedSum(booked);
  if (amount <= credited) return;
  const reason = remote.state === 'cancelled' ? 'cancelled' : 'refused_items';
  const orderNo = orderNumber(row);
  const isNew = await expectMore(tx, workplaceId, row, { amount, credited, reason, orderNo });
  if (isNew === 0) return;
  await listForOperators(tx, scope, row);
  await tellOperators(tx, 'refunds');
}

/** Keeps the operators' list of refunds in step with what a supplier order has pending. An owner's own account is not theirs. */
export async function listForOperators(tx: Executor, scope: WorkplaceScope, row: PurchaseRow): Promise<void> {
  if (row.payer !== 'wallet') return;
  const [expected] = await expectedRefundsOf(tx, scope.workplaceId, [row.supplier_order_id]);
  if (expected) await keepInDirectory(tx, scope, row.supplier_order_id, expected.pending > 0);
}
