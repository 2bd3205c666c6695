import { ApiError, type CallData } from '../../../lib/api.ts';

const BEGIN = 'POST /center/products/optimize-content';

/**
 * What of some products was not begun: how many, and the first reason. Where none was begun it is no part but a failure.
 *
 * @throws ApiError with the first reason.
 */
export function leftOut({ items, failed }: CallData<typeof BEGIN>): { count: number; reason: string } | undefined {
  const reasons = Object.values(failed);
  const [first] = reasons;
  if (!first) return undefined;
  if (items.length === 0) throw new ApiError(BEGIN, { status: 201, code: first.key, message: first.text });
  return { count: reasons.length, reason: first.text };
}
