import type { ShippingOption } from '@quayside/connector-kit';
import type { Again } from '../../db/effect-row.ts';
import {
  type Claimed,
  type ClaimParts,
  claimRows,
  type EffectRow,
  isOpen,
  type NoteParts,
  releaseRow,
} from '../../db/effect-row.ts';
import { type Executor, empty, json, type Lease, type Sql, sql } from '../../db/index.ts';
import { PURCHASE_COLUMNS } from './repo.ts';
import { PLACE_TRANSITIONS } from './rules/states.ts';
import type { PurchaseRow } from './tables.ts';

/** Placements in supplier_order. */
export const PLACING: EffectRow = {
  table: 'supplier_order',
  key: 'supplier_order_id',
  prefix: '',
  states: { waiting: 'requested', sending: 'placing', unknown: 'unknown' },
  moves: PLACE_TRANSITIONS,
  openedAt: sql`created_at`,
};

/** A row claimed by this worker, with the facts about earlier calls. */
export interface Claim extends PurchaseRow, Claimed {
  connection_id: string;
  store_id: string;
}

/** Rows from before a restore, or for orders from before it. */
export const asksFirst = (restoredAt: string | null) =>
  sql`(ask_first or coalesce(created_at < ${restoredAt}::timestamptz, false))`;

export const CLAIM_COLUMNS = sql`${PURCHASE_COLUMNS}, p.store_id`;

/** The claim records the first call if its shipping method is known and no lookup is needed. */
export const placingParts = (restoredAt: string | null): ClaimParts => ({
  columns: CLAIM_COLUMNS,
  asks: asksFirst(restoredAt),
  notes: sql`shipping_method is not null and not ${asksFirst(restoredAt)}`,
});

/** Claims unclaimed supplier orders for placing. */
export const claimPlacing = (
  tx: Executor,
  workplaceId: string,
  ids: readonly string[],
  token: string,
  lease: Lease,
  restoredAt: string | null,
): Promise<Claim[]> =>
  claimRows<Claim>(tx, PLACING, { ownerId: workplaceId, token, lease }, ids, placingParts(restoredAt));

/** Records the chosen shipping method with the call. */
export const chosenService = (shipping: ShippingOption) => ({
  method: shipping.serviceName,
  quote: shipping,
  cost: shipping.amount.amount,
});

export const SERVICE_NOTE: NoteParts = {
  columns: sql`, method text, quote jsonb, cost bigint`,
  set: sql`, shipping_method = coalesce(n.method, p.shipping_method),
    shipping_quote = coalesce(nullif(n.quote, 'null'::jsonb), p.shipping_quote),
    quoted_shipping = coalesce(n.cost, p.quoted_shipping)`,
};

/** Failed permanently, or withdrawn before anything was sent. */
export interface PlaceStop {
  kind: 'failed' | 'cancelled';
  key: string;
  params: object;
  /** The order that stopped a supplier order shared by several. */
  culprit?: Culprit | undefined;
}

export interface Culprit {
  orderId: string;
  name: string;
}

/** Outcome without a known order at the supplier. */
export type PlaceEnd = PlaceStop | Again;

export const isStop = (end: PlaceEnd): end is PlaceStop => end.kind === 'failed' || end.kind === 'cancelled';

/** A confirmed order at the supplier. Amounts are in minor units of `currency`. */
export interface PlacedRow {
  id: string;
  /** Token of the worker that holds the row. */
  token: string;
  source_order_no: string;
  order_number: string | null;
  items_cost: number;
  shipping_cost: number;
  total_cost: number;
  currency: string;
  remote_state: string;
}

/**
 * Records confirmed supplier orders and releases their rows. Returns those still held by the worker; others are
 * unchanged.
 */
export async function endPlaced(tx: Executor, workplaceId: string, rows: readonly PlacedRow[]): Promise<Set<string>> {
  if (rows.length === 0) return new Set();
  const ours = await tx.rows<{ supplier_order_id: string }>(sql`update supplier_order p set state = 'placed',
      source_order_no = n.source_order_no, order_number = n.order_number, items_cost = n.items_cost,
      shipping_cost = n.shipping_cost, total_cost = n.total_cost, currency = n.currency, remote_state = n.remote_state,
      placed_at = now(), synced_at = now(), error_key = null, error_params = null, pauses = 0,
      claimed_by = null, claimed_until = null, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(id uuid, token uuid, source_order_no text, order_number text,
      items_cost bigint, shipping_cost bigint, total_cost bigint, currency text, remote_state text)
    where p.workplace_id = ${workplaceId} and p.supplier_order_id = n.id and p.claimed_by = n.token
    returning p.supplier_order_id`);
  return new Set(ours.map((row) => row.supplier_order_id));
}

/** Records another outcome and releases the row. false: another worker holds it and nothing was recorded. */
export async function endPlacing(
  tx: Executor,
  workplaceId: string,
  id: string,
  token: string,
  end: PlaceEnd,
): Promise<boolean> {
  if (!isStop(end)) return releaseRow(tx, PLACING, workplaceId, { id, token }, end);
  return (
    (await tx.run(sql`update supplier_order set state = ${end.kind}, error_key = ${end.key}, error_params = ${json(end.params)},
        pauses = 0, claimed_by = null, claimed_until = null, updated_at = now()
      where workplace_id = ${workplaceId} and supplier_order_id = ${id} and claimed_by = ${token}`)) > 0
  );
}

/** Neither sent nor being sent, and not possibly bought before a restore. */
const unsent = (restoredAt: string | null): Sql => sql`state = 'requested' and attempts = 0
  and not ${asksFirst(restoredAt)} and (claimed_until is null or claimed_until < now())`;

interface Stoppable {
  source: string;
  processId?: string | undefined;
  restoredAt: string | null;
}

const ofTask = ({ processId }: Pick<Stoppable, 'processId'>): Sql =>
  processId ? sql`and placement_id = ${processId}` : empty;

/** A supplier's orders that haven't been sent. */
export const findStoppable = (
  ex: Executor,
  workplaceId: string,
  what: Stoppable,
): Promise<{ supplier_order_id: string; order_id: string; other_order_ids: string[] }[]> =>
  ex.rows(sql`select supplier_order_id, order_id, other_order_ids from supplier_order
    where workplace_id = ${workplaceId} and supplier = ${what.source} and ${unsent(what.restoredAt)} ${ofTask(what)}
    order by order_id, supplier_order_id`);

/** Withdraws supplier orders that still haven't been sent. Returns them; a worker that claimed one keeps it. */
export const stopRequested = (
  tx: Executor,
  workplaceId: string,
  ids: readonly string[],
  key: string,
  restoredAt: string | null,
): Promise<Pick<PurchaseRow, 'supplier_order_id' | 'order_id' | 'other_order_ids' | 'placement_id' | 'supplier'>[]> =>
  tx.rows(sql`update supplier_order set state = 'cancelled', error_key = ${key}, error_params = null, pauses = 0,
      claimed_by = null, claimed_until = null, updated_at = now()
    where workplace_id = ${workplaceId} and supplier_order_id = any(${ids}::uuid[]) and ${unsent(restoredAt)}
    returning supplier_order_id, order_id, other_order_ids, placement_id, supplier`);

/** A supplier's orders that are being placed and may have been sent. */
export const countSent = async (
  ex: Executor,
  workplaceId: string,
  what: Omit<Stoppable, 'restoredAt'>,
): Promise<number> =>
  (
    await ex.first<{ count: number }>(sql`select count(*)::int as count from supplier_order
      where workplace_id = ${workplaceId} and supplier = ${what.source} and ${isOpen(PLACING)} ${ofTask(what)}`)
  )?.count ?? 0;
