import { type Db, sql } from '../db/index.ts';
import { DEAD_LETTER_QUEUE } from './dead-letters.ts';

/** Open jobs of a queue: due, delayed (for later, or for the next attempt) or active (running). */
export interface QueueCount {
  queue: string;
  state: 'due' | 'delayed' | 'active';
  jobs: number;
  /** Since the oldest one is due or running; 0 for delayed ones. */
  oldestSeconds: number;
}

/** Open jobs by queue and state. Each half reads one of the partial indexes, not the finished jobs of the last day. */
export const countQueues = (db: Db): Promise<QueueCount[]> =>
  db.global((tx) =>
    tx.rows<QueueCount>(sql`select queue, state, count(*)::int as jobs,
        greatest(0, extract(epoch from now() - min(since)))::float8 as "oldestSeconds"
      from (select name as queue, case when start_after <= now() then 'due' else 'delayed' end as state, start_after as since
          from pgboss.job where state < 'active' and not blocked and name <> ${DEAD_LETTER_QUEUE}
        union all
        select name, 'active', started_on from pgboss.job where state = 'active') j
      group by queue, state`),
  );
