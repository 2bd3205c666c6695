import { money } from '@quayside/kernel';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BookedRefund, creditedSum, newRefunds, paidAmount } from './refunds.ts';

const named = (refundId: string, amount: number, currency = 'USD') => ({ refundId, amount: money(amount, currency) });
const booked = (ref: string, amount: number, more: Partial<BookedRefund> = {}): BookedRefund => ({
  ref,
  amount,
  credited: amount,
  source: 'supplier',
  refundedAt: null,
  ...more,
});
const credits = (paid: number, before: BookedRefund[], now: ReturnType<typeof named>[]) =>
  newRefunds(paid, before, now, 'USD').map((one) => [one.ref, one.credited]);

describe('refunds that a supplier names', () => {
  it('are credited once for each id', () => {
    expect(credits(1_000, [], [named('a', 300), named('b', 200), named('a', 300)])).toEqual([
      ['a', 300],
      ['b', 200],
    ]);
    expect(credits(1_000, [booked('a', 300)], [named('a', 300), named('b', 200)])).toEqual([['b', 200]]);
  });

  it('credit nothing when an older reading names fewer of them', () => {
    expect(credits(1_000, [booked('a', 300), booked('b', 200)], [named('a', 300)])).toEqual([]);
  });

  it('never credit more than was paid', () => {
    expect(credits(1_000, [booked('a', 800)], [named('b', 500)])).toEqual([['b', 200]]);
    expect(credits(1_000, [], [named('a', 1_001)])).toEqual([['a', 1_000]]);
  });

  it('do not credit again what was credited before the supplier named it', () => {
    const before = [booked('smaller total', 600, { source: 'total' })];
    expect(credits(1_000, before, [named('a', 600)])).toEqual([['a', 0]]);
    expect(credits(1_000, before, [named('a', 400), named('b', 500)])).toEqual([
      ['a', 0],
      ['b', 300],
    ]);
  });

  it('are left out in another currency, and at zero or less', () => {
    expect(credits(1_000, [], [named('a', 100, 'EUR'), named('b', 0), named('c', -5)])).toEqual([]);
  });

  it('together never exceed what was paid, whatever is read in which order', () => {
    const reading = fc.array(
      fc.record({ id: fc.constantFrom('a', 'b', 'c', 'd'), amount: fc.integer({ min: -10, max: 2_000 }) }),
      { maxLength: 6 },
    );
    const earlier = fc.option(fc.integer({ min: 1, max: 1_000 }), { nil: undefined });
    fc.assert(
      fc.property(
        fc.integer({ min: 1_000, max: 3_000 }),
        earlier,
        fc.array(reading, { maxLength: 6 }),
        (paid, own, all) => {
          const kept = own === undefined ? [] : [booked('operator', own, { source: 'operator' })];
          for (const one of all) {
            const made = newRefunds(
              paid,
              kept,
              one.map(({ id, amount }) => named(id, amount)),
              'USD',
            );
            kept.push(...made);
            expect(creditedSum(kept)).toBeLessThanOrEqual(paid);
            for (const refund of made) expect(refund.credited).toBeLessThanOrEqual(refund.amount);
          }
          const total = kept.filter((one) => one.source === 'supplier').reduce((sum, one) => sum + one.amount, 0);
          expect(creditedSum(kept)).toBe(Math.max(own ?? 0, Math.min(paid, total)));
          expect(new Set(kept.map((one) => one.ref)).size).toBe(kept.length);
        },
      ),
    );
  });
});

it('counts as paid what the wallet paid, whatever the supplier took', () => {
  const row = { pay_state: 'paid', payer: 'wallet', pay_amount: 1_000, total_cost: 1_300 } as const;
  expect(paidAmount(row, [])).toBe(1_000);
  expect(paidAmount({ ...row, total_cost: 600 }, [{ credited: 300 }])).toBe(900);
  expect(paidAmount({ ...row, pay_state: 'unpaid' }, [])).toBe(0);
  expect(paidAmount({ ...row, payer: 'own-account' }, [])).toBe(1_300);
});
