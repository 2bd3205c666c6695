import { sql } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { IDLE_DAYS } from '../../../http/session.ts';

/** Deletes expired sessions, links a week after expiry, unanswered requests, and old rate-limit counts. */
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
    // Counts of 2FA attempts persist across days.
    await tx.run(sql`delete from login_attempt where window_started_at < now() - interval '30 days'`);
  });
}
