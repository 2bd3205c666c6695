import type { BulkEditView } from '@quayside/contracts';
import { type Executor, json, raw, type Sql, sql } from '../../db/index.ts';
import type { EditedValues } from './rules/undo-changes.ts';

export type BulkEdit = Omit<BulkEditView, 'push'> & {
  /** Stores brought up to date; null: every store that has the products. */
  store_ids: readonly string[] | null;
};
export type BulkEditKeys = Pick<BulkEdit, 'edit_id' | 'changes' | 'store_ids' | 'requested_by'>;

const EDIT =
  raw(`edit_id, state, changes, store_ids, total, changed, unchanged, refused, restored, kept, pushed, requested_by,
  created_at, ended_at`);

/** Bulk edits of a workspace that stay, so that they can be undone. */
const MOST_KEPT = 50;

/** Only the latest edits stay. */
const forgetOld = (tx: Executor, workplaceId: string): Promise<number> =>
  tx.run(sql`delete from bulk_edit where workplace_id = ${workplaceId} and state in ('applied', 'undone')
    and edit_id < (select edit_id from bulk_edit where workplace_id = ${workplaceId} order by edit_id desc offset ${MOST_KEPT - 1} limit 1)`);

/** Adds an edit of all products that match `where` (on the row `p`), with its products. false: another one is running. */
export async function insertMatchingEdit(
  tx: Executor,
  workplaceId: string,
  edit: BulkEditKeys & { total: number },
  where: Sql,
): Promise<boolean> {
  const added = await tx.run(sql`insert into bulk_edit (workplace_id, edit_id, changes, store_ids, total, requested_by)
    values (${workplaceId}, ${edit.edit_id}, ${json(edit.changes)}, ${edit.store_ids && [...edit.store_ids]}::uuid[], ${edit.total}, ${edit.requested_by})
    on conflict (workplace_id) where state in ('applying', 'undoing') do nothing`);
  if (added === 0) return false;
  await tx.run(sql`insert into bulk_edit_item (workplace_id, edit_id, product_id)
    select ${workplaceId}, ${edit.edit_id}, p.product_id from product p where p.workplace_id = ${workplaceId} and ${where}
    returning 1`);
  await forgetOld(tx, workplaceId);
  return true;
}

export interface EditedItem {
  product_id: string;
  state: 'changed' | 'unchanged' | 'refused' | 'restored' | 'kept';
  before: EditedValues | null;
  after: EditedValues | null;
  error_key: string | null;
}

const counting =
  (items: readonly EditedItem[]) =>
  (state: EditedItem['state']): number =>
    items.filter((item) => item.state === state).length;

/** Adds an edit that was made already, with what it replaced. */
export async function insertAppliedEdit(
  tx: Executor,
  workplaceId: string,
  edit: BulkEditKeys & { pushed: number },
  items: readonly EditedItem[],
): Promise<void> {
  const count = counting(items);
  await tx.run(sql`insert into bulk_edit (workplace_id, edit_id, state, changes, store_ids, total, changed, unchanged, refused, pushed,
      requested_by, ended_at)
    values (${workplaceId}, ${edit.edit_id}, 'applied', ${json(edit.changes)}, ${edit.store_ids && [...edit.store_ids]}::uuid[], ${items.length},
      ${count('changed')}, ${count('unchanged')}, ${count('refused')}, ${edit.pushed}, ${edit.requested_by}, now())`);
  await tx.run(sql`insert into bulk_edit_item (workplace_id, edit_id, product_id, state, before, after, error_key)
    select ${workplaceId}, ${edit.edit_id}, r.product_id, r.state, r.before, r.after, r.error_key
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as r(product_id uuid, state text, before jsonb, after jsonb, error_key text)
    returning 1`);
  await forgetOld(tx, workplaceId);
}

export const findBulkEdit = (ex: Executor, workplaceId: string, editId: string): Promise<BulkEdit | undefined> =>
  ex.first<BulkEdit>(sql`select ${EDIT} from bulk_edit where workplace_id = ${workplaceId} and edit_id = ${editId}`);

/** An edit, held until the caller's transaction ends: one worker at a time works on it. */
export const lockBulkEdit = (tx: Executor, workplaceId: string, editId: string): Promise<BulkEdit | undefined> =>
  tx.first<BulkEdit>(
    sql`select ${EDIT} from bulk_edit where workplace_id = ${workplaceId} and edit_id = ${editId} for update`,
  );

export const latestBulkEdits = (ex: Executor, workplaceId: string, most: number): Promise<BulkEdit[]> =>
  ex.rows<BulkEdit>(
    sql`select ${EDIT} from bulk_edit where workplace_id = ${workplaceId} order by edit_id desc limit ${most}`,
  );

/** Whether another edit of the workspace is being made or undone. */
export const isEditRunning = async (ex: Executor, workplaceId: string): Promise<boolean> =>
  (await ex.first(
    sql`select 1 from bulk_edit where workplace_id = ${workplaceId} and state in ('applying', 'undoing')`,
  )) !== undefined;

/** The next products of an edit in a state, in the order in which products are locked. */
export const nextItems = (
  tx: Executor,
  workplaceId: string,
  editId: string,
  state: 'pending' | 'changed',
  most: number,
): Promise<Pick<EditedItem, 'product_id' | 'before' | 'after'>[]> =>
  tx.rows(sql`select product_id, before, after from bulk_edit_item
    where workplace_id = ${workplaceId} and edit_id = ${editId} and state = ${state} order by product_id limit ${most}`);

/** Records how products ended, and counts them. An undo leaves what the edit replaced as it is. */
export async function recordItems(
  tx: Executor,
  workplaceId: string,
  editId: string,
  items: readonly EditedItem[],
  pushed: number,
): Promise<void> {
  await tx.run(sql`update bulk_edit_item i set state = r.state, before = coalesce(r.before, i.before), after = coalesce(r.after, i.after),
      error_key = r.error_key
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as r(product_id uuid, state text, before jsonb, after jsonb, error_key text)
    where i.workplace_id = ${workplaceId} and i.edit_id = ${editId} and i.product_id = r.product_id`);
  const count = counting(items);
  await tx.run(sql`update bulk_edit set changed = changed + ${count('changed')}, unchanged = unchanged + ${count('unchanged')},
      refused = refused + ${count('refused')}, restored = restored + ${count('restored')}, kept = kept + ${count('kept')},
      pushed = pushed + ${pushed}
    where workplace_id = ${workplaceId} and edit_id = ${editId}`);
}

/** What an edit has not changed yet is refused with a reason. */
export const refusePendingItems = (
  tx: Executor,
  workplaceId: string,
  editId: string,
  errorKey: string,
): Promise<number> =>
  tx.run(sql`with refused as (update bulk_edit_item set state = 'refused', error_key = ${errorKey}
      where workplace_id = ${workplaceId} and edit_id = ${editId} and state = 'pending' returning 1)
    update bulk_edit set refused = refused + (select count(*) from refused)
    where workplace_id = ${workplaceId} and edit_id = ${editId}`);

export const beginUndo = (tx: Executor, workplaceId: string, editId: string): Promise<number> =>
  tx.run(sql`update bulk_edit set state = 'undoing', ended_at = null
    where workplace_id = ${workplaceId} and edit_id = ${editId}`);

/** The edit was made or undone completely. */
export const endEdit = (
  tx: Executor,
  workplaceId: string,
  editId: string,
  state: 'applied' | 'undone',
): Promise<number> =>
  tx.run(sql`update bulk_edit set state = ${state}, ended_at = now()
    where workplace_id = ${workplaceId} and edit_id = ${editId}`);

/** Products that an edit refused, or whose undo left something as it is, from one on. */
export const leftItems = (
  ex: Executor,
  workplaceId: string,
  editId: string,
  page: { after: string | undefined; most: number },
): Promise<{ product_id: string; title: string; error_key: string }[]> =>
  ex.rows(sql`select i.product_id, p.title, i.error_key from bulk_edit_item i
    join product p on p.workplace_id = ${workplaceId} and p.product_id = i.product_id
    where i.workplace_id = ${workplaceId} and i.edit_id = ${editId} and i.error_key is not null
      ${page.after ? sql`and i.product_id > ${page.after}` : sql``}
    order by i.product_id limit ${page.most}`);
