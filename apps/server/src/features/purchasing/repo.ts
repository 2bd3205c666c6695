import { type Executor, type Sql, sql } from '../../db/index.ts';
import { isOfOrders } from '../../states/sql.ts';
import type { Purchase } from '../orders/index.ts';
import { byOrder, type PurchaseLineRow, type PurchaseRow, quotedTotal } from './tables.ts';

export const PURCHASE_COLUMNS = sql`p.supplier_order_id, p.order_id, p.other_order_ids, p.shares, p.connection_id, p.manual, p.supplier, p.mode, p.reference, p.state, p.pay_state,
  p.payer, p.source_order_no, p.order_number, p.shipping_method, p.shipping_quote, p.address, p.currency, p.quoted_items, p.quoted_shipping,
  p.items_cost, p.shipping_cost, p.total_cost, p.placement_id, p.pay_automatically, p.pay_process_id, p.payment_reference,
  p.pay_round, p.pay_amount, p.remote_state, p.error_key, p.error_params, p.attempts, p.pay_attempts, p.pay_sent_at, p.pauses,
  p.synced_at, p.sync_process_id, p.sync_state, p.sync_error_key, p.placed_at, p.paid_at, p.shipped_at, p.created_at,
  p.not_before, p.requested_by`;

export const findPurchase = (ex: Executor, workplaceId: string, id: string): Promise<PurchaseRow | undefined> =>
  ex.first<PurchaseRow>(
    sql`select ${PURCHASE_COLUMNS} from supplier_order p where p.workplace_id = ${workplaceId} and p.supplier_order_id = ${id}`,
  );

/** Locks a supplier order against requests for its other orders. The caller locks the order first. */
export const lockPurchase = (tx: Executor, workplaceId: string, id: string): Promise<number> =>
  tx.run(sql`select 1 from supplier_order where workplace_id = ${workplaceId} and supplier_order_id = ${id}
    for no key update`);

export const findPurchases = (ex: Executor, workplaceId: string, ids: readonly string[]): Promise<PurchaseRow[]> =>
  ex.rows<PurchaseRow>(sql`select ${PURCHASE_COLUMNS} from supplier_order p
    where p.workplace_id = ${workplaceId} and p.supplier_order_id = any(${ids}::uuid[]) order by p.supplier_order_id`);

/** How early a store check is made for an order, batched with others. */
const ASK_AHEAD = sql`interval '30 seconds'`;
/** More than are checked within a minute: checked ones waiting for their turn must leave room for others. */
const MOST_AHEAD = 2_000;

/** A query of the orders placed or paid next. */
export const dueForStore = (
  workplaceId: string,
): Sql => sql`select unnest(array_prepend(order_id, other_order_ids)) as order_id
  from (select d.order_id, d.other_order_ids from supplier_order d
  where d.workplace_id = ${workplaceId} and (d.state = 'requested' or (d.state = 'placed' and d.pay_state = 'requested'))
    and d.next_attempt_at < clock_timestamp() + ${ASK_AHEAD}
  order by d.next_attempt_at limit ${MOST_AHEAD}) ahead`;

/** Filters purchases by store, order or supplier connection. */
export type PurchaseOwner = { storeId: string } | { orderId: string } | { connectionId: string };

/** A condition on the rows of supplier_order. */
export function belongsTo(owner: PurchaseOwner): Sql {
  if ('storeId' in owner) return sql`store_id = ${owner.storeId}`;
  return 'orderId' in owner ? isOfOrders([owner.orderId]) : sql`connection_id = ${owner.connectionId}`;
}

/** Supplier orders of orders, oldest first. */
export const findPurchasesOfOrders = (
  ex: Executor,
  workplaceId: string,
  orderIds: readonly string[],
): Promise<PurchaseRow[]> =>
  ex.rows<PurchaseRow>(sql`select ${PURCHASE_COLUMNS} from supplier_order p
    where p.workplace_id = ${workplaceId} and ${isOfOrders(orderIds, 'p.')} order by p.supplier_order_id`);

/** Supplier orders that a supplier may refer to, by our references or its numbers. */
export const findByRemote = (
  ex: Executor,
  workplaceId: string,
  connectionId: string,
  references: readonly string[],
  numbers: readonly string[],
): Promise<PurchaseRow[]> =>
  ex.rows<PurchaseRow>(sql`select ${PURCHASE_COLUMNS} from supplier_order p
    where p.workplace_id = ${workplaceId} and p.connection_id = ${connectionId}
      and (p.reference = any(${references}::text[]) or p.source_order_no = any(${numbers}::text[]))`);

/** Number of earlier purchases by line, whatever their outcome. */
export async function findRounds(
  ex: Executor,
  workplaceId: string,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await ex.rows<{ line_id: string; rounds: number }>(sql`select line_id, count(*) as rounds
    from supplier_order_line where workplace_id = ${workplaceId} and order_id = any(${orderIds}::uuid[]) group by line_id`);
  return new Map(rows.map((row) => [row.line_id, row.rounds]));
}

export const linesOfPurchases = (
  ex: Executor,
  workplaceId: string,
  ids: readonly string[],
): Promise<PurchaseLineRow[]> =>
  ex.rows<PurchaseLineRow>(sql`select supplier_order_id, line_id, order_id, source_product_id, source_variant_id, sku, quantity, pieces_per_unit, unit_cost
    from supplier_order_line where workplace_id = ${workplaceId} and supplier_order_id = any(${ids}::uuid[])
    order by supplier_order_id, line_id`);

/** What supplier orders mean for their orders. */
export const mergePurchases = (rows: readonly PurchaseRow[]): Purchase[] =>
  rows.flatMap(byOrder).map((row) => ({
    order_id: row.order_id,
    state: row.state,
    pay_state: row.pay_state,
    items: row.items_cost ?? row.quoted_items,
    shipping: row.shipping_cost ?? row.quoted_shipping,
    total: row.total_cost ?? quotedTotal(row),
    currency: row.currency,
  }));

export type NewPurchase = Pick<
  PurchaseRow,
  | 'supplier_order_id'
  | 'order_id'
  | 'connection_id'
  | 'supplier'
  | 'mode'
  | 'reference'
  | 'payer'
  | 'shipping_method'
  | 'shipping_quote'
  | 'address'
  | 'currency'
  | 'quoted_items'
  | 'quoted_shipping'
  | 'placement_id'
  | 'pay_automatically'
> &
  Partial<Pick<PurchaseRow, 'not_before' | 'requested_by' | 'other_order_ids' | 'shares'>> & { ask_first: boolean };

/** Writes the lines of new supplier orders. */
export async function insertPurchaseLines(
  tx: Executor,
  workplaceId: string,
  lines: readonly PurchaseLineRow[],
): Promise<void> {
  await tx.run(sql`insert into supplier_order_line (workplace_id, supplier_order_id, line_id, order_id, source_product_id,
      source_variant_id, sku, quantity, pieces_per_unit, unit_cost)
    select ${workplaceId}, n.supplier_order_id, n.line_id, n.order_id, n.source_product_id, n.source_variant_id, n.sku, n.quantity, n.pieces_per_unit, n.unit_cost
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as n(supplier_order_id uuid, line_id uuid, order_id uuid,
      source_product_id text, source_variant_id text, sku text, quantity integer, pieces_per_unit integer, unit_cost bigint)
    returning 1`);
}

/** Writes the intent to buy: many supplier orders with their lines at once. */
export async function insertPurchases(
  tx: Executor,
  workplaceId: string,
  rows: readonly NewPurchase[],
  lines: readonly PurchaseLineRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await tx.run(sql`insert into supplier_order (workplace_id, supplier_order_id, order_id, connection_id, supplier, mode, reference,
      state, payer, shipping_method, shipping_quote, address, currency, quoted_items, quoted_shipping, placement_id, pay_automatically, ask_first,
      not_before, requested_by, other_order_ids, shares)
    select ${workplaceId}, n.supplier_order_id, n.order_id, n.connection_id, n.supplier, n.mode, n.reference, 'requested', n.payer,
      n.shipping_method, n.shipping_quote, n.address, n.currency, n.quoted_items, n.quoted_shipping, n.placement_id, n.pay_automatically, n.ask_first,
      n.not_before, n.requested_by, coalesce(n.other_order_ids, '{}'), nullif(n.shares, 'null'::jsonb)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(supplier_order_id uuid, order_id uuid, connection_id uuid,
      supplier text, mode text, reference text, payer text, shipping_method text, shipping_quote jsonb, address jsonb, currency text,
      quoted_items bigint, quoted_shipping bigint, placement_id uuid, pay_automatically boolean, ask_first boolean, not_before timestamptz,
      requested_by uuid, other_order_ids uuid[], shares jsonb)
    returning 1`);
  await insertPurchaseLines(tx, workplaceId, lines);
}

/** Saves a supplier's view of an order. */
export async function saveRemoteOrder(
  tx: Executor,
  workplaceId: string,
  id: string,
  remote: Pick<PurchaseRow, 'remote_state' | 'items_cost' | 'shipping_cost' | 'total_cost'> & {
    shipped: boolean;
  },
): Promise<void> {
  await tx.run(sql`update supplier_order set remote_state = ${remote.remote_state}, items_cost = ${remote.items_cost},
      shipping_cost = ${remote.shipping_cost}, total_cost = ${remote.total_cost},
      synced_at = now(),
      shipped_at = case when ${remote.shipped} then coalesce(shipped_at, t.now) else shipped_at end, updated_at = t.now
    from (select now() as now) t where workplace_id = ${workplaceId} and supplier_order_id = ${id}`);
}

/** States of a supplier order outside of its two claimed calls. */
export async function setStates(
  tx: Executor,
  workplaceId: string,
  id: string,
  next: Partial<Pick<PurchaseRow, 'state' | 'pay_state' | 'error_key' | 'error_params'>>,
): Promise<void> {
  await tx.run(sql`update supplier_order set state = coalesce(${next.state ?? null}, state),
      pay_state = coalesce(${next.pay_state ?? null}, pay_state),
      error_key = case when ${next.error_key !== undefined} then ${next.error_key ?? null} else error_key end,
      error_params = case when ${next.error_key !== undefined} then ${next.error_params ? JSON.stringify(next.error_params) : null}::jsonb else error_params end,
      paid_at = case when ${next.pay_state === 'paid'} then coalesce(paid_at, t.now) else paid_at end, updated_at = t.now
    from (select now() as now) t where workplace_id = ${workplaceId} and supplier_order_id = ${id}`);
}

/** Supplier orders of one supplier by its numbers. */
export const findByNumbers = (
  ex: Executor,
  workplaceId: string,
  supplier: string,
  numbers: readonly string[],
): Promise<PurchaseRow[]> =>
  ex.rows<PurchaseRow>(sql`select ${PURCHASE_COLUMNS} from supplier_order p where p.workplace_id = ${workplaceId} and p.supplier = ${supplier}
    and (p.source_order_no = any(${numbers}::text[]) or p.order_number = any(${numbers}::text[]))`);

/** Ends the waiting time of supplier orders that aren't placed yet. Returns how many. */
export const clearWait = (tx: Executor, workplaceId: string, orderId: string): Promise<number> =>
  tx.run(sql`update supplier_order set not_before = null, updated_at = now()
    where workplace_id = ${workplaceId} and ${isOfOrders([orderId])} and state = 'requested' and not_before > now()`);
