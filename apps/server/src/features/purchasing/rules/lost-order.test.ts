import { expect, it } from 'vitest';
import { type LostOrder, matchLost } from './lost-order.ts';

const lost = (change: Partial<LostOrder> = {}): LostOrder => ({
  lost_order_id: 'l1',
  source_order_no: 'S1',
  order_number: null,
  lines: [
    { variant: 'a', quantity: 1 },
    { variant: 'b', quantity: 2 },
  ],
  same_order: true,
  shown: false,
  ...change,
});
const wanted = [
  { variant: 'b', quantity: 2 },
  { variant: 'a', quantity: 1 },
];

it.each([
  ['the same goods of the same order are the purchase itself', lost(), 'same'],
  ['also where somebody was asked about it before', lost({ shown: true }), 'same'],
  ['other pieces of the same order may be', lost({ lines: [{ variant: 'a', quantity: 2 }] }), 'doubt'],
  ['the same goods under a reference that tells nothing may be', lost({ same_order: false }), 'doubt'],
  ['a person is asked once', lost({ same_order: false, shown: true }), undefined],
  ['other goods are not', lost({ lines: [{ variant: 'c', quantity: 1 }] }), undefined],
])('%s', (_name, order, kind) => {
  expect(matchLost(wanted, [order])?.kind).toBe(kind);
});
