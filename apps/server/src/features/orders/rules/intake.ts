import type { ChannelOrder, ChannelOrderLine } from '@quayside/connector-kit';
import type { LineState } from '@quayside/contracts';
import { moved } from '@quayside/kernel';
import { AT_SUPPLIER, LINE_MOVES } from './line-states.ts';
import { type FulfillmentStatus, fulfillmentStatusOf } from './order-status.ts';

/** What is kept of a line that decides what becomes of it when the store tells of it again. */
export interface KnownLine {
  external_line_id: string;
  quantity: number;
  state: LineState;
  source: string | null;
  block_key: string | null;
}

export interface LineChange {
  state: LineState;
  /** Set: the line is at a supplier already and the store changed it; a person must look. undefined: as it was. */
  flag?: LineFlag;
}

/** What the store did about a line that is at a supplier already; a person must look. */
export const LINE_FLAGS = ['ORDER_LINE_CHANGED', 'ORDER_LINE_REMOVED', 'ORDER_ADDRESS_CHANGED'] as const;
export type LineFlag = (typeof LINE_FLAGS)[number];

/** Whether the store changed something about a line after it was given to a supplier. */
export const isFlagged = (line: { block_key: string | null }): boolean =>
  LINE_FLAGS.some((flag) => flag === line.block_key);

type Incoming = Pick<ChannelOrderLine, 'quantity' | 'fulfillableQuantity' | 'requiresShipping'>;

const isAtSupplier = (state: LineState): boolean => AT_SUPPLIER.includes(state);

/** The state of a line seen for the first time. What the store has sent off already is not ours to buy. */
function firstState(line: Incoming, cancelled: boolean): LineState {
  if (!line.requiresShipping) return 'no_shipping';
  if (cancelled || line.quantity === 0) return 'cancelled';
  return line.fulfillableQuantity === 0 ? 'manual' : 'unmapped';
}

/** What becomes of a line that the store tells of. `cancelled`: the whole order is. `elsewhere`: it is to go elsewhere now. */
export function takeLine(
  line: Incoming,
  known: KnownLine | undefined,
  cancelled: boolean,
  elsewhere = false,
): LineChange {
  if (!known) return { state: firstState(line, cancelled) };
  const { state } = known;
  if (isAtSupplier(state)) {
    if (line.quantity !== known.quantity) return { state, flag: 'ORDER_LINE_CHANGED' };
    return elsewhere ? { state, flag: 'ORDER_ADDRESS_CHANGED' } : { state };
  }
  if (state === 'manual' || state === 'no_shipping') return { state };
  if (cancelled || line.quantity === 0) return { state: moved(LINE_MOVES, state, 'cancel') ?? state };
  if (state === 'cancelled') return { state: known.source ? 'ready' : 'unmapped' };
  if (line.fulfillableQuantity === 0) return { state: moved(LINE_MOVES, state, 'take_over') ?? state };
  return { state };
}

/** What becomes of a line that the store no longer tells of. */
export function dropLine(known: KnownLine): LineChange {
  if (isAtSupplier(known.state)) return { state: known.state, flag: 'ORDER_LINE_REMOVED' };
  return { state: moved(LINE_MOVES, known.state, 'cancel') ?? known.state };
}

/**
 * Whether a reading replaces the one that is kept: the store's newer state always, of the same state the one that was
 * asked for later (two readings within one second of the store's clock may differ).
 */
export function isNewer(
  reading: { updatedAt: string; readAt: string },
  kept: { updatedAt: string; readAt: string; isDeleted?: boolean },
): boolean {
  const a = Date.parse(reading.updatedAt);
  const b = Date.parse(kept.updatedAt);
  return a === b ? Date.parse(reading.readAt) >= Date.parse(kept.readAt) : a > b;
}

/** Pieces of a line that are to be bought: what is not sent off yet. */
export const toBuy = (line: { quantity: number; fulfillable_quantity: number }): number =>
  Math.max(0, Math.min(line.quantity, line.fulfillable_quantity));

/**
 * How far a store has sent an order: its own word, but where it has no word for "in part" (WooCommerce) the pieces that are
 * left tell it (rule B363).
 */
export function fulfillmentOf(order: Pick<ChannelOrder, 'fulfillmentStatus' | 'lines'>): FulfillmentStatus {
  if (order.fulfillmentStatus !== 'unfulfilled' && order.fulfillmentStatus !== 'in_progress')
    return order.fulfillmentStatus;
  const byLines = fulfillmentStatusOf(
    order.lines.map((line) => ({
      quantity: line.quantity,
      fulfillable_quantity: line.fulfillableQuantity,
      requires_shipping: line.requiresShipping,
    })),
  );
  return byLines === 'partially_fulfilled' ? byLines : order.fulfillmentStatus;
}
  // A deletion has no time of the store's own: whatever was asked for before it is older.
  if (kept.isDeleted && Date.parse(reading.readAt) <= Date.parse(kept.readAt)) return false;
