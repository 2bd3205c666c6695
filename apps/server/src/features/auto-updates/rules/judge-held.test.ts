import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ListingValue } from '../tables.ts';
import { holds, isMerchantsStock, judgeHeld } from './judge-held.ts';

const price = (amount: number, compare?: number | null): ListingValue => ({
  field: 'price',
  price: amount,
  ...(compare === undefined ? {} : { compare }),
});
const stock = (count: number | null): ListingValue => ({ field: 'stock', stock: count });

it.each([
  [{ after: price(12), held: price(10, null), isTheirs: false }, { kind: 'write' }],
  [{ after: price(12), held: price(12, 20), isTheirs: true }, { kind: 'same' }],
  [{ after: price(12, 15), held: price(12, 20), isTheirs: false }, { kind: 'write' }],
  [
    { after: price(12), held: price(9, null), isTheirs: true },
    { kind: 'kept', key: 'AUTO_UPDATE_MERCHANTS' },
  ],
  [{ after: price(10), expected: price(12), held: price(12, null), isTheirs: true }, { kind: 'write' }],
  [
    { after: price(10), expected: price(12), held: price(11, null), isTheirs: false },
    { kind: 'kept', key: 'AUTO_UPDATE_CHANGED_SINCE' },
  ],
  [
    { after: stock(0), held: stock(null), isTheirs: false },
    { kind: 'failed', key: 'AUTO_UPDATE_STOCK_UNTRACKED' },
  ],
  [
    { after: stock(0), held: undefined, isTheirs: false },
    { kind: 'failed', key: 'AUTO_UPDATE_VARIANT_GONE' },
  ],
  [{ after: stock(5), expected: stock(0), held: stock(0), isTheirs: true }, { kind: 'write' }],
] as const)('%j is judged as %j', (given, expected) => expect(judgeHeld(given)).toEqual(expected));

it("a stock above what we sent is the merchant's own, one below was sold", () => {
  expect([isMerchantsStock(500, 50), isMerchantsStock(50, 50), isMerchantsStock(12, 50)]).toEqual([true, false, false]);
  expect([isMerchantsStock(3, undefined), isMerchantsStock(null, undefined)]).toEqual([true, false]);
});

const value: fc.Arbitrary<ListingValue> = fc.oneof(
  fc.record({ field: fc.constant('price' as const), price: fc.nat(5), compare: fc.option(fc.nat(5)) }),
  fc.record({ field: fc.constant('stock' as const), stock: fc.nat(5) }),
  fc.record({ field: fc.constant('status' as const), status: fc.constantFrom('active', 'draft') }),
);

it("an undo restores exactly what was there, and never over the merchant's value", () => {
  fc.assert(
    fc.property(value, value, value, (before, after, now) => {
      fc.pre(before.field === after.field && now.field === after.field && !holds(before, after));
      const verdict = judgeHeld({ after: before, expected: after, held: now, isTheirs: true });
      if (holds(now, before)) expect(verdict.kind).toBe('same');
      else expect(verdict.kind).toBe(holds(now, after) ? 'write' : 'kept');
    }),
  );
});
