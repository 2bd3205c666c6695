import type { ConnectorErrorKind, RejectionCode } from '@quayside/connector-kit';
import type { MessageParams } from '@quayside/kernel';

/** Tries before a push is given up and left to a person. */
export const MOST_ATTEMPTS = 7;
const LONGEST_PAUSE_MS = 60_000;

/** What happens with a listing after a try went wrong. */
export type Next =
  /** Surely nothing happened: try again. `counts`: whether this try is one of the few. */
  | { next: 'again'; afterMs: number; counts: boolean }
  /** Something may have happened: ask before doing it again. */
  | { next: 'ask'; afterMs: number }
  | { next: 'give-up'; key: string; params: MessageParams };

const backoff = (attempts: number): number => Math.min(LONGEST_PAUSE_MS, 1_000 * 2 ** attempts);

interface Failure {
  kind: ConnectorErrorKind;
  code?: RejectionCode;
  detail: string;
  retryAfterMs?: number;
}

const REFUSALS: Partial<Record<RejectionCode, string>> = {
  store_plan_limit: 'OUTSIDE_PLAN_LIMIT',
  missing_scope: 'OUTSIDE_MISSING_SCOPE',
  unreachable: 'OUTSIDE_UNREACHABLE',
  not_a_shop: 'OUTSIDE_NOT_A_SHOP',
  picture_unreachable: 'LISTING_PICTURE_REFUSED',
};

/**
 * `attempts` counts the try that just failed; `name` is the store's. `hidden`: the pictures lie where the store will never
 * fetch them.
 */
export function afterFailure(failure: Failure, attempts: number, name: string, hidden = false): Next {
  const params = { name, detail: failure.detail.slice(0, 300) };
  const giveUp = (key: string): Next => ({ next: 'give-up', key, params });
  const isLast = attempts >= MOST_ATTEMPTS;
  switch (failure.kind) {
    case 'rate-limited':
      return { next: 'again', afterMs: failure.retryAfterMs ?? 2_000, counts: false };
    case 'temporary':
      return isLast ? giveUp('OUTSIDE_NOT_ANSWERING') : { next: 'again', afterMs: backoff(attempts), counts: true };
    case 'unknown':
    case 'unexpected':
      return isLast ? giveUp('PUSH_OUTCOME_UNKNOWN') : { next: 'ask', afterMs: backoff(attempts) };
    case 'auth':
      return giveUp(failure.code === 'missing_scope' ? 'OUTSIDE_MISSING_SCOPE' : 'OUTSIDE_KEY_REFUSED');
    case 'not-found':
      return giveUp('LISTING_REFUSED');
    case 'rejected':
      // Our own product of a lost answer, shown to queries only later: or a stranger's with the same article number.
      if (failure.code === 'already_exists')
        return isLast ? giveUp('LISTING_SKU_TAKEN') : { next: 'ask', afterMs: backoff(attempts) };
      // A store fetches pictures from us while we may be starting anew; it refuses the whole product, so nothing is there.
      if (failure.code === 'picture_unreachable' && !isLast && !hidden)
        return { next: 'again', afterMs: backoff(attempts), counts: true };
      return giveUp(REFUSALS[failure.code ?? 'other'] ?? 'LISTING_REFUSED');
  }
}

/**
 * Milliseconds until something may be made anew after a try whose outcome is not known; 0: now. What was sent and not
 * answered may take effect for `lastsMs`; after that the store is believed when it says that nothing is there.
 */
export const settlesIn = (sinceAttemptMs: number, lastsMs: number): number => Math.max(0, lastsMs - sinceAttemptMs);
