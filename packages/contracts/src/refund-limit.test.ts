import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getRefundLimit, getUsualRefund } from './refund-limit.ts';

describe('the most that can be requested', () => {
  const two = { quantity: 2, asked: 1, unit_cost: 1_000 };
  it.each([
    ['one of two items', 2_400, 0, [two], 1_000],
    ['all items, with shipping', 2_400, 0, [{ ...two, asked: 2 }], 2_400],
    ['what is left', 2_400, 1_900, [two], 500],
    ['nothing', 2_400, 2_400, [two], 0],
    ['what is left, for an unknown cost', 2_400, 0, [{ ...two, unit_cost: null }], 2_400],
    ['of lines that are not asked for, nothing', 5_000, 0, [two, { quantity: 1, asked: 0, unit_cost: null }], 1_000],
  ])('%s', (_what, paid, spent, lines, most) => expect(getRefundLimit(paid - spent, lines)).toBe(most));

  it('is asked for unless a person names less, without shipping where an API takes only all items with it', () => {
    const lines = [{ ...two, asked: 2 }];
    expect(getUsualRefund(2_400, lines, { isShared: false, via: 'supplier' })).toBe(2_400);
    expect(getUsualRefund(2_400, lines, { isShared: true, via: 'manual' })).toBe(2_400);
    expect(getUsualRefund(2_400, lines, { isShared: true, via: 'supplier' })).toBe(2_000);
    expect(getUsualRefund(1_500, lines, { isShared: true, via: 'supplier' })).toBe(1_500);
  });

  it('never exceeds the payment, however requests add up', () => {
    const line = fc.record({
      quantity: fc.integer({ min: 1, max: 9 }),
      asked: fc.integer({ min: 0, max: 9 }),
      unit_cost: fc.option(fc.integer({ min: 0, max: 10_000 })),
    });
    fc.assert(
      fc.property(
        fc.nat(100_000),
        fc.array(fc.array(line, { minLength: 1, maxLength: 4 }), { maxLength: 8 }),
        (paid, all) => {
          let spent = 0;
          for (const lines of all) spent += getRefundLimit(paid - spent, lines);
          return spent <= paid;
        },
      ),
    );
  });
});
