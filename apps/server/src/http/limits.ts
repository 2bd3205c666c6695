import { AppError } from '@quayside/kernel';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { getNetwork } from './network.ts';

const MINUTE_SECONDS = 60;

/** Counts calls per address and minute in this process, to slow down guessing. */
export interface Limits {
  /**
   * Throws RATE_LIMIT with the wait in seconds after more than `perMinute` of these calls from an address within a
   * minute of the first.
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
        await limiterOf(perMinute).consume(`${what} ${getNetwork(address)}`);
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused;
        const retryAfterSeconds = Math.max(1, Math.ceil(refused.msBeforeNext / 1000));
        throw new AppError('RATE_LIMIT', 'RATE_LIMIT', { retryAfterSeconds, params: { count: retryAfterSeconds } });
      }
    },
  };
}
