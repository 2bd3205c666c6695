import type { SupplierOrder } from '@quayside/connector-kit';
import type { Executor, WorkplaceScope } from '../../../db/index.ts';
import { notifyOperators } from '../../../live/publish.ts';
import { expectMore, findExpectedRefunds, findRefunds, saveToDirectory } from '../refund-repo.ts';
import { creditedSum, expectedRefund, isRefundable, paidAmount } from '../rules/refunds.ts';
import { orderNumber, type PurchaseLineRow, type PurchaseRow } from '../tables.ts';

/**
 * Records what a supplier owes for a paid order that it canceled or removed items from, without moving money until
 * confirmed. Skipped for suppliers that list refunds and for split-off parts; the caller locks the order.
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
  const booked = await findRefunds(tx, workplaceId, [row.supplier_order_id]);
  const amount = expectedRefund(paidAmount(row, booked), remote, bought);
  const credited = creditedSum(booked);
  if (amount <= credited) return;
  const reason = remote.state === 'cancelled' ? 'cancelled' : 'refused_items';
  const orderNo = orderNumber(row);
  const isNew = await expectMore(tx, workplaceId, row, { amount, credited, reason, orderNo });
  if (isNew === 0) return;
  await listForOperators(tx, scope, row);
  await notifyOperators(tx, 'refunds');
}

/** Updates the operators' list with a supplier order's pending refund. Owners' own accounts are excluded. */
export async function listForOperators(tx: Executor, scope: WorkplaceScope, row: PurchaseRow): Promise<void> {
  if (row.payer !== 'wallet') return;
  const [expected] = await findExpectedRefunds(tx, scope.workplaceId, [row.supplier_order_id]);
  if (expected) await saveToDirectory(tx, scope, row.supplier_order_id, expected.pending > 0);
}
