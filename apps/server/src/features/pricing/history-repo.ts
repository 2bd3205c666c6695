import { firstIdAt } from '@quayside/kernel';
import { sql } from '../../db/index.ts';
import type { OldRows } from '../history/index.ts';

/** Batches of a workspace that stay whatever their age, more than a screen lists, so that they can be undone. */
const MOST_KEPT = 50;

/** Prices set by a rule long ago, with the prices before. One batch at a time: it may have 100,000 prices. */
export const oldPriceBatches: OldRows = {
  kind: 'updates',
  atOnce: 1,
  remove: (tx, workplaceId, before, most) =>
    tx.run(sql`delete from price_batch b where b.workplace_id = ${workplaceId} and b.state in ('applied', 'undone')
      and b.batch_id = any(array(select o.batch_id from price_batch o where o.workplace_id = ${workplaceId}
        and o.batch_id < ${firstIdAt(Date.parse(before))}::uuid and o.state in ('applied', 'undone')
        and o.batch_id < (select k.batch_id from price_batch k where k.workplace_id = ${workplaceId}
          order by k.batch_id desc offset ${MOST_KEPT - 1} limit 1)
        order by o.batch_id limit ${most}))`),
};
