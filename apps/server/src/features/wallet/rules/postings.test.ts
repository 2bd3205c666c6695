import { money } from '@quayside/kernel';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bonusEntries,
  claimEntries,
  claimKind,
  claimLevels,
  fellBelow,
  paidFrom,
  refundEntries,
  releaseEntries,
  repayEntries,
  reserveEntries,
  settleEntries,
  spendable,
  split,
  sumChanges,
  topupEntries,
} from './postings.ts';

const total = (entries: { amount: number }[]) => entries.reduce((sum, entry) => sum + entry.amount, 0);
const NONE = { topup: 0, bonus: 0, reserved: 0, frozen: 0, debt: 0 };
const cents = fc.integer({ min: 0, max: 10_000_000 });

it('tells a fall below a mark from having been below', () => {
  expect(fellBelow(2_000, 1_999, 2_000)).toBe(true);
  expect(fellBelow(1_999, 1_000, 2_000)).toBe(false);
  expect(fellBelow(5_000, 2_000, 2_000)).toBe(false);
});

describe('wallet postings', () => {
  it('spends the bonus before the top-up (A65)', () => {
    expect(split({ bonus: 300, topup: 1000, debt: 0 }, 500)).toEqual({ bonus: 300, topup: 200 });
    expect(split({ bonus: 300, topup: 100, debt: 0 }, 401)).toBeUndefined();
  });

  it('balances whatever the amounts are', () => {
    fc.assert(
      fc.property(cents, cents, cents, (bonus, topup, actual) => {
        const reserve = reserveEntries({ bonus, topup });
        expect(total(reserve)).toBe(0);
        expect(total(releaseEntries(reserve))).toBe(0);
        expect(total(settleEntries({ bonus, topup }, actual, 'cj'))).toBe(0);
        expect(total(topupEntries('stripe', money(topup, 'USD')))).toBe(0);
      }),
    );
  });

  it('leaves the balances as they were after a reservation is released', () => {
    fc.assert(
      fc.property(cents, cents, (bonus, topup) => {
        const reserve = reserveEntries({ bonus, topup });
        const back = sumChanges([...reserve, ...releaseEntries(reserve)]);
        expect(back).toEqual({ ...NONE });
      }),
    );
  });

  it('gives back what a payment did not need', () => {
    expect(sumChanges(settleEntries({ topup: 1000, bonus: 0 }, 950, 'quayside'))).toEqual({
      ...NONE,
      topup: 50,
      reserved: -1000,
    });
  });

  it('name where money comes from and where it goes', () => {
    expect(topupEntries('stripe', money(1000, 'USD'))).toEqual([
      { account: 'provider:stripe', amount: -1000 },
      { account: 'wallet:topup', amount: 1000 },
    ]);
    expect(bonusEntries(money(500, 'USD'))).toEqual([
      { account: 'quayside:bonus', amount: -500 },
      { account: 'wallet:bonus', amount: 500 },
    ]);
    expect(reserveEntries({ bonus: 300, topup: 200 })).toEqual([
      { account: 'wallet:bonus', amount: -300 },
      { account: 'wallet:topup', amount: -200 },
      { account: 'wallet:reserved', amount: 500 },
    ]);
    expect(settleEntries({ bonus: 300, topup: 200 }, 450, 'cj')).toEqual([
      { account: 'wallet:reserved', amount: -500 },
      { account: 'supplier:cj', amount: 450 },
      { account: 'wallet:topup', amount: 50 },
    ]);
    expect(refundEntries(450, 'cj', { topup: 450, bonus: 0 })).toEqual([
      { account: 'supplier:cj', amount: -450 },
      { account: 'wallet:topup', amount: 450 },
    ]);
  });

  it('have no entries of zero', () => {
    expect(reserveEntries({ bonus: 0, topup: 200 }).map((one) => one.account)).toEqual([
      'wallet:topup',
      'wallet:reserved',
    ]);
    expect(settleEntries({ bonus: 300, topup: 200 }, 500, 'cj').map((one) => one.account)).toEqual([
      'wallet:reserved',
      'supplier:cj',
    ]);
    expect(topupEntries('stripe', money(0, 'USD'))).toEqual([]);
  });

  it('may spend all there is', () => {
    expect(split({ bonus: 300, topup: 100, debt: 0 }, 400)).toEqual({ bonus: 300, topup: 100 });
    expect(split({ bonus: 300, topup: 100, debt: 0 }, 200)).toEqual({ bonus: 200, topup: 0 });
  });

  it('move each balance by its own entries', () => {
    expect(sumChanges(reserveEntries({ bonus: 300, topup: 200 }))).toEqual({
      ...NONE,
      bonus: -300,
      topup: -200,
      reserved: 500,
    });
    expect(sumChanges(bonusEntries(money(500, 'USD')))).toEqual({ ...NONE, bonus: 500 });
  });
});

describe('buckets', () => {
  it('get back what a payment did not need, the one that was spent last first', () => {
    const from = { bonus: 300, topup: 200 };
    const change = (actual: number) => sumChanges(settleEntries(from, actual, 'cj'));
    expect(change(450)).toMatchObject({ topup: 50, bonus: 0, reserved: -500 });
    expect(change(250)).toMatchObject({ topup: 200, bonus: 50, reserved: -500 });
    expect(change(0)).toMatchObject({ topup: 200, bonus: 300 });
  });

  it('get back refunds, none more than it paid', () => {
    fc.assert(
      fc.property(cents, cents, fc.array(cents, { maxLength: 5 }), fc.nat(100), (bonus, topup, parts, percent) => {
        const reserve = reserveEntries({ bonus, topup });
        const actual = Math.floor(((bonus + topup) * percent) / 100);
        const entries = [...reserve, ...settleEntries({ bonus, topup }, actual, 'cj')];
        let left = actual;
        for (const part of parts) {
          const back = Math.min(part, left);
          left -= back;
          entries.push(...refundEntries(back, 'cj', paidFrom(entries)));
          const paid = paidFrom(entries);
          expect(paid.bonus + paid.topup).toBe(left);
        }
        const { bonus: bonusChange, topup: topupChange } = sumChanges(entries);
        expect(Math.max(bonusChange, topupChange)).toBeLessThanOrEqual(0);
      }),
    );
  });

  it('know what was paid where an earlier version returned bonus as top-up', () => {
    const entries = [
      ...reserveEntries({ bonus: 300, topup: 100 }),
      { account: 'wallet:reserved', amount: -400 } as const,
      { account: 'supplier:cj', amount: 150 } as const,
      { account: 'wallet:topup', amount: 250 } as const,
    ];
    expect(paidFrom(entries)).toEqual({ topup: 0, bonus: 150 });
  });
});

describe('claims on a top-up', () => {
  const claims = fc.record({
    refunded: fc.nat(6_000),
    disputes: fc.array(
      fc.record({ amount: fc.nat(6_000), state: fc.constantFrom('open' as const, 'won' as const, 'lost' as const) }),
      { maxLength: 3 },
    ),
  });

  it('are never more than the top-up, and what is gone comes before what is disputed', () => {
    const lost = { amount: 3_000, state: 'lost' } as const;
    const open = { amount: 3_000, state: 'open' } as const;
    expect(claimLevels(5_000, { refunded: 1_000, disputes: [open, lost] })).toEqual({ taken: 4_000, frozen: 1_000 });
    expect(claimLevels(5_000, { refunded: 5_000, disputes: [open] })).toEqual({ taken: 5_000, frozen: 0 });
    expect(claimLevels(5_000, { refunded: 0, disputes: [{ amount: 3_000, state: 'won' }] })).toEqual({
      taken: 0,
      frozen: 0,
    });
    fc.assert(
      fc.property(claims, (some) => {
        const { frozen, taken } = claimLevels(5_000, some);
        expect(frozen + taken).toBeLessThanOrEqual(5_000);
        expect(Math.min(frozen, taken)).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it('are named by what changed', () => {
    const none = { taken: 0, frozen: 0 };
    expect(claimKind(none, none)).toBeUndefined();
    expect(claimKind(none, { taken: 0, frozen: 5 })).toBe('freeze');
    expect(claimKind({ taken: 0, frozen: 5 }, none)).toBe('unfreeze');
    expect(claimKind({ taken: 0, frozen: 5 }, { taken: 5, frozen: 0 })).toBe('take_back');
    expect(claimKind({ taken: 5, frozen: 0 }, none)).toBe('give_back');
  });

  it('become debt where the money was spent', () => {
    const none = { taken: 0, frozen: 0 };
    expect(claimEntries(none, { taken: 0, frozen: 500 }, 200, 'stripe')).toEqual([
      { account: 'wallet:frozen', amount: 500 },
      { account: 'wallet:topup', amount: -200 },
      { account: 'wallet:debt', amount: -300 },
    ]);
    expect(claimEntries({ taken: 0, frozen: 500 }, { taken: 500, frozen: 0 }, 0, 'stripe')).toEqual([
      { account: 'provider:stripe', amount: 500 },
      { account: 'wallet:frozen', amount: -500 },
    ]);
    expect(repayEntries({ debt: 300, topup: 200 })).toEqual([
      { account: 'wallet:topup', amount: -200 },
      { account: 'wallet:debt', amount: 200 },
    ]);
    expect(spendable({ topup: 0, bonus: 500, debt: 300 })).toBe(200);
    expect(spendable({ topup: 0, bonus: 100, debt: 300 })).toBe(0);
    expect(split({ topup: 0, bonus: 500, debt: 300 }, 201)).toBeUndefined();
  });

  it('balance in any order, and leave no bucket negative', () => {
    const amount = 5_000;
    fc.assert(
      fc.property(fc.array(fc.oneof(claims, fc.nat(4_000)), { maxLength: 12 }), (steps) => {
        const wallet = { ...NONE, topup: amount, bonus: 300 };
        let levels = { taken: 0, frozen: 0 };
        let spent = 0;
        const apply = (entries: ReturnType<typeof reserveEntries>) => {
          expect(total(entries)).toBe(0);
          const change = sumChanges(entries);
          for (const key of Object.keys(NONE) as (keyof typeof NONE)[]) wallet[key] += change[key];
        };
        for (const step of steps) {
          if (typeof step === 'number') {
            const from = split(wallet, step);
            if (from) {
              apply(reserveEntries(from));
              apply(settleEntries(from, step, 'cj'));
              spent += step;
            }
          } else {
            const next = claimLevels(amount, step);
            apply(claimEntries(levels, next, wallet.topup, 'stripe'));
            levels = next;
          }
          apply(repayEntries(wallet));
          expect(Math.min(...Object.values(wallet))).toBeGreaterThanOrEqual(0);
          expect(wallet.debt === 0 || wallet.topup === 0).toBe(true);
          expect(wallet.frozen).toBe(levels.frozen);
          // spendable = booked - frozen - debt
          const booked = amount + 300 - spent - levels.taken + wallet.debt;
          expect(spendable(wallet)).toBe(Math.max(0, booked - wallet.frozen - wallet.debt));
        }
      }),
    );
  });
});
