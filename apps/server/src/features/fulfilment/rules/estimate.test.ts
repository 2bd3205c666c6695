import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { estimateDelivery, getDeliveryDays, LEAST_SAMPLES } from './estimate.ts';

const NOW = Date.parse('2026-11-10T00:00:00Z');

describe('delivery times', () => {
  it('are unknown from few deliveries', () => {
    expect(getDeliveryDays(Array(LEAST_SAMPLES - 1).fill(5))).toBeUndefined();
    expect(getDeliveryDays(Array(LEAST_SAMPLES).fill(5))).toEqual({ median: 5, late: 5 });
  });

  it('are the median and the time that 85 of 100 keep', () => {
    expect(getDeliveryDays([9, 1, 2, 3, 4, 5, 6, 7, 8, 20])).toEqual({ median: 5, late: 9 });
  });

  it('lie within the samples, in order, whatever the order of the samples', () => {
    const samples = fc.array(fc.integer({ min: 0, max: 90 }), { minLength: LEAST_SAMPLES, maxLength: 60 });
    fc.assert(
      fc.property(samples, (list) => {
        const days = getDeliveryDays(list);
        expect(days).toEqual(getDeliveryDays([...list].reverse()));
        expect(list).toContain(days?.median);
        expect(list).toContain(days?.late);
        expect(days?.late).toBeGreaterThanOrEqual(days?.median ?? 0);
        expect(list.filter((one) => one <= (days?.late ?? 0)).length / list.length).toBeGreaterThanOrEqual(0.85);
      }),
    );
  });
});

describe('an estimated delivery', () => {
  const days = { median: 6, late: 10 };
  it.each([
    ['of a parcel just sent', '2026-11-09T00:00:00Z', { from: '2026-11-15', to: '2026-11-19' }],
    [
      'of one that is later than half were, from today',
      '2026-11-02T00:00:00Z',
      { from: '2026-11-10', to: '2026-11-12' },
    ],
    ['of one that is later than most were is none', '2026-10-20T00:00:00Z', undefined],
  ])('%s', (_case, shippedAt, expected) => expect(estimateDelivery(shippedAt, days, NOW)).toEqual(expected));

  it('is none without history', () => expect(estimateDelivery('2026-11-09T00:00:00Z', undefined, NOW)).toBeUndefined());
});
