import { STATUS } from './answers.ts';
import { ApiError } from './api.ts';
import { createObservable } from './observable.ts';

/** Features whose limit opens the dialog. */
const PROMPTED = ['PRODUCT_IMPORT', 'PRODUCT_LISTING', 'WP_STORE_PRODUCT_COPY'] as const;

/** A plan limit that was reached. */
export interface QuotaRefusal {
  feature: (typeof PROMPTED)[number];
  by: 'limit' | 'credits';
  limit: number;
  usage: number;
  /** The server's message. */
  text: string;
}

/** The plan limit in an error from importing, listing or copying products; undefined for every other error. */
export function getQuotaRefusal(error: unknown): QuotaRefusal | undefined {
  if (!(error instanceof ApiError) || error.status !== STATUS.QUOTA_EXPIRED) return undefined;
  const { feature: named, by, limit, usage } = (error.data ?? {}) as Partial<QuotaRefusal>;
  const feature = PROMPTED.find((one) => one === named);
  if (!feature) return undefined;
  if ((by !== 'limit' && by !== 'credits') || typeof limit !== 'number' || typeof usage !== 'number') return undefined;
  return { feature, by, limit, usage, text: error.message };
}

/** The refusal in a task that stopped at the plan's limit of listings. Source: rule B235. */
export function getTaskRefusal(
  error: { key: string; text: string; params?: object | undefined } | null,
): QuotaRefusal | undefined {
  if (error?.key !== 'LISTING_PRODUCT_EXCEED_QUOTA_LIMIT') return undefined;
  const { limit, usage } = (error.params ?? {}) as { limit?: unknown; usage?: unknown };
  if (typeof limit !== 'number' || typeof usage !== 'number') return undefined;
  const by = limit >= 0 && usage >= limit ? 'limit' : 'credits';
  return { feature: 'PRODUCT_LISTING', by, limit, usage, text: error.text };
}

const open = createObservable<QuotaRefusal | undefined>(undefined);

/** The dialog for a reached plan limit: requested by pushes, shown by the shell. Source: rules B236 and B306. */
export const quotaPrompt = {
  watch: open.watch,
  refusal: open.read,
  ask: (refusal: QuotaRefusal) => open.set(refusal),
  close: () => open.set(undefined),
};
