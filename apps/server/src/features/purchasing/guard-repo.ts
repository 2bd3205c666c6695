import { firstIdAt, type MessageParams } from '@quayside/kernel';
import { type Executor, empty, json, type Sql, sql } from '../../db/index.ts';
import { type Approval, type Guard, type GuardSetting, NO_GUARDS } from './rules/guards.ts';

/** The longest that a transaction makes ids before it writes their rows. */
const MADE_BEFORE_MS = 10 * 60_000;

/** Guards of a workspace, and of its stores with their own. */
export interface GuardSettings {
  workspace: GuardSetting;
  stores: ReadonlyMap<string, GuardSetting>;
}

const settingOf = (saved: Partial<GuardSetting> | null | undefined): GuardSetting => ({ ...NO_GUARDS, ...saved });

/** All guards of a workspace, in one query. */
export async function readGuards(ex: Executor, workplaceId: string): Promise<GuardSettings> {
  const rows = await ex.rows<{ store_id: string | null; guards: Partial<GuardSetting> }>(sql`
    select null::uuid as store_id, guards from purchasing_setting where workplace_id = ${workplaceId}
    union all select store_id, guards from store_guard where workplace_id = ${workplaceId}`);
  const own = rows.find((row) => row.store_id === null);
  return {
    workspace: settingOf(own?.guards),
    stores: new Map(rows.flatMap((row) => (row.store_id ? [[row.store_id, settingOf(row.guards)] as const] : []))),
  };
}

export const saveGuards = (tx: Executor, workplaceId: string, guards: GuardSetting): Promise<number> =>
  tx.run(sql`insert into purchasing_setting (workplace_id, guards) values (${workplaceId}, ${json(guards)})
    on conflict (workplace_id) do update set guards = excluded.guards`);

export const saveStoreGuards = (
  tx: Executor,
  workplaceId: string,
  storeId: string,
  guards: GuardSetting | null,
): Promise<number> =>
  guards
    ? tx.run(sql`insert into store_guard (workplace_id, store_id, guards) values (${workplaceId}, ${storeId}, ${json(guards)})
        on conflict (workplace_id, store_id) do update set guards = excluded.guards`)
    : tx.run(sql`delete from store_guard where workplace_id = ${workplaceId} and store_id = ${storeId}`);

/** Locks what a day may cost until the transaction ends, so that two requests never exceed it together. */
export const lockDay = (tx: Executor, workplaceId: string): Promise<number> =>
  tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`guard day ${workplaceId}`}, 0))`);

/** An order stopped by a guard, and its approval. */
export interface StopRow {
  order_id: string;
  guard: Guard;
  figure: number;
  params: MessageParams;
  pays: boolean;
  requested_by: string | null;
  stopped_at: string;
  approved_by: string | null;
  approved_name: string | null;
  approved_at: string | null;
  note: string | null;
}

export const findStops = (ex: Executor, workplaceId: string, orderIds: readonly string[]): Promise<StopRow[]> =>
  ex.rows<StopRow>(sql`select order_id, guard, figure, params, pays, requested_by, stopped_at, approved_by, approved_name,
      approved_at, note
    from guard_stop where workplace_id = ${workplaceId} and order_id = any(${orderIds}::uuid[]) order by order_id, stopped_at`);

/** Approvals of orders, by order. */
export async function findApprovals(
  ex: Executor,
  workplaceId: string,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, Approval[]>> {
  const rows = (await findStops(ex, workplaceId, orderIds)).filter((row) => row.approved_at !== null);
  return Map.groupBy(rows, (row) => row.order_id);
}

export type NewStop = Pick<StopRow, 'order_id' | 'guard' | 'figure' | 'params' | 'pays' | 'requested_by'> & {
  store_id: string;
};

/** Records stops. One that was approved before with a better figure needs a new decision. */
export async function saveStops(tx: Executor, workplaceId: string, stops: readonly NewStop[]): Promise<void> {
  if (stops.length === 0) return;
  await tx.run(sql`insert into guard_stop (workplace_id, order_id, guard, store_id, figure, params, pays, requested_by)
    select ${workplaceId}, n.order_id, n.guard, n.store_id, n.figure, n.params, n.pays, n.requested_by
    from jsonb_to_recordset(${JSON.stringify(stops)}::jsonb) as n(order_id uuid, guard text, store_id uuid, figure bigint,
      params jsonb, pays boolean, requested_by uuid)
    on conflict (workplace_id, order_id, guard) do update set figure = excluded.figure, params = excluded.params,
      pays = excluded.pays, requested_by = excluded.requested_by, stopped_at = excluded.stopped_at,
      approved_by = null, approved_name = null, approved_at = null, note = null
    returning 1`);
}

/** Approves all open stops of an order. */
export const approveStops = (
  tx: Executor,
  workplaceId: string,
  orderId: string,
  by: { accountId: string; name: string; note: string | null },
): Promise<number> =>
  tx.run(sql`update guard_stop set approved_by = ${by.accountId}, approved_name = ${by.name}, approved_at = now(),
      note = ${by.note}
    where workplace_id = ${workplaceId} and order_id = ${orderId} and approved_at is null`);

/** Ids are made from the time, shortly before the row is: the primary key finds the day. */
const requestedSince = (since: string): Sql =>
  sql`created_at >= ${since} and supplier_order_id >= ${firstIdAt(Date.parse(since) - MADE_BEFORE_MS)}::uuid`;

/** Currencies of the supplier orders requested since a moment. */
export const currenciesSince = async (ex: Executor, workplaceId: string, since: string): Promise<string[]> =>
  (
    await ex.rows<{ currency: string }>(sql`select distinct currency from supplier_order
      where workplace_id = ${workplaceId} and ${requestedSince(since)} and state not in ('failed', 'cancelled')`)
  ).map((row) => row.currency);

/** What suppliers charge for supplier orders requested since a moment, by currency. `before`: only earlier ones. */
export const sumDay = (
  ex: Executor,
  workplaceId: string,
  since: string,
  { storeId, before }: { storeId: string | undefined; before?: string },
): Promise<{ currency: string; total: number }[]> =>
  ex.rows(sql`select currency, sum(coalesce(total_cost, coalesce(quoted_items, 0) + coalesce(quoted_shipping, 0)))::bigint as total
    from supplier_order where workplace_id = ${workplaceId} and ${requestedSince(since)}
      and state not in ('failed', 'cancelled') ${storeId ? sql`and store_id = ${storeId}` : empty}
      ${before ? sql`and supplier_order_id < ${before}` : empty}
    group by currency`);

/** Supplier orders of a day between two ids, both included, in the order of their requests. */
export const rowsOfDay = (
  ex: Executor,
  workplaceId: string,
  since: string,
  { storeId, first, last }: { storeId: string | undefined; first: string; last: string },
): Promise<{ supplier_order_id: string; currency: string; total: number }[]> =>
  ex.rows(sql`select supplier_order_id, currency,
      coalesce(total_cost, coalesce(quoted_items, 0) + coalesce(quoted_shipping, 0)) as total
    from supplier_order where workplace_id = ${workplaceId} and ${requestedSince(since)}
      and state not in ('failed', 'cancelled') ${storeId ? sql`and store_id = ${storeId}` : empty}
      and supplier_order_id between ${first} and ${last}
    order by supplier_order_id`);
