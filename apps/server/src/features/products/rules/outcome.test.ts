import { describe, expect, it } from 'vitest';
import { afterFailure, MOST_ATTEMPTS, settlesIn } from './outcome.ts';

const after = (
  kind: Parameters<typeof afterFailure>[0]['kind'],
  code?: 'already_exists' | 'store_plan_limit' | 'picture_unreachable',
  attempts = 1,
) => afterFailure({ kind, detail: 'said so', ...(code ? { code } : {}) }, attempts, 'shop');

describe('afterFailure', () => {
  it('waits as long as the store asks, and does not count it', () =>
    expect(afterFailure({ kind: 'rate-limited', detail: '', retryAfterMs: 700 }, 50, 'shop')).toEqual({
      next: 'again',
      afterMs: 700,
      counts: false,
    }));

  it('tries again what surely had no effect, ever later, and gives up at last', () => {
    const first = after('temporary');
    const third = after('temporary', undefined, 3);
    expect(first).toMatchObject({ next: 'again', counts: true });
    expect(third.next === 'again' && first.next === 'again' && third.afterMs > first.afterMs).toBe(true);
    expect(after('temporary', undefined, MOST_ATTEMPTS)).toMatchObject({
      next: 'give-up',
      key: 'OUTSIDE_NOT_ANSWERING',
    });
  });

  it('asks before it repeats what may have happened', () => {
    expect(after('unknown').next).toBe('ask');
    expect(after('unexpected').next).toBe('ask');
    expect(after('rejected', 'already_exists').next).toBe('ask');
    expect(after('unknown', undefined, MOST_ATTEMPTS)).toMatchObject({ key: 'PUSH_OUTCOME_UNKNOWN' });
    expect(after('rejected', 'already_exists', MOST_ATTEMPTS)).toMatchObject({ key: 'LISTING_SKU_TAKEN' });
  });

  it('tries again when a picture could not be fetched: it was ours, and we were starting anew', () => {
    expect(after('rejected', 'picture_unreachable')).toMatchObject({ next: 'again', counts: true });
    expect(after('rejected', 'picture_unreachable', MOST_ATTEMPTS)).toMatchObject({
      next: 'give-up',
      key: 'LISTING_PICTURE_REFUSED',
    });
  });

  it('says at once that no store will ever fetch a picture from where it lies', () =>
    expect(
      afterFailure({ kind: 'rejected', code: 'picture_unreachable', detail: 'a.webp' }, 1, 'shop', true),
    ).toMatchObject({ next: 'give-up', key: 'LISTING_PICTURE_REFUSED' }));

  it('leaves a refusal to a person, with the words of the store', () => {
    expect(after('rejected')).toEqual({
      next: 'give-up',
      key: 'LISTING_REFUSED',
      params: { name: 'shop', detail: 'said so' },
    });
    expect(after('rejected', 'store_plan_limit')).toMatchObject({ key: 'OUTSIDE_PLAN_LIMIT' });
    expect(after('auth')).toMatchObject({ key: 'OUTSIDE_KEY_REFUSED' });
  });
});

it('lets what was sent settle before it is made anew', () => {
  expect(settlesIn(1_000, 180_000)).toBe(179_000);
  expect(settlesIn(180_001, 180_000)).toBe(0);
});
