import { STATUS, toastFor } from '../../lib/answers.ts';
import { ApiError } from '../../lib/api.ts';
import { getQuotaRefusal } from '../../lib/quota-prompt.ts';

/** What one failed import shows beside the card, which says why in any case. */
export type ImportFailure = 'toast' | 'quota' | 'card';

/**
 * A used-up plan is shown by the banner on a large screen and by a toast on a small one (rule B309). Failures of AliExpress and
 * CJ show no toast (rule B127), except a bad request on a small screen (rule B308). Others follow the general rules of answers.ts.
 */
export function importFailure(error: unknown, source: string, mobile: boolean): ImportFailure {
  if (getQuotaRefusal(error)) return mobile ? 'toast' : 'quota';
  if (!(error instanceof ApiError)) return 'toast';
  if (mobile && error.status === STATUS.BAD_REQUEST) return 'toast';
  return toastFor(`POST /center/products/import/${source}`, error) ? 'toast' : 'card';
}

export interface FailedImport {
  source: string;
  /** The reason, as the card shows it. */
  text: string;
  error: unknown;
}

export interface BulkToast {
  kind: 'success' | 'warning' | 'error';
  /** How many products were added; 0 where the toast must not say so (rule B310). */
  added: number;
  /** Failures that the toast names. */
  missed: FailedImport[];
}

/** The toast for an import of several products, or none. Failures that only their cards show are left out (rule B127). */
export function bulkToast(
  {
    imported,
    showsToast,
    failures,
    overQuota,
  }: {
    imported: number;
    showsToast: boolean;
    failures: readonly FailedImport[];
    overQuota?: boolean;
  },
  mobile: boolean,
): BulkToast | undefined {
  const added = showsToast ? imported : 0;
  const missed = failures.filter(({ error, source }) => {
    const shown = importFailure(error, source, mobile);
    // The banner says that the plan is used up only where nothing was imported (rule B307).
    return shown === 'toast' || (shown === 'quota' && !overQuota);
  });
  if (missed.length > 0) return { kind: imported > 0 ? 'warning' : 'error', added, missed };
  return added > 0 ? { kind: 'success', added, missed } : undefined;
}
