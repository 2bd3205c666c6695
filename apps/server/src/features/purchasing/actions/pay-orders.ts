import type { SupplierName } from '@quayside/contracts';
import { AppError, type MessageParams, type Money, money, newId } from '@quayside/kernel';
import type { Executor, WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { publish } from '../../../live/publish.ts';
import { findLines, lockOrders, missingParts, movingOrders, refreshOrders } from '../../orders/index.ts';
import { growProcess } from '../../processes/index.ts';
import { refuseWhileHandedOver } from '../../team/index.ts';
import { readWallet, releaseUnsent, spendable, type WalletRow } from '../../wallet/index.ts';
import { idsByPayState, withdrawPayments } from '../pay-repo.ts';
import { purchaseConditions } from '../queries/purchases.ts';
import { findPurchases, findPurchasesOfOrders, mergePurchases } from '../repo.ts';
import { payBar } from '../rules/pay-gate.ts';
import { shortage } from '../rules/shortage.ts';
import { mayBePaid, mayWithdrawPayment, PAYABLE } from '../rules/states.ts';
import { groupByOrder, orderIdsOf, type PurchaseRow } from '../tables.ts';
import { sendPayments } from './settle-orders.ts';

export interface PayRequest {
  supplier_order_ids?: string[];
  order_ids?: string[];
  all?: true;
  source?: string;
  store_id?: string;
  /** Pay confirmed supplier orders even if a line of the order failed. */
  allow_partial: boolean;
  /** Only payments that were declined before. */
  failedOnly?: boolean;
}

export interface PayRefusal {
  key: string;
  params?: MessageParams;
}

export interface PayAnswer {
  processId: string | null;
  requested: number;
  total: Money;
  failed: Map<string, PayRefusal>;
}

/** Maximum number of supplier orders per request. */
const MOST = 10_000;
const CHUNK = 250;

/** The supplier orders of a request, including unpayable ones, so that they can be refused. */
async function wanted(ex: Executor, workplaceId: string, wish: PayRequest): Promise<string[]> {
  if (wish.supplier_order_ids) return [...new Set(wish.supplier_order_ids)];
  if (wish.order_ids) {
    const rows = await findPurchasesOfOrders(ex, workplaceId, wish.order_ids);
    return rows.filter(mayBePaid).map((row) => row.supplier_order_id);
  }
  if (!wish.all) return [];
  return idsByPayState(
    ex,
    wish.failedOnly ? ['failed'] : PAYABLE,
    purchaseConditions(workplaceId, { source: wish.source as SupplierName | undefined, store_id: wish.store_id }),
    MOST,
  );
}

/** Checked before any write: insufficient balance, or sandbox money for live orders, refuses the whole request. */
function refuseWhole(rows: readonly PurchaseRow[], wallets: ReadonlyMap<string, WalletRow | undefined>): void {
  const payable = rows.filter(mayBePaid);
  if (new Set(payable.map((row) => row.mode)).size > 1)
    throw new AppError('BAD_REQUEST', 'SANDBOX_AND_LIVE_MIXED', { params: { name: 'Quayside' } });
  const charged = payable.filter((row) => row.payer === 'wallet');
  const [first] = charged;
  if (!first) return;
  const needed = charged.reduce((sum, row) => sum + (row.total_cost ?? 0), 0);
  const wallet = wallets.get(first.mode);
  const available = wallet ? spendable(wallet) : 0;
  if (needed <= available) return;
  const usd = (amount = 0) => money(amount, 'USD');
  const missing = { short: usd(needed - available), frozen: usd(wallet?.frozen), debt: usd(wallet?.debt) };
  const { key, params } = shortage(available, missing);
  throw new AppError('BAD_REQUEST', key, { params });
}

async function payChunk(
  tx: Executor,
  deps: Deps,
  scope: WorkplaceScope,
  ids: readonly string[],
  allowPartial: boolean,
  process: Parameters<typeof growProcess>[2],
): Promise<{ paid: PurchaseRow[]; failed: [string, PayRefusal][] }> {
  const { workplaceId } = scope;
  await refuseWhileHandedOver(tx, scope);
  const named = await findPurchases(tx, workplaceId, ids);
  const orderIds = [...new Set(named.flatMap(orderIdsOf))];
  const moving = await movingOrders(tx, workplaceId, orderIds);
  const orders = await lockOrders(
    tx,
    workplaceId,
    orderIds.filter((id) => !moving.has(id)),
  );
  const all = await findPurchasesOfOrders(
    tx,
    workplaceId,
    orders.map((order) => order.order_id),
  );
  const lines = await findLines(
    tx,
    workplaceId,
    orders.map((order) => order.order_id),
  );
  const byOrder = groupByOrder(all);
  const failed: [string, PayRefusal][] = [];
  const paid: PurchaseRow[] = [];
  for (const id of ids) {
    const row = all.find((one) => one.supplier_order_id === id);
    const ids = named.filter((one) => one.supplier_order_id === id).flatMap(orderIdsOf);
    const away = ids.map((one) => moving.get(one)).find((name) => name !== undefined);
    if (away !== undefined) {
      failed.push([id, { key: 'STORE_MOVING', params: { name: away } }]);
      continue;
    }
    const its = orders.filter((one) => ids.includes(one.order_id));
    if (!row || its.length === 0 || its.length < ids.length) {
      failed.push([id, { key: 'SUPPLIER_ORDER_NOT_FOUND' }]);
      continue;
    }
    const barred = its.flatMap((order) => {
      const own = lines.filter((line) => line.order_id === order.order_id);
      const key = payBar(order, own, byOrder.get(order.order_id) ?? []);
      return key ? [{ key, order, blocked: own.find((line) => line.state === 'blocked') ?? missingParts(own)[0] }] : [];
    });
    // One that may not be overruled comes first.
    const bar = barred.find((one) => one.key !== 'ORDER_HAS_FAILED_LINES') ?? barred[0];
    if (!mayBePaid(row)) failed.push([id, { key: row.pay_state === 'paid' ? 'PAID_ALREADY' : 'NOT_TO_BE_PAID_NOW' }]);
    else if (bar && !(allowPartial && bar.key === 'ORDER_HAS_FAILED_LINES'))
      failed.push([id, { key: bar.key, params: { order: bar.order.name, title: bar.blocked?.title ?? '' } }]);
    else paid.push(row);
  }
  if (paid.length > 0) {
    await growProcess(tx, scope.workplaceId, process, paid.length);
    await sendPayments(tx, deps, scope, paid, process.process_id);
    const touched = [...new Set(paid.flatMap(orderIdsOf))];
    const purchases = await findPurchasesOfOrders(tx, workplaceId, touched);
    const changed = orders.filter((order) => touched.includes(order.order_id));
    await refreshOrders(tx, deps, scope, changed, mergePurchases(purchases));
    await publish(tx, workplaceId, 'orders', touched.length > 100 ? [] : touched);
  }
  return { paid, failed };
}

/**
 * Requests payments: intent and jobs in one transaction for a few orders. A partially placed order is not paid unless
 * the owner allows it; throws WALLET_SHORT before any write.
 */
export async function payOrders(deps: Deps, scope: WorkplaceScope, wish: PayRequest): Promise<PayAnswer> {
  const { workplaceId } = scope;
  const ids = await deps.db.read(scope, async (ex) => {
    const found = await wanted(ex, workplaceId, wish);
    const rows = await findPurchases(ex, workplaceId, found);
    const wallets = new Map<string, WalletRow | undefined>();
    for (const mode of ['live', 'sandbox'] as const) wallets.set(mode, await readWallet(ex, scope.accountId, mode));
    refuseWhole(rows, wallets);
    // Grouped by order, so that one transaction covers an order completely.
    const orderOf = new Map(rows.map((row) => [row.supplier_order_id, row.order_id]));
    return found.toSorted((a, b) => ((orderOf.get(a) ?? '') < (orderOf.get(b) ?? '') ? -1 : 1));
  });
  const process = { process_id: newId(), kind: 'payment' as const, title: '' };
  const answer: PayAnswer = { processId: null, requested: 0, total: money(0, 'USD'), failed: new Map() };
  for (let at = 0; at < ids.length; at += CHUNK) {
    const chunk = ids.slice(at, at + CHUNK);
    const { paid, failed } = await deps.db.tenant(scope, (tx) =>
      payChunk(tx, deps, scope, chunk, wish.allow_partial, process),
    );
    for (const [id, refusal] of failed) answer.failed.set(id, refusal);
    answer.requested += paid.length;
    const usd = paid.filter((row) => row.currency === 'USD').reduce((sum, row) => sum + (row.total_cost ?? 0), 0);
    answer.total = money(answer.total.amount + usd, 'USD');
  }
  if (answer.requested > 0) answer.processId = process.process_id;
  return answer;
}

/** Withdraws requested payments that haven't been sent and releases their holds. */
export async function cancelPayments(
  deps: Deps,
  scope: WorkplaceScope,
  ids: readonly string[],
): Promise<{ cancelled: string[]; failed: Map<string, PayRefusal> }> {
  const { workplaceId } = scope;
  return deps.db.tenant(scope, async (tx) => {
    const named = await findPurchases(tx, workplaceId, ids);
    const orders = await lockOrders(tx, workplaceId, [...new Set(named.flatMap(orderIdsOf))]);
    const taken = await withdrawPayments(
      tx,
      workplaceId,
      named.filter(mayWithdrawPayment).map((row) => row.supplier_order_id),
    );
    for (const row of taken) {
      const key = row.payment_reference ?? '';
      if (row.payer === 'wallet') await releaseUnsent(tx, scope, { mode: row.mode, key, reference: {} });
    }
    const purchases = await findPurchasesOfOrders(
      tx,
      workplaceId,
      orders.map((order) => order.order_id),
    );
    await refreshOrders(tx, deps, scope, orders, mergePurchases(purchases));
    if (taken.length > 0) await publish(tx, workplaceId, 'orders', orders.map((order) => order.order_id).slice(0, 100));
    const cancelled = taken.map((row) => row.supplier_order_id);
    const failed = new Map<string, PayRefusal>();
    for (const id of ids) {
      if (cancelled.includes(id)) continue;
      const known = named.some((row) => row.supplier_order_id === id);
      failed.set(id, { key: known ? 'PAYMENT_SENT_ALREADY' : 'SUPPLIER_ORDER_NOT_FOUND' });
    }
    return { cancelled, failed };
  });
}
