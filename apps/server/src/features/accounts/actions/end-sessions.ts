import { type Executor, sql } from '../../../db/index.ts';
import { SESSION_CHANNEL } from '../../../http/session.ts';

/** Ends the sessions of an account in every process: all, all but one, or one. Answers how many ended. */
export async function endSessions(
  tx: Executor,
  accountId: string,
  which: { except?: Buffer; only?: Buffer } = {},
): Promise<number> {
  const { except = null, only = null } = which;
  const ended = await tx.run(sql`delete from session_token where account_id = ${accountId}
    and (${except}::bytea is null or token_hash <> ${except}::bytea)
    and (${only}::bytea is null or token_hash = ${only}::bytea)`);
  await tx.run(sql`select pg_notify(${SESSION_CHANNEL}, ${accountId})`);
  return ended;
}
