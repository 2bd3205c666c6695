import type { LineState } from '@quayside/contracts';
import type { Transitions } from '@quayside/kernel';

export type LineTransition =
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
  | 'give_back_unmapped'
  | 'record'
  | 'unrecord';

/**
 * State machine of order lines (decision A35 of the specification). free: its supplier order failed or was withdrawn
 * before buying. withdraw: the store canceled the order before buying. take_over: the owner ships it. give_back: the
 * store reopened what it had closed; never for lines taken over by a person (rules/intake.ts). record: a person bought it
 * at a marketplace; unrecord: that purchase failed and the line has no supplier.
 */
export const LINE_TRANSITIONS: Transitions<LineState, LineTransition> = {
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
  record: { from: ['unmapped', 'ready', 'blocked', 'manual'], to: 'placed' },
  unrecord: { from: ['placed'], to: 'unmapped' },
};

/** Bought or being bought: further changes by the store need a person. */
export const AT_SUPPLIER: readonly LineState[] = ['placing', 'placed', 'shipped', 'delivered'];

/** States that a new placement may start from. */
export const PLACEABLE: readonly LineState[] = LINE_TRANSITIONS.request.from;

/** States in which the owner can still change the supplier. */
export const CHANGEABLE: readonly LineState[] = ['unmapped', 'ready', 'blocked'];

/** A supplier's reasons for not shipping to the country or with the shipping method. */
export const NOT_SENT: readonly string[] = ['shipped_country_notfound', 'shipping_method_unavailable'];

/** Blocks caused by destination or shipping method: changing either allows another attempt. */
const BY_SHIPPING: readonly string[] = [
  ...NOT_SENT,
  'different_region',
  'sync_order_status_fail',
  'error_save_all_address',
  // Guards about costs judge again: features/purchasing/rules/guards.ts.
  'GUARD_PROFIT',
  'GUARD_ORDER_CEILING',
  'GUARD_DAY_CEILING',
  'GUARD_APPROVAL',
];
export const isStoppedByShipping = (line: { state: LineState; block_key: string | null }): boolean =>
  line.state === 'blocked' ? BY_SHIPPING.includes(line.block_key ?? '') : isForeseen(line);

/** An unplaced line that its supplier has already declared unshippable. */
export const isForeseen = (line: { state: LineState; block_key: string | null }): boolean =>
  line.state === 'ready' && NOT_SENT.includes(line.block_key ?? '');
