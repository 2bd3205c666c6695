import { type Executor, sql } from '../../db/index.ts';

/** Deletes at most `most` of an account's usage reports from before an event id; returns how many. */
export const deleteEvents = (tx: Executor, accountId: string, before: string, most: number): Promise<number> =>
  tx.run(sql`delete from activity_event where account_id = ${accountId} and event_id in (select event_id from activity_event
    where account_id = ${accountId} and event_id < ${before}::uuid order by event_id limit ${most})`);
