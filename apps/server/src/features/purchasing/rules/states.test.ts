import type { LineState } from '@quayside/contracts';
import { nextState } from '@quayside/kernel';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type GatedPurchase, isPaidAutomatically, payBar } from './pay-gate.ts';
import { priceChanged } from './price-guard.ts';
import { getPaymentReference } from './reference.ts';
import {
  isInProgress,
  mayBePaid,
  mayWithdrawPayment,
  PAY_TRANSITIONS,
  type PayState,
  type PayTransition,
  PLACE_TRANSITIONS,
  type PlaceState,
  type PlaceTransition,
} from './states.ts';

const placeMoves = Object.keys(PLACE_TRANSITIONS) as PlaceTransition[];
const payMoves = Object.keys(PAY_TRANSITIONS) as PayTransition[];
const placeStates: PlaceState[] = ['requested', 'placing', 'unknown', 'placed', 'failed', 'cancelled'];
const payStates: PayState[] = ['unpaid', 'requested', 'paying', 'unknown', 'paid', 'failed', 'refunded'];

describe('the life of a supplier order', () => {
  it('is placed only by a worker that holds it, and placed once', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...placeMoves), { maxLength: 40 }), (walk) => {
        let state: PlaceState = 'requested';
        let claimed = false;
        let placed = 0;
        for (const move of walk) {
          const next: PlaceState | undefined = nextState(PLACE_TRANSITIONS, state, move);
          if (!next) continue;
          claimed ||= move === 'claim';
          if (move === 'place') {
            placed += 1;
            expect(claimed).toBe(true);
          }
          state = next;
        }
        expect(placed).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('is never paid before it is placed, and never twice', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.constantFrom(...placeMoves), fc.constantFrom(...payMoves)), { maxLength: 60 }),
        (walk) => {
          let state: PlaceState = 'requested';
          let pay: PayState = 'unpaid';
          let payments = 0;
          for (const move of walk) {
            if (move === 'ask' && !mayBePaid({ state, pay_state: pay })) continue;
            if (move === 'seen_paid' && state !== 'placed') continue;
            if (move in PLACE_TRANSITIONS && pay === 'unpaid')
              state = nextState(PLACE_TRANSITIONS, state, move as PlaceTransition) ?? state;
            if (move in PAY_TRANSITIONS) {
              const next: PayState | undefined = nextState(PAY_TRANSITIONS, pay, move as PayTransition);
              if (next === 'paid' && pay !== 'paid') {
                payments += 1;
                expect(state).toBe('placed');
              }
              pay = next ?? pay;
            }
          }
          expect(payments).toBeLessThanOrEqual(1);
        },
      ),
    );
  });

  it('gives a payment back only while nothing can have been sent', () => {
    expect(mayWithdrawPayment({ pay_state: 'requested', pay_sent_at: null })).toBe(true);
    expect(mayWithdrawPayment({ pay_state: 'requested', pay_sent_at: '2026-01-01T00:00:00.000Z' })).toBe(false);
    expect(mayWithdrawPayment({ pay_state: 'unknown', pay_sent_at: null })).toBe(false);
  });
});

it.each([
  ['requested', 'unpaid', true],
  ['placing', 'unpaid', true],
  ['unknown', 'unpaid', true],
  ['placed', 'requested', true],
  ['placed', 'unknown', true],
  ['placed', 'unpaid', false],
  ['placed', 'paid', false],
  ['failed', 'unpaid', false],
  ['cancelled', 'requested', false],
] as const)('%s and %s is under way: %s', (state, pay_state, expected) =>
  expect(isInProgress({ state, pay_state })).toBe(expected),
);

describe('paying an order', () => {
  const lineStates: LineState[] = ['ready', 'blocked', 'placing', 'placed', 'manual', 'cancelled'];
  const purchase = fc.record({
    supplier_order_id: fc.uuid(),
    state: fc.constantFrom(...placeStates),
    pay_state: fc.constantFrom(...payStates),
    pay_automatically: fc.boolean(),
  });

  it('pays all of its supplier orders that wait, or none', () => {
    fc.assert(
      fc.property(
        fc.array(purchase, { maxLength: 5 }),
        fc.array(fc.constantFrom(...lineStates), { maxLength: 5 }),
        (purchases: GatedPurchase[], states) => {
          const lines = states.map((state, at) => ({ line_id: String(at), state }));
          const due = isPaidAutomatically({ cancelled_at: null }, lines, purchases, new Set());
          const waiting = purchases.filter(
            (one) => one.pay_automatically && one.state === 'placed' && one.pay_state === 'unpaid',
          );
          expect([0, waiting.length]).toContain(due.length);
          if (states.includes('blocked')) expect(due).toEqual([]);
          if (purchases.some((one) => ['requested', 'placing', 'unknown'].includes(one.state))) expect(due).toEqual([]);
        },
      ),
    );
  });

  it('waits for a line that came to nothing until it is placed again or taken out', () => {
    const placed = { supplier_order_id: 's', state: 'placed', pay_state: 'unpaid', pay_automatically: true } as const;
    const due = (state: LineState) =>
      isPaidAutomatically({ cancelled_at: null }, [{ line_id: 'l', state }], [placed], new Set(['l'])).length;
    expect(['ready', 'blocked', 'unmapped'].map((state) => due(state as LineState))).toEqual([0, 0, 0]);
    expect(['placed', 'manual', 'cancelled'].map((state) => due(state as LineState))).toEqual([1, 1, 1]);
  });

  it('says why not', () => {
    const open = { cancelled_at: null };
    expect(payBar({ cancelled_at: 'x' }, [], [])).toBe('ORDER_CANCELLED');
    expect(payBar(open, [{ line_id: 'a', state: 'blocked' }], [])).toBe('ORDER_HAS_FAILED_LINES');
    expect(payBar(open, [{ line_id: 'a', state: 'placed' }], [{ state: 'unknown' }])).toBe('ORDER_STILL_PLACING');
    const [placed, manual] = [{ line_id: 'a', state: 'placed' } as const, { line_id: 'b', state: 'manual' } as const];
    expect(payBar(open, [placed, manual], [{ state: 'placed' }])).toBeUndefined();
    // A part that is missing of a bundle, though nothing blocks it.
    const part = { line_id: 'b', state: 'ready', bundle_line_id: 'a' } as const;
    expect(payBar(open, [placed, part], [{ state: 'placed' }])).toBe('ORDER_HAS_FAILED_LINES');
    expect(payBar(open, [placed, { ...part, bundle_line_id: null }], [{ state: 'placed' }])).toBeUndefined();
  });

  it('asks again when the bill is above what was shown, by more than a hundredth or a dollar', () => {
    expect(priceChanged(1000, 1010)).toBe(false);
    expect(priceChanged(1000, 1011)).toBe(true);
    expect(priceChanged(100_000, 100_100)).toBe(false);
    expect(priceChanged(100_000, 100_101)).toBe(true);
    expect(priceChanged(1000, 900)).toBe(false);
    expect(priceChanged(null, 900)).toBe(false);
  });
});

it('gives each payment a reference', () => {
  expect(getPaymentReference('Q1', 2)).toBe('Q1-P2');
});
