import type { SupplierOrder } from '@quayside/connector-kit';
import type { Executor, Scope } from '../../../db/index.ts';
import { expectMore, refundsOf } from '../refund-repo.ts';
import { creditedSum, expectedRefund, paidAmount } from '../rules/refunds.ts';
import type { PurchaseLineRow, PurchaseRow } from '../tables.ts';
import { isRefundable } from './book-refunds.ts';

/**
 * Notes what a supplier owes for a paid order that it cancelled or took items out of. Moves no money: that waits until the refund
 * is confirmed. Nothing is expected of a supplier that lists its refunds, nor for a part that was split off under another number.
 * The caller holds the order.
 */
export async function expectRefund(
  tx: Executor,
  { workplaceId }: Required<Scope>,
  row: PurchaseRow,
  remote: SupplierOrder,
  bought: readonly PurchaseLineRow[],
): Promise<void> {
  if (!isRefundable(row) || remote.refunds !== undefined || remote.supplierOrderId !== row.source_order_no) return;
  const booked = await refundsOf(tx, workplaceId, [row.supplier_order_id]);
  const amount = expectedRefund(paidAmount(row, booked), remote, bought);
  const credited = creditedSum(booked);
  if (amount <= credited) return;
  const reason = remote.state === 'cancelled' ? 'cancelled' : 'refused_items';
  await expectMore(tx, workplaceId, row, { amount, credited, reason });
}
