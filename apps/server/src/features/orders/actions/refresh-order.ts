import type { Executor, WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { wantCosts } from '../jobs/orders.ts';
import { findLines, type OrderPatch, patchOrders } from '../repo.ts';
import { effectiveAddress } from '../rules/address.ts';
import { missingParts } from '../rules/bundles.ts';
import { isForeseen } from '../rules/line-states.ts';
import { getPaymentStatus, getPlacementStatus, type Payable } from '../rules/order-status.ts';
import {
  type ExpectedShipping,
  getCost,
  getProblems,
  isPaymentFailed,
  type PurchaseCost,
} from '../rules/order-summary.ts';
import { waitingFor } from '../rules/waiting-lines.ts';
import type { LineRow, OrderRow } from '../tables.ts';

/** A supplier order as it affects its order. */
export type Purchase = Payable & PurchaseCost & { order_id: string };

/** Quoted shipping of an order's waiting lines; undefined: none, or for other lines than these. */
function expectedOf(order: OrderRow, lines: readonly LineRow[]): ExpectedShipping | undefined {
  const { expected_shipping: amount, expected_currency: currency } = order;
  if (amount === null || currency === null) return undefined;
  return aboutOf(order, lines) === order.expected_for ? { amount, currency } : undefined;
}

const aboutOf = (order: OrderRow, lines: readonly LineRow[]): string | undefined =>
  waitingFor(effectiveAddress(order.address, order.address_edit), lines);

/** Derives what lists show of an order from its lines and purchases. Pure. */
export function summarize(
  order: OrderRow,
  lines: readonly LineRow[],
  purchases: readonly Purchase[] | undefined,
): OrderPatch {
  const problems = getProblems(order, effectiveAddress(order.address, order.address_edit), lines).map((key) => ({
    key,
  }));
  return {
    order_id: order.order_id,
    problems,
    placement_status: getPlacementStatus(
      lines.map((line) => line.state),
      problems.length > 0 || lines.some(isForeseen) || missingParts(lines).length > 0,
      isPaymentFailed(order),
    ),
    ...(purchases
      ? { payment_status: getPaymentStatus(purchases), cost: getCost(lines, purchases, expectedOf(order, lines)) }
      : {}),
  };
}

/**
 * Updates what lists show of orders. `purchases`: all supplier orders of these orders; absent: payment and purchase
 * costs stay. `known`: their lines if already read; the caller locks the orders, and jobs estimate missing costs.
 */
export async function refreshOrders(
  tx: Executor,
  deps: Pick<Deps, 'queue'>,
  here: WorkplaceScope,
  orders: readonly OrderRow[],
  purchases?: readonly Purchase[],
  known?: readonly LineRow[],
): Promise<void> {
  const { workplaceId } = here;
  const ids = orders.map((order) => order.order_id);
  const lines = known ?? (await findLines(tx, workplaceId, ids));
  const byOrder = Map.groupBy(lines, (line) => line.order_id);
  const purchasesOf = purchases ? Map.groupBy(purchases, (one) => one.order_id) : undefined;
  const patches = orders.map((order) => {
    const own = byOrder.get(order.order_id) ?? [];
    const bought = own.some((line) => line.supplier_order_id !== null);
    const told = purchasesOf ? (purchasesOf.get(order.order_id) ?? []) : bought ? undefined : [];
    return summarize(order, own, told);
  });
  await patchOrders(tx, workplaceId, patches);
  const unknown = orders.flatMap((order, at) => {
    const about = aboutOf(order, byOrder.get(order.order_id) ?? []);
    const good = !order.cancelled_at && !isPaymentFailed(order) && patches[at]?.problems?.length === 0;
    return good && about !== undefined && about !== order.expected_for ? [order.order_id] : [];
  });
  await wantCosts(tx, deps, here, unknown);
}
