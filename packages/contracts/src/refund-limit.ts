/** A bought line with the quantity a request is about. Amounts are in minor units. */
export interface RequestedLine {
  quantity: number;
  asked: number;
  /** null: unknown. */
  unit_cost: number | null;
}

/**
 * The most that can be requested: what was paid for the items, together with shipping if they are all of the supplier
 * order, and never more than `left` of the payment. Shared by the server and the form, so that both name the same sum.
 */
export function getRefundLimit(left: number, lines: readonly RequestedLine[]): number {
  const isWhole = lines.every((line) => line.asked >= line.quantity);
  if (isWhole || lines.some((line) => line.asked > 0 && line.unit_cost === null)) return left;
  return Math.min(
    left,
    lines.reduce((sum, line) => sum + line.asked * (line.unit_cost ?? 0), 0),
  );
}
