import { expect, test } from 'vitest';
import { isIoss, toCustoms } from './customs.ts';

const LINES = [{ line_id: 'a', unit_price: 2_000, discount: 300, quantity: 3 }];
const order = (ship_country: string) => ({ currency: 'EUR', ship_country });

test.each([
  ['IM2760000742', true],
  ['im2760000742', false],
  ['IM276000074', false],
  ['DE2760000742', false],
])('%s is an IOSS number: %s', (text, valid) => expect(isIoss(text)).toBe(valid));

test('the IOSS number goes with parcels to the European Union only', () => {
  const customs = { ioss: 'IM2760000742', declares: 'supplier' } as const;
  expect(toCustoms(customs, order('DE'), LINES, [])).toEqual({ ioss: 'IM2760000742' });
  expect(toCustoms(customs, order('CH'), LINES, [])).toBeUndefined();
  expect(toCustoms(undefined, order('DE'), LINES, [])).toBeUndefined();
});

test('the declared value is what the shopper paid for the bought pieces', () => {
  const customs = { ioss: null, declares: 'sale' } as const;
  const value = (quantity: number) => toCustoms(customs, order('US'), LINES, [{ line_id: 'a', quantity }])?.value;
  expect(value(3)).toEqual({ amount: 5_700, currency: 'EUR' });
  expect(value(1)).toEqual({ amount: 1_900, currency: 'EUR' });
});
