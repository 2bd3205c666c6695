import { type Executor, json, sql } from '../../db/index.ts';
import type { OrderRow } from './tables.ts';

export type ChangeKind = 'mark' | 'archive' | 'revert';

/** A change of many orders, with the ids by their former value. */
export interface OrderChange {
  kind: ChangeKind;
  value: string;
  before: Record<string, string[]>;
}

/** Changes can be undone this long, in hours. */
export const UNDO_HOURS = 24;

interface Changed {
  order_id: string;
  before: string;
}

/** Marks orders. Returns those that had another mark, with it. The caller locks the orders. */
export const setMarks = (
  tx: Executor,
  workplaceId: string,
  orderIds: readonly string[],
  mark: OrderRow['mark'],
): Promise<Changed[]> =>
  tx.rows<Changed>(sql`with old as (select order_id, mark from sales_order
      where workplace_id = ${workplaceId} and order_id = any(${orderIds}::uuid[]) and mark <> ${mark})
    update sales_order o set mark = ${mark}, updated_at = now() from old
    where o.workplace_id = ${workplaceId} and o.order_id = old.order_id
    returning o.order_id, old.mark as before`);

/** Archives orders at a time, or with null moves them out of the archive, as a member's choice. The caller locks and checks them. */
export const setArchived = (
  tx: Executor,
  workplaceId: string,
  orderIds: readonly string[],
  archivedAt: string | null,
): Promise<number> =>
  tx.run(sql`update sales_order set archive_edit = ${archivedAt ? 'archived' : 'open'}, archived_at = ${archivedAt}, updated_at = now()
    where workplace_id = ${workplaceId} and order_id = any(${orderIds}::uuid[])`);

/** Restores whose decision the archive state of orders was: a member's, or the store's (null). */
export const setArchiveEdit = (
  tx: Executor,
  workplaceId: string,
  orderIds: readonly string[],
  edit: OrderRow['archive_edit'],
): Promise<number> =>
  tx.run(sql`update sales_order set archive_edit = ${edit}
    where workplace_id = ${workplaceId} and order_id = any(${orderIds}::uuid[])`);

/** Records a change for undoing it, and forgets old ones. */
export async function insertChange(
  tx: Executor,
  workplaceId: string,
  changeId: string,
  change: OrderChange,
): Promise<void> {
  await tx.run(sql`delete from order_change
    where workplace_id = ${workplaceId} and created_at < now() - make_interval(hours => ${UNDO_HOURS})`);
  await tx.run(sql`insert into order_change (workplace_id, change_id, kind, value, before)
    values (${workplaceId}, ${changeId}, ${change.kind}, ${change.value}, ${json(change.before)})`);
}

/** Takes a change to undo it, once; undefined: unknown, too old or undone before. */
export const takeChange = (tx: Executor, workplaceId: string, changeId: string): Promise<OrderChange | undefined> =>
  tx.first<OrderChange>(sql`update order_change set undone_at = now()
    where workplace_id = ${workplaceId} and change_id = ${changeId} and undone_at is null
      and created_at >= now() - make_interval(hours => ${UNDO_HOURS})
    returning kind, value, before`);

/** Of these orders, those that still have the mark. The caller locks the orders. */
export const stillMarked = async (
  tx: Executor,
  workplaceId: string,
  orderIds: readonly string[],
  mark: string,
): Promise<string[]> =>
  (
    await tx.rows<{ order_id: string }>(sql`select order_id from sales_order
      where workplace_id = ${workplaceId} and order_id = any(${orderIds}::uuid[]) and mark = ${mark}`)
  ).map((row) => row.order_id);
