import { newId } from '@quayside/kernel';
import { type Executor, json, sql } from '../../db/index.ts';
import type { StoredProblem } from './tables.ts';

export interface UnreadableOrderRow {
  store_id: string;
  external_order_id: string;
  name: string | null;
  reason_key: string;
  reason_params: NonNullable<StoredProblem['params']>;
  first_at: string;
  last_at: string;
}

/** Records that an order couldn't be saved; true if new. */
export async function upsertUnreadableOrder(
  tx: Executor,
  workplaceId: string,
  row: Omit<UnreadableOrderRow, 'first_at'>,
): Promise<boolean> {
  const id = newId();
  const kept = await tx.first<{
    set_aside_id: string;
  }>(sql`insert into order_set_aside as s (workplace_id, set_aside_id, store_id,
      external_order_id, name, reason_key, reason_params, first_at, last_at)
    values (${workplaceId}, ${id}, ${row.store_id}, ${row.external_order_id}, ${row.name}, ${row.reason_key},
      ${json(row.reason_params)}, ${row.last_at}, ${row.last_at})
    on conflict (workplace_id, store_id, external_order_id) do update set name = coalesce(excluded.name, s.name),
      reason_key = excluded.reason_key, reason_params = excluded.reason_params, last_at = greatest(s.last_at, excluded.last_at)
    returning set_aside_id`);
  return kept?.set_aside_id === id;
}

/** Removes the records of orders after a successful read, unless a later one failed. Returns whether there was one. */
export async function deleteUnreadableOrders(
  tx: Executor,
  workplaceId: string,
  storeId: string,
  read: readonly { externalOrderId: string; readAt: string }[],
): Promise<boolean> {
  if (read.length === 0) return false;
  const deleted = await tx.run(sql`delete from order_set_aside s
    using unnest(${read.map((one) => one.externalOrderId)}::text[], ${read.map((one) => one.readAt)}::timestamptz[]) as n(external_order_id, read_at)
    where s.workplace_id = ${workplaceId} and s.store_id = ${storeId} and s.external_order_id = n.external_order_id
      and s.last_at <= n.read_at`);
  return deleted > 0;
}

/** The newest of each store, and their number. */
export const listUnreadableOrders = (
  ex: Executor,
  workplaceId: string,
  most: number,
  storeId?: string,
): Promise<(UnreadableOrderRow & { n: number })[]> =>
  ex.rows<
    UnreadableOrderRow & { n: number }
  >(sql`select store_id, external_order_id, name, reason_key, reason_params, first_at, last_at, n from (
      select s.*, count(*) over (partition by store_id)::int as n, row_number() over (partition by store_id order by last_at desc, set_aside_id desc) as place
      from order_set_aside s where workplace_id = ${workplaceId} and (${storeId ?? null}::uuid is null or store_id = ${storeId ?? null}::uuid)) ranked
    where place <= ${most} order by store_id, place`);
