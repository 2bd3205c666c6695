import { RETURN_COUNTS } from '../../../states/order-return.ts';
import type { LineRow } from '../../orders/index.ts';
import type { ReturnLineRow, ReturnRow } from '../tables.ts';

type Return = Pick<ReturnRow, 'return_id' | 'state' | 'customer_keeps'>;
type Line = Pick<ReturnLineRow, 'return_id' | 'line_id' | 'quantity' | 'received'>;

const ENDED = ['refunded', 'exchanged'];

/** Items of a line that a return takes: all of them while it is open, and those that arrived once it was settled. */
const countOf = (one: Return, line: Line): number =>
  ENDED.includes(one.state) && !one.customer_keeps ? (line.received ?? line.quantity) : line.quantity;

/**
 * Items of each line that can still be returned: bought, less those that the store refunded before shipping and those in
 * returns that count.
 */
export function getReturnable(
  lines: readonly Pick<LineRow, 'line_id' | 'quantity' | 'refunded_quantity'>[],
  returns: readonly Return[],
  returned: readonly Line[],
): Map<string, number> {
  const counted = new Map(
    returns.filter((one) => RETURN_COUNTS.includes(one.state)).map((one) => [one.return_id, one]),
  );
  return new Map(
    lines.map((line) => {
      const taken = returned
        .filter((one) => one.line_id === line.line_id)
        .reduce((sum, one) => {
          const of = counted.get(one.return_id);
          return of ? sum + countOf(of, one) : sum;
        }, 0);
      return [line.line_id, Math.max(0, line.quantity - (line.refunded_quantity ?? 0) - taken)];
    }),
  );
}
