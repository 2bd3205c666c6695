import { money } from '@quayside/kernel';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { suggestedPrice } from './pricing.ts';

const usd = (amount: number) => money(amount, 'USD');

describe('suggestedPrice', () => {
  it('is what the supplier suggests', () => expect(suggestedPrice(usd(400), usd(1500))).toEqual(usd(1500)));
  it.each([
    [400, 1099],
    [396, 999],
    [1, 99],
    [0, 99],
    [1000, 2599],
  ])('a cost of %d becomes %d', (cost, price) => expect(suggestedPrice(usd(cost))).toEqual(usd(price)));
  it('knows currencies without cents', () => expect(suggestedPrice(money(401, 'JPY'))).toEqual(money(1003, 'JPY')));
  it('never falls below the multiple, nor a whole unit above it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000 }), (cost) => {
        const { amount } = suggestedPrice(usd(cost));
        expect(amount).toBeGreaterThanOrEqual(cost * 2.5);
        expect(amount % 100).toBe(99);
        expect(amount - cost * 2.5).toBeLessThan(100);
      }),
    );
  });
});
