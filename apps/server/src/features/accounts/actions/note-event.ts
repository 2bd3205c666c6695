import type { AccountEventKind } from '@quayside/contracts';
import { newId } from '@quayside/kernel';
import { type Executor, sql } from '../../../db/index.ts';
import type { Visitor } from '../../../http/who.ts';

/**
 * Records security activity of an account in the transaction that causes it. `subject`: name of the affected item;
 * skipped for the shared demo account, which would reveal other visitors' addresses.
 */
export async function noteEvent(
  tx: Executor,
  accountId: string,
  kind: AccountEventKind,
  by: Pick<Visitor, 'ip' | 'userAgent'>,
  subject = '',
): Promise<void> {
  await tx.run(sql`insert into account_event (account_id, event_id, kind, ip, user_agent, subject)
    select account_id, ${newId()}, ${kind}, ${by.ip}, ${by.userAgent}, ${subject.slice(0, 200)} from account
    where account_id = ${accountId} and not is_demo`);
}
