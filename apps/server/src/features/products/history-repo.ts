import { firstIdAt } from '@quayside/kernel';
import { sql } from '../../db/index.ts';
import type { OldRows } from '../history/index.ts';

/** Pushes of everything that a filter matched: they are details of tasks, and stay as long. A few at a time: each has many products. */
export const oldPushBatches: OldRows = {
  kind: 'tasks',
  atOnce: 5,
  remove: (tx, workplaceId, before, most) =>
    tx.run(sql`delete from push_batch b where b.workplace_id = ${workplaceId} and b.state = 'ended'
      and b.batch_id = any(array(select o.batch_id from push_batch o where o.workplace_id = ${workplaceId}
        and o.batch_id < ${firstIdAt(Date.parse(before))}::uuid and o.ended_at < ${before}
        order by o.batch_id limit ${most}))`),
};
