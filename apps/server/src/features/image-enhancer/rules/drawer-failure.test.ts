import { expect, it } from 'vitest';
import type { FailedCall } from '../../../ai/failed.ts';
import { toFailure } from './drawer-failure.ts';

const answer = (status: number, body = '{}', retryAfterMs?: number): FailedCall => ({
  what: 'answer',
  status,
  body,
  ...(retryAfterMs ? { retryAfterMs } : {}),
});
const connection = (kind: 'temporary' | 'unknown' | 'rejected' | 'unexpected'): FailedCall => ({
  what: 'connection',
  kind,
  detail: '',
});

it.each<[FailedCall, string, string]>([
  [answer(400, '{"error":{"code":"moderation_blocked"}}'), 'IMAGE_DECLINED', 'never'],
  [answer(400, '{"error":{"code":"content_policy_violation"}}'), 'IMAGE_DECLINED', 'never'],
  [answer(429, '{"error":{"code":"insufficient_quota"}}'), 'WRITER_NO_CREDIT', 'never'],
  [answer(401), 'IMAGE_KEY_REFUSED', 'never'],
  [answer(404), 'IMAGE_MODEL_UNKNOWN', 'never'],
  [answer(400), 'WRITER_REFUSED', 'never'],
  [answer(429), 'WRITER_BUSY', 'later'],
  [answer(503), 'WRITER_NOT_ANSWERING', 'again'],
  [connection('temporary'), 'WRITER_NOT_ANSWERING', 'again'],
  [connection('rejected'), 'WRITER_ADDRESS_REFUSED', 'never'],
  [{ what: 'unreadable', why: 'shape', detail: '' }, 'IMAGE_UNREADABLE', 'never'],
])('%j is %s, repeated: %s', (failed, key, retry) => {
  expect(toFailure(failed, 'why')).toMatchObject({ key, retry });
});

it.each([500, 502, 504, 408])('an image may have been made and billed before HTTP %i: it is not repeated', (status) => {
  expect(toFailure(answer(status), '')).toMatchObject({ key: 'IMAGE_OUTCOME_UNKNOWN', retry: 'never' });
});

it.each(['unknown', 'unexpected'] as const)('nor after a connection of kind %s', (kind) => {
  expect(toFailure(connection(kind), '')).toMatchObject({ key: 'IMAGE_OUTCOME_UNKNOWN', retry: 'never' });
});

it('waits for as long as the provider says', () => {
  expect(toFailure(answer(429, '{}', 7_000), '')).toMatchObject({ afterMs: 7_000 });
});
