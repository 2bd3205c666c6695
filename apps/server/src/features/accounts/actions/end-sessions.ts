import { type Executor, sql } from '../../../db/index.ts';
import { SESSION_CHANNEL } from '../../../http/session.ts';

/** Sign-ins and confirmations that were checked before this, and are not finished, count no more. */
export const endProofs = (tx: Executor, accountId: string) =>
  tx.run(sql`update account set access_version = access_version + 1 where account_id = ${accountId}`);

/**
 * Ends the sessions of an account in every process: all, all but one, or one. Sign-ins under way fail unless only one ends.
 * Returns the number of sessions ended.
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
