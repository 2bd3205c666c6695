import { AppError } from '@quayside/kernel';
import { networkOf } from './network.ts';

/** Counts calls per address and minute in this process, for calls that must be slow to guess at. */
export interface Limits {
  /** Throws RATE_LIMIT with the seconds to wait when an address has made more than `perMinute` of these calls. */
  hit(what: string, address: string, perMinute: number): void;
}

export function createLimits(millis: () => number): Limits {
  let minute = 0;
  let counts = new Map<string, number>();
  return {
    hit(what, address, perMinute) {
      const now = millis();
      if (Math.floor(now / 60_000) !== minute) {
        minute = Math.floor(now / 60_000);
        counts = new Map();
      }
      const key = `${what} ${networkOf(address)}`;
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      if (count > perMinute) {
        const retryAfterSeconds = Math.ceil(((minute + 1) * 60_000 - now) / 1000);
        throw new AppError('RATE_LIMIT', 'RATE_LIMIT', { retryAfterSeconds, params: { seconds: retryAfterSeconds } });
      }
    },
  };
}
