import type { ChannelFinancialStatus } from '@quayside/connector-kit';
import { describe, expect, it } from 'vitest';
import {
  getStoreAnswer,
  judgeCheck,
  mayPassSilence,
  type StoreAnswer,
  type StoreCheck,
  waitForStoreMs,
} from './store-answer.ts';

const answerOf = (financialStatus: ChannelFinancialStatus, paysOnDelivery = false, cancelledAt?: string) =>
  getStoreAnswer({ financialStatus, paysOnDelivery, ...(cancelledAt ? { cancelledAt } : {}) });

describe('what a store says about an order', () => {
  it.each<[ChannelFinancialStatus, StoreAnswer, StoreAnswer]>([
    ['paid', 'open', 'open'],
    ['partially_refunded', 'open', 'open'],
    ['pending', 'unpaid', 'open'],
    ['partially_paid', 'unpaid', 'open'],
    ['authorized', 'unpaid', 'unpaid'],
    ['failed', 'unpaid', 'unpaid'],
    ['refunded', 'refunded', 'refunded'],
    ['voided', 'refunded', 'refunded'],
  ])('%s is %s, and %s where the shopper pays at the door', (status, answer, atDoor) => {
    expect(answerOf(status)).toBe(answer);
    expect(answerOf(status, true)).toBe(atDoor);
    expect(answerOf(status, false, '2026-01-01T00:00:00Z')).toBe('cancelled');
  });
});

describe('an answer', () => {
  const check = (answer: StoreAnswer | null, ageMs: number | null) => ({
    answer,
    ageMs,
    silentMs: null,
    isBeingAsked: false,
    isSilenceAccepted: false,
    isUnpaidAccepted: false,
    isSuspect: false,
  });

  it('lets an order pass for less than a minute, counted from the question', () => {
    expect(judgeCheck(check('open', 59_999))).toEqual({ kind: 'go' });
    expect(judgeCheck(check('open', 60_000))).toEqual({ kind: 'ask' });
  });

  it('stops an order for ten seconds', () => {
    expect(judgeCheck(check('unpaid', 9_999))).toMatchObject({ kind: 'stop', key: 'ORDER_NOT_PAID_BY_SHOPPER' });
    expect(judgeCheck(check('deleted', 10_000))).toEqual({ kind: 'ask' });
  });

  it('is asked for where there is none', () => {
    expect(judgeCheck(undefined)).toEqual({ kind: 'ask' });
    expect(judgeCheck(check(null, null))).toEqual({ kind: 'ask' });
  });
});

it('waits longer the longer a store is silent, between five seconds and a minute', () => {
  expect([null, 0, 30_000, 3_600_000].map(waitForStoreMs)).toEqual([1_000, 5_000, 15_000, 60_000]);
});

it('counts an accepted silence only while the store gives no answer and nobody is asking it', () => {
  const check: StoreCheck = {
    answer: null,
    ageMs: null,
    silentMs: 5_000,
    isBeingAsked: false,
    isSilenceAccepted: true,
    isUnpaidAccepted: false,
    isSuspect: false,
  };
  expect(mayPassSilence(check)).toBe(true);
  expect(mayPassSilence({ ...check, silentMs: 0 })).toBe(true);
  expect(mayPassSilence({ ...check, silentMs: null })).toBe(false);
  expect(mayPassSilence({ ...check, isBeingAsked: true })).toBe(false);
  expect(mayPassSilence({ ...check, isSilenceAccepted: false })).toBe(false);
  expect(mayPassSilence(undefined)).toBe(false);
});
