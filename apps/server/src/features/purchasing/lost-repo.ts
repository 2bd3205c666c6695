import type { SupplierOrder } from '@quayside/connector-kit';
import { newId } from '@quayside/kernel';
import { type Executor, empty, sql } from '../../db/index.ts';
import type { Mode } from '../../deps.ts';
import { UNSETTLED } from '../../sending/index.ts';
import { getOrderKey, isCombinedReference, isSameOrder } from './reference.ts';
import type { LostLine, LostOrder } from './rules/lost-order.ts';

/** Whether a connection's orders were compared since the restore. */
export const isChecked = async (
  ex: Executor,
  workplaceId: string,
  connectionId: string,
  restoredAt: string,
): Promise<boolean> =>
  (await ex.first(sql`select 1 from restore_check where workplace_id = ${workplaceId} and connection_id = ${connectionId}
    and restored_at >= ${restoredAt}::timestamptz`)) !== undefined;

export const noteChecked = (
  tx: Executor,
  workplaceId: string,
  connectionId: string,
  restoredAt: string,
  now: string,
): Promise<number> =>
  tx.run(sql`insert into restore_check (workplace_id, connection_id, restored_at, checked_at)
    values (${workplaceId}, ${connectionId}, ${restoredAt}::timestamptz, ${now}::timestamptz)
    on conflict (workplace_id, connection_id) do update set restored_at = excluded.restored_at, checked_at = excluded.checked_at`);

/** An unrecorded supplier order as shown to people. */
export interface LostFacts {
  source_order_no: string;
  order_number: string | null;
  reference: string;
  lines: LostLine[];
  placed_at: string | null;
  paid_at: string | null;
  remote_state: SupplierOrder['state'];
  /** Minor units of `currency`. */
  total: number | null;
  currency: string | null;
  parcels: { carrier: string | null; number: string; url: string | null }[];
}

export const lostFacts = (one: SupplierOrder): LostFacts => ({
  source_order_no: one.supplierOrderId,
  order_number: one.number ?? null,
  reference: one.reference,
  lines: one.lines.map((line) => ({ variant: line.sourceVariantId, quantity: line.quantity })),
  placed_at: one.placedAt ?? null,
  paid_at: one.paidAt ?? null,
  remote_state: one.state,
  total: one.total.amount,
  currency: one.total.currency,
  parcels: one.parcels.map(({ carrier, trackingNumber, trackingUrl }) => ({
    carrier: carrier ?? null,
    number: trackingNumber,
    url: trackingUrl ?? null,
  })),
});

const LOST_RECORD = sql`n(id uuid, source_order_no text, order_number text, reference text, lines jsonb,
  placed_at timestamptz, paid_at timestamptz, remote_state text, total bigint, currency text, parcels jsonb)`;

/** Saves unknown orders, keeping those already saved. */
export async function saveLostOrders(
  tx: Executor,
  workplaceId: string,
  connectionId: string,
  orders: readonly SupplierOrder[],
): Promise<void> {
  if (orders.length === 0) return;
  const rows = orders.map((one) => ({ id: newId(), ...lostFacts(one) }));
  await tx.run(sql`insert into lost_order (workplace_id, lost_order_id, connection_id, source_order_no, order_number, reference, lines,
      placed_at, paid_at, remote_state, total, currency, parcels)
    select ${workplaceId}, n.id, ${connectionId}, n.source_order_no, n.order_number, n.reference, n.lines,
      n.placed_at, n.paid_at, n.remote_state, n.total, n.currency, n.parcels
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as ${LOST_RECORD}
    on conflict (workplace_id, connection_id, source_order_no) do nothing`);
}

/** Open unrecorded orders of a connection. `purchase`: the one that needs them. */
export async function lostOrders(
  ex: Executor,
  workplaceId: string,
  connectionId: string,
  purchase: { reference: string; order_id: string },
): Promise<LostOrder[]> {
  const rows = await ex.rows<Omit<LostOrder, 'same_order'> & { reference: string; order_id: string | null }>(
    sql`select l.lost_order_id, l.source_order_no, l.order_number, l.lines, l.reference, l.order_id
    from lost_order l where l.workplace_id = ${workplaceId} and l.connection_id = ${connectionId} and ${UNSETTLED}
    order by l.source_order_no`,
  );
  return rows.flatMap(({ reference, order_id, ...row }) => {
    // A transferred store keeps its rows, with references that contain the previous workplace.
    // One for several orders may hold any of them: it is this purchase only by its whole reference.
    const isCombined = isCombinedReference(reference, workplaceId);
    const same = isCombined
      ? reference === purchase.reference
      : isSameOrder(reference, purchase.reference) || order_id === purchase.order_id;
    return same || isCombined || getOrderKey(reference) === undefined ? [{ ...row, same_order: same }] : [];
  });
}

export const countLost = async (ex: Executor, workplaceId: string): Promise<number> =>
  (
    await ex.first<{ n: number }>(
      sql`select count(*) as n from lost_order l where l.workplace_id = ${workplaceId} and ${UNSETTLED}`,
    )
  )?.n ?? 0;

export interface LostRow extends LostFacts {
  lost_order_id: string;
  connection_id: string;
  order_id: string | null;
  found_at: string;
  settled_as: 'recorded' | 'dismissed' | null;
  /** A supplier order with its number exists. */
  is_recorded: boolean;
}

const COLUMNS = sql`l.lost_order_id, l.connection_id, l.order_id, l.source_order_no, l.order_number, l.reference, l.lines, l.found_at,
  l.placed_at, l.paid_at, l.remote_state, l.total, l.currency, l.parcels, l.settled_as`;

/** A page of open unrecorded orders, newest first; `after`: the last one of the previous page. */
export const listLost = (
  ex: Executor,
  workplaceId: string,
  { after, offset, most }: { after: string | undefined; offset: number; most: number },
): Promise<LostRow[]> =>
  ex.rows<LostRow>(sql`select ${COLUMNS}, false as is_recorded from lost_order l
    where l.workplace_id = ${workplaceId} and ${UNSETTLED}${after ? sql` and l.lost_order_id < ${after}::uuid` : empty}
    order by l.lost_order_id desc limit ${most} offset ${offset}`);

const one = (workplaceId: string, id: string) => sql`select ${COLUMNS}, exists (select 1 from supplier_order p
      where p.workplace_id = l.workplace_id and p.connection_id = l.connection_id
        and p.source_order_no = l.source_order_no) as is_recorded
  from lost_order l where l.workplace_id = ${workplaceId} and l.lost_order_id = ${id}`;

export const findLostOrder = (ex: Executor, workplaceId: string, id: string): Promise<LostRow | undefined> =>
  ex.first<LostRow>(one(workplaceId, id));

/** Locks an unrecorded order for settling; a concurrent person waits and finds it settled. */
export async function lockLostOrder(tx: Executor, workplaceId: string, id: string): Promise<LostRow | undefined> {
  const held = await tx.first(sql`select 1 from lost_order
    where workplace_id = ${workplaceId} and lost_order_id = ${id} for no key update`);
  return held ? findLostOrder(tx, workplaceId, id) : undefined;
}

export const settleLost = (
  tx: Executor,
  workplaceId: string,
  id: string,
  as: { kind: 'recorded'; supplierOrderId: string; orderId: string } | { kind: 'dismissed' },
): Promise<number> =>
  tx.run(sql`update lost_order set settled_as = ${as.kind}, settled_at = now(),
      order_id = coalesce(${as.kind === 'recorded' ? as.orderId : null}::uuid, order_id),
      supplier_order_id = ${as.kind === 'recorded' ? as.supplierOrderId : null}::uuid
    where workplace_id = ${workplaceId} and lost_order_id = ${id}`);

/** References of orders dismissed as unrelated, which no purchase may use again. */
export async function dismissedReferences(
  ex: Executor,
  workplaceId: string,
  orderIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await ex.rows<{ reference: string }>(sql`select reference from lost_order
    where workplace_id = ${workplaceId} and order_id = any(${orderIds}::uuid[]) and settled_as = 'dismissed'`);
  return new Set(rows.map((row) => row.reference));
}

/** Open unrecorded orders without their store order, by its key. */
export async function lostWithoutOrder(ex: Executor, workplaceId: string): Promise<ReadonlyMap<string, string[]>> {
  const rows = await ex.rows<{ lost_order_id: string; reference: string }>(sql`select l.lost_order_id, l.reference
    from lost_order l where l.workplace_id = ${workplaceId} and l.order_id is null and ${UNSETTLED}`);
  const found = new Map<string, string[]>();
  for (const { lost_order_id: id, reference } of rows) {
    const key = getOrderKey(reference);
    if (key !== undefined) found.set(key, [...(found.get(key) ?? []), id]);
  }
  return found;
}

/** Assigns store orders to unrecorded orders. */
export const noteOrders = (
  tx: Executor,
  workplaceId: string,
  found: readonly { lost_order_id: string; order_id: string; store_id: string }[],
): Promise<number> =>
  tx.run(sql`update lost_order l set order_id = n.order_id, store_id = n.store_id
    from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as n(lost_order_id uuid, order_id uuid, store_id uuid)
    where l.workplace_id = ${workplaceId} and l.lost_order_id = n.lost_order_id`);

export interface KeyedOrder {
  order_id: string;
  store_id: string;
  external_order_id: string;
  platform: string;
  platform_domain: string;
}

/** Orders with the input of their keys, newest first; `before`: the last one of the previous page. */
export const ordersToKey = (
  ex: Executor,
  workplaceId: string,
  which: { ids: readonly string[] } | { before: string | undefined; most: number },
): Promise<KeyedOrder[]> =>
  ex.rows<KeyedOrder>(sql`select o.order_id, o.store_id, o.external_order_id, s.platform, s.platform_domain
    from sales_order o join store s on s.workplace_id = o.workplace_id and s.store_id = o.store_id
    where o.workplace_id = ${workplaceId} ${
      'ids' in which
        ? sql`and o.order_id = any(${which.ids}::uuid[])`
        : sql`${which.before ? sql`and o.order_id < ${which.before}::uuid` : empty} order by o.order_id desc limit ${which.most}`
    }`);

export interface UnclaimedRow extends LostFacts {
  unclaimed_order_id: string;
  supplier: string;
  mode: Mode;
  found_at: string;
}

/** Saves orders on a shared account without a workplace, unless one has them by now. */
export async function saveUnclaimedOrders(
  tx: Executor,
  { supplier, mode }: { supplier: string; mode: Mode },
  orders: readonly { order: SupplierOrder; known: boolean }[],
): Promise<void> {
  if (orders.length === 0) return;
  const rows = orders.map(({ order, known }) => ({ id: newId(), known, ...lostFacts(order) }));
  await tx.run(sql`insert into unclaimed_order (unclaimed_order_id, supplier, mode, source_order_no, order_number, reference, lines,
      placed_at, paid_at, remote_state, total, currency, parcels, known)
    select n.id, ${supplier}, ${mode}, n.source_order_no, n.order_number, n.reference, n.lines,
      n.placed_at, n.paid_at, n.remote_state, n.total, n.currency, n.parcels, n.known
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(id uuid, known boolean, source_order_no text, order_number text,
      reference text, lines jsonb, placed_at timestamptz, paid_at timestamptz, remote_state text, total bigint, currency text,
      parcels jsonb)
    on conflict (supplier, mode, source_order_no) do update set known = unclaimed_order.known or excluded.known`);
}

export const listUnclaimed = (
  ex: Executor,
  { after, offset, most }: { after: string | undefined; offset: number; most: number },
): Promise<UnclaimedRow[]> =>
  ex.rows<UnclaimedRow>(sql`select unclaimed_order_id, supplier, mode, source_order_no, order_number, reference, lines, found_at,
      placed_at, paid_at, remote_state, total, currency, parcels
    from unclaimed_order where not known and dismissed_at is null
      ${after ? sql`and unclaimed_order_id < ${after}::uuid` : empty}
    order by unclaimed_order_id desc limit ${most} offset ${offset}`);

export const countUnclaimed = async (ex: Executor): Promise<number> =>
  (
    await ex.first<{ n: number }>(
      sql`select count(*) as n from unclaimed_order where not known and dismissed_at is null`,
    )
  )?.n ?? 0;

/** Returns whether it was open. */
export const dismissUnclaimed = async (tx: Executor, id: string, accountId: string): Promise<boolean> =>
  (await tx.run(sql`update unclaimed_order set dismissed_at = now(), dismissed_by = ${accountId}
    where unclaimed_order_id = ${id} and not known and dismissed_at is null`)) > 0;
