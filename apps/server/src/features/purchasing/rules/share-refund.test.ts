import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AgreedRefund, type OrderPart, shareRefund } from './share-refund.ts';

const parts: OrderPart[] = [
  { order_id: 'a', left: 600 },
  { order_id: 'b', left: 400 },
];
const a = { order_id: 'a', outstanding: 200 };
const b = { order_id: 'b', outstanding: 100 };

describe('a refund of a shared supplier order', () => {
  it.each<[string, number, AgreedRefund[], string | undefined, number[]]>([
    ['without a request, by what is left', 100, [], undefined, [60, 40]],
    ['of one order', 100, [a], 'b', [0, 100]],
    ['of one order, beyond its part', 500, [], 'b', [100, 400]],
    ['for the one request', 200, [a], undefined, [200, 0]],
    ['for the request that it pays exactly', 100, [a, b], undefined, [0, 100]],
    ['for the first request, then the next', 250, [a, b], undefined, [200, 50]],
    ['for all requests, then by what is left', 1_000, [a, b], undefined, [600, 400]],
    ['for the older of two requests of the same amount', 200, [a, { ...b, outstanding: 200 }], undefined, [200, 0]],
    ['for a request beyond its part', 700, [{ ...b, outstanding: 700 }], undefined, [300, 400]],
  ])('%s', (_what, amount, agreed, orderId, expected) =>
    expect(shareRefund(amount, parts, agreed, orderId)).toEqual(expected),
  );

  it('always adds up, and never gives an order more than is left of its part', () => {
    const part = fc.record({ order_id: fc.constantFrom('a', 'b', 'c', 'd'), left: fc.nat(10_000) });
    const owed = fc.record({ order_id: fc.constantFrom('a', 'b', 'c', 'd'), outstanding: fc.nat(10_000) });
    const all = fc.uniqueArray(part, { minLength: 1, maxLength: 4, selector: (one) => one.order_id });
    fc.assert(
      fc.property(all, fc.array(owed, { maxLength: 5 }), fc.nat(100), fc.boolean(), (given, agreed, percent, named) => {
        const whole = given.reduce((sum, one) => sum + one.left, 0);
        const amount = Math.floor((whole * percent) / 100);
        const got = shareRefund(amount, given, agreed, named ? given[0]?.order_id : undefined);
        expect(got.reduce((sum, one) => sum + one, 0)).toBe(amount);
        expect(got.every((one, at) => one >= 0 && one <= (given[at]?.left ?? 0))).toBe(true);
      }),
    );
  });
});
