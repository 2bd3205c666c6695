import type { SupplierOrder } from '@quayside/connector-kit';
import { nextState } from '@quayside/kernel';
import type { Executor, WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { connectorLabel } from '../../../installed/index.ts';
import { lastRestore } from '../../../sending/index.ts';
import { applySharedParcels } from '../../fulfilment/index.ts';
import {
  addEvents,
  findLines,
  LINE_TRANSITIONS,
  type LinePatch,
  type LineRow,
  type OrderRow,
  patchLines,
} from '../../orders/index.ts';
import { releaseUnsent } from '../../wallet/index.ts';
import { withdrawUnsent } from '../cancel-repo.ts';
import { linesOfPurchases, saveRemoteOrder, setStates } from '../repo.ts';
import { isRefundable } from '../rules/refunds.ts';
import {
  isCancelledAtSupplier,
  MISSING,
  PAY_OPEN,
  PAY_TRANSITIONS,
  PAYABLE,
  type PayState,
  PLACE_TRANSITIONS,
} from '../rules/states.ts';
import { orderIdsOf, orderNumber, type PurchaseRow } from '../tables.ts';
import { bookRefunds } from './book-refunds.ts';
import { expectRefund } from './expect-refund.ts';
import { sendPayments } from './settle-orders.ts';

const PAID: readonly PayState[] = ['paid', 'refunded'];

/** The supplier has been paid. */
export const isPaidThere = (remote: Pick<SupplierOrder, 'state'>): boolean =>
  ['paid', 'processing', 'shipped', 'delivered'].includes(remote.state);

const isShipped = (remote: SupplierOrder): boolean =>
  remote.parcels.length > 0 || remote.state === 'shipped' || remote.state === 'delivered';

/** Whether a supplier's order contains anything new, checked without opening a transaction. */
export const isNews = (row: PurchaseRow, remote: SupplierOrder): boolean =>
  row.state !== 'placed' ||
  row.remote_state !== remote.state ||
  (remote.state === 'cancelled' && isCancelledAtSupplier(row)) ||
  (!PAID.includes(row.pay_state) && row.total_cost !== remote.total.amount) ||
  (isRefundable(row) && !!remote.refunds?.length) ||
  remote.parcels.length > 0 ||
  remote.lines.some((line) => line.state === 'refused') ||
  (isPaidThere(remote) && !PAID.includes(row.pay_state));

/** A supplier's order; isMissing: no longer listed there. */
export type Word = SupplierOrder & { isMissing?: true };

const cancelKeyOf = ({ isMissing }: Word): string => (isMissing ? MISSING : 'SUPPLIER_CANCELLED');

/** Lines that the supplier rejected, possibly all: a person decides what to do. */
function refusedLines(
  lines: readonly LineRow[],
  bought: readonly { supplier_order_id: string; line_id: string; source_variant_id: string }[],
  remote: Word,
  supplier: string,
): LinePatch[] {
  const cancelled = remote.state === 'cancelled';
  const gone = new Map(
    remote.lines.filter((line) => line.state === 'refused').map((line) => [line.sourceVariantId, line.reason]),
  );
  return bought.flatMap((one) => {
    const line = lines.find((candidate) => candidate.line_id === one.line_id);
    // A line bought elsewhere meanwhile belongs to that purchase.
    if (!line || line.supplier_order_id !== one.supplier_order_id || !(cancelled || gone.has(one.source_variant_id)))
      return [];
    const state = nextState(LINE_TRANSITIONS, line.state, 'block');
    if (!state || line.state !== 'placed') return [];
    const reason = gone.get(one.source_variant_id) ?? remote.cancelReason ?? '';
    const key = cancelled ? cancelKeyOf(remote) : 'SUPPLIER_REFUSED_LINE';
    return [
      {
        order_id: line.order_id,
        line_id: line.line_id,
        state,
        block: { key, params: { title: line.title, reason, supplier } },
        supplier_order_id: null,
        source_order_no: null,
      },
    ];
  });
}

/** Withdraws an unsent payment and releases its hold. false: it may have been sent. */
async function withdrawPayment(tx: Executor, scope: WorkplaceScope, row: PurchaseRow): Promise<boolean> {
  const restore = await lastRestore(tx);
  const taken = await withdrawUnsent(tx, scope.workplaceId, row.supplier_order_id, restore?.restoredAt ?? null);
  if (!taken) return false;
  const key = taken.payment_reference ?? '';
  if (taken.payer === 'wallet') await releaseUnsent(tx, scope, { mode: taken.mode, key, reference: {} });
  return true;
}

/**
 * Saves a supplier's order: state, cost, parcels, rejections, payment. Idempotent; the caller locks its orders and
 * settles them afterwards.
 */
export async function applyRemote(
  tx: Executor,
  deps: Pick<Deps, 'queue' | 'clock'>,
  scope: WorkplaceScope,
  orders: readonly OrderRow[],
  row: PurchaseRow,
  remote: Word,
): Promise<void> {
  const { workplaceId } = scope;
  const id = row.supplier_order_id;
  await saveRemoteOrder(tx, workplaceId, id, {
    remote_state: remote.state,
    items_cost: remote.itemsCost.amount,
    shipping_cost: remote.shippingCost.amount,
    // The amount paid is the cost; bookRefunds lowers it by refunds.
    total_cost: PAID.includes(row.pay_state) ? row.total_cost : remote.total.amount,
    shipped: isShipped(remote),
  });
  await bookRefunds(tx, scope, orders, row, remote);
  // Canceled while a payment may have been made: its outcome is found first, then the order is read again.
  if (remote.state === 'cancelled' && PAY_OPEN.includes(row.pay_state) && !(await withdrawPayment(tx, scope, row)))
    return;
  const bought = await linesOfPurchases(tx, workplaceId, [id]);
  await expectRefund(tx, scope, row, remote, bought);
  const patches = refusedLines(
    await findLines(tx, workplaceId, orderIdsOf(row)),
    bought,
    remote,
    connectorLabel(row.supplier),
  );
  await patchLines(tx, workplaceId, patches);
  if (remote.state === 'cancelled') {
    const state = nextState(PLACE_TRANSITIONS, row.state, 'supplier_cancel');
    if (state) {
      const reason = { reason: remote.cancelReason ?? '' };
      await setStates(tx, workplaceId, id, { state, error_key: cancelKeyOf(remote), error_params: reason });
      await addEvents(
        tx,
        workplaceId,
        orderIdsOf(row).map((orderId) => ({
          orderId,
          kind: 'canceled',
          params: { by: 'source', supplier: connectorLabel(row.supplier), ...reason },
        })),
      );
    }
  } else if (isPaidThere(remote)) {
    await seePaid(tx, deps, scope, row);
  }
  await applySharedParcels(
    tx,
    deps,
    scope,
    orders,
    {
      supplier_order_id: id,
      supplier: row.supplier,
      source_order_no: remote.number ?? remote.supplierOrderId,
      shipping_method: row.shipping_method,
      lines: bought,
    },
    remote.parcels,
  );
}

/**
 * The supplier has a payment that we haven't recorded. From the owner's own balance it counts as paid; from ours, the
 * payment's job finds it at the supplier and charges the wallet.
 */
async function seePaid(
  tx: Executor,
  deps: Pick<Deps, 'queue'>,
  scope: WorkplaceScope,
  row: PurchaseRow,
): Promise<void> {
  if (!PAYABLE.includes(row.pay_state)) return;
  if (row.payer === 'wallet') return sendPayments(tx, deps, scope, [row], null);
  const state = nextState(PAY_TRANSITIONS, row.pay_state, 'seen_paid');
  if (!state) return;
  await setStates(tx, scope.workplaceId, row.supplier_order_id, { pay_state: state, error_key: null });
  await addEvents(
    tx,
    scope.workplaceId,
    orderIdsOf(row).map((orderId) => ({
      orderId,
      kind: 'ordered',
      params: { supplier: connectorLabel(row.supplier), number: orderNumber(row) },
    })),
  );
}
