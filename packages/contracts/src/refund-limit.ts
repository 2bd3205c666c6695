/** A bought line with the quantity a request is about. Amounts are in minor units. */
export interface RequestedLine {
  quantity: number;
  asked: number;
  /** null: unknown. */
  unit_cost: number | null;
}

/**
 * The most that can be requested: what was paid for the items, together with shipping if they are all that the order has
 * in the supplier order, and never more than `left` of its payment. Shared by the server and the form.
 */
export function getRefundLimit(left: number, lines: readonly RequestedLine[]): number {
  const isWhole = lines.every((line) => line.asked >= line.quantity);
  if (isWhole || lines.some((line) => line.asked > 0 && line.unit_cost === null)) return left;
  return Math.min(
    left,
    lines.reduce((sum, line) => sum + line.asked * (line.unit_cost ?? 0), 0),
  );
}

/**
 * The amount requested unless a person names another. Supplier APIs refund shipping only with all items of their order,
 * so for one of several orders that share it, the items alone.
 */
export const getUsualRefund = (
  most: number,
  lines: readonly RequestedLine[],
  order: { isShared: boolean; via: 'supplier' | 'manual' },
): number =>
  order.isShared && order.via === 'supplier' && lines.every((line) => line.asked === 0 || line.unit_cost !== null)
    ? Math.min(
        most,
        lines.reduce((sum, line) => sum + line.asked * (line.unit_cost ?? 0), 0),
      )
    : most;
