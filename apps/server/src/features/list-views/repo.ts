import type { SavedListView } from '@quayside/contracts';
import { type Executor, sql } from '../../db/index.ts';

export interface ViewRow extends Pick<SavedListView, 'id' | 'name' | 'search' | 'hidden_columns' | 'shared'> {
  account_id: string;
  created_by: string;
}

const COLUMNS = sql`v.view_id as id, v.account_id, v.created_by, v.name, v.search, v.hidden_columns, v.shared`;

/** A person's views of a list and the shared ones, by name. */
export const listViews = (ex: Executor, workplaceId: string, accountId: string, list: string): Promise<ViewRow[]> =>
  ex.rows<ViewRow>(sql`select ${COLUMNS} from list_view v
    where v.workplace_id = ${workplaceId} and v.list = ${list} and (v.shared or v.account_id = ${accountId})
    order by lower(v.name), v.view_id limit 500`);

export const findView = (ex: Executor, workplaceId: string, viewId: string): Promise<ViewRow | undefined> =>
  ex.first<ViewRow>(
    sql`select ${COLUMNS} from list_view v where v.workplace_id = ${workplaceId} and v.view_id = ${viewId}`,
  );

/** Serializes one person's new views of a list, so that the limit holds. Returns how many there are. */
export async function countViews(tx: Executor, workplaceId: string, accountId: string, list: string): Promise<number> {
  await tx.run(
    sql`select pg_advisory_xact_lock(hashtextextended(${`list_view ${workplaceId} ${accountId} ${list}`}, 0))`,
  );
  const row = await tx.first<{ n: number }>(sql`select count(*)::int as n from list_view
    where workplace_id = ${workplaceId} and account_id = ${accountId} and list = ${list}`);
  return row?.n ?? 0;
}

type View = Pick<SavedListView, 'name' | 'search' | 'hidden_columns' | 'shared'>;

/** Inserts a view; false if the person has another one of that name. */
export const insertView = async (
  tx: Executor,
  workplaceId: string,
  view: View & { id: string; accountId: string; createdBy: string; list: string },
): Promise<boolean> =>
  (await tx.run(sql`insert into list_view (workplace_id, view_id, account_id, created_by, list, name, search, hidden_columns, shared)
    values (${workplaceId}, ${view.id}, ${view.accountId}, ${view.createdBy}, ${view.list}, ${view.name}, ${view.search},
      ${view.hidden_columns}::text[], ${view.shared})
    on conflict (workplace_id, list, account_id, lower(name)) do nothing`)) > 0;

/** Updates a view; false if its creator has another one of that name. */
export const updateView = async (tx: Executor, workplaceId: string, viewId: string, view: View): Promise<boolean> =>
  (await tx.run(sql`update list_view v set name = ${view.name}, search = ${view.search},
      hidden_columns = ${view.hidden_columns}::text[], shared = ${view.shared}
    where v.workplace_id = ${workplaceId} and v.view_id = ${viewId} and not exists (select 1 from list_view o
      where o.workplace_id = ${workplaceId} and o.list = v.list and o.account_id = v.account_id
        and lower(o.name) = lower(${view.name}) and o.view_id <> v.view_id)`)) > 0;

export const deleteView = (tx: Executor, workplaceId: string, viewId: string): Promise<number> =>
  tx.run(sql`delete from list_view where workplace_id = ${workplaceId} and view_id = ${viewId}`);
