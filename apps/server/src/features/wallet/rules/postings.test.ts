import { money } from '@quayside/kernel';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bonusEntries,
  changeOf,
  fellBelow,
  refundEntries,
  releaseEntries,
  reserveEntries,
  settleEntries,
  split,
  topupEntries,
} from './postings.ts';

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
    expect(settleEntries(500, 450, 'cj')).toEqual([
      { account: 'wallet:reserved', amount: -500 },
      { account: 'supplier:cj', amount: 450 },
      { account: 'wallet:topup', amount: 50 },
    ]);
    expect(refundEntries(450, 'cj')).toEqual([
      { account: 'supplier:cj', amount: -450 },
      { account: 'wallet:topup', amount: 450 },
    ]);
  });

  it('have no entries of zero', () => {
    expect(reserveEntries({ bonus: 0, topup: 200 }).map((one) => one.account)).toEqual([
      'wallet:topup',
      'wallet:reserved',
    ]);
    expect(settleEntries(500, 500, 'cj').map((one) => one.account)).toEqual(['wallet:reserved', 'supplier:cj']);
    expect(topupEntries('stripe', money(0, 'USD'))).toEqual([]);
  });

  it('may spend all there is', () => {
    expect(split({ bonus: 300, topup: 100, reserved: 50 }, 400)).toEqual({ bonus: 300, topup: 100 });
    expect(split({ bonus: 300, topup: 100, reserved: 50 }, 200)).toEqual({ bonus: 200, topup: 0 });
  });

  it('move each balance by its own entries', () => {
    expect(changeOf(reserveEntries({ bonus: 300, topup: 200 }))).toEqual({ bonus: -300, topup: -200, reserved: 500 });
    expect(changeOf(bonusEntries(money(500, 'USD')))).toEqual({ bonus: 500, topup: 0, reserved: 0 });
  });
});
