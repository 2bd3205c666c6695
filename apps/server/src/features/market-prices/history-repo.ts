import { firstIdAt } from '@quayside/kernel';
import { sql } from '../../db/index.ts';
import type { OldRows } from '../history/index.ts';

/** Batches that were written: `market_price` has what the store holds now. */
export const writtenPrices: OldRows = {
  atOnce: 5_000,
  remove: (tx, workplaceId, before, most) =>
    tx.run(sql`delete from market_price_batch b where b.workplace_id = ${workplaceId} and b.state in ('done', 'failed')
      and b.batch_id = any(array(select o.batch_id from market_price_batch o where o.workplace_id = ${workplaceId}
        and o.batch_id < ${firstIdAt(Date.parse(before))}::uuid and o.state in ('done', 'failed') order by o.batch_id limit ${most}))`),
};
