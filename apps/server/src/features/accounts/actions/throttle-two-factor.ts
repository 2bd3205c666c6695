import { AppError } from '@quayside/kernel';
import { sql } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';

/** Free wrong codes; after these the owner is informed. */
export const FREE_SECOND_CODES = 5;
/** Maximum delay: three attempts a day. */
const LONGEST_WAIT_SECONDS = 8 * 60 * 60;

export const getTwoFactorKey = (accountId: string): string => `second:${accountId}`;

/** Seconds to wait after this many wrong codes in a row. */
export const waitAfter = (failures: number): number =>
  failures <= FREE_SECOND_CODES ? 0 : Math.min(LONGEST_WAIT_SECONDS, 2 ** (failures - FREE_SECOND_CODES));

/**
 * Counts a 2FA attempt before checking it. The password is known at this point, so the delay grows until a correct code
 * or a new password, without an hourly reset. Returns the attempts so far; throws TOO_MANY_GUESSES with the seconds to
 * wait.
 */
export async function throttleTwoFactor(deps: Deps, accountId: string): Promise<number> {
  const key = getTwoFactorKey(accountId);
  const now = deps.clock.now();
  const counted = await deps.db.global(async (tx) => {
    const row = await tx.first<{
      failures: number;
    }>(sql`insert into login_attempt as a (key, failures, window_started_at)
      values (${key}, 1, ${now})
      on conflict (key) do update set failures = a.failures + 1, window_started_at = excluded.window_started_at
      where a.blocked_until is null or a.blocked_until <= excluded.window_started_at returning failures`);
    if (!row) {
      const until = await tx.first<{ blocked_until: string }>(
        sql`select blocked_until from login_attempt where key = ${key}`,
      );
      const left = until ? Math.ceil((Date.parse(until.blocked_until) - Date.parse(now)) / 1000) : 1;
      return { wait: Math.max(1, left), failures: 0 };
    }
    const wait = waitAfter(row.failures);
    if (wait > 0)
      await tx.run(sql`update login_attempt set blocked_until = ${new Date(Date.parse(now) + wait * 1000).toISOString()}
        where key = ${key}`);
    return { wait: 0, failures: row.failures };
  });
  if (counted.wait > 0)
    throw new AppError('RATE_LIMIT', 'TOO_MANY_GUESSES', {
      retryAfterSeconds: counted.wait,
      params: { count: counted.wait },
    });
  return counted.failures;
}
