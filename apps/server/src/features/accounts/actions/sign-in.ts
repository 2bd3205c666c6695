import { hash, verify } from '@node-rs/argon2';
import { AppError, newToken } from '@quayside/kernel';
import { sql } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { hashToken } from '../../../http/session.ts';
import type { Visitor } from '../../../http/who.ts';

/** Life of a token in days: document 1, section 9. */
const TOKEN_DAYS = 180;
/** Wrong passwords for one e-mail, and from one address, before the next try has to wait. */
const FREE_GUESSES = { email: 5, address: 25 };
const LONGEST_WAIT_SECONDS = 900;

interface Attempt {
  blocked_seconds: number | null;
}

async function waitOf(deps: Deps, keys: string[]): Promise<number> {
  const rows = await deps.db.global((tx) =>
    tx.rows<Attempt>(sql`select ceil(extract(epoch from blocked_until - now()))::int as blocked_seconds from login_attempt
      where key = any(${keys}::text[]) and blocked_until > now()`),
  );
  return Math.max(0, ...rows.map((row) => row.blocked_seconds ?? 0));
}

/** Counts a wrong password; each one past the free ones doubles the wait. Counts start anew after an hour of quiet. */
async function noteFailure(deps: Deps, key: string, free: number): Promise<void> {
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

let decoy: Promise<string> | undefined;

/**
 * Checks e-mail and password. An unknown e-mail takes as long as a wrong password. Throws TOO_MANY_GUESSES with the
 * seconds to wait, or WRONG_EMAIL_OR_PASSWORD.
 */
export async function checkPassword(deps: Deps, email: string, password: string, visitor: Visitor): Promise<string> {
  const emailKey = `email:${email.toLowerCase()}`;
  const addressKey = `address:${visitor.ip}`;
  const wait = await waitOf(deps, [emailKey, addressKey]);
  if (wait > 0)
    throw new AppError('RATE_LIMIT', 'TOO_MANY_GUESSES', { retryAfterSeconds: wait, params: { seconds: wait } });
  const row = await deps.db.global((tx) =>
    tx.first<{ account_id: string; password_hash: string | null }>(
      sql`select account_id, password_hash from account where email_key = lower(${email}) and deleted_at is null`,
    ),
  );
  decoy ??= hash(newToken());
  const right = await verify(row?.password_hash ?? (await decoy), password);
  if (!row?.password_hash || !right) {
    await noteFailure(deps, emailKey, FREE_GUESSES.email);
    await noteFailure(deps, addressKey, FREE_GUESSES.address);
    throw new AppError('UNAUTHORIZED', 'WRONG_EMAIL_OR_PASSWORD', {
      fields: { password: ['WRONG_EMAIL_OR_PASSWORD'] },
    });
  }
  await deps.db.global((tx) => tx.run(sql`delete from login_attempt where key = ${emailKey}`));
  return row.account_id;
}

/** Makes a token for an account. Only its hash is kept. */
export async function openSession(
  deps: Deps,
  accountId: string,
  visitor: Visitor,
): Promise<{ token: string; expiresAt: string }> {
  const token = newToken(32);
  const row = await deps.db.global((tx) =>
    tx.first<{ expires_at: string }>(sql`insert into session_token (token_hash, account_id, expires_at, user_agent, ip)
      values (${hashToken(token)}, ${accountId}, now() + make_interval(days => ${TOKEN_DAYS}::int), ${visitor.userAgent}, ${visitor.ip})
      returning expires_at`),
  );
  if (!row) throw new Error('the session was not written');
  return { token, expiresAt: row.expires_at };
}
