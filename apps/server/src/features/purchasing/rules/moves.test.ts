import { nextState } from '@quayside/kernel';
import { describe, expect, it } from 'vitest';
import { type GatedPurchase, isPaidAutomatically, payBar } from './pay-gate.ts';
import {
  isCancelledAtSupplier,
  mayBePaid,
  PAY_OPEN,
  PAY_TRANSITIONS,
  type PayState,
  type PayTransition,
  PLACE_OPEN,
  PLACE_TRANSITIONS,
  type PlaceState,
  type PlaceTransition,
  supplierOrderActions,
} from './states.ts';

/** Every move that is allowed, written down a second time: from, move, to. */
const PLACING: readonly (readonly [PlaceState, PlaceTransition, PlaceState])[] = [
  ['requested', 'claim', 'placing'],
  ['requested', 'withdraw', 'cancelled'],
  ['placing', 'claim', 'placing'],
  ['placing', 'place', 'placed'],
  ['placing', 'wait', 'requested'],
  ['placing', 'doubt', 'unknown'],
  ['placing', 'fail', 'failed'],
  ['placing', 'withdraw', 'cancelled'],
  ['unknown', 'claim', 'placing'],
  ['placed', 'supplier_cancel', 'cancelled'],
];
const PAYING: readonly (readonly [PayState, PayTransition, PayState])[] = [
  ['unpaid', 'ask', 'requested'],
  ['unpaid', 'refuse', 'failed'],
  ['unpaid', 'seen_paid', 'paid'],
  ['requested', 'claim', 'paying'],
  ['requested', 'refuse', 'failed'],
  ['requested', 'withdraw', 'unpaid'],
  ['requested', 'seen_paid', 'paid'],
  ['paying', 'claim', 'paying'],
  ['paying', 'pay', 'paid'],
  ['paying', 'wait', 'requested'],
  ['paying', 'doubt', 'unknown'],
  ['paying', 'refuse', 'failed'],
  ['paying', 'withdraw', 'unpaid'],
  ['unknown', 'claim', 'paying'],
  ['failed', 'ask', 'requested'],
  ['failed', 'seen_paid', 'paid'],
  ['paid', 'refund', 'refunded'],
];
const placeStates: PlaceState[] = ['requested', 'placing', 'unknown', 'placed', 'failed', 'cancelled'];
const payStates: PayState[] = ['unpaid', 'requested', 'paying', 'unknown', 'paid', 'failed', 'refunded'];

describe('a supplier order', () => {
  it.each(placeStates)('%s is left only by the moves that are written down', (state) => {
    for (const move of Object.keys(PLACE_TRANSITIONS) as PlaceTransition[])
      expect(nextState(PLACE_TRANSITIONS, state, move), move).toBe(
        PLACING.find((one) => one[0] === state && one[1] === move)?.[2],
      );
  });

  it.each(payStates)('whose payment is %s is left only by the moves that are written down', (state) => {
    for (const move of Object.keys(PAY_TRANSITIONS) as PayTransition[])
      expect(nextState(PAY_TRANSITIONS, state, move), move).toBe(
        PAYING.find((one) => one[0] === state && one[1] === move)?.[2],
      );
  });

  it('has work under way while it is asked for, sent or in doubt', () => {
    expect(PLACE_OPEN).toEqual(['requested', 'placing', 'unknown']);
    expect(PAY_OPEN).toEqual(['requested', 'paying', 'unknown']);
  });

  it('can be paid only where it stands, and was not paid', () => {
    for (const state of placeStates)
      for (const pay_state of payStates)
        expect(mayBePaid({ state, pay_state }), `${state} ${pay_state}`).toBe(
          state === 'placed' && (pay_state === 'unpaid' || pay_state === 'failed'),
        );
  });

  it('is cancelled once its supplier did and no payment of it is open', () => {
    const there = { state: 'placed', pay_state: 'paid', remote_state: 'cancelled' } as const;
    expect(isCancelledAtSupplier(there)).toBe(true);
    expect(isCancelledAtSupplier({ ...there, state: 'cancelled' })).toBe(false);
    expect(isCancelledAtSupplier({ ...there, remote_state: 'paid' })).toBe(false);
    expect(isCancelledAtSupplier({ ...there, remote_state: null })).toBe(false);
    for (const pay_state of PAY_OPEN) expect(isCancelledAtSupplier({ ...there, pay_state })).toBe(false);
  });

  it('offers what a person may do with it', () => {
    const order = { state: 'placed', pay_state: 'unpaid', pay_sent_at: null, manual: false } as const;
    expect(supplierOrderActions(order)).toEqual(['pay', 'sync']);
    expect(supplierOrderActions({ ...order, pay_state: 'requested' })).toEqual(['cancel_payment', 'sync']);
    expect(supplierOrderActions({ ...order, pay_state: 'paid' })).toEqual(['sync']);
    expect(supplierOrderActions({ ...order, state: 'failed' })).toEqual(['retry']);
    expect(supplierOrderActions({ ...order, state: 'requested' })).toEqual([]);
    const manual = { ...order, pay_state: 'paid', manual: true } as const;
    expect(supplierOrderActions(manual)).toEqual(['edit_manual', 'fail_manual']);
    expect(supplierOrderActions({ ...manual, state: 'cancelled' })).toEqual([]);
  });
});

describe('an order that pays itself', () => {
  const open = { cancelled_at: null };
  const waits: GatedPurchase = {
    supplier_order_id: 'a',
    state: 'placed',
    pay_state: 'unpaid',
    pay_automatically: true,
  };
  const due = (purchases: GatedPurchase[], lines: { line_id: string; state: 'placed' | 'ready' | 'placing' }[] = []) =>
    isPaidAutomatically(open, lines, purchases, new Set());

  it('pays what waits for it, and nothing that a person pays', () => {
    expect(due([waits, { ...waits, supplier_order_id: 'b', pay_automatically: false }])).toEqual(['a']);
    expect(due([{ ...waits, pay_state: 'paid' }])).toEqual([]);
    expect(due([{ ...waits, state: 'cancelled' }])).toEqual([]);
    expect(due([waits], [{ line_id: 'x', state: 'ready' }])).toEqual(['a']);
  });

  it('waits for a payment that was refused, unless that is of no concern any more', () => {
    const refused: GatedPurchase = { ...waits, supplier_order_id: 'b', pay_state: 'failed' };
    expect(due([waits, refused])).toEqual([]);
    expect(due([waits, { ...refused, state: 'cancelled' }])).toEqual(['a']);
    expect(due([waits, { ...refused, pay_automatically: false }])).toEqual(['a']);
  });

  it('waits while it is cancelled, or a line or supplier order of it is being placed', () => {
    expect(isPaidAutomatically({ cancelled_at: 'x' }, [], [waits], new Set())).toEqual([]);
    expect(due([waits], [{ line_id: 'x', state: 'placing' }])).toEqual([]);
    expect(payBar(open, [{ line_id: 'x', state: 'placing' }], [])).toBe('ORDER_STILL_PLACING');
    for (const state of PLACE_OPEN) expect(payBar(open, [], [{ state }]), state).toBe('ORDER_STILL_PLACING');
    for (const state of ['placed', 'failed', 'cancelled'] as const)
      expect(payBar(open, [], [{ state }])).toBeUndefined();
  });
});
