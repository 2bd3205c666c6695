import type { SupplierOrder, SupplierRefund } from '@quayside/connector-kit';
import { nextState } from '@quayside/kernel';
import type { Executor, WorkplaceScope } from '../../../db/index.ts';
import { connectorLabel } from '../../../installed/index.ts';
import { publish } from '../../../live/publish.ts';
import { addEvents, type OrderRow } from '../../orders/index.ts';
import { refund } from '../../wallet/index.ts';
import { findRefunds, insertRefunds, lowerCost, lowerPending } from '../refund-repo.ts';
import { setStates } from '../repo.ts';
import { type BookedRefund, creditedSum, isRefundable, newRefunds, paidAmount } from '../rules/refunds.ts';
import { splitAmount } from '../rules/split-cost.ts';
import { PAY_TRANSITIONS } from '../rules/states.ts';
import { byOrder, namesOf, orderIdsOf, type PurchaseRow } from '../tables.ts';
import { listForOperators } from './expect-refund.ts';
import { moneyText } from './settle-orders.ts';
import { settleRequests } from './settle-requests.ts';

/**
 * Books the refunds that the supplier lists for a paid order, once each and never more than was paid, crediting the
 * wallet if it paid. A smaller total alone moves no money, nor does a split-off part with another number; the caller
 * locks the order.
 */
export async function bookRefunds(
  tx: Executor,
  scope: WorkplaceScope,
  orders: readonly OrderRow[],
  row: PurchaseRow,
  remote: Pick<SupplierOrder, 'supplierOrderId' | 'refunds'>,
): Promise<void> {
  if (!isRefundable(row) || !remote.refunds?.length || remote.supplierOrderId !== row.source_order_no) return;
  const booked = await findRefunds(tx, scope.workplaceId, [row.supplier_order_id]);
  const paid = paidAmount(row, booked);
  const added = newRefunds(paid, booked, remote.refunds, row.currency);
  if (added.length === 0) return;
  await creditRefunds(tx, scope, orders, row, booked, added);
  await listForOperators(tx, scope, row);
}

/** Books one refund that the supplier named elsewhere than in its order, such as in a dispute. The caller locks the order. */
export async function bookRefund(
  tx: Executor,
  scope: WorkplaceScope,
  orders: readonly OrderRow[],
  row: PurchaseRow,
  named: SupplierRefund,
): Promise<void> {
  if (row.source_order_no === null) return;
  await bookRefunds(tx, scope, orders, row, { supplierOrderId: row.source_order_no, refunds: [named] });
}

/** Books further refunds and credits the wallet that paid. The caller locks the order. */
export async function creditRefunds(
  tx: Executor,
  scope: WorkplaceScope,
  orders: readonly OrderRow[],
  row: PurchaseRow,
  booked: readonly BookedRefund[],
  added: readonly BookedRefund[],
): Promise<void> {
  await insertRefunds(tx, scope.workplaceId, row, added);
  for (const one of added) await credit(tx, scope, orders, row, one);
  const back = creditedSum(added);
  if (back === 0) return;
  await lowerCost(tx, scope.workplaceId, row.supplier_order_id, back);
  await lowerPending(tx, scope.workplaceId, row.supplier_order_id, back);
  const state = nextState(PAY_TRANSITIONS, row.pay_state, 'refund');
  if (state && creditedSum(booked) + back === paidAmount(row, booked))
    await setStates(tx, scope.workplaceId, row.supplier_order_id, { pay_state: state });
  await settleRequests(tx, scope, row);
  if (row.payer === 'wallet') await publish(tx, scope.workplaceId, 'wallet');
}

async function credit(
  tx: Executor,
  scope: WorkplaceScope,
  orders: readonly OrderRow[],
  row: PurchaseRow,
  { ref, credited }: BookedRefund,
): Promise<void> {
  if (credited === 0) return;
  if (row.payer === 'wallet')
    await refund(tx, scope, {
      mode: row.mode,
      key: row.payment_reference ?? '',
      part: ref,
      amount: { amount: credited, currency: row.currency },
      supplier: row.supplier,
      reference: { order: namesOf(orders), supplier: row.supplier, supplier_order_id: row.supplier_order_id },
    });
  const parts = splitAmount(
    credited,
    byOrder(row).map((one) => one.total_cost ?? 0),
  );
  await addEvents(
    tx,
    scope.workplaceId,
    orderIdsOf(row).map((orderId, at) => ({
      orderId,
      kind: 'refunded',
      params: { amount: moneyText(parts[at] ?? credited, row.currency), supplier: connectorLabel(row.supplier) },
    })),
  );
}
