import { type Executor, sql } from '../../../db/index.ts';
import { SESSION_CHANNEL } from '../../../http/session.ts';

/** Ends the sessions of an account in every process, all or all but one. Answers how many ended. */
export async function endSessions(tx: Executor, accountId: string, except?: Buffer): Promise<number> {
  const ended = await tx.run(sql`delete from session_token where account_id = ${accountId}
    and (${except ?? null}::bytea is null or token_hash <> ${except ?? null}::bytea)`);
  await tx.run(sql`select pg_notify(${SESSION_CHANNEL}, ${accountId})`);
  return ended;
}
