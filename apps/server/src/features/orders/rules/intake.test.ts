import { LINE_STATES } from '@quayside/contracts';
import { money } from '@quayside/kernel';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dropLine, getFulfillment, isFlagged, isNewer, type KnownLine, takeLine, toBuy } from './intake.ts';

const incoming = { quantity: 2, fulfillableQuantity: 2, requiresShipping: true };
const known = (state: KnownLine['state'], source: string | null = 'quayside'): KnownLine => ({
  external_line_id: '1',
  quantity: 2,
  refunded_quantity: 0,
  state,
  taken_over_by: state === 'manual' ? 'store' : null,
  source,
  block_key: null,
});

describe('lines that the store tells of', () => {
  it('starts unmapped, or aside where there is nothing to buy', () => {
    expect(takeLine(incoming, undefined, false).state).toBe('unmapped');
    expect(takeLine({ ...incoming, requiresShipping: false }, undefined, false).state).toBe('no_shipping');
    expect(takeLine({ ...incoming, fulfillableQuantity: 0 }, undefined, false).state).toBe('manual');
    expect(takeLine(incoming, undefined, true).state).toBe('cancelled');
  });

  it('stops what is not bought when the order is cancelled, and flags what is', () => {
    expect(takeLine(incoming, known('ready'), true)).toMatchObject({ state: 'cancelled' });
    expect(takeLine(incoming, known('placing'), true)).toEqual({ state: 'placing', taken_over_by: null });
    expect(takeLine({ ...incoming, quantity: 3 }, known('placed'), false).flag).toBe('ORDER_LINE_CHANGED');
    expect(takeLine(incoming, known('placed'), false, true).flag).toBe('ORDER_ADDRESS_CHANGED');
    expect(takeLine(incoming, known('ready'), false, true)).toEqual({ state: 'ready', taken_over_by: null });
    expect(dropLine(known('placed')).flag).toBe('ORDER_LINE_REMOVED');
    expect(dropLine(known('ready'))).toMatchObject({ state: 'cancelled' });
  });

  it('takes a cancelled line up again where it was', () => {
    expect(takeLine(incoming, known('cancelled'), false).state).toBe('ready');
    expect(takeLine(incoming, known('cancelled', null), false).state).toBe('unmapped');
  });

  it('returns a line that the store’s state alone had closed, and never one that a person took over', () => {
    const sent = { ...incoming, fulfillableQuantity: 0 };
    expect(takeLine(sent, known('ready'), false)).toEqual({ state: 'manual', taken_over_by: 'store' });
    expect(takeLine(incoming, known('manual'), false)).toEqual({ state: 'ready', taken_over_by: null });
    expect(takeLine(incoming, known('manual', null), false)).toEqual({ state: 'unmapped', taken_over_by: null });
    expect(takeLine(incoming, known('manual'), true)).toEqual({ state: 'cancelled', taken_over_by: null });
    expect(takeLine(sent, known('cancelled'), false)).toEqual({ state: 'manual', taken_over_by: 'store' });
    // From before it was stored who did it: no person, or the migration had said so.
    expect(takeLine(incoming, { ...known('manual'), taken_over_by: null }, false).state).toBe('ready');
    const bySelf: KnownLine = { ...known('manual'), taken_over_by: 'person' };
    for (const line of [incoming, sent])
      for (const cancelled of [false, true])
        expect(takeLine(line, bySelf, cancelled)).toEqual({ state: 'manual', taken_over_by: 'person' });
    expect(dropLine(bySelf)).toEqual({ state: 'manual', taken_over_by: 'person' });
    expect(dropLine(known('manual')).state).toBe('cancelled');
  });

  it('ends where the newest reading leads, whatever came before it and in whatever order', () => {
    const reading = fc.record({
      at: fc.nat(5),
      cancelled: fc.boolean(),
      fulfillableQuantity: fc.constantFrom(0, 1, 2),
      refundedQuantity: fc.constantFrom(0, 2),
    });
    fc.assert(
      fc.property(
        fc.uniqueArray(reading, { selector: (one) => one.at, minLength: 1 }),
        fc.boolean(),
        (told, mapped) => {
          const take = (list: typeof told): KnownLine | undefined => {
            let kept: (KnownLine & { at: number }) | undefined;
            for (const { at, cancelled, ...pieces } of list) {
              const time = (n: number) => new Date(n * 1_000).toISOString();
              const isOld =
                kept &&
                !isNewer(
                  { updatedAt: time(at), readAt: time(at) },
                  { updatedAt: time(kept.at), readAt: time(kept.at) },
                );
              if (isOld) continue;
              const line = {
                ...incoming,
                ...pieces,
                refundedQuantity: Math.min(2 - pieces.fulfillableQuantity, pieces.refundedQuantity),
              };
              const next = takeLine(line, kept, cancelled);
              const state = next.state === 'unmapped' && mapped ? 'ready' : next.state;
              kept = { ...known(state, mapped ? 'quayside' : null), taken_over_by: next.taken_over_by, at };
            }
            return kept;
          };
          const newest = told.reduce((a, b) => (b.at > a.at ? b : a));
          expect(take(told)?.state).toBe(take([newest])?.state);
        },
      ),
    );
  });

  it('holds refunded pieces neither for sent nor for open, and flags them at a supplier', () => {
    const refunded = (pieces: number, open: number) => ({
      ...incoming,
      refundedQuantity: pieces,
      fulfillableQuantity: open,
    });
    expect(takeLine(refunded(1, 1), known('ready'), false).state).toBe('ready');
    expect(takeLine(refunded(2, 0), known('ready'), false).state).toBe('cancelled');
    expect(takeLine(refunded(2, 0), undefined, false).state).toBe('cancelled');
    expect(takeLine(refunded(1, 0), undefined, false)).toEqual({ state: 'manual', taken_over_by: 'store' });
    expect(takeLine(refunded(1, 1), known('placed'), false).flag).toBe('ORDER_LINE_CHANGED');
    expect(takeLine(refunded(1, 1), { ...known('placed'), refunded_quantity: 1 }, false).flag).toBeUndefined();
    expect(takeLine(refunded(1, 1), { ...known('placed'), refunded_quantity: null }, false).flag).toBeUndefined();
  });

  it('never takes a line out of a supplier’s hands', () => {
    fc.assert(
      fc.property(fc.constantFrom(...LINE_STATES), fc.boolean(), fc.nat(5), fc.nat(5), (state, cancelled, q, f) => {
        const next = takeLine({ ...incoming, quantity: q, fulfillableQuantity: f }, known(state), cancelled).state;
        if (['placing', 'placed', 'shipped', 'delivered'].includes(state)) expect(next).toBe(state);
        expect(['placing', 'placed', 'shipped', 'delivered'].includes(next)).toBe(
          ['placing', 'placed', 'shipped', 'delivered'].includes(state),
        );
      }),
    );
  });

  it('never lets an older reading win', () => {
    const kept = { updatedAt: '2026-01-01T10:00:00.000Z', readAt: '2026-01-01T10:00:05.000Z' };
    expect(isNewer({ updatedAt: '2026-01-01T09:59:59.000Z', readAt: '2026-01-01T11:00:00.000Z' }, kept)).toBe(false);
    expect(isNewer({ ...kept, readAt: '2026-01-01T10:00:04.000Z' }, kept)).toBe(false);
    expect(isNewer({ ...kept, readAt: '2026-01-01T10:00:06.000Z' }, kept)).toBe(true);
    expect(isNewer({ updatedAt: '2026-01-01T10:00:01.000Z', readAt: '2026-01-01T10:00:02.000Z' }, kept)).toBe(true);
    const deleted = { ...kept, isDeleted: true };
    expect(isNewer({ updatedAt: '2026-01-01T10:00:01.000Z', readAt: '2026-01-01T10:00:04.000Z' }, deleted)).toBe(false);
    expect(isNewer({ updatedAt: '2026-01-01T10:00:01.000Z', readAt: '2026-01-01T10:00:06.000Z' }, deleted)).toBe(true);
  });

  it('takes the store’s word on what is sent, and the pieces where it has none for a part', () => {
    const lines = [incoming, { ...incoming, fulfillableQuantity: 0 }].map((line, at) => ({
      ...line,
      externalLineId: String(at),
      title: '',
      unitPrice: { amount: 1, currency: 'USD' },
      discount: { amount: 0, currency: 'USD' },
    }));
    expect(getFulfillment({ fulfillmentStatus: 'unfulfilled', lines })).toBe('partially_fulfilled');
    expect(getFulfillment({ fulfillmentStatus: 'fulfilled', lines })).toBe('fulfilled');
    expect(getFulfillment({ fulfillmentStatus: 'unfulfilled', lines: lines.slice(0, 1) })).toBe('unfulfilled');
    expect(getFulfillment({ fulfillmentStatus: 'in_progress', lines: lines.slice(0, 1) })).toBe('in_progress');
    const refunded = lines.map((line) => ({ ...line, quantity: 3, fulfillableQuantity: 2, refundedQuantity: 1 }));
    expect(getFulfillment({ fulfillmentStatus: 'unfulfilled', lines: refunded })).toBe('unfulfilled');
    const all = lines.map((line) => ({ ...line, fulfillableQuantity: 0, refundedQuantity: line.quantity }));
    expect(getFulfillment({ fulfillmentStatus: 'unfulfilled', lines: all })).toBe('unfulfilled');
  });

  it('buys only what is not sent off yet', () => {
    expect(toBuy({ quantity: 3, fulfillable_quantity: 2 })).toBe(2);
    expect(toBuy({ quantity: 1, fulfillable_quantity: 5 })).toBe(1);
  });
});

describe('what a reading leaves as it is', () => {
  it('is a line that needs no shipping', () => {
    for (const cancelled of [false, true])
      expect(takeLine({ ...incoming, requiresShipping: false }, known('no_shipping'), cancelled).state).toBe(
        'no_shipping',
      );
    expect(takeLine({ ...incoming, fulfillableQuantity: 0 }, known('no_shipping'), false).state).toBe('no_shipping');
  });

  it('is what a person took over, not what they once had', () => {
    const again: KnownLine = { ...known('ready'), taken_over_by: 'person' };
    expect(takeLine(incoming, again, true).state).toBe('cancelled');
  });

  it('is the newer reading: of two at the same moment the one that comes later', () => {
    const kept = { updatedAt: '2026-01-01T10:00:00.000Z', readAt: '2026-01-01T10:00:05.000Z' };
    expect(isNewer(kept, kept)).toBe(true);
    expect(isNewer(kept, { ...kept, isDeleted: true })).toBe(false);
  });

  it('is the word of the store where it has begun, though nothing is left of the pieces', () => {
    const line = { ...incoming, externalLineId: '1', title: '', unitPrice: money(1, 'USD'), discount: money(0, 'USD') };
    const half = [line, { ...line, fulfillableQuantity: 0 }];
    expect(getFulfillment({ fulfillmentStatus: 'in_progress', lines: half })).toBe('partially_fulfilled');
    expect(getFulfillment({ fulfillmentStatus: 'fulfilled', lines: half })).toBe('fulfilled');
  });
});

it('a line is flagged where the store changed it after it was given to a supplier', () => {
  for (const block_key of ['ORDER_LINE_CHANGED', 'ORDER_LINE_REMOVED', 'ORDER_ADDRESS_CHANGED'])
    expect(isFlagged({ block_key })).toBe(true);
  for (const block_key of [null, 'product_out_of_stock']) expect(isFlagged({ block_key })).toBe(false);
});
