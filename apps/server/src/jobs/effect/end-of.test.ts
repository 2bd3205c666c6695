import { ConnectorError, type ConnectorErrorKind } from '@quayside/connector-kit';
import { AppError } from '@quayside/kernel';
import { describe, expect, it } from 'vitest';
import type { Claimed } from '../../db/effect-row.ts';
import type { Refusal } from './effect.ts';
import { toLookupOutcome, toOutcome } from './end-of.ts';

const CLAIM: Claimed = { before_attempts: 0, since_sent_ms: null, asks: false, noted: true, pauses: 0 };
const refused = (refusal: Refusal) => ({ kind: 'failed' as const, refusal });
const MONEY = { unasked: 'unknown', fallback: 'NO', givesUp: { after: 5, key: 'AWAY' }, refuse: refused } as const;
const GOODS = { ...MONEY, unasked: 'requested', givesUp: { ...MONEY.givesUp, inDoubt: true } } as const;
type Kind = typeof MONEY | typeof GOODS | Omit<typeof MONEY, 'givesUp'>;

const claimOf = (claim: Partial<Claimed>) => ({ claim: { ...CLAIM, ...claim } });
const told = (kind: ConnectorErrorKind) => new ConnectorError(kind, 'said so', { retryAfterMs: 30_000 });
const end = (effect: Kind, kind: ConnectorErrorKind, claim: Partial<Claimed> = {}) =>
  toOutcome(effect, told(kind), claimOf(claim));
const unasked = (effect: Kind, kind: ConnectorErrorKind, claim: Partial<Claimed> = {}) =>
  toLookupOutcome(effect, told(kind), claimOf(claim));
const SHUT = new AppError('BAD_REQUEST', 'NEEDS_RECONNECT', { params: { name: 'a shop' } });
const gaveUp = (kind: ConnectorErrorKind) => ({
  kind: 'failed',
  refusal: { key: 'AWAY', params: { detail: 'said so' }, error: kind },
});

describe('an attempt that failed', () => {
  it('leaves the row as it was where surely nothing happened', () => {
    expect(end(MONEY, 'temporary')).toMatchObject({ kind: 'requested', busy: false, closed: false, before: CLAIM });
    expect(end(MONEY, 'rate-limited')).toMatchObject({ kind: 'requested', afterMs: 30_000, busy: true, closed: true });
  });

  it('is in doubt where it may have happened', () =>
    expect(end(MONEY, 'unknown')).toEqual({ kind: 'unknown', afterMs: 2_000, called: true }));

  it('ends where it is refused, with the kind and the code of the error', () => {
    const error = new ConnectorError('rejected', 'no', { code: 'out_of_stock' as never, lines: ['a'] });
    expect(toOutcome(MONEY, error, { claim: CLAIM })).toMatchObject({
      refusal: { key: 'out_of_stock', error: 'rejected', code: 'out_of_stock', lines: ['a'] },
    });
    expect(toOutcome(MONEY, SHUT, { claim: CLAIM })).toEqual({
      kind: 'failed',
      refusal: { key: 'NEEDS_RECONNECT', params: { name: 'a shop' } },
    });
  });

  it('is no end where nobody is let in and an earlier call may stand, unless that may be left in doubt', () => {
    for (const error of [SHUT, told('auth')]) {
      const work = claimOf({ before_attempts: 1, pauses: 2 });
      expect(toOutcome(MONEY, error, work)).toEqual({ kind: 'unknown', afterMs: 10_000 });
      expect(toOutcome(GOODS, error, work)).toMatchObject({ kind: 'failed' });
    }
  });

  it('is given up after so many pauses, not sooner, and never while the other side is busy', () => {
    expect(end(MONEY, 'temporary', { pauses: 4 }).kind).toBe('requested');
    expect(end(MONEY, 'temporary', { pauses: 5 })).toMatchObject(gaveUp('temporary'));
    expect(end(MONEY, 'rate-limited', { pauses: 500 }).kind).toBe('requested');
    const { givesUp: _never, ...patient } = MONEY;
    expect(end(patient, 'temporary', { pauses: 500 }).kind).toBe('requested');
  });

  it('is given up in doubt only where that is said', () => {
    expect(end(MONEY, 'unknown', { pauses: 5 }).kind).toBe('unknown');
    expect(end(MONEY, 'temporary', { pauses: 5, before_attempts: 1 }).kind).toBe('requested');
    expect(end(GOODS, 'unknown', { pauses: 5 })).toMatchObject(gaveUp('unknown'));
    expect(end(GOODS, 'temporary', { pauses: 5, before_attempts: 1 })).toMatchObject(gaveUp('temporary'));
  });

  it('throws on what says nothing about the other side', () =>
    expect(() => toOutcome(MONEY, new TypeError('a fault of ours'), { claim: CLAIM })).toThrow('a fault of ours'));
});

describe('a question that failed', () => {
  it('leaves what it was about as unknown as it was', () => {
    expect(unasked(MONEY, 'temporary')).toEqual({ kind: 'unknown', afterMs: 30_000, busy: false, closed: false });
    expect(unasked(GOODS, 'temporary')).toMatchObject({ kind: 'requested', afterMs: 30_000, before: CLAIM });
    expect(unasked(GOODS, 'temporary', { before_attempts: 1 }).kind).toBe('unknown');
    expect(unasked(GOODS, 'rate-limited')).toMatchObject({ kind: 'requested', busy: true, closed: true });
  });

  it('is given up in doubt only where that is said', () => {
    expect(unasked(MONEY, 'temporary', { pauses: 5 }).kind).toBe('unknown');
    expect(unasked(GOODS, 'temporary', { pauses: 4 }).kind).toBe('requested');
    expect(unasked(GOODS, 'temporary', { pauses: 5, before_attempts: 1 })).toMatchObject(gaveUp('temporary'));
  });
});
