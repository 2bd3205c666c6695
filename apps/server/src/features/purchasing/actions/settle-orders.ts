import { money, toDecimal } from '@quayside/kernel';
import type { Executor, WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { connectorLabel } from '../../../installed/index.ts';
import { markOpenWork } from '../../../jobs/effect/open-work.ts';
import {
  addEvents,
  findLines,
  findOrders,
  isFlagged,
  type LineRow,
  type OrderRow,
  refreshOrders,
} from '../../orders/index.ts';
import { holdOwner } from '../../team/index.ts';
import { paySupplierOrderJob, recordCancelledJob, toJob } from '../jobs/purchasing.ts';
import { requestPayments } from '../pay-repo.ts';
import { findPurchasesOfOrders, linesOfPurchases, mergePurchases, setStates } from '../repo.ts';
import { isPaidAutomatically } from '../rules/pay-gate.ts';
import { priceChanged } from '../rules/price-guard.ts';
import { isCancelledAtSupplier, PAY_TRANSITIONS } from '../rules/states.ts';
import { groupByOrder, orderIdsOf, type PurchaseRow, quotedTotal } from '../tables.ts';

const idOf = (row: PurchaseRow): string => row.supplier_order_id;

/** An amount in message parameters. */
export const moneyText = (amount: number, currency: string): string =>
  `${toDecimal(money(amount, currency))} ${currency}`;

/** Enqueues the jobs of newly requested payments. */
export async function sendPayments(
  tx: Executor,
  deps: Pick<Deps, 'queue'>,
  scope: WorkplaceScope,
  rows: readonly PurchaseRow[],
  processId: string | null,
): Promise<void> {
  if (rows.length === 0) return;
  // The workplace may have a new owner by now: the current one pays.
  const owner = (await holdOwner(tx, scope.workplaceId)) ?? scope.accountId;
  await requestPayments(tx, scope.workplaceId, rows, processId);
  await markOpenWork(tx, scope);
  await deps.queue.sendMany(
    tx,
    paySupplierOrderJob,
    rows.map((row) => toJob({ ...scope, accountId: owner }, row)),
  );
}

/** A bill above the price shown waits for the owner: requesting the payment again approves it. */
async function stopForPrice(
  tx: Executor,
  workplaceId: string,
  rows: readonly PurchaseRow[],
): Promise<readonly PurchaseRow[]> {
  const good: PurchaseRow[] = [];
  for (const row of rows) {
    const shown = quotedTotal(row);
    if (
      row.total_cost === null ||
      !PAY_TRANSITIONS.refuse.from.includes(row.pay_state) ||
      !priceChanged(shown, row.total_cost)
    ) {
      good.push(row);
      continue;
    }
    const params = { quoted: moneyText(shown ?? 0, row.currency), actual: moneyText(row.total_cost, row.currency) };
    await setStates(tx, workplaceId, row.supplier_order_id, {
      pay_state: 'failed',
      error_key: 'PRICE_CHANGED',
      error_params: params,
    });
    const reason = { reason: 'PRICE_CHANGED', supplier: connectorLabel(row.supplier) };
    await addEvents(
      tx,
      workplaceId,
      orderIdsOf(row).map((orderId) => ({ orderId, kind: 'payment_failed', params: reason })),
    );
  }
  return good;
}

/** Supplier orders of an order to pay now, empty while a bill waits for the owner; undefined: nothing is due. */
async function toPay(
  tx: Executor,
  workplaceId: string,
  order: OrderRow,
  lines: readonly LineRow[],
  purchases: readonly PurchaseRow[],
): Promise<readonly PurchaseRow[] | undefined> {
  const gone = purchases.filter(
    (row) => row.pay_automatically && (row.state === 'failed' || row.state === 'cancelled'),
  );
  const goneLines = gone.length === 0 ? [] : await linesOfPurchases(tx, workplaceId, gone.map(idOf));
  // The store changed items or destination after the purchase, so the owner decides whether to pay.
  if (lines.some((line) => line.state === 'placed' && isFlagged(line))) return undefined;
  const due = new Set(isPaidAutomatically(order, lines, purchases, new Set(goneLines.map((line) => line.line_id))));
  if (due.size === 0) return undefined;
  const wanted = purchases.filter((row) => due.has(row.supplier_order_id));
  const good = await stopForPrice(tx, workplaceId, wanted);
  // One bill waiting for the owner blocks the others: no partial payment.
  return good.length === wanted.length ? good : [];
}

/** Whether the other orders that share a supplier order let it be paid automatically, too. */
async function isDueForOthers(tx: Executor, workplaceId: string, row: PurchaseRow, order: OrderRow): Promise<boolean> {
  const ids = orderIdsOf(row).filter((id) => id !== order.order_id);
  if (ids.length === 0) return true;
  const others = await findOrders(tx, workplaceId, ids);
  const lines = Map.groupBy(await findLines(tx, workplaceId, ids), (line) => line.order_id);
  const purchases = groupByOrder(await findPurchasesOfOrders(tx, workplaceId, ids));
  return others.every((one) => {
    const own = lines.get(one.order_id) ?? [];
    if (own.some((line) => line.state === 'placed' && isFlagged(line))) return false;
    return isPaidAutomatically(one, own, purchases.get(one.order_id) ?? [], new Set()).includes(idOf(row));
  });
}

/** Supplier orders canceled during a payment that has ended now. */
async function sendCancelled(
  tx: Executor,
  deps: Pick<Deps, 'queue'>,
  scope: WorkplaceScope,
  purchases: readonly PurchaseRow[],
): Promise<void> {
  const gone = purchases.filter(isCancelledAtSupplier);
  if (gone.length === 0) return;
  await markOpenWork(tx, scope);
  await deps.queue.sendMany(
    tx,
    recordCancelledJob,
    gone.map((row) => toJob(scope, row)),
  );
}

/**
 * Consequences of changed supplier orders: updates what lists show and requests payments that waited for a complete
 * order. The caller locks the orders.
 */
export async function settleOrders(
  tx: Executor,
  deps: Pick<Deps, 'queue'>,
  scope: WorkplaceScope,
  orders: readonly OrderRow[],
): Promise<void> {
  if (orders.length === 0) return;
  const { workplaceId } = scope;
  const ids = orders.map((order) => order.order_id);
  const lines = await findLines(tx, workplaceId, ids);
  let purchases = await findPurchasesOfOrders(tx, workplaceId, ids);
  const linesBy = Map.groupBy(lines, (line) => line.order_id);
  const purchasesBy = groupByOrder(purchases);
  const due = new Map<string, PurchaseRow>();
  let changed = false;
  for (const order of orders) {
    const own = purchasesBy.get(order.order_id) ?? [];
    const good = await toPay(tx, workplaceId, order, linesBy.get(order.order_id) ?? [], own);
    changed ||= good !== undefined;
    for (const row of good ?? []) if (await isDueForOthers(tx, workplaceId, row, order)) due.set(idOf(row), row);
  }
  await sendPayments(tx, deps, scope, [...due.values()], null);
  if (changed) purchases = await findPurchasesOfOrders(tx, workplaceId, ids);
  await sendCancelled(tx, deps, scope, purchases);
  await refreshOrders(tx, deps, scope, orders, mergePurchases(purchases), lines);
}
