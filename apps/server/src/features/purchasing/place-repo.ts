import type { ShippingOption } from '@quayside/connector-kit';
import { type Executor, json, type Lease, lastSign, sql } from '../../db/index.ts';
import { PURCHASE_COLUMNS } from './repo.ts';
import type { PurchaseRow } from './tables.ts';

/** A row that this worker alone may call out for, and what was known of earlier calls when it was taken up. */
export interface Claim extends PurchaseRow {
  before_attempts: number;
  /** How long ago the last call that may have had an effect was sent; null: none was. */
  since_sent_ms: number | null;
}

/**
 * Takes a supplier order up for placing when nobody else holds it. A first call for which everything is known is noted as
 * sent in the same step; after that the supplier is asked before anything is sent again.
 */
export const claimPlacing = (
  tx: Executor,
  workplaceId: string,
  id: string,
  token: string,
  lease: Lease,
): Promise<Claim | undefined> =>
  tx.first<Claim>(sql`with due as (
      select supplier_order_id, attempts as before_attempts, (attempts = 0 and shipping_method is not null) as sends,
        (extract(epoch from clock_timestamp() - ${lastSign('sent_at', lease)}) * 1000)::bigint as since_sent_ms
      from supplier_order where workplace_id = ${workplaceId} and supplier_order_id = ${id}
        and state in ('requested', 'placing', 'unknown') and (claimed_until is null or claimed_until < clock_timestamp())
      for no key update)
    update supplier_order p set state = 'placing', claimed_by = ${token},
      claimed_until = clock_timestamp() + make_interval(secs => ${lease.leaseMs / 1000}),
      attempts = case when due.sends then 1 else p.attempts end,
      sent_at = case when due.sends then clock_timestamp() else p.sent_at end, updated_at = now()
    from due where p.workplace_id = ${workplaceId} and p.supplier_order_id = due.supplier_order_id
    returning ${PURCHASE_COLUMNS}, due.before_attempts, due.since_sent_ms`);

/** A call is about to be sent. false: the lease is lost and nothing may be sent. */
export const noteSending = async (
  tx: Executor,
  workplaceId: string,
  id: string,
  token: string,
  shipping?: ShippingOption,
): Promise<boolean> =>
  (await tx.run(sql`update supplier_order set attempts = attempts + 1, sent_at = clock_timestamp(),
      shipping_method = coalesce(${shipping?.serviceName ?? null}, shipping_method),
      shipping_quote = coalesce(${json(shipping)}, shipping_quote),
      quoted_shipping = coalesce(${shipping?.amount.amount ?? null}::bigint, quoted_shipping)
    where workplace_id = ${workplaceId} and supplier_order_id = ${id} and claimed_by = ${token} and claimed_until >= clock_timestamp()`)) >
  0;

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

export type PlaceEnd =
  | {
      kind: 'placed';
      sourceOrderNo: string;
      orderNumber: string | null;
      items: number;
      shipping: number;
      total: number;
      currency: string;
      remoteState: string;
    }
  | PlaceStop
  /** Nothing happened: earlier calls stay as they were known. */
  | { kind: 'requested'; afterMs: number; busy?: boolean; before: Pick<Claim, 'before_attempts' | 'since_sent_ms'> }
  /** `called`: a call ended just now that may have had its effect; the wait for it begins now. */
  | { kind: 'unknown'; afterMs: number; busy?: boolean; called?: boolean };

export const isStop = (end: PlaceEnd): end is PlaceStop => end.kind === 'failed' || end.kind === 'cancelled';

/** Records how placing ended and gives the row back. false: another worker holds it, nothing was recorded. */
export async function endPlacing(
  tx: Executor,
  workplaceId: string,
  id: string,
  token: string,
  end: PlaceEnd,
): Promise<boolean> {
  const mine = sql`workplace_id = ${workplaceId} and supplier_order_id = ${id} and claimed_by = ${token}`;
  const free = sql`claimed_by = null, claimed_until = null, updated_at = now()`;
  if (end.kind === 'placed')
    return (
      (await tx.run(sql`update supplier_order set state = 'placed', source_order_no = ${end.sourceOrderNo}, order_number = ${end.orderNumber},
        items_cost = ${end.items},
          shipping_cost = ${end.shipping}, total_cost = ${end.total}, currency = ${end.currency}, remote_state = ${end.remoteState},
          placed_at = now(), synced_at = now(), error_key = null, error_params = null, pauses = 0, ${free} where ${mine}`)) >
      0
    );
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
