import { expect, it } from 'vitest';
import { type PastTransaction, toPostings } from './past-transactions.ts';

const empty = { topup: 0, bonus: 0, reserved: 0, frozen: 0, debt: 0 };
const bonus: PastTransaction = { kind: 'bonus', at: '2026-09-01T00:00:00.000Z', key: 'b', amount: 1_000 };
const topup: PastTransaction = {
  kind: 'topup',
  at: '2026-09-02T00:00:00.000Z',
  topupId: 't',
  provider: 'stripe',
  providerRef: 'cs_1',
  amount: 5_000,
};
const payment = (at: string, amount: number): PastTransaction => ({
  kind: 'payment',
  at,
  key: `p ${at}`,
  amount,
  supplier: 'quayside',
  reference: {},
});

it('books moves in the order of time; each posting sums to zero', () => {
  const moves = [payment('2026-09-03T00:00:00.000Z', 1_500), topup, bonus];
  const { balances, postings } = toPostings(moves, empty);
  expect(postings.map((one) => one.kind)).toEqual(['bonus', 'topup', 'reserve', 'settle']);
  for (const { entries } of postings) expect(entries.reduce((sum, one) => sum + one.amount, 0)).toBe(0);
  expect(balances).toEqual({ ...empty, topup: 4_500, bonus: 0 });
});

it('refuses a payment before there is money for it', () => {
  expect(() => toPostings([payment('2026-09-01T12:00:00.000Z', 1_001), bonus, topup], empty)).toThrow(/exceeds/);
});
