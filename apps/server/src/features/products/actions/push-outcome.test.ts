import { ConnectorError, type ConnectorErrorKind, type RejectionCode } from '@quayside/connector-kit';
import { AppError } from '@quayside/kernel';
import { describe, expect, it } from 'vitest';
import { toLookupOutcome, toOutcome } from '../../../jobs/effect/end-of.ts';
import type { PushClaim } from '../listing-repo.ts';
import { GIVES_UP, MOST_TRIES, refusePush } from './push-outcome.ts';

const PUSH = { unasked: 'requested', fallback: 'LISTING_REFUSED', givesUp: GIVES_UP, refuse: refusePush } as const;

interface Told {
  code?: RejectionCode;
  retryAfterMs?: number;
}

/** How the `tries`-th try in a row ends that came to nothing. */
function after(kind: ConnectorErrorKind, told: Told = {}, tries = 1, { hidden = false, before = 0 } = {}) {
  const claim = { before_attempts: before, since_sent_ms: null, pauses: tries - 1 } as PushClaim;
  return toOutcome(PUSH, new ConnectorError(kind, 'said so', told), { claim, name: 'shop', hidden });
}

describe('a push that failed', () => {
  it('waits as long as the store asks, with all that goes there, and does not count it', () =>
    expect(after('rate-limited', { retryAfterMs: 1_700 }, 50)).toMatchObject({
      kind: 'requested',
      afterMs: 1_700,
      busy: true,
      closed: true,
    }));

  it('tries again what surely had no effect, ever later, and gives up at last', () => {
    const first = after('temporary');
    const third = after('temporary', {}, 3);
    expect(first).toMatchObject({ kind: 'requested', busy: false });
    expect('afterMs' in third && 'afterMs' in first && third.afterMs > first.afterMs).toBe(true);
    expect(after('temporary', {}, MOST_TRIES - 1)).toMatchObject({ kind: 'requested' });
    expect(after('temporary', {}, MOST_TRIES)).toEqual({
      kind: 'failed',
      key: 'OUTSIDE_NOT_ANSWERING',
      params: { name: 'shop', detail: 'said so' },
      inDoubt: false,
    });
  });

  it('asks before it repeats what may have happened', () => {
    expect(after('unknown')).toMatchObject({ kind: 'unknown', called: true });
    expect(after('unexpected').kind).toBe('unknown');
    expect(after('rejected', { code: 'already_exists' }).kind).toBe('unknown');
    expect(after('unknown', {}, MOST_TRIES)).toMatchObject({ key: 'PUSH_OUTCOME_UNKNOWN', inDoubt: true });
    expect(after('rejected', { code: 'already_exists' }, MOST_TRIES)).toMatchObject({ key: 'LISTING_SKU_TAKEN' });
  });

  it('tries again when a picture could not be fetched: it was ours, and we were restarting', () => {
    const code = 'picture_unreachable';
    expect(after('rejected', { code })).toMatchObject({ kind: 'requested' });
    expect(after('rejected', { code }, MOST_TRIES)).toMatchObject({ kind: 'failed', key: 'LISTING_PICTURE_REFUSED' });
  });

  it('leaves a picture of a kind that the store never takes to a person', () =>
    expect(after('rejected', { code: 'picture_refused' })).toMatchObject({
      kind: 'failed',
      key: 'LISTING_PICTURE_KIND',
    }));

  it('says at once that no store will ever fetch a picture from where it lies', () =>
    expect(after('rejected', { code: 'picture_unreachable' }, 1, { hidden: true })).toMatchObject({
      kind: 'failed',
      key: 'LISTING_PICTURE_REFUSED',
    }));

  it('leaves a refusal to a person, with the words of the store', () => {
    expect(after('rejected')).toMatchObject({
      kind: 'failed',
      key: 'LISTING_REFUSED',
      params: { name: 'shop', detail: 'said so' },
    });
    expect(after('rejected', { code: 'store_plan_limit' })).toMatchObject({ key: 'OUTSIDE_PLAN_LIMIT' });
    expect(after('auth')).toMatchObject({ key: 'OUTSIDE_KEY_REFUSED' });
    expect(after('auth', { code: 'missing_scope' })).toMatchObject({ key: 'OUTSIDE_MISSING_SCOPE' });
  });

  it.each([
    ['unreachable', 'OUTSIDE_UNREACHABLE'],
    ['not_a_shop', 'OUTSIDE_NOT_A_SHOP'],
    ['missing_scope', 'OUTSIDE_MISSING_SCOPE'],
  ] as const)('names its reason: %s', (code, key) =>
    expect(after('rejected', { code })).toMatchObject({ kind: 'failed', key }),
  );

  it('says of what a store no longer has that it refused it', () =>
    expect(after('not-found')).toMatchObject({ kind: 'failed', key: 'LISTING_REFUSED' }));

  it('leaves what is unknown or unexpected in doubt', () => {
    for (const kind of ['unknown', 'unexpected'] as const)
      expect(after(kind, {}, MOST_TRIES)).toMatchObject({ key: 'PUSH_OUTCOME_UNKNOWN', inDoubt: true });
  });

  it('leaves it to a person also while an earlier try may stand there', () => {
    expect(after('auth', {}, 1, { before: 1 })).toMatchObject({ kind: 'failed', key: 'OUTSIDE_KEY_REFUSED' });
    expect(after('temporary', {}, MOST_TRIES, { before: 1 })).toMatchObject({ key: 'OUTSIDE_NOT_ANSWERING' });
  });

  it('keeps the words of an error of our own', () => {
    const claim = { before_attempts: 1, since_sent_ms: null, pauses: 0 } as PushClaim;
    const refused = new AppError('BAD_REQUEST', 'STORE_DISCONNECTED', { params: { name: 'shop.example.com' } });
    expect(toOutcome(PUSH, refused, { claim, name: 'shop', hidden: false })).toEqual({
      kind: 'failed',
      key: 'STORE_DISCONNECTED',
      params: { name: 'shop.example.com' },
    });
  });
});

it('gives up a store that cannot be asked for so long', () => {
  const unasked = (pauses: number) => {
    const claim = { before_attempts: 1, since_sent_ms: 0, pauses } as PushClaim;
    return toLookupOutcome(PUSH, new ConnectorError('temporary', 'away'), { claim, name: 'shop', hidden: false });
  };
  expect(unasked(MOST_TRIES - 2)).toMatchObject({ kind: 'unknown', busy: false });
  expect(unasked(MOST_TRIES - 1)).toMatchObject({ kind: 'failed', key: 'OUTSIDE_NOT_ANSWERING' });
});
