import type { ChannelOrder, ChannelOrderLine } from '@quayside/connector-kit';
import type { LineState } from '@quayside/contracts';
import { nextState } from '@quayside/kernel';
import { AT_SUPPLIER, LINE_TRANSITIONS } from './line-states.ts';
import { type FulfillmentStatus, getFulfillmentStatus } from './order-status.ts';

/** The part of a stored line that decides how the store's next read changes it. */
export interface KnownLine {
  external_line_id: string;
  quantity: number;
  /** null: last read before refunded quantities were recorded. */
  refunded_quantity: number | null;
  state: LineState;
  /** Who made the line manual. null on a manual line: before this was recorded, and not a person. */
  taken_over_by: TakenOverBy | null;
  source: string | null;
  block_key: string | null;
}

/** person: a member chose to ship it. store: already shipped there. */
export type TakenOverBy = 'person' | 'store';

export interface LineChange {
  state: LineState;
  taken_over_by: TakenOverBy | null;
  /** Set: the store changed a line that is at a supplier, so a person must review it. undefined: unchanged. */
  flag?: LineFlag;
}

/** Changes by the store to a line at a supplier, for review by a person. */
export const LINE_FLAGS = ['ORDER_LINE_CHANGED', 'ORDER_LINE_REMOVED', 'ORDER_ADDRESS_CHANGED'] as const;
export type LineFlag = (typeof LINE_FLAGS)[number];

/** Whether the store changed a line after it was sent to a supplier. */
export const isFlagged = (line: { block_key: string | null }): boolean =>
  LINE_FLAGS.some((flag) => flag === line.block_key);

type Incoming = Pick<ChannelOrderLine, 'quantity' | 'fulfillableQuantity' | 'refundedQuantity' | 'requiresShipping'>;

const isAtSupplier = (state: LineState): boolean => AT_SUPPLIER.includes(state);

/** The store's view of a line: nothing left, shipped, or open. */
function storeState(line: Incoming, cancelled: boolean): 'cancelled' | 'manual' | 'open' {
  if (cancelled || line.quantity - (line.refundedQuantity ?? 0) <= 0) return 'cancelled';
  return line.fulfillableQuantity === 0 ? 'manual' : 'open';
}

/** Initial state of a line. What the store has shipped is not ours to buy. */
function firstState(line: Incoming, cancelled: boolean): LineState {
  if (!line.requiresShipping) return 'no_shipping';
  const wanted = storeState(line, cancelled);
  return wanted === 'open' ? 'unmapped' : wanted;
}

const change = (state: LineState): LineChange => ({ state, taken_over_by: state === 'manual' ? 'store' : null });

/** A store's change to a line at a supplier, where only a person can act. */
function flagOf(line: Incoming, known: KnownLine, elsewhere: boolean): LineFlag | undefined {
  const { quantity, refunded_quantity: before } = known;
  if (line.quantity !== quantity) return 'ORDER_LINE_CHANGED';
  if (before !== null && (line.refundedQuantity ?? 0) > before) return 'ORDER_LINE_CHANGED';
  return elsewhere ? 'ORDER_ADDRESS_CHANGED' : undefined;
}

/**
 * State of a line after the store's latest read, which alone decides, except for lines at a supplier or taken over by a
 * person. `cancelled`: the whole order is. `elsewhere`: its address changed.
 */
export function takeLine(
  line: Incoming,
  known: KnownLine | undefined,
  cancelled: boolean,
  elsewhere = false,
): LineChange {
  if (!known) return change(firstState(line, cancelled));
  const { state, taken_over_by } = known;
  if (isAtSupplier(state)) {
    const flag = flagOf(line, known, elsewhere);
    return { state, taken_over_by, ...(flag ? { flag } : {}) };
  }
  if (state === 'no_shipping' || isByPerson(known)) return { state, taken_over_by };
  const wanted = storeState(line, cancelled);
  if (wanted === 'cancelled') return change(nextState(LINE_TRANSITIONS, state, 'cancel') ?? state);
  if (wanted === 'manual') return change(nextState(LINE_TRANSITIONS, state, 'sent_by_store') ?? state);
  return change(nextState(LINE_TRANSITIONS, state, known.source ? 'give_back' : 'give_back_unmapped') ?? state);
}

/** Whether a member ships the line; the store can't undo that. */
const isByPerson = (known: Pick<KnownLine, 'state' | 'taken_over_by'>): boolean =>
  known.state === 'manual' && known.taken_over_by === 'person';

/** State of a line that the store removed. */
export function dropLine(known: KnownLine): LineChange {
  const { state, taken_over_by } = known;
  if (isAtSupplier(state)) return { state, taken_over_by, flag: 'ORDER_LINE_REMOVED' };
  if (isByPerson(known)) return { state, taken_over_by };
  return change(nextState(LINE_TRANSITIONS, state, 'cancel') ?? state);
}

/**
 * Whether a read replaces the stored one: always for a newer state; for the same state if it was requested later,
 * because two reads within one second of the store's clock may differ.
 */
export function isNewer(
  reading: { updatedAt: string; readAt: string },
  kept: { updatedAt: string; readAt: string; isDeleted?: boolean },
): boolean {
  // A deletion has no time from the store: anything requested before it is older.
  if (kept.isDeleted && Date.parse(reading.readAt) <= Date.parse(kept.readAt)) return false;
  const a = Date.parse(reading.updatedAt);
  const b = Date.parse(kept.updatedAt);
  return a === b ? Date.parse(reading.readAt) >= Date.parse(kept.readAt) : a > b;
}

/** Units of a line to buy: those that haven't shipped. The store isn't told yet of a bundle's parts that shipped ahead of others. */
export const toBuy = (line: { quantity: number; fulfillable_quantity: number; shipped_ahead?: number }): number =>
  Math.max(0, Math.min(line.quantity, line.fulfillable_quantity) - (line.shipped_ahead ?? 0));

/** Pieces to buy at the supplier for a line. */
export const piecesToBuy = (line: {
  quantity: number;
  fulfillable_quantity: number;
  shipped_ahead?: number;
  pieces_per_unit: number;
}): number => toBuy(line) * line.pieces_per_unit;

/**
 * Fulfillment state of an order as reported; where partial fulfillment has no state (WooCommerce), derived from
 * remaining quantities (rule B363).
 */
export function getFulfillment(order: Pick<ChannelOrder, 'fulfillmentStatus' | 'lines'>): FulfillmentStatus {
  if (order.fulfillmentStatus !== 'unfulfilled' && order.fulfillmentStatus !== 'in_progress')
    return order.fulfillmentStatus;
  const byLines = getFulfillmentStatus(
    order.lines.map((line) => ({
      quantity: line.quantity,
      refunded_quantity: line.refundedQuantity ?? 0,
      fulfillable_quantity: line.fulfillableQuantity,
      requires_shipping: line.requiresShipping,
    })),
  );
  return byLines === 'partially_fulfilled' ? byLines : order.fulfillmentStatus;
}
