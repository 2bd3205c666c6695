import { firstIdAt } from '@quayside/kernel';
import { raw, sql } from '../../db/index.ts';
import {
  BATCH,
  type HistoryRow,
  type OldRows,
  takeOneMonth,
  toMonth,
  type WorkspaceHistory,
} from '../history/index.ts';

const COLUMNS = [
  'change_id',
  'created_at',
  'ended_at',
  'store_id',
  'listing_id',
  'product_id',
  'variant_id',
  'title',
  'field',
  'cause',
  'rule',
  'currency',
  'before',
  'after',
  'state',
  'error_key',
  'undoes',
  'undone_by',
  'requested_by',
] as const;
const columns = raw(COLUMNS.map((name) => `c.${name}`).join(', '));

/** Ended, and not the last value of its field that we wrote and that wasn't undone: that one can be undone, and later checks start from it. */
const isOver = (workplaceId: string) => sql`c.state not in ('approval', 'waiting') and not (
  c.state = 'done' and c.undone_by is null
  and not exists (select from auto_update_change n where n.workplace_id = ${workplaceId} and n.listing_id = c.listing_id
    and n.field = c.field and n.variant_id is not distinct from c.variant_id and n.state = 'done' and n.undone_by is null
    and (n.ended_at, n.change_id) > (c.ended_at, c.change_id)))`;

/** Changes that automatic updates made in stores, by the time they were decided on. */
export const updateHistory: WorkspaceHistory = {
  kind: 'updates',
  columns: COLUMNS,
  async read(ex, workplaceId, before, after) {
    const last = after?.rows.at(-1)?.change_id;
    const rows = await ex.rows<HistoryRow & { created_at: string }>(sql`select ${columns} from auto_update_change c
      where c.workplace_id = ${workplaceId} and c.change_id < ${firstIdAt(Date.parse(before))}::uuid
        ${last ? sql`and c.change_id > ${last}::uuid` : sql``} and ${isOver(workplaceId)}
      order by c.change_id limit ${BATCH}`);
    const [first] = rows;
    return first && { month: toMonth(first.created_at), rows: takeOneMonth(rows, (row) => row.created_at) };
  },
  remove: (tx, workplaceId, _made, { rows }) =>
    tx.rows<HistoryRow>(sql`delete from auto_update_change c where c.workplace_id = ${workplaceId}
      and c.change_id = any(${rows.map((row) => row.change_id)}::uuid[]) and ${isOver(workplaceId)}
      returning ${columns}`),
};

/** Batches that were written: the changes say what happened. */
export const writtenUpdates: OldRows = {
  atOnce: 5_000,
  remove: (tx, workplaceId, before, most) =>
    tx.run(sql`delete from auto_update_batch b where b.workplace_id = ${workplaceId} and b.state in ('done', 'failed')
      and b.batch_id = any(array(select o.batch_id from auto_update_batch o where o.workplace_id = ${workplaceId}
        and o.batch_id < ${firstIdAt(Date.parse(before))}::uuid and o.state in ('done', 'failed') order by o.batch_id limit ${most}))
      and not exists (select from auto_update_change c where c.workplace_id = ${workplaceId} and c.batch_id = b.batch_id
        and c.state = 'waiting')`),
};

/** Supplier answers that were held, and released or dismissed; the activity log says by whom. */
export const endedHolds: OldRows = {
  kind: 'updates',
  atOnce: 100,
  remove: (tx, workplaceId, before, most) =>
    tx.run(sql`delete from supplier_hold h where h.workplace_id = ${workplaceId} and h.state <> 'open'
      and h.hold_id = any(array(select o.hold_id from supplier_hold o where o.workplace_id = ${workplaceId}
        and o.hold_id < ${firstIdAt(Date.parse(before))}::uuid and o.state <> 'open' order by o.hold_id limit ${most}))`),
};
