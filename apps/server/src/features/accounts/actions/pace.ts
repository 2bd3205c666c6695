import { AppError } from '@quayside/kernel';
import { sql } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';

const LONGEST_WAIT_SECONDS = 900;

/** What is counted, and how often it is free within an hour. */
export interface Paced {
  key: string;
  free: number;
}

/** Throws TOO_MANY_GUESSES with the seconds to wait while one of the keys has to. */
export async function refuseWhileWaiting(deps: Deps, paced: readonly Paced[]): Promise<void> {
  const keys = paced.map(({ key }) => key);
  const rows = await deps.db.global((tx) =>
    tx.rows<{
      seconds: number;
    }>(sql`select ceil(extract(epoch from blocked_until - now()))::int as seconds from login_attempt
      where key = any(${keys}::text[]) and blocked_until > now()`),
  );
  const wait = Math.max(0, ...rows.map(({ seconds }) => seconds));
  if (wait > 0)
    throw new AppError('RATE_LIMIT', 'TOO_MANY_GUESSES', { retryAfterSeconds: wait, params: { seconds: wait } });
}

/** Counts one for each key; each past the free ones doubles the wait. Counts start anew after an hour of quiet. */
export async function count(deps: Deps, paced: readonly Paced[]): Promise<void> {
  for (const { key, free } of paced)
    await deps.db.global((tx) =>
      tx.run(sql`insert into login_attempt as a (key, failures) values (${key}, 1)
        on conflict (key) do update set
          failures = case when a.window_started_at < now() - interval '1 hour' then 1 else a.failures + 1 end,
          window_started_at = case when a.window_started_at < now() - interval '1 hour' then now() else a.window_started_at end,
          blocked_until = case when a.window_started_at >= now() - interval '1 hour' and a.failures + 1 > ${free}::int
            then now() + make_interval(secs => least(${LONGEST_WAIT_SECONDS}::int, power(2, least(a.failures + 1 - ${free}::int, 10))::int))
            else null end`),
    );
}

/** What was counted for a key is over: the right answer was given. */
export const forgive = (deps: Deps, key: string): Promise<unknown> =>
  deps.db.global((tx) => tx.run(sql`delete from login_attempt where key = ${key}`));

/** Wrong passwords for one e-mail, and wrong anything from one address. */
export const guesses = {
  email: (email: string): Paced => ({ key: `email:${email.toLowerCase()}`, free: 5 }),
  address: (ip: string): Paced => ({ key: `address:${ip}`, free: 25 }),
};
