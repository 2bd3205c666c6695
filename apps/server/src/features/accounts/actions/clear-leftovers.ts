import { sql } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { IDLE_DAYS } from '../../../http/session.ts';

/** Removes what is over: ended sessions, links a week past their end, requests nobody answered, old counts of guesses. */
export async function clearLeftovers(deps: Deps): Promise<void> {
  await deps.db.global(async (tx) => {
    await tx.run(sql`delete from session_token where expires_at < now()
      or last_seen_at < now() - make_interval(days => ${IDLE_DAYS}::int)`);
    await tx.run(sql`delete from account_link where expires_at < now() - interval '7 days'`);
    await tx.run(sql`delete from social_attempt where expires_at < now()`);
    await tx.run(sql`delete from mail_request where created_at < now() - interval '1 day'`);
    await tx.run(
      sql`delete from login_attempt where window_started_at < now() - interval '1 day' and key not like 'second:%'`,
    );
    // Guesses at a second factor are counted on from day to day.
    await tx.run(sql`delete from login_attempt where window_started_at < now() - interval '30 days'`);
  });
}
