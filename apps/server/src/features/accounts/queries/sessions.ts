import { type Executor, sql } from '../../../db/index.ts';
import { IDLE_DAYS } from '../../../http/session.ts';

interface Row {
  session_id: string;
  is_current: boolean;
  user_agent: string;
  ip: string;
  created_at: string;
  last_seen_at: string;
}

/** Sessions of an account, this one first, then by last use. */
export const listSessions = (ex: Executor, accountId: string, tokenHash: Buffer): Promise<Row[]> =>
  ex.rows<Row>(sql`select session_id, token_hash = ${tokenHash} as is_current, user_agent, ip, created_at, last_seen_at
    from session_token where account_id = ${accountId} and expires_at > now()
      and last_seen_at > now() - make_interval(days => ${IDLE_DAYS}::int)
    order by 2 desc, last_seen_at desc, session_id limit 200`);
