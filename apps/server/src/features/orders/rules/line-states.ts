import type { LineState } from '@quayside/contracts';
import type { Transitions } from '@quayside/kernel';

export type LineMove =
  | 'map'
  | 'unmap'
  | 'block'
  | 'unblock'
  | 'request'
  | 'place'
  | 'free'
  | 'withdraw'
  | 'ship'
  | 'deliver'
  | 'cancel'
  | 'take_over'
  | 'sent_by_store'
  | 'give_back'
  | 'give_back_unmapped';

/**
 * How a line of a shopper's order moves (decision A35 of the specification: one machine from the listed statuses).
 * free: its supplier order failed or was withdrawn before anything was bought. withdraw: the store cancelled the order before
 * anything was bought. take_over: the owner sends it.
 * give_back: the store opened again what it had closed; never what a person took over (rules/intake.ts).
 */
export const LINE_MOVES: Transitions<LineState, LineMove> = {
  map: { from: ['unmapped'], to: 'ready' },
  unmap: { from: ['ready', 'blocked'], to: 'unmapped' },
  block: { from: ['ready', 'placing', 'placed'], to: 'blocked' },
  unblock: { from: ['blocked'], to: 'ready' },
  request: { from: ['ready', 'blocked'], to: 'placing' },
  place: { from: ['placing'], to: 'placed' },
  free: { from: ['placing', 'placed'], to: 'ready' },
  withdraw: { from: ['placing'], to: 'cancelled' },
  ship: { from: ['placed', 'manual'], to: 'shipped' },
  deliver: { from: ['placed', 'shipped'], to: 'delivered' },
  cancel: { from: ['unmapped', 'ready', 'blocked', 'manual'], to: 'cancelled' },
  take_over: { from: ['unmapped', 'ready', 'blocked'], to: 'manual' },
  sent_by_store: { from: ['unmapped', 'ready', 'blocked', 'cancelled'], to: 'manual' },
  give_back: { from: ['cancelled', 'manual'], to: 'ready' },
  give_back_unmapped: { from: ['cancelled', 'manual'], to: 'unmapped' },
};

/** Bought or being bought: what the store changes from here on needs a person. */
export const AT_SUPPLIER: readonly LineState[] = ['placing', 'placed', 'shipped', 'delivered'];

/** What a new request to a supplier may take up. */
export const PLACEABLE: readonly LineState[] = LINE_MOVES.request.from;

/** States in which the owner may still change where a line is bought. */
export const CHANGEABLE: readonly LineState[] = ['unmapped', 'ready', 'blocked'];

/** What a supplier says of goods that he cannot send to that country, or not with that service. */
export const NOT_SENT: readonly string[] = ['shipped_country_notfound', 'shipping_method_unavailable'];

/** Blocks that hang on where a line goes and with which service: with another of either it may be tried again. */
const BY_SHIPPING: readonly string[] = [
  ...NOT_SENT,
  'different_region',
  'sync_order_status_fail',
  'error_save_all_address',
];
export const isStoppedByShipping = (line: { state: LineState; block_key: string | null }): boolean =>
  line.state === 'blocked' ? BY_SHIPPING.includes(line.block_key ?? '') : isForeseen(line);

/** A line that nobody tried to place yet and of which its supplier said already that it cannot go. */
export const isForeseen = (line: { state: LineState; block_key: string | null }): boolean =>
  line.state === 'ready' && NOT_SENT.includes(line.block_key ?? '');
