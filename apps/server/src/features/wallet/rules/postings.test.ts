import { money } from '@quayside/kernel';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changeOf, fellBelow, releaseEntries, reserveEntries, settleEntries, split, topupEntries } from './postings.ts';

const total = (entries: { amount: number }[]) => entries.reduce((sum, entry) => sum + entry.amount, 0);
const cents = fc.integer({ min: 0, max: 10_000_000 });

it('tells a fall below a mark from having been below', () => {
  expect(fellBelow(2_000, 1_999, 2_000)).toBe(true);
  expect(fellBelow(1_999, 1_000, 2_000)).toBe(false);
  expect(fellBelow(5_000, 2_000, 2_000)).toBe(false);
});

describe('wallet postings', () => {
  it('spends the bonus before the top-up (A65)', () => {
    expect(split({ bonus: 300, topup: 1000, reserved: 0 }, 500)).toEqual({ bonus: 300, topup: 200 });
    expect(split({ bonus: 300, topup: 100, reserved: 0 }, 401)).toBeUndefined();
  });

  it('balances whatever the amounts are', () => {
    fc.assert(
      fc.property(cents, cents, cents, (bonus, topup, actual) => {
        const reserve = reserveEntries({ bonus, topup });
        expect(total(reserve)).toBe(0);
        expect(total(releaseEntries(reserve))).toBe(0);
        expect(total(settleEntries(bonus + topup, actual, 'cj'))).toBe(0);
        expect(total(topupEntries('stripe', money(topup, 'USD')))).toBe(0);
      }),
    );
  });

  it('leaves the balances as they were after a reservation is released', () => {
    fc.assert(
      fc.property(cents, cents, (bonus, topup) => {
        const reserve = reserveEntries({ bonus, topup });
        const back = changeOf([...reserve, ...releaseEntries(reserve)]);
        expect(back).toEqual({ topup: 0, bonus: 0, reserved: 0 });
      }),
    );
  });

  it('gives back what a payment did not need', () => {
    expect(changeOf(settleEntries(1000, 950, 'quayside'))).toEqual({ topup: 50, bonus: 0, reserved: -1000 });
  });
});
