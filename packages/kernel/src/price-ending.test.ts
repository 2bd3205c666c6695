import fc from 'fast-check';
import { expect, it } from 'vitest';
import { money } from './money.ts';
import { PRICE_ENDINGS, raiseToEnding } from './price-ending.ts';

it.each([
  [1471, 'EUR', '99', 1499],
  [1499, 'EUR', '99', 1499],
  [1496, 'EUR', '95', 1595],
  [1400, 'EUR', '00', 1400],
  [1401, 'EUR', '00', 1500],
  [1471, 'EUR', 'exact', 1471],
  [2341, 'JPY', '99', 2341],
  [3070, 'KWD', '95', 3950],
] as const)('raises %d %s to end on %s', (amount, currency, ending, expected) =>
  expect(raiseToEnding(money(amount, currency), ending)).toEqual(money(expected, currency)),
);

it('never lowers a price, and raises it by less than one unit', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e8 }), fc.constantFrom(...PRICE_ENDINGS), (amount, ending) => {
      const raised = raiseToEnding(money(amount, 'EUR'), ending).amount;
      expect(raised).toBeGreaterThanOrEqual(amount);
      expect(raised - amount).toBeLessThan(100);
    }),
  );
});
