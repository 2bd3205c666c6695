import type { MessageParams } from '@quayside/kernel';
import type { FailedCall } from '../../../ai/failed.ts';

/** Attempts at a provider that is down or returns unreadable output, before people are informed. */
export const MOST_ATTEMPTS = 4;
/** How long a provider may rate limit before people are informed. */
export const LONGEST_WAIT_MS = 15 * 60_000;
const LONGEST_PAUSE_MS = 60_000;

export interface Failure {
  /** Message key with the problem and solution. */
  key: string;
  params: MessageParams;
  /** never: a person must act; again: a few times; later: when the provider accepts requests again. */
  retry: 'never' | 'again' | 'later';
  afterMs?: number;
}

const failure = (key: string, retry: Failure['retry'] = 'never', params: MessageParams = {}): Failure => ({
  key,
  params,
  retry,
});

/** How OpenAI, Anthropic and compatible servers report an overlong text. */
const TOO_LONG = /context[_ ]length|maximum context|prompt is too long|too many tokens|request_too_large/i;
const NO_MONEY = /insufficient_quota|insufficient (?:balance|credit|funds)|credit balance|billing_not_active/i;
/** Rate limit messages also mention the billing page, which is no sign of missing credit there. */
const BILL = /billing/i;

function ofAnswer(status: number, body: string, detail: string, retryAfterMs?: number): Failure {
  if (NO_MONEY.test(body) && [400, 403, 429].includes(status)) return failure('WRITER_NO_CREDIT');
  if (status === 402 || (BILL.test(body) && [400, 403].includes(status))) return failure('WRITER_NO_CREDIT');
  if (status === 401 || status === 403) return failure('WRITER_KEY_REFUSED');
  if (status === 429 || status === 529)
    return { ...failure('WRITER_BUSY', 'later'), ...(retryAfterMs === undefined ? {} : { afterMs: retryAfterMs }) };
  if (status === 413 || TOO_LONG.test(body)) return failure('WRITER_TOO_LONG');
  if (status === 404) return failure('WRITER_MODEL_UNKNOWN');
  if (status === 408 || status === 409 || status >= 500) return failure('WRITER_NOT_ANSWERING', 'again');
  return failure('WRITER_REFUSED', 'never', { detail });
}

/** Classifies a failed attempt. `detail`: the provider's own message, without secrets. */
export function toFailure(failed: FailedCall, detail: string): Failure {
  switch (failed.what) {
    case 'answer':
      return ofAnswer(failed.status, failed.body, detail, failed.retryAfterMs);
    case 'connection':
      return failed.kind === 'rejected'
        ? failure('WRITER_ADDRESS_REFUSED', 'never', { detail })
        : failure('WRITER_NOT_ANSWERING', 'again');
    case 'unreadable':
      if (failed.why === 'length') return failure('WRITER_TOO_LONG');
      if (failed.why === 'content-filter') return failure('WRITER_DECLINED');
      return failure('WRITER_UNREADABLE', 'again');
  }
}

export type Next =
  | { next: 'again'; afterMs: number; counts: boolean }
  | { next: 'give-up'; key: string; params: MessageParams };

/** Next step after a failed attempt. `attempts` includes it; `busyMs`: since the first rate limit. */
export function afterFailure({ key, params, retry, afterMs }: Failure, attempts: number, busyMs: number): Next {
  const giveUp: Next = { next: 'give-up', key, params };
  if (retry === 'later')
    return busyMs > LONGEST_WAIT_MS
      ? giveUp
      : { next: 'again', afterMs: Math.min(afterMs ?? 5_000, LONGEST_WAIT_MS), counts: false };
  if (retry === 'never' || attempts >= MOST_ATTEMPTS) return giveUp;
  return { next: 'again', afterMs: Math.min(LONGEST_PAUSE_MS, 2_000 * 2 ** attempts), counts: true };
}
