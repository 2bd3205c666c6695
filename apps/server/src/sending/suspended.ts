import { type Executor, type Sql, sql } from '../db/index.ts';

/** How often work that waits for a person's confirmation is looked at; confirming it sends its job right away. */
export const SUSPENDED_MS = 5 * 60_000;

interface Partners {
  storeIds: readonly string[];
  connectionIds: readonly string[];
}

/** Stores and supplier connections that not everything may go through just now. */
export interface Closed {
  /** Until the owner confirms them (features/suspensions): nothing is placed, paid or sent. What comes in is still taken. */
  suspended: ReadonlySet<string>;
  /** On their way to another workspace: nothing is begun or asked about until they have arrived. */
  leaving: ReadonlySet<string>;
}

export async function closedAmong(ex: Executor, workplaceId: string, among: Partners): Promise<Closed> {
  const [storeIds, connectionIds] = [[...new Set(among.storeIds)], [...new Set(among.connectionIds)]];
  const rows = await ex.rows<{ id: string; is_leaving: boolean; is_suspended: boolean }>(sql`
    select store_id as id, coalesce(moving in ('closing', 'carrying'), false) as is_leaving,
      suspended_at is not null as is_suspended
    from store where workplace_id = ${workplaceId} and store_id = any(${storeIds}::uuid[])
      and (suspended_at is not null or moving in ('closing', 'carrying'))
    union all select connection_id, false, true
    from supplier_connection where workplace_id = ${workplaceId} and connection_id = any(${connectionIds}::uuid[])
      and suspended_at is not null`);
  return {
    suspended: new Set(rows.flatMap((row) => (row.is_suspended ? row.id : []))),
    leaving: new Set(rows.flatMap((row) => (row.is_leaving ? row.id : []))),
  };
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
