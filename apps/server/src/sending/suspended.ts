import { type Executor, type Sql, sql } from '../db/index.ts';

/** How often work that waits for a person's confirmation is looked at; confirming it sends its job right away. */
export const SUSPENDED_MS = 5 * 60_000;

/**
 * Stores and supplier connections of a workplace that are suspended until its owner confirms them (features/suspensions):
 * nothing is placed, paid or sent through them. What comes in from them is still taken.
 */
export async function suspendedAmong(
  ex: Executor,
  workplaceId: string,
  { connectionIds, storeIds }: { connectionIds: readonly string[]; storeIds: readonly string[] },
): Promise<ReadonlySet<string>> {
  const rows = await ex.rows<{ id: string }>(sql`select store_id as id from store
    where workplace_id = ${workplaceId} and store_id = any(${[...new Set(storeIds)]}::uuid[]) and suspended_at is not null
    union all select connection_id from supplier_connection
    where workplace_id = ${workplaceId} and connection_id = any(${[...new Set(connectionIds)]}::uuid[])
      and suspended_at is not null`);
  return new Set(rows.map((row) => row.id));
}

/** A subquery: since when the store or the connection that something is about to go to is suspended; null: neither is. */
export function suspendedAt({
  connectionId,
  storeId,
  workplaceId,
}: {
  workplaceId?: string;
  storeId?: string;
  connectionId?: string;
}): Sql {
  if (workplaceId === undefined || (storeId === undefined && connectionId === undefined)) return sql`null::timestamptz`;
  return storeId === undefined
    ? sql`(select suspended_at from supplier_connection
        where workplace_id = ${workplaceId} and connection_id = ${connectionId})`
    : sql`(select suspended_at from store where workplace_id = ${workplaceId} and store_id = ${storeId})`;
}
