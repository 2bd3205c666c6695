import { type Executor, sql } from '../../../db/index.ts';
import { SESSION_CHANNEL } from '../../../http/session.ts';

/** Invalidates unfinished sign-ins and confirmations. */
export const endProofs = (tx: Executor, accountId: string) =>
  tx.run(sql`update account set access_version = access_version + 1 where account_id = ${accountId}`);

/**
 * Ends all sessions of an account, all but one, or one, in every process, and returns the number. Concurrent sign-ins
 * fail unless only one session ends.
 */
export async function endSessions(
  tx: Executor,
  accountId: string,
  which: { except?: Buffer; only?: Buffer } = {},
): Promise<number> {
  const { except = null, only = null } = which;
  // Before the sessions: the account is always locked first.
  if (!only) await endProofs(tx, accountId);
  const ended = await tx.run(sql`delete from session_token where account_id = ${accountId}
    and (${except}::bytea is null or token_hash <> ${except}::bytea)
    and (${only}::bytea is null or token_hash = ${only}::bytea)`);
  await tx.run(sql`select pg_notify(${SESSION_CHANNEL}, ${accountId})`);
  return ended;
}
