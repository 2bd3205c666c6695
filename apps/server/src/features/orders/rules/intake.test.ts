import { LINE_STATES } from '@quayside/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dropLine, fulfillmentOf, isNewer, type KnownLine, takeLine, toBuy } from './intake.ts';

const incoming = { quantity: 2, fulfillableQuantity: 2, requiresShipping: true };
const known = (state: KnownLine['state'], source: string | null = 'quayside'): KnownLine => ({
  external_line_id: '1',
  quantity: 2,
  state,
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
    expect(takeLine(incoming, known('ready'), true)).toEqual({ state: 'cancelled' });
    expect(takeLine(incoming, known('placing'), true)).toEqual({ state: 'placing' });
    expect(takeLine({ ...incoming, quantity: 3 }, known('placed'), false).flag).toBe('ORDER_LINE_CHANGED');
    expect(takeLine(incoming, known('placed'), false, true).flag).toBe('ORDER_ADDRESS_CHANGED');
    expect(takeLine(incoming, known('ready'), false, true)).toEqual({ state: 'ready' });
    expect(dropLine(known('placed')).flag).toBe('ORDER_LINE_REMOVED');
    expect(dropLine(known('ready'))).toEqual({ state: 'cancelled' });
  });

  it('takes a cancelled line up again where it was', () => {
    expect(takeLine(incoming, known('cancelled'), false).state).toBe('ready');
    expect(takeLine(incoming, known('cancelled', null), false).state).toBe('unmapped');
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
  });

  it('takes the store’s word on what is sent, and the pieces where it has none for a part', () => {
    const lines = [incoming, { ...incoming, fulfillableQuantity: 0 }].map((line, at) => ({
      ...line,
      externalLineId: String(at),
      title: '',
      unitPrice: { amount: 1, currency: 'USD' },
      discount: { amount: 0, currency: 'USD' },
    }));
    expect(fulfillmentOf({ fulfillmentStatus: 'unfulfilled', lines })).toBe('partially_fulfilled');
    expect(fulfillmentOf({ fulfillmentStatus: 'fulfilled', lines })).toBe('fulfilled');
    expect(fulfillmentOf({ fulfillmentStatus: 'unfulfilled', lines: lines.slice(0, 1) })).toBe('unfulfilled');
    expect(fulfillmentOf({ fulfillmentStatus: 'in_progress', lines: lines.slice(0, 1) })).toBe('in_progress');
  });

  it('buys only what is not sent off yet', () => {
    expect(toBuy({ quantity: 3, fulfillable_quantity: 2 })).toBe(2);
    expect(toBuy({ quantity: 1, fulfillable_quantity: 5 })).toBe(1);
  });
});
