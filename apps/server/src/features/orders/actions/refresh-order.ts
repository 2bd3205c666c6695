import type { Executor } from '../../../db/index.ts';
import { linesOf, type OrderPatch, patchOrders } from '../repo.ts';
import { effectiveAddress } from '../rules/address.ts';
import { type Payable, paymentStatusOf, placementStatusOf } from '../rules/order-status.ts';
import { costOf, type PurchaseCost, problemsOf } from '../rules/order-summary.ts';
import type { LineRow, OrderRow } from '../tables.ts';

/** What a supplier order means for its order. */
export type Purchase = Payable & PurchaseCost & { order_id: string };

/** Works out of an order's lines and purchases what the list shows of it. Pure, but for its name in actions. */
export function summaryOf(
  order: OrderRow,
  lines: readonly LineRow[],
  purchases: readonly Purchase[] | undefined,
): OrderPatch {
  const problems = problemsOf(order, effectiveAddress(order.address, order.address_edit), lines).map((key) => ({
    key,
  }));
  return {
    order_id: order.order_id,
    problems,
    placement_status: placementStatusOf(
      lines.map((line) => line.state),
      problems.length > 0,
    ),
    ...(purchases ? { payment_status: paymentStatusOf(purchases), cost: costOf(lines, purchases) } : {}),
  };
}

/**
 * Brings what the list shows of orders up to their lines. `purchases`: all supplier orders of these orders; absent where
 * the caller knows none of them, then payment and the cost of what is bought stay as they are. `known`: their lines, where the
 * caller has just read them. The caller holds the orders.
 */
export async function refreshOrders(
  tx: Executor,
  workplaceId: string,
  orders: readonly OrderRow[],
  purchases?: readonly Purchase[],
  known?: readonly LineRow[],
): Promise<void> {
  const ids = orders.map((order) => order.order_id);
  const lines = known ?? (await linesOf(tx, workplaceId, ids));
  const byOrder = Map.groupBy(lines, (line) => line.order_id);
  const purchasesOf = purchases ? Map.groupBy(purchases, (one) => one.order_id) : undefined;
  const patches = orders.map((order) => {
    const own = byOrder.get(order.order_id) ?? [];
    const bought = own.some((line) => line.supplier_order_id !== null);
    const told = purchasesOf ? (purchasesOf.get(order.order_id) ?? []) : bought ? undefined : [];
    return summaryOf(order, own, told);
  });
  await patchOrders(tx, workplaceId, patches);
}
