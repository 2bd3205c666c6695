import type { FailedCall } from '../../../ai/failed.ts';
import type { Failure } from '../../enhancer/index.ts';

const failure = (key: string, retry: Failure['retry'] = 'never', params: Failure['params'] = {}): Failure => ({
  key,
  params,
  retry,
});

const DECLINED = /content_policy_violation|moderation_blocked|safety system/i;
const NO_MONEY = /insufficient_quota|billing|credit balance|insufficient (?:balance|credit|funds)/i;

/** The provider may have made and billed the image: only a person decides to ask again. */
export const UNKNOWN = failure('IMAGE_OUTCOME_UNKNOWN');

/**
 * Classifies a failed call. Only failures of which the provider says that it did nothing are repeated: an image is billed when
 * it is made, and no call can be recognized as a repetition. `detail`: the provider's own message, without secrets.
 */
export function toFailure(failed: FailedCall, detail: string): Failure {
  if (failed.what === 'unreadable') return failure('IMAGE_UNREADABLE');
  if (failed.what === 'connection') {
    if (failed.kind === 'rejected') return failure('WRITER_ADDRESS_REFUSED', 'never', { detail });
    return failed.kind === 'temporary' ? failure('WRITER_NOT_ANSWERING', 'again') : UNKNOWN;
  }
  const { status, body, retryAfterMs } = failed;
  if (status < 500 && DECLINED.test(body)) return failure('IMAGE_DECLINED');
  if (status === 402 || ([400, 403, 429].includes(status) && NO_MONEY.test(body))) return failure('WRITER_NO_CREDIT');
  if (status === 401 || status === 403) return failure('IMAGE_KEY_REFUSED');
  if (status === 404) return failure('IMAGE_MODEL_UNKNOWN');
  if (status === 429) return { ...failure('WRITER_BUSY', 'later'), ...(retryAfterMs ? { afterMs: retryAfterMs } : {}) };
  if (status === 503 || status === 529) return failure('WRITER_NOT_ANSWERING', 'again');
  if (status === 408 || status >= 500) return UNKNOWN;
  return failure('WRITER_REFUSED', 'never', { detail });
}
