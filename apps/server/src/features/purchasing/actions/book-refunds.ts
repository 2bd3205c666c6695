import type { SupplierOrder, SupplierRefund } from '@quayside/connector-kit';
import { nextState } from '@quayside/kernel';
import type { Executor, WorkplaceScope } from '../../../db/index.ts';
import { connectorLabel } from '../../../installed/index.ts';
import { publish } from '../../../live/publish.ts';
import { addEvents, type OrderRow } from '../../orders/index.ts';
import { refund } from '../../wallet/index.ts';
import { findRefunds, insertRefunds, lowerCost, lowerPending } from '../refund-repo.ts';
import { setStates } from '../repo.ts';
import { openRequestsOf } from '../request-repo.ts';
import { type BookedRefund, creditedSum, isRefundable, newRefunds, paidAmount } from '../rules/refunds.ts';
import { type AgreedRefund, shareRefund } from '../rules/share-refund.ts';
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
  orderId?: string,
): Promise<void> {
  if (!isRefundable(row) || !remote.refunds?.length || remote.supplierOrderId !== row.source_order_no) return;
  const booked = await findRefunds(tx, scope.workplaceId, [row.supplier_order_id]);
  const paid = paidAmount(row, booked);
  const added = newRefunds(paid, booked, remote.refunds, row.currency);
  if (added.length === 0) return;
  await creditRefunds(tx, scope, orders, row, booked, added, orderId);
  await listForOperators(tx, scope, row);
}

/**
 * Books one refund that the supplier named elsewhere than in its order, such as in a dispute. `orderId`: the order it is
 * for. The caller locks the supplier order's orders.
 */
export async function bookRefund(
  tx: Executor,
  scope: WorkplaceScope,
  orders: readonly OrderRow[],
  row: PurchaseRow,
  named: SupplierRefund,
  orderId: string,
): Promise<void> {
  if (row.source_order_no === null) return;
  await bookRefunds(tx, scope, orders, row, { supplierOrderId: row.source_order_no, refunds: [named] }, orderId);
}

type OrderShares = NonNullable<PurchaseRow['shares']>;

/** Refunds with what each order of the supplier order gets of them, and its shares afterwards. */
async function shareOut(
  tx: Executor,
  workplaceId: string,
  row: PurchaseRow,
  added: readonly BookedRefund[],
  orderId: string | undefined,
): Promise<{ given: number[][]; shares: PurchaseRow['shares'] }> {
  if (!row.shares) return { given: added.map((one) => [one.credited]), shares: null };
  const open = await openRequestsOf(tx, workplaceId, row.supplier_order_id);
  const agreed = open
    .filter((one) => one.state === 'accepted' && one.type === 'refund')
    .map((one) => ({ order_id: one.order_id, outstanding: (one.agreed ?? 0) - (one.received ?? 0) }));
  let left = row.total_cost ?? 0;
  let shares: OrderShares = row.shares;
  const given: number[][] = [];
  for (const { credited } of added) {
    const parts = byOrder({ ...row, shares, total_cost: left });
    const got = shareRefund(
      credited,
      parts.map((one) => ({ order_id: one.order_id, left: one.total_cost ?? 0 })),
      agreed,
      orderId,
    );
    given.push(got);
    shares = shares.map((share, at) => ({ ...share, refunded: (share.refunded ?? 0) + (got[at] ?? 0) }));
    left -= credited;
    for (const [at, share] of shares.entries()) payAgreed(agreed, share.order_id, got[at] ?? 0);
  }
  return { given, shares };
}

/** Lowers what is outstanding for an order's requests, the oldest first. */
function payAgreed(agreed: AgreedRefund[], orderId: string, amount: number): void {
  let rest = amount;
  for (const one of agreed.filter((each) => each.order_id === orderId)) {
    const paid = Math.min(rest, one.outstanding);
    one.outstanding -= paid;
    rest -= paid;
  }
}

/**
 * Books further refunds and credits the wallet that paid. `orderId`: the order they are for, if known. The caller locks
 * the supplier order's orders.
 */
export async function creditRefunds(
  tx: Executor,
  scope: WorkplaceScope,
  orders: readonly OrderRow[],
  row: PurchaseRow,
  booked: readonly BookedRefund[],
  added: readonly BookedRefund[],
  orderId?: string,
): Promise<void> {
  const { given, shares } = await shareOut(tx, scope.workplaceId, row, added, orderId);
  await insertRefunds(tx, scope.workplaceId, row, added);
  for (const [at, one] of added.entries()) await credit(tx, scope, orders, row, one, given[at] ?? []);
  const back = creditedSum(added);
  if (back === 0) return;
  await lowerCost(tx, scope.workplaceId, row.supplier_order_id, back, shares);
  await lowerPending(tx, scope.workplaceId, row.supplier_order_id, back);
  const state = nextState(PAY_TRANSITIONS, row.pay_state, 'refund');
  if (state && creditedSum(booked) + back === paidAmount(row, booked))
    await setStates(tx, scope.workplaceId, row.supplier_order_id, { pay_state: state });
  await settleRequests(tx, scope, row.supplier_order_id);
  if (row.payer === 'wallet') await publish(tx, scope.workplaceId, 'wallet');
}

/** `given`: what each order gets. */
async function credit(
  tx: Executor,
  scope: WorkplaceScope,
  orders: readonly OrderRow[],
  row: PurchaseRow,
  { ref, credited }: BookedRefund,
  given: readonly number[],
): Promise<void> {
  if (credited === 0) return;
  const parts = orderIdsOf(row).flatMap((orderId, at) => {
    const amount = given[at] ?? 0;
    return amount > 0 ? [{ orderId, amount }] : [];
  });
  const paidBack = orders.filter((order) => parts.some((part) => part.orderId === order.order_id));
  if (row.payer === 'wallet')
    await refund(tx, scope, {
      mode: row.mode,
      key: row.payment_reference ?? '',
      part: ref,
      amount: { amount: credited, currency: row.currency },
      supplier: row.supplier,
      reference: { order: namesOf(paidBack), supplier: row.supplier, supplier_order_id: row.supplier_order_id },
    });
  await addEvents(
    tx,
    scope.workplaceId,
    parts.map(({ orderId, amount }) => ({
      orderId,
      kind: 'refunded',
      params: { amount: moneyText(amount, row.currency), supplier: connectorLabel(row.supplier) },
    })),
  );
}
