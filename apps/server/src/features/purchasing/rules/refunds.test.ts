import { money } from '@quayside/kernel';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BookedRefund, creditedSum, expectedRefund, isRefundable, newRefunds, paidAmount } from './refunds.ts';

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

  it('keep the time that the supplier gives', () => {
    const at = '2026-01-01T00:00:00.000Z';
    const made = newRefunds(1_000, [], [{ ...named('a', 100), at }, named('b', 100)], 'USD');
    expect(made.map(({ refundedAt }) => refundedAt)).toEqual([at, null]);
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
  expect(paidAmount({ ...row, total_cost: null }, [{ credited: 300 }])).toBe(0);
  expect(paidAmount({ ...row, pay_state: 'refunded', total_cost: 0 }, [{ credited: 300 }])).toBe(300);
  expect(paidAmount({ ...row, payer: 'own-account' }, [])).toBe(1_300);
});

it('is possible for what was paid and whose cost is known', () => {
  expect(isRefundable({ pay_state: 'paid', total_cost: 0 })).toBe(true);
  expect(isRefundable({ pay_state: 'paid', total_cost: null })).toBe(false);
  expect(isRefundable({ pay_state: 'unpaid', total_cost: 100 })).toBe(false);
});

describe('a refund that a supplier owes', () => {
  const line = (source_variant_id: string, quantity: number, unit_cost: number | null) => ({
    source_variant_id,
    quantity,
    unit_cost,
  });
  const bought = [line('a', 2, 300), line('b', 1, 400)];
  const reading = (refused: readonly [string, number][], state: 'paid' | 'cancelled' = 'paid') => ({
    state,
    shippingCost: money(150, 'USD'),
    lines: refused.map(([sourceVariantId, quantity]) => ({ sourceVariantId, quantity, state: 'refused' as const })),
  });

  it('is the whole payment of a cancelled order', () => {
    expect(expectedRefund(1_150, reading([], 'cancelled'), bought)).toBe(1_150);
    expect(expectedRefund(1_150, reading([['a', 1]], 'cancelled'), bought)).toBe(1_150);
  });
  it('is the cost of refused items, each piece once, without shipping', () => {
    expect(expectedRefund(1_150, reading([]), bought)).toBe(0);
    expect(expectedRefund(1_150, reading([['a', 1]]), bought)).toBe(300);
    expect(expectedRefund(1_150, reading([['a', 9]]), bought)).toBe(600);
    expect(
      expectedRefund(
        1_150,
        reading([
          ['a', 2],
          ['b', 1],
        ]),
        bought,
      ),
    ).toBe(1_000);
    expect(expectedRefund(1_150, reading([['z', 1]]), bought)).toBe(0);
  });
  it('counts pieces of a variant over all lines that bought it, and only those that were refused', () => {
    const twice = [line('a', 2, 300), line('a', 2, 300)];
    expect(expectedRefund(1_350, reading([['a', 3]]), twice)).toBe(900);
    expect(
      expectedRefund(
        1_350,
        reading([
          ['a', 1],
          ['a', 2],
        ]),
        twice,
      ),
    ).toBe(900);
    const shipped = { sourceVariantId: 'a', quantity: 2, state: 'shipped' as const };
    expect(expectedRefund(1_350, { ...reading([['a', 1]]), lines: [shipped] }, twice)).toBe(0);
  });
  it('leaves out items that were refused before the payment', () => {
    expect(expectedRefund(750, reading([['b', 1]]), bought)).toBe(0);
    expect(expectedRefund(900, reading([['b', 1]]), bought)).toBe(150);
  });
  it('is nothing where a cost is unknown', () => {
    expect(expectedRefund(1_150, reading([['a', 1]]), [line('a', 2, 300), line('b', 1, null)])).toBe(0);
  });
  it('is never more than was paid', () => {
    fc.assert(
      fc.property(fc.nat(5_000), fc.nat(10), fc.nat(10), fc.boolean(), (paid, a, b, cancelled) => {
        const of = reading(
          [
            ['a', a],
            ['b', b],
          ],
          cancelled ? 'cancelled' : 'paid',
        );
        const owed = expectedRefund(paid, of, bought);
        expect(owed).toBeGreaterThanOrEqual(0);
        expect(owed).toBeLessThanOrEqual(paid);
      }),
    );
  });
});
