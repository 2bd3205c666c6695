import { STATUS, toastFor } from '../../lib/answers.ts';
import { ApiError } from '../../lib/api.ts';
import { quotaRefusalOf } from '../../lib/quota-prompt.ts';

/** What one failed import shows beside the card, which says why in any case. */
export type ImportFailure = 'toast' | 'quota' | 'card';

/**
 * A used-up plan is shown by the banner on a large screen and by a toast on a small one (rule B309). Failures of AliExpress and
 * CJ show no toast (rule B127), except a bad request on a small screen (rule B308). Others follow the general rules of answers.ts.
 */
export function importFailure(error: unknown, source: string, mobile: boolean): ImportFailure {
  if (quotaRefusalOf(error)) return mobile ? 'toast' : 'quota';
  if (!(error instanceof ApiError)) return 'toast';
  if (mobile && error.status === STATUS.BAD_REQUEST) return 'toast';
  return toastFor(`POST /center/products/import/${source}`, error) ? 'toast' : 'card';
}
