import type { Account } from './accounts.ts';
import { CjRefusal } from './answer.ts';

/** What a call costs of the day's points. Source: CJ's published points; what is not named here costs nothing. */
const COST: [RegExp, number][] = [
  [/^\/product\/listV2/, 50],
  [/^\/product\/(query|variant|stock|list)/, 10],
  [/^\/logistic\/freightCalculate/, 10],
];

interface Bucket {
  /** Requests that may still be made now, and points that are left; with the times they were counted. */
  requests: number;
  points: number;
  at: number;
}

const buckets = new Map<number, Bucket>();

/**
 * Counts one request of an account: `qps` a second with as many at once, points that come back at a 1,440th of the
 * day's allowance a minute. Throws 1600200 (HTTP 429) or 1600201.
 */
export function countRequest(account: Account, path: string, now = Date.now()): void {
  const bucket = buckets.get(account.open_id) ?? { requests: account.qps, points: account.points, at: now };
  const passed = Math.max(0, now - bucket.at);
  bucket.requests = Math.min(account.qps, bucket.requests + (passed / 1_000) * account.qps);
  bucket.points = Math.min(account.points, bucket.points + (passed / 60_000) * (account.points / 1_440));
  bucket.at = now;
  buckets.set(account.open_id, bucket);
  if (bucket.requests < 1)
    throw new CjRefusal(1600200, `Too much request, QPS limit is ${account.qps} time/1second`, 429);
  const cost = COST.find(([calls]) => calls.test(path))?.[1] ?? 0;
  if (bucket.points < cost) throw new CjRefusal(1600201, 'Quota has been used up');
  bucket.requests -= 1;
  bucket.points -= cost;
}
