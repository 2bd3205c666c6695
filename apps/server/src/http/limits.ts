import { AppError } from '@quayside/kernel';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { networkOf } from './network.ts';

const MINUTE_SECONDS = 60;

/** Counts calls per address and minute in this process, for calls that must be slow to guess at. */
export interface Limits {
  /**
   * Throws RATE_LIMIT with the seconds to wait when an address has made more than `perMinute` of these calls in the minute that
   * began with the first of them.
   */
  hit(what: string, address: string, perMinute: number): Promise<void>;
}

export function createLimits(): Limits {
  const limiters = new Map<number, RateLimiterMemory>();
  const limiterOf = (points: number): RateLimiterMemory => {
    const known = limiters.get(points);
    if (known) return known;
    const made = new RateLimiterMemory({ points, duration: MINUTE_SECONDS });
    limiters.set(points, made);
    return made;
  };
  return {
    async hit(what, address, perMinute) {
      try {
        await limiterOf(perMinute).consume(`${what} ${networkOf(address)}`);
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused;
        const retryAfterSeconds = Math.max(1, Math.ceil(refused.msBeforeNext / 1000));
        throw new AppError('RATE_LIMIT', 'RATE_LIMIT', { retryAfterSeconds, params: { count: retryAfterSeconds } });
      }
    },
  };
}
