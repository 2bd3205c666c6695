import type { AccountEvent } from '@quayside/contracts';
import { decodeCursor, encodeCursor } from '@quayside/kernel';
import { type Executor, empty, sql } from '../../../db/index.ts';

const PAGE = 25;

/** Security activity of an account, newest first. */
export async function listAccountEvents(
  ex: Executor,
  accountId: string,
  cursor: string | undefined,
): Promise<{ items: AccountEvent[]; next_cursor?: string }> {
  const after = decodeCursor(cursor);
  const rows = await ex.rows<AccountEvent>(sql`select event_id, at, kind, ip, user_agent, subject from account_event
    where account_id = ${accountId}
      ${after ? sql`and (at, event_id) < (${after.at}::timestamptz, ${after.id}::uuid)` : empty}
    order by at desc, event_id desc limit ${PAGE + 1}`);
  const items = rows.slice(0, PAGE);
  const last = items.at(-1);
  return {
    items,
    ...(rows.length > PAGE && last ? { next_cursor: encodeCursor({ at: last.at, id: last.event_id }) } : {}),
  };
}
