import {
  type Again,
  type Claimed,
  type ClaimParts,
  type EffectRow,
  isAgain,
  type Noted,
  releaseRow,
} from '../../db/effect-row.ts';
import { type Executor, empty, json, type Sql, sql } from '../../db/index.ts';
import { SYNC_OPEN, SYNC_TRANSITIONS } from '../../states/parcel-sync.ts';
import { isOneOf } from '../../states/sql.ts';
import type { StoreUpdate } from './rules/next-update.ts';
import type { LineQuantity } from './rules/parcels.ts';
import type { ShipmentRow } from './tables.ts';

/** A parcel that this worker may report. */
export type SyncClaim = Claimed &
  Pick<
    ShipmentRow,
    | 'shipment_id'
    | 'order_id'
    | 'store_id'
    | 'carrier'
    | 'tracking_number'
    | 'tracking_url'
    | 'report_error'
    | 'told'
    | 'same_items_as'
  > & {
    external_fulfillment_id: string | null;
    /** The update of earlier attempts; undefined or null: the current one. */
    telling: StoreUpdate | null;
  };

/** Final outcome of a report. */
export type SyncOutcome =
  /** `told`: what the store has now; undefined: no update was needed. */
  | { kind: 'sent'; told?: StoreUpdate; externalFulfillmentId?: string | null }
  /** `told`: items that count as fulfilled although the store gets no update. */
  | { kind: 'not_needed'; told?: StoreUpdate }
  | { kind: 'failed'; key: string; params: object };

/** Waiting reason: the store holds the order. */
export const STORE_HOLDS_ORDER = 'STORE_HOLDS_ORDER';

/** Waiting reason: the owner hasn't confirmed the store. */
export const STORE_SUSPENDED = 'STORE_SUSPENDED';

/** Waiting reasons that may last for weeks and end with a job. */
const LONG_WAITS: readonly string[] = [STORE_HOLDS_ORDER, STORE_SUSPENDED, 'STORE_NEEDS_RECONNECT'];

/**
 * A waiting parcel has one scheduled check. Jobs enqueued for an earlier check (released by the store, requested by a
 * person) replace it, and the older job ends, or checks would multiply.
 */
const isDue = sql`(report_state <> 'waiting' or coalesce(report_error, '') <> all(${LONG_WAITS}::text[])
  or next_attempt_at <= db_clock())`;

/** Reports in shipment rows. */
export const PARCEL_SYNC: EffectRow = {
  table: 'shipment',
  key: 'shipment_id',
  prefix: '',
  stateColumn: 'report_state',
  states: { waiting: 'waiting', sending: 'sending', unknown: 'unknown' },
  moves: SYNC_TRANSITIONS,
  due: isDue,
  openedAt: sql`shipped_at`,
};

/** A parcel of an order from before a restore may have been reported after the backup. */
const asksFirst = (restoredAt: string | null, workplaceId: string) =>
  sql`coalesce((select o.placed_at < ${restoredAt}::timestamptz from sales_order o
    where o.workplace_id = ${workplaceId} and o.order_id = shipment.order_id), false)`;

export const parcelSyncParts = (restoredAt: string | null, workplaceId: string): ClaimParts => ({
  columns: sql`p.shipment_id, p.order_id, p.store_id, p.carrier, p.tracking_number, p.tracking_url, p.report_error, p.told, p.same_items_as,
    p.external_fulfillment_id, p.telling, p.pauses`,
  asks: asksFirst(restoredAt, workplaceId),
  notes: sql`not ${asksFirst(restoredAt, workplaceId)}`,
});

/** Orders of some parcels. */
export const findOrderIds = async (
  tx: Executor,
  workplaceId: string,
  shipmentIds: readonly string[],
): Promise<string[]> =>
  (
    await tx.rows<{ order_id: string }>(sql`select distinct order_id from shipment
      where workplace_id = ${workplaceId} and shipment_id = any(${shipmentIds}::uuid[])`)
  ).map((row) => row.order_id);

/**
 * Parcels due within their order: one at a time, and none while another one's report is in doubt, because that decides
 * which of them completes the order. The caller locks the orders.
 */
export async function pickDueParcels(
  tx: Executor,
  workplaceId: string,
  shipmentIds: readonly string[],
): Promise<string[]> {
  const rows = await tx.rows<{
    shipment_id: string;
    order_id: string;
  }>(sql`select s.shipment_id, s.order_id from shipment s
    where s.workplace_id = ${workplaceId} and s.shipment_id = any(${shipmentIds}::uuid[])
      and ${isOneOf('s.report_state', SYNC_OPEN)} and (s.claimed_until is null or s.claimed_until < clock_timestamp())
      and ${isDue}
      and not exists (select 1 from shipment o where o.workplace_id = ${workplaceId} and o.order_id = s.order_id
        and o.shipment_id <> s.shipment_id and (o.claimed_until >= clock_timestamp()
          or (${isOneOf('o.report_state', SYNC_OPEN)} and o.attempts > 0
            and (s.attempts = 0 or o.shipment_id < s.shipment_id))))
    order by s.shipment_id`);
  const first = new Map(rows.toReversed().map((row) => [row.order_id, row.shipment_id]));
  return [...first.values()];
}

/** Parcels of some orders, by the references under which their store may know them. */
export const findShipmentIds = async (
  ex: Executor,
  workplaceId: string,
  orderIds: readonly string[],
): Promise<Set<string>> =>
  new Set(
    (
      await ex.rows<{ shipment_id: string }>(sql`select shipment_id from shipment
        where workplace_id = ${workplaceId} and order_id = any(${orderIds}::uuid[])`)
    ).map((row) => row.shipment_id),
  );

const toldNow = ({ tracking }: StoreUpdate, externalFulfillmentId: string | null): Sql =>
  sql`told = ${json(tracking)}, told_at = db_clock(), attempts = 0, sent_at = null,
    external_fulfillment_id = coalesce(${externalFulfillmentId}, external_fulfillment_id),`;

/** Saves the updates of claimed parcels: an attempt with an unknown outcome is looked up with the same one. */
export async function saveStoreUpdate(
  tx: Executor,
  workplaceId: string,
  rows: readonly { id: string; telling: StoreUpdate }[],
): Promise<void> {
  if (rows.length === 0) return;
  await tx.run(sql`update shipment s set telling = n.telling from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(id uuid, telling jsonb)
    where s.workplace_id = ${workplaceId} and s.shipment_id = n.id`);
}

/** Saves reported quantities. */
export const saveSyncedQuantities = (
  tx: Executor,
  workplaceId: string,
  shipmentId: string,
  pieces: readonly LineQuantity[],
): Promise<number> =>
  tx.run(sql`update shipment_line l set told_quantity = greatest(l.told_quantity, n.quantity)
    from unnest(${pieces.map((one) => one.line_id)}::uuid[], ${pieces.map((one) => one.quantity)}::integer[]) as n(line_id, quantity)
    where l.workplace_id = ${workplaceId} and l.shipment_id = ${shipmentId} and l.line_id = n.line_id`);

/** Parcels by id, as needed for joining them in the store. */
export const findJoinTargets = async (
  ex: Executor,
  workplaceId: string,
  shipmentIds: readonly string[],
): Promise<Map<string, { external_fulfillment_id: string | null; isTold: boolean; isOpen: boolean }>> =>
  new Map(
    (
      await ex.rows<{ shipment_id: string; external_fulfillment_id: string | null; told: boolean; open: boolean }>(
        sql`select shipment_id, external_fulfillment_id, told is not null as told, ${isOneOf('report_state', SYNC_OPEN)} as open
          from shipment where workplace_id = ${workplaceId} and shipment_id = any(${shipmentIds}::uuid[])`,
      )
    ).map(({ shipment_id: id, external_fulfillment_id, told, open }) => [
      id,
      { external_fulfillment_id, isTold: told, isOpen: open },
    ]),
  );

/** Records a final outcome and releases the parcel. false: another worker holds it and nothing was recorded. */
export async function finishSync(
  tx: Executor,
  workplaceId: string,
  { id, token }: Noted,
  end: SyncOutcome | Again,
): Promise<boolean> {
  if (isAgain(end)) {
    if (!(await releaseRow(tx, PARCEL_SYNC, workplaceId, { id, token }, end))) return false;
    const why = end.kind === 'requested' ? end.why : undefined;
    await tx.run(sql`update shipment set report_error = ${why?.key ?? null}, report_params = ${json(why?.params ?? null)},
        next_attempt_at = case when look_again then t.now else next_attempt_at end, look_again = false
      from (select db_clock() as now) t
      where workplace_id = ${workplaceId} and shipment_id = ${id}`);
    return true;
  }
  const failed = end.kind === 'failed' ? end : undefined;
  return (
    (await tx.run(sql`update shipment set report_state = ${end.kind}, claimed_by = null, claimed_until = null, telling = null,
      ${end.kind !== 'failed' && end.told ? toldNow(end.told, end.kind === 'sent' ? (end.externalFulfillmentId ?? null) : null) : empty}
      report_error = ${failed?.key ?? null}, report_params = ${json(failed?.params ?? null)},
      pauses = 0, next_attempt_at = db_clock(), look_again = false, updated_at = now()
    where workplace_id = ${workplaceId} and shipment_id = ${id} and claimed_by = ${token}`)) > 0
  );
}

/**
 * Makes a store's or order's waiting parcels due now and returns them. Parcels already due keep their job; one being
 * checked gets another check, because the current response may be outdated.
 */
export const makeWaitingParcelsDue = (
  tx: Executor,
  workplaceId: string,
  of: { storeId: string; orderId: string | undefined },
  most: number,
): Promise<{ shipment_id: string }[]> =>
  tx.rows<{ shipment_id: string }>(sql`update shipment set look_again = report_state = 'sending',
      next_attempt_at = case when report_state = 'waiting' then t.now else next_attempt_at end
    from (select db_clock() as now) t
    where workplace_id = ${workplaceId} and shipment_id in (select shipment_id from shipment
      where workplace_id = ${workplaceId} and store_id = ${of.storeId}
        and ${of.orderId === undefined ? sql`true` : sql`order_id = ${of.orderId}`}
        and ((report_state = 'waiting' and report_error = any(${LONG_WAITS}::text[]) and next_attempt_at > db_clock())
          or (report_state = 'sending' and claimed_until >= db_clock() and not look_again))
      order by next_attempt_at limit ${most} for no key update skip locked)
    returning shipment_id`);
