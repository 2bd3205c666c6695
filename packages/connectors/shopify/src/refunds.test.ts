import { money } from '@quayside/kernel';
import { expect, test } from 'vitest';
import type { RawTransaction } from './raw.ts';
import { getRefundable, refundLines, refundTransactions } from './refunds.ts';

const transaction = (id: string, kind: string, amount: string, more: Partial<RawTransaction> = {}): RawTransaction => ({
  id,
  kind,
  status: 'SUCCESS',
  gateway: 'bogus',
  parentTransaction: null,
  amountSet: { shopMoney: { amount, currencyCode: 'USD' } },
  ...more,
});
const spread = (all: RawTransaction[], amount: number) =>
  refundTransactions('order', all, money(amount, 'USD')).map(({ amount: text, parentId }) => [parentId, text]);

test('money goes back by the payments it came by, less what went back before', () => {
  const all = [
    transaction('a', 'SALE', '10.00'),
    transaction('b', 'CAPTURE', '20.00'),
    transaction('x', 'AUTHORIZATION', '20.00'),
    transaction('y', 'SALE', '99.00', { status: 'FAILURE' }),
    transaction('r', 'REFUND', '4.00', { parentTransaction: { id: 'a' } }),
    transaction('s', 'REFUND', '1.00', { parentTransaction: { id: 'b' }, status: 'FAILURE' }),
  ];
  expect(spread(all, 1500)).toEqual([
    ['a', '6.00'],
    ['b', '9.00'],
  ]);
  expect(spread(all, 2600)).toEqual([
    ['a', '6.00'],
    ['b', '20.00'],
  ]);
  expect(getRefundable(all, 'USD')).toEqual({ paid: money(3000, 'USD'), left: money(2600, 'USD') });
  expect(spread(all, 0)).toEqual([]);
  expect(() => spread(all, 2601)).toThrow(expect.objectContaining({ kind: 'rejected', code: 'refund_amount' }));
});

test('pieces that have not left are cancelled, those that have are returned', () => {
  const lines = [
    { externalLineId: 'a', quantity: 3 },
    { externalLineId: 'b', quantity: 1 },
  ];
  expect(refundLines(lines, new Map([['a', 2]]), 'here')).toEqual([
    { lineItemId: 'a', quantity: 2, restockType: 'CANCEL', locationId: 'here' },
    { lineItemId: 'a', quantity: 1, restockType: 'RETURN', locationId: 'here' },
    { lineItemId: 'b', quantity: 1, restockType: 'RETURN', locationId: 'here' },
  ]);
  expect(refundLines(lines, new Map(), undefined)).toEqual([
    { lineItemId: 'a', quantity: 3, restockType: 'NO_RESTOCK' },
    { lineItemId: 'b', quantity: 1, restockType: 'NO_RESTOCK' },
  ]);
});
