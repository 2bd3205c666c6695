import type { ShippingOption } from '@quayside/connector-kit';
import { type Executor, json, type Lease, lastSign, sql } from '../../db/index.ts';
import { HELD_PAUSE_MS } from '../../sending/hold-pause.ts';
import { PURCHASE_COLUMNS } from './repo.ts';
import type { PurchaseRow } from './tables.ts';

/** A row that this worker alone may call out for, and what was known of earlier calls when it was taken up. */
export interface Claim extends PurchaseRow {
  before_attempts: number;
  /** How long ago the last call that may have had an effect was sent; null: none was. */
  since_sent_ms: number | null;
  /** It may have been sent before a restore: the other side is asked before a first call too. */
  asks: boolean;
}

/** Rows that were here at a restore, or are for orders from before it. */
export const asksFirst = (restoredAt: string | null) =>
  sql`(ask_first or coalesce(created_at < ${restoredAt}::timestamptz, false))`;

/**
 * Takes supplier orders up for placing, those that nobody else holds. A first call for which everything is known is noted
 * as sent in the same step; after that the supplier is asked before anything is sent again.
 */
export const claimPlacing = (
  tx: Executor,
  workplaceId: string,
  ids: readonly string[],
  token: string,
  lease: Lease,
  restoredAt: string | null,
): Promise<Claim[]> =>
  tx.rows<Claim>(sql`with due as (
      select supplier_order_id, attempts as before_attempts, 
        (attempts = 0 and shipping_method is not null and not ${asksFirst(restoredAt)}) as sends, ${asksFirst(restoredAt)} as asks,
        (extract(epoch from clock_timestamp() - ${lastSign('sent_at', lease)}) * 1000)::bigint as since_sent_ms
      from supplier_order where workplace_id = ${workplaceId} and supplier_order_id = any(${ids}::uuid[])
        and state in ('requested', 'placing', 'unknown') and (claimed_until is null or claimed_until < clock_timestamp())
      order by supplier_order_id for no key update)
    update supplier_order p set state = 'placing', claimed_by = ${token},
      claimed_until = clock_timestamp() + make_interval(secs => ${lease.leaseMs / 1000}),
      attempts = case when due.sends then 1 else p.attempts end,
      sent_at = case when due.sends then clock_timestamp() else p.sent_at end, updated_at = now()
    from due where p.workplace_id = ${workplaceId} and p.supplier_order_id = due.supplier_order_id
    returning ${PURCHASE_COLUMNS}, due.before_attempts, due.since_sent_ms, due.asks`);

/** Work that is held is not late: its job comes back, and the sweep sends no second one meanwhile. */
export const putOff = (tx: Executor, workplaceId: string, ids: readonly string[]): Promise<number> =>
  tx.run(sql`update supplier_order set next_attempt_at = now() + make_interval(secs => ${HELD_PAUSE_MS / 1000})
    where workplace_id = ${workplaceId} and supplier_order_id = any(${ids}::uuid[])
      and (state in ('requested', 'placing', 'unknown') or pay_state in ('requested', 'paying', 'unknown'))`);

/** A call that is about to be sent, and the service that was chosen for it if it was chosen just now. */
export interface SendingRow {
  id: string;
  token: string;
  shipping: ShippingOption | undefined;
}

/** Notes calls that are about to be sent. For rows that are not answered the lease is lost, and nothing may be sent. */
export async function noteSending(
  tx: Executor,
  workplaceId: string,
  rows: readonly SendingRow[],
): Promise<Set<string>> {
  const noted = rows.map(({ id, token, shipping }) => ({
    id,
    token,
    method: shipping?.serviceName ?? null,
    quote: shipping ?? null,
    cost: shipping?.amount.amount ?? null,
  }));
  const ours = await tx.rows<{ supplier_order_id: string }>(sql`update supplier_order p set attempts = p.attempts + 1,
      sent_at = clock_timestamp(), shipping_method = coalesce(n.method, p.shipping_method),
      shipping_quote = coalesce(nullif(n.quote, 'null'::jsonb), p.shipping_quote),
      quoted_shipping = coalesce(n.cost, p.quoted_shipping)
    from jsonb_to_recordset(${JSON.stringify(noted)}::jsonb) as n(id uuid, token uuid, method text, quote jsonb, cost bigint)
    where p.workplace_id = ${workplaceId} and p.supplier_order_id = n.id and p.claimed_by = n.token
      and p.claimed_until >= clock_timestamp()
    returning p.supplier_order_id`);
  return new Set(ours.map((row) => row.supplier_order_id));
}

export const renewLease = async (
  tx: Executor,
  workplaceId: string,
  id: string,
  token: string,
  leaseMs: number,
): Promise<boolean> =>
  (await tx.run(sql`update supplier_order set claimed_until = clock_timestamp() + make_interval(secs => ${leaseMs / 1000})
    where workplace_id = ${workplaceId} and supplier_order_id = ${id} and claimed_by = ${token} and claimed_until >= clock_timestamp()`)) >
  0;

/** It came to nothing: refused for good, or taken back before anything was sent. */
export interface PlaceStop {
  kind: 'failed' | 'cancelled';
  key: string;
  params: object;
}

/** How placing ended where nothing stands at the supplier, as far as is known. */
export type PlaceEnd =
  | PlaceStop
  /** Nothing happened: earlier calls stay as they were known. */
  | { kind: 'requested'; afterMs: number; busy?: boolean; before: Pick<Claim, 'before_attempts' | 'since_sent_ms'> }
  /** `called`: a call ended just now that may have had its effect; the wait for it begins now. */
  | { kind: 'unknown'; afterMs: number; busy?: boolean; called?: boolean };

export const isStop = (end: PlaceEnd): end is PlaceStop => end.kind === 'failed' || end.kind === 'cancelled';

/** What stands at the supplier. Amounts are minor units of `currency`. */
export interface PlacedRow {
  id: string;
  /** Of the worker that holds the row. */
  token: string;
  source_order_no: string;
  order_number: string | null;
  items_cost: number;
  shipping_cost: number;
  total_cost: number;
  currency: string;
  remote_state: string;
}

/** Records that supplier orders stand and gives their rows back. Answers those that were still the worker's; the others are not touched. */
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

/** Records how placing ended otherwise and gives the row back. false: another worker holds it, nothing was recorded. */
export async function endPlacing(
  tx: Executor,
  workplaceId: string,
  id: string,
  token: string,
  end: PlaceEnd,
): Promise<boolean> {
  const mine = sql`workplace_id = ${workplaceId} and supplier_order_id = ${id} and claimed_by = ${token}`;
  const free = sql`claimed_by = null, claimed_until = null, updated_at = now()`;
  if (isStop(end))
    return (
      (await tx.run(sql`update supplier_order set state = ${end.kind}, error_key = ${end.key}, error_params = ${json(end.params)},
          pauses = 0, ${free} where ${mine}`)) > 0
    );
  const next = sql`next_attempt_at = clock_timestamp() + make_interval(secs => ${end.afterMs / 1000}),
    pauses = pauses + ${end.busy ? 0 : 1}::integer`;
  if (end.kind === 'unknown')
    return (
      (await tx.run(sql`update supplier_order set state = 'unknown', ${next}, ${free},
          sent_at = case when ${end.called ?? false} then clock_timestamp() else sent_at end where ${mine}`)) > 0
    );
  const { before_attempts, since_sent_ms } = end.before;
  const since = since_sent_ms === null ? null : since_sent_ms / 1000;
  return (
    (await tx.run(sql`update supplier_order set state = 'requested', attempts = ${before_attempts},
        sent_at = clock_timestamp() - make_interval(secs => ${since}::double precision), ${next}, ${free} where ${mine}`)) >
    0
  );
}
