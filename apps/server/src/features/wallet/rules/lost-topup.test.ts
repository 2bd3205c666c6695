import type { TopupState } from '@quayside/connector-kit';
import { money } from '@quayside/kernel';
import { describe, expect, it } from 'vitest';
import { TOPUP_CREATING } from '../../../states/topup.ts';
import { describeUnmatched, type KnownTopup, labelsFor, matchTopup, readLabels } from './lost-topup.ts';

const ID = '01970000-0000-7000-8000-000000000001';
const ACCOUNT = '01970000-0000-7000-8000-000000000002';
const WORKPLACE = '01970000-0000-7000-8000-000000000003';
const LABELS = { account: ACCOUNT, amount: '2500', workspace: WORKPLACE };
const READ = { topupId: ID, accountId: ACCOUNT, amount: 2500, workplaceId: WORKPLACE };

const checkout = (change: Partial<TopupState> = {}): TopupState => ({
  providerRef: 'cs_1',
  reference: ID,
  state: 'paid',
  amount: money(2500, 'USD'),
  refunded: money(0, 'USD'),
  labels: LABELS,
  createdAt: '2026-05-01T12:00:00.000Z',
  ...change,
});
const known = (change: Partial<KnownTopup> = {}): KnownTopup => ({
  accountId: ACCOUNT,
  amount: 2500,
  state: 'requested',
  providerRef: null,
  ...change,
});
const KNOWN = { kind: 'known' };
const because = (why: string) => ({ kind: 'unmatched', why });

describe('the labels of a checkout', () => {
  it('say whose money it is, how much, and where it was asked for', () => {
    expect(labelsFor({ accountId: ACCOUNT, amount: 2500, workplaceId: WORKPLACE })).toEqual(LABELS);
    expect(labelsFor({ accountId: ACCOUNT, amount: 2500 })).toStrictEqual({ account: ACCOUNT, amount: '2500' });
  });

  it('are read back as they were written', () => {
    expect(readLabels(checkout())).toEqual(READ);
    const { workplaceId: _none, ...account } = READ;
    expect(readLabels(checkout({ labels: { account: ACCOUNT, amount: '2500' } }))).toEqual(account);
  });

  it.each([
    ['no reference of ours', { reference: 'order 7' }],
    ['no labels', { labels: {} }],
    ['no account', { labels: { amount: '2500' } }],
    ['an account that is no id', { labels: { ...LABELS, account: 'ada' } }],
    ['a workspace that is no id', { labels: { ...LABELS, workspace: 'shop' } }],
    ['no amount', { labels: { account: ACCOUNT } }],
    ['an amount of zero', { labels: { ...LABELS, amount: '0' } }],
    ['an amount with a leading zero', { labels: { ...LABELS, amount: '02500' } }],
    ['a decimal amount', { labels: { ...LABELS, amount: '25.00' } }],
    ['an amount beyond what a number holds', { labels: { ...LABELS, amount: '1'.repeat(17) } }],
    ['text after the amount', { labels: { ...LABELS, amount: '2500 USD' } }],
    ['text before the amount', { labels: { ...LABELS, amount: '$2500' } }],
  ])('are not read where there is %s', (_what, change) => {
    expect(readLabels(checkout(change))).toBeUndefined();
  });
});

describe('a checkout at the provider', () => {
  it('is known by its reference at the provider, whatever else it says', () => {
    expect(matchTopup(checkout({ labels: {} }), false, known({ providerRef: 'cs_1', state: 'paid' }))).toEqual(KNOWN);
  });

  it.each(['expired', 'refunded'] as const)('needs nothing where it is %s', (state) => {
    expect(matchTopup(checkout({ state, labels: {} }), true, undefined)).toEqual(KNOWN);
  });

  it('is recreated where the row is missing', () => {
    expect(matchTopup(checkout(), true, undefined)).toEqual({ kind: 'recreate', labels: READ });
    expect(matchTopup(checkout({ state: 'open' }), true, undefined)).toEqual({ kind: 'recreate', labels: READ });
  });

  it.each(TOPUP_CREATING)('is attached to a row in state %s that has none yet', (state) => {
    expect(matchTopup(checkout(), true, known({ state }))).toEqual({ kind: 'attach', labels: READ });
  });

  it('is left to a person where a paid one meets a row that is elsewhere', () => {
    expect(matchTopup(checkout(), true, known({ state: 'failed' }))).toEqual(
      because('the top-up is failed here with another checkout'),
    );
    expect(matchTopup(checkout(), true, known({ providerRef: 'cs_2', state: 'requested' }))).toEqual(
      because('the top-up is requested here with another checkout'),
    );
    expect(matchTopup(checkout({ state: 'open' }), true, known({ state: 'failed' }))).toEqual(KNOWN);
  });

  it.each<[string, Partial<TopupState>, boolean, KnownTopup | undefined]>([
    ['it does not name an account: made by an earlier version', { labels: {} }, true, undefined],
    ['the currency is EUR, not USD', { amount: money(2500, 'EUR') }, true, undefined],
    ['the amount is not the one that was asked for', { amount: money(2499, 'USD') }, true, undefined],
    ['the amount is not the one that was asked for', {}, true, known({ amount: 2499 })],
    ['0.01 USD of it was refunded', { refunded: money(1, 'USD') }, true, undefined],
    ['the top-up belongs to another account here', {}, true, known({ accountId: WORKPLACE })],
    [`the account ${ACCOUNT} does not exist here`, {}, false, undefined],
  ])('is left to a person: %s', (why, change, hasAccount, row) => {
    expect(matchTopup(checkout(change), hasAccount, row)).toEqual(because(why));
  });

  it('is named to operators', () => {
    expect(describeUnmatched(checkout(), 'no account')).toBe(
      `top-up ${ID}, payment none yet, 25.00 USD of 2026-05-01T12:00:00.000Z, no account`,
    );
    expect(describeUnmatched(checkout({ paymentRef: 'pi_1' }), 'no account')).toContain(', payment pi_1, ');
  });
});
