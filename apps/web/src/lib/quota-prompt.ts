import { STATUS } from './answers.ts';
import { ApiError } from './api.ts';
import { createObservable } from './observable.ts';

/** A plan limit that was reached. */
export interface QuotaRefusal {
  feature: 'PRODUCT_IMPORT' | 'PRODUCT_LISTING';
  by: 'limit' | 'credits';
  limit: number;
  usage: number;
  /** The server's message. */
  text: string;
}

/** The plan limit in an error from importing or listing products; undefined for every other error. */
export function getQuotaRefusal(error: unknown): QuotaRefusal | undefined {
  if (!(error instanceof ApiError) || error.status !== STATUS.QUOTA_EXPIRED) return undefined;
  const { feature, by, limit, usage } = (error.data ?? {}) as Partial<QuotaRefusal>;
  if (feature !== 'PRODUCT_IMPORT' && feature !== 'PRODUCT_LISTING') return undefined;
  if ((by !== 'limit' && by !== 'credits') || typeof limit !== 'number' || typeof usage !== 'number') return undefined;
  return { feature, by, limit, usage, text: error.message };
}

const open = createObservable<QuotaRefusal | undefined>(undefined);

/** The dialog for a reached plan limit: requested by pushes, shown by the shell. Source: rules B236 and B306. */
export const quotaPrompt = {
  watch: open.watch,
  refusal: open.read,
  ask: (refusal: QuotaRefusal) => open.set(refusal),
  close: () => open.set(undefined),
};
