import type { EffectRow } from '../../db/effect-row.ts';
import { type Executor, json, type Lease, lastSign, sql } from '../../db/index.ts';
import { HELD_PAUSE_MS } from '../../sending/hold-pause.ts';

/** Telling the store of a parcel, as its row keeps it. */
export const REPORTING: EffectRow = {
  table: 'shipment',
  key: 'shipment_id',
  prefix: '',
  stateColumn: 'report_state',
  states: { waiting: 'waiting', sending: 'sending', unknown: 'unknown' },
  openedAt: sql`shipped_at`,
};

/** A parcel that this worker may tell the store of. */
export interface ReportClaim {
  shipment_id: string;
  order_id: string;
  carrier: string | null;
  tracking_number: string;
  tracking_url: string | null;
  attempts: number;
  pauses: number;
  /** How long ago the last call was sent; null: none that may have had an effect. */
  since_sent_ms: number | null;
  /** What stood in the way at the last try. */
  report_error: string | null;
}

/** What a parcel waits for whose order its store holds back. */
export const STORE_HOLDS_ORDER = 'STORE_HOLDS_ORDER';

/** What a parcel waits for whose store its owner has yet to confirm. */
export const STORE_SUSPENDED = 'STORE_SUSPENDED';

/** Reasons to wait that may last for weeks, and of whose end somebody tells. */
export const LONG_WAITS: readonly string[] = [STORE_HOLDS_ORDER, STORE_SUSPENDED, 'STORE_NEEDS_RECONNECT'];

/**
 * A parcel that waits for its store has one look to come. Jobs that were sent to look sooner (the store lets go, a person asked)
 * take that turn; what is left of the one before them ends here, or looks would multiply.
 */
const isDue = sql`(s.report_state <> 'waiting' or coalesce(s.report_error, '') <> all(${LONG_WAITS}::text[])
  or s.next_attempt_at <= clock_timestamp())`;

/**
 * Takes a parcel up for telling the store, if nobody else holds it, and while it is known of every other parcel
 * of the order whether the store was told of it: which parcel completes the order hangs on that. A first call is noted as
 * sent in the same step: nothing can have happened before it. The caller holds the order.
 */
export const claimReport = (
  tx: Executor,
  workplaceId: string,
  shipmentId: string,
  token: string,
  lease: Lease,
): Promise<ReportClaim | undefined> =>
  tx.first<ReportClaim>(sql`with due as (
      select s.shipment_id, s.attempts, s.sent_at, (extract(epoch from clock_timestamp() - ${lastSign('sent_at', lease)}) * 1000)::bigint as since_sent_ms
      from shipment s where s.workplace_id = ${workplaceId} and s.shipment_id = ${shipmentId}
        and s.report_state in ('waiting', 'sending', 'unknown') and (s.claimed_until is null or s.claimed_until < clock_timestamp())
        and ${isDue}
        and not exists (select 1 from shipment o where o.workplace_id = ${workplaceId} and o.order_id = s.order_id
          and o.shipment_id <> s.shipment_id and (o.claimed_until >= clock_timestamp()
            or (o.report_state in ('waiting', 'sending', 'unknown') and o.attempts > 0
              and (s.attempts = 0 or o.shipment_id < s.shipment_id))))
      for no key update)
    update shipment s set report_state = 'sending', claimed_by = ${token}, look_again = false,
      claimed_until = clock_timestamp() + make_interval(secs => ${lease.leaseMs / 1000}),
      attempts = case when due.attempts = 0 then 1 else due.attempts end,
      sent_at = case when due.attempts = 0 then clock_timestamp() else due.sent_at end
    from due where s.workplace_id = ${workplaceId} and s.shipment_id = due.shipment_id
    returning s.shipment_id, s.order_id, s.carrier, s.tracking_number, s.tracking_url, s.pauses, s.report_error, due.attempts, due.since_sent_ms`);

/** The parcels of an order, by the references under which its store may know them. */
export const shipmentIds = async (ex: Executor, workplaceId: string, orderId: string): Promise<Set<string>> =>
  new Set(
    (
      await ex.rows<{ shipment_id: string }>(
        sql`select shipment_id from shipment where workplace_id = ${workplaceId} and order_id = ${orderId}`,
      )
    ).map((row) => row.shipment_id),
  );

/** A held parcel is not late: its job comes back, and the sweep sends no second one meanwhile. */
export const putOffReport = (tx: Executor, workplaceId: string, shipmentId: string): Promise<number> =>
  tx.run(sql`update shipment set next_attempt_at = now() + make_interval(secs => ${HELD_PAUSE_MS / 1000})
    where workplace_id = ${workplaceId} and shipment_id = ${shipmentId} and report_state in ('waiting', 'sending', 'unknown')`);

/** Another call is about to be sent. false: the lease is lost, nothing may be sent. */
export const noteSending = async (
  tx: Executor,
  workplaceId: string,
  shipmentId: string,
  token: string,
): Promise<boolean> =>
  (await tx.run(sql`update shipment set attempts = attempts + 1, sent_at = clock_timestamp()
    where workplace_id = ${workplaceId} and shipment_id = ${shipmentId} and claimed_by = ${token}
      and claimed_until >= clock_timestamp()`)) > 0;

export const renewReport = async (
  tx: Executor,
  workplaceId: string,
  shipmentId: string,
  token: string,
  leaseMs: number,
): Promise<boolean> =>
  (await tx.run(sql`update shipment set claimed_until = clock_timestamp() + make_interval(secs => ${leaseMs / 1000})
    where workplace_id = ${workplaceId} and shipment_id = ${shipmentId} and claimed_by = ${token}
      and claimed_until >= clock_timestamp()`)) > 0;

export type ReportEnd =
  | { state: 'sent'; externalFulfillmentId: string | null }
  | { state: 'not_needed' }
  | { state: 'failed'; key: string; params: object }
  /** Nothing happened: as if the last call had not been. */
  | {
      state: 'waiting';
      afterMs: number;
      busy?: boolean;
      before: Pick<ReportClaim, 'attempts' | 'since_sent_ms'>;
      /** What it waits for, where people should know. */
      why?: { key: string; params: object };
    }
  /** `called`: a call ended just now that may have had its effect; the wait for it begins now. */
  | { state: 'unknown'; afterMs: number; busy?: boolean; called?: boolean };

/** Records how the telling ended and gives the parcel back. false: another worker holds it now, nothing was recorded. */
export async function endReport(
  tx: Executor,
  workplaceId: string,
  shipmentId: string,
  token: string,
  end: ReportEnd,
): Promise<boolean> {
  const again = end.state === 'waiting' || end.state === 'unknown';
  const before = end.state === 'waiting' ? end.before : undefined;
  const told = end.state === 'failed' ? end : end.state === 'waiting' ? end.why : undefined;
  const sentBefore = before?.since_sent_ms ?? null;
  const changed =
    await tx.run(sql`update shipment set report_state = ${end.state}, claimed_by = null, claimed_until = null,
      external_fulfillment_id = ${end.state === 'sent' ? end.externalFulfillmentId : null},
      report_error = ${told?.key ?? null}, report_params = ${json(told?.params ?? null)},
      attempts = ${before ? sql`${before.attempts}::integer` : sql`attempts`},
      sent_at = ${
        before
          ? sql`clock_timestamp() - make_interval(secs => ${sentBefore === null ? null : sentBefore / 1000}::double precision)`
          : end.state === 'unknown' && end.called
            ? sql`clock_timestamp()`
            : sql`sent_at`
      },
      pauses = ${again ? sql`pauses + ${end.busy ? 0 : 1}::integer` : sql`0`},
      next_attempt_at = clock_timestamp() + make_interval(secs => case when look_again then 0 else ${again ? end.afterMs / 1000 : 0}::double precision end),
      look_again = false, updated_at = now()
    where workplace_id = ${workplaceId} and shipment_id = ${shipmentId} and claimed_by = ${token}`);
  return changed > 0;
}

/**
 * Gives parcels of a store, or of one of its orders, that wait for it their turn now; answers them. One whose turn has come
 * is left to its own job. One that is being looked at just now gets another look: what the store says to this one may be from
 * before.
 */
export const takeWaitingReports = (
  tx: Executor,
  workplaceId: string,
  of: { storeId: string; orderId: string | undefined },
  most: number,
): Promise<{ shipment_id: string }[]> =>
  tx.rows<{ shipment_id: string }>(sql`update shipment set look_again = report_state = 'sending',
      next_attempt_at = case when report_state = 'waiting' then clock_timestamp() else next_attempt_at end
    where workplace_id = ${workplaceId} and shipment_id in (select shipment_id from shipment
      where workplace_id = ${workplaceId} and store_id = ${of.storeId}
        and ${of.orderId === undefined ? sql`true` : sql`order_id = ${of.orderId}`}
        and ((report_state = 'waiting' and report_error = any(${LONG_WAITS}::text[]) and next_attempt_at > clock_timestamp())
          or (report_state = 'sending' and claimed_until >= clock_timestamp() and not look_again))
      order by next_attempt_at limit ${most} for no key update skip locked)
    returning shipment_id`);
