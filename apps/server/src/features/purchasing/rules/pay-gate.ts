import type { LineState } from '@quayside/contracts';
import { missingParts } from '../../orders/index.ts';
import { type PayState, PLACE_OPEN, type PlaceState } from './states.ts';

export interface GatedPurchase {
  supplier_order_id: string;
  state: PlaceState;
  pay_state: PayState;
  pay_automatically: boolean;
}

interface GatedLine {
  line_id: string;
  state: LineState;
  bundle_line_id?: string | null;
}

/** Why an order must not be paid now; undefined: it may. */
export type PayBar = 'ORDER_CANCELLED' | 'ORDER_STILL_PLACING' | 'ORDER_HAS_FAILED_LINES';

/**
 * No partial payment: while one of its supplier orders is being placed, or a failed line has no decision (another
 * supplier, another shipping method, shipped manually), none of them is paid automatically. The same while a bundle has parts that
 * aren't bought.
 */
export function payBar(
  order: { cancelled_at: string | null },
  lines: readonly GatedLine[],
  purchases: readonly Pick<GatedPurchase, 'state'>[],
): PayBar | undefined {
  if (order.cancelled_at) return 'ORDER_CANCELLED';
  if (purchases.some((one) => PLACE_OPEN.includes(one.state))) return 'ORDER_STILL_PLACING';
  if (lines.some((line) => line.state === 'placing')) return 'ORDER_STILL_PLACING';
  if (lines.some((line) => line.state === 'blocked')) return 'ORDER_HAS_FAILED_LINES';
  if (missingParts(lines).length > 0) return 'ORDER_HAS_FAILED_LINES';
  return undefined;
}

const OPEN: readonly LineState[] = ['unmapped', 'ready', 'blocked'];

/**
 * Supplier orders to pay automatically: all waiting ones, or none. `cameToNothing`: failed lines of automatic payments;
 * the rest waits until each is placed again or shipped manually, even if another supplier was chosen.
 */
export function isPaidAutomatically(
  order: { cancelled_at: string | null },
  lines: readonly GatedLine[],
  purchases: readonly GatedPurchase[],
  cameToNothing: ReadonlySet<string>,
): string[] {
  if (payBar(order, lines, purchases)) return [];
  if (lines.some((line) => OPEN.includes(line.state) && cameToNothing.has(line.line_id))) return [];
  // A declined payment, or a bill waiting for the owner, blocks the others.
  if (purchases.some((one) => one.state === 'placed' && one.pay_automatically && one.pay_state === 'failed')) return [];
  return purchases
    .filter((one) => one.pay_automatically && one.state === 'placed' && one.pay_state === 'unpaid')
    .map((one) => one.supplier_order_id);
}
