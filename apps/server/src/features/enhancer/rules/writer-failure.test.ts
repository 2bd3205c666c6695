import { describe, expect, it } from 'vitest';
import { afterFailure, LONGEST_WAIT_MS, MOST_ATTEMPTS, toFailure } from './writer-failure.ts';

const answer = (status: number, body = '', retryAfterMs?: number) =>
  toFailure({ what: 'answer', status, body, ...(retryAfterMs ? { retryAfterMs } : {}) }, 'their word');

/** OpenAI's words for a rate limit of an account that has not paid yet. Source: platform.openai.com, guide to rate limits. */
const SMALL_ACCOUNT =
  '{"error":{"message":"Rate limit reached for gpt-5-mini on requests per min. Limit: 3 / min. Please try again in 20s. You can increase your rate limit by adding a payment method to your account at https://platform.openai.com/account/billing.","type":"requests","code":"rate_limit_exceeded"}}';

describe('what a provider’s no means', () => {
  it.each([
    [401, '', 'WRITER_KEY_REFUSED', 'never'],
    [403, '', 'WRITER_KEY_REFUSED', 'never'],
    [402, '', 'WRITER_NO_CREDIT', 'never'],
    [429, '{"error":{"code":"insufficient_quota"}}', 'WRITER_NO_CREDIT', 'never'],
    [429, '{"error":{"code":"billing_not_active"}}', 'WRITER_NO_CREDIT', 'never'],
    [403, 'Please check your billing details', 'WRITER_NO_CREDIT', 'never'],
    [429, SMALL_ACCOUNT, 'WRITER_BUSY', 'later'],
    [400, 'Your credit balance is too low', 'WRITER_NO_CREDIT', 'never'],
    [429, '{"error":{"code":"rate_limit_exceeded"}}', 'WRITER_BUSY', 'later'],
    [529, 'overloaded_error', 'WRITER_BUSY', 'later'],
    [404, 'model_not_found', 'WRITER_MODEL_UNKNOWN', 'never'],
    [400, '{"error":{"code":"context_length_exceeded"}}', 'WRITER_TOO_LONG', 'never'],
    // What a server that wants another name for it says: no description is too long for it.
    [400, "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.", 'WRITER_REFUSED', 'never'],
    [413, 'request_too_large', 'WRITER_TOO_LONG', 'never'],
    [400, 'nothing we know', 'WRITER_REFUSED', 'never'],
    [500, '', 'WRITER_NOT_ANSWERING', 'again'],
    [503, '', 'WRITER_NOT_ANSWERING', 'again'],
  ] as const)('%i %s is %s, and is tried %s', (status, body, key, retry) => {
    expect(answer(status, body)).toMatchObject({ key, retry });
  });

  it('tells an address that is no provider from one that is away, and words that are none', () => {
    const kind = (one: 'rejected' | 'temporary' | 'unknown') =>
      toFailure({ what: 'connection', kind: one, detail: '' }, 'x').key;
    expect([kind('rejected'), kind('temporary'), kind('unknown')]).toEqual([
      'WRITER_ADDRESS_REFUSED',
      'WRITER_NOT_ANSWERING',
      'WRITER_NOT_ANSWERING',
    ]);
    const unreadable = (why: 'length' | 'content-filter' | 'shape') =>
      toFailure({ what: 'unreadable', why, detail: '' }, '').key;
    expect([unreadable('length'), unreadable('content-filter'), unreadable('shape')]).toEqual([
      'WRITER_TOO_LONG',
      'WRITER_DECLINED',
      'WRITER_UNREADABLE',
    ]);
  });
});

describe('what happens then', () => {
  it('tries again a few times, ever later, and then tells a person', () => {
    const away = answer(500);
    const pauses = Array.from({ length: MOST_ATTEMPTS }, (_none, at) => afterFailure(away, at + 1, 0));
    expect(pauses.map((one) => ('afterMs' in one ? one.afterMs : one.key))).toEqual([
      4_000,
      8_000,
      16_000,
      'WRITER_NOT_ANSWERING',
    ]);
  });
  it('waits as long as it is told to without counting, for a quarter of an hour', () => {
    expect(afterFailure(answer(429, '', 20_000), 1, 0)).toEqual({ next: 'again', afterMs: 20_000, counts: false });
    expect(afterFailure(answer(429), 99, LONGEST_WAIT_MS + 1)).toMatchObject({ next: 'give-up', key: 'WRITER_BUSY' });
  });
  it('tells at once what a person must do', () => {
    expect(afterFailure(answer(401), 1, 0)).toMatchObject({ next: 'give-up', key: 'WRITER_KEY_REFUSED' });
  });
});
