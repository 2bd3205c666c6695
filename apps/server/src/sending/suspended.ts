import { type Executor, type Sql, sql } from '../db/index.ts';

/**
 * Retry delay of work waiting for an owner's confirmation, in milliseconds; the confirmation enqueues its job
 * immediately.
 */
export const SUSPENDED_MS = 5 * 60_000;

interface Partners {
  storeIds: readonly string[];
  connectionIds: readonly string[];
}

/** Stores and supplier connections with restrictions. */
export interface Closed {
  /**
   * Waiting for the owner's confirmation (features/suspensions): nothing is placed, paid or sent, but orders still
   * arrive.
   */
  suspended: ReadonlySet<string>;
  /** Being transferred to another workspace: no new work or lookups until they arrive. */
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

/** A subquery: since when the target store or connection is suspended; null: neither is. */
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
