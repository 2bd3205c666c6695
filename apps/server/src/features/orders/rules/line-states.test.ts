import { LINE_STATES, type LineState } from '@quayside/contracts';
import { nextState } from '@quayside/kernel';
import { describe, expect, it } from 'vitest';
import {
  AT_SUPPLIER,
  CHANGEABLE,
  isForeseen,
  isStoppedByShipping,
  LINE_TRANSITIONS,
  type LineTransition,
  PLACEABLE,
} from './line-states.ts';

/** Every move that is allowed, written down a second time: from, move, to. */
const ALLOWED: readonly (readonly [LineState, LineTransition, LineState])[] = [
  ['unmapped', 'map', 'ready'],
  ['unmapped', 'cancel', 'cancelled'],
  ['unmapped', 'take_over', 'manual'],
  ['unmapped', 'sent_by_store', 'manual'],
  ['unmapped', 'record', 'placed'],
  ['ready', 'record', 'placed'],
  ['blocked', 'record', 'placed'],
  ['manual', 'record', 'placed'],
  ['placed', 'unrecord', 'unmapped'],
  ['ready', 'unmap', 'unmapped'],
  ['ready', 'block', 'blocked'],
  ['ready', 'request', 'placing'],
  ['ready', 'cancel', 'cancelled'],
  ['ready', 'take_over', 'manual'],
  ['ready', 'sent_by_store', 'manual'],
  ['blocked', 'unmap', 'unmapped'],
  ['blocked', 'unblock', 'ready'],
  ['blocked', 'request', 'placing'],
  ['blocked', 'cancel', 'cancelled'],
  ['blocked', 'take_over', 'manual'],
  ['blocked', 'sent_by_store', 'manual'],
  ['placing', 'block', 'blocked'],
  ['placing', 'place', 'placed'],
  ['placing', 'free', 'ready'],
  ['placing', 'withdraw', 'cancelled'],
  ['placed', 'block', 'blocked'],
  ['placed', 'free', 'ready'],
  ['placed', 'ship', 'shipped'],
  ['placed', 'deliver', 'delivered'],
  ['shipped', 'deliver', 'delivered'],
  ['manual', 'ship', 'shipped'],
  ['manual', 'cancel', 'cancelled'],
  ['manual', 'give_back', 'ready'],
  ['manual', 'give_back_unmapped', 'unmapped'],
  ['cancelled', 'sent_by_store', 'manual'],
  ['cancelled', 'give_back', 'ready'],
  ['cancelled', 'give_back_unmapped', 'unmapped'],
];

describe('the states of a line', () => {
  it.each(LINE_STATES)('%s is left only by the moves that are written down', (state) => {
    const moves = Object.keys(LINE_TRANSITIONS) as LineTransition[];
    for (const move of moves) {
      const to = ALLOWED.find(([from, name]) => from === state && name === move)?.[2];
      expect(nextState(LINE_TRANSITIONS, state, move), move).toBe(to);
    }
  });

  it('say who has the line', () => {
    expect(AT_SUPPLIER).toEqual(['placing', 'placed', 'shipped', 'delivered']);
    expect(PLACEABLE).toEqual(['ready', 'blocked']);
    expect(CHANGEABLE).toEqual(['unmapped', 'ready', 'blocked']);
  });
});

describe('a line that cannot go there', () => {
  const notSent = ['shipped_country_notfound', 'shipping_method_unavailable'];
  const byShipping = [...notSent, 'different_region', 'sync_order_status_fail', 'error_save_all_address'];

  it('is known before it is placed only where its supplier said so', () => {
    for (const block_key of byShipping)
      expect(isForeseen({ state: 'ready', block_key }), block_key).toBe(notSent.includes(block_key));
    for (const block_key of notSent) expect(isForeseen({ state: 'placed', block_key })).toBe(false);
    for (const block_key of [null, '', 'product_out_of_stock'])
      expect(isForeseen({ state: 'ready', block_key })).toBe(false);
  });

  it('may be tried again with another service or destination', () => {
    for (const block_key of byShipping)
      expect(isStoppedByShipping({ state: 'blocked', block_key }), block_key).toBe(true);
    for (const block_key of [null, '', 'product_out_of_stock'])
      expect(isStoppedByShipping({ state: 'blocked', block_key })).toBe(false);
    expect(isStoppedByShipping({ state: 'ready', block_key: 'shipped_country_notfound' })).toBe(true);
    expect(isStoppedByShipping({ state: 'ready', block_key: 'different_region' })).toBe(false);
    expect(isStoppedByShipping({ state: 'placed', block_key: 'different_region' })).toBe(false);
  });
});
