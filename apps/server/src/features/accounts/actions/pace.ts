import { AppError } from '@quayside/kernel';
import { sql } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { getNetwork } from '../../../http/network.ts';

const LONGEST_WAIT_SECONDS = 900;

/** A counted key and its free attempts per hour. */
export interface Paced {
  key: string;
  free: number;
}

/**
 * Counts an attempt unless the key must wait; each one beyond the free ones doubles the delay. Returns the seconds to
 * wait.
 */
async function take(deps: Deps, { key, free }: Paced): Promise<number> {
  return deps.db.global(async (tx) => {
    const taken = await tx.run(sql`insert into login_attempt as a (key, failures) values (${key}, 1)
      on conflict (key) do update set
        failures = case when a.window_started_at < now() - interval '1 hour' then 1 else a.failures + 1 end,
        window_started_at = case when a.window_started_at < now() - interval '1 hour' then now() else a.window_started_at end,
        blocked_until = case when a.window_started_at >= now() - interval '1 hour' and a.failures + 1 > ${free}::int
          then now() + make_interval(secs => least(${LONGEST_WAIT_SECONDS}::int, power(2, least(a.failures + 1 - ${free}::int, 10))::int))
          else null end
      where a.blocked_until is null or a.blocked_until <= now()`);
    if (taken > 0) return 0;
    const row = await tx.first<{ seconds: number }>(
      sql`select greatest(1, ceil(extract(epoch from blocked_until - now())))::int as seconds from login_attempt where key = ${key}`,
    );
    return row?.seconds ?? 1;
  });
}

/**
 * Counts an attempt for each key before checking it, so that parallel attempts gain nothing. Counts reset an hour after
 * the first; throws TOO_MANY_GUESSES (RATE_LIMIT for non-guesses) with the seconds to wait, counting nothing.
 */
export async function pace(
  deps: Deps,
  paced: readonly Paced[],
  code: 'TOO_MANY_GUESSES' | 'RATE_LIMIT' = 'TOO_MANY_GUESSES',
): Promise<void> {
  for (const [at, one] of paced.entries()) {
    const wait = await take(deps, one);
    if (wait === 0) continue;
    await giveBack(deps, paced.slice(0, at));
    throw new AppError('RATE_LIMIT', code, { retryAfterSeconds: wait, params: { count: wait } });
  }
}

/** Reverts counts of attempts that were correct or never checked. */
export async function giveBack(deps: Deps, paced: readonly Paced[]): Promise<void> {
  for (const { key, free } of paced)
    await deps.db.global((tx) =>
      tx.run(sql`update login_attempt set failures = greatest(0, failures - 1),
          blocked_until = case when failures - 1 > ${free}::int then blocked_until end
        where key = ${key}`),
    );
}

/** Resets a key after a correct attempt. */
export const forgive = (deps: Deps, key: string): Promise<unknown> =>
  deps.db.global((tx) => tx.run(sql`delete from login_attempt where key = ${key}`));

/** Wrong passwords by email, and any wrong attempt by address. */
export const guesses = {
  email: (email: string): Paced => ({ key: `email:${email.toLowerCase()}`, free: 5 }),
  address: (ip: string): Paced => ({ key: `address:${getNetwork(ip)}`, free: 25 }),
};
