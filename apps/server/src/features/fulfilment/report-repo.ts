import {
  type Again,
  type Claimed,
  type ClaimParts,
  type EffectRow,
  giveBack,
  isAgain,
  type Noted,
} from '../../db/effect-row.ts';
import { type Executor, empty, json, type Sql, sql } from '../../db/index.ts';
import { REPORT_MOVES, REPORT_OPEN } from '../../states/parcel-report.ts';
import { isOneOf } from '../../states/sql.ts';
import type { Telling } from './rules/next-report.ts';
import type { Pieces } from './rules/parcels.ts';
import type { ShipmentRow } from './tables.ts';

/** A parcel that this worker may report to the store. */
export type ReportClaim = Claimed &
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
    /** What earlier attempts told; undefined or null: what is to be told now. */
    telling: Telling | null;
  };

/** How reporting ended for good. */
export type Reported =
  /** `told`: what the store knows now; undefined: there was nothing to tell. */
  | { kind: 'sent'; told?: Telling; externalFulfillmentId?: string | null }
  | { kind: 'not_needed' }
  | { kind: 'failed'; key: string; params: object };

/** What a parcel waits for whose order its store holds back. */
export const STORE_HOLDS_ORDER = 'STORE_HOLDS_ORDER';

/** What a parcel waits for whose store its owner has yet to confirm. */
export const STORE_SUSPENDED = 'STORE_SUSPENDED';

/** Reasons to wait that may last for weeks, and whose end sends a job. */
const LONG_WAITS: readonly string[] = [STORE_HOLDS_ORDER, STORE_SUSPENDED, 'STORE_NEEDS_RECONNECT'];

/**
 * A parcel that waits for its store has one look to come. Jobs that were sent to look sooner (the store lets go, a person
 * asked) take that turn; what is left of the one before them ends, or looks would multiply.
 */
const isDue = sql`(report_state <> 'waiting' or coalesce(report_error, '') <> all(${LONG_WAITS}::text[])
  or next_attempt_at <= clock_timestamp())`;

/** Reporting a parcel to its store, as its row keeps it. */
export const REPORTING: EffectRow = {
  table: 'shipment',
  key: 'shipment_id',
  prefix: '',
  stateColumn: 'report_state',
  states: { waiting: 'waiting', sending: 'sending', unknown: 'unknown' },
  moves: REPORT_MOVES,
  due: isDue,
  openedAt: sql`shipped_at`,
};

/** A parcel of an order from before a restore may have been reported after the backup was made. */
const asksFirst = (restoredAt: string | null) =>
  sql`coalesce((select o.placed_at < ${restoredAt}::timestamptz from sales_order o
    where o.workplace_id = shipment.workplace_id and o.order_id = shipment.order_id), false)`;

export const reportingParts = (restoredAt: string | null): ClaimParts => ({
  columns: sql`p.shipment_id, p.order_id, p.store_id, p.carrier, p.tracking_number, p.tracking_url, p.report_error, p.told, p.same_items_as,
    p.external_fulfillment_id, p.telling, p.pauses`,
  asks: asksFirst(restoredAt),
  notes: sql`not ${asksFirst(restoredAt)}`,
});

/** The orders of some parcels. */
export const orderIdsOf = async (
  tx: Executor,
  workplaceId: string,
  shipmentIds: readonly string[],
): Promise<string[]> =>
  (
    await tx.rows<{ order_id: string }>(sql`select distinct order_id from shipment
      where workplace_id = ${workplaceId} and shipment_id = any(${shipmentIds}::uuid[])`)
  ).map((row) => row.order_id);

/**
 * Those of some parcels whose turn it is among the parcels of their order: one at a time, and none while it is unknown
 * whether another was reported, as that decides which of them completes the order. The caller holds the orders.
 */
export async function inTurn(tx: Executor, workplaceId: string, shipmentIds: readonly string[]): Promise<string[]> {
  const rows = await tx.rows<{
    shipment_id: string;
    order_id: string;
  }>(sql`select s.shipment_id, s.order_id from shipment s
    where s.workplace_id = ${workplaceId} and s.shipment_id = any(${shipmentIds}::uuid[])
      and ${isOneOf('s.report_state', REPORT_OPEN)} and (s.claimed_until is null or s.claimed_until < clock_timestamp())
      and ${isDue}
      and not exists (select 1 from shipment o where o.workplace_id = ${workplaceId} and o.order_id = s.order_id
        and o.shipment_id <> s.shipment_id and (o.claimed_until >= clock_timestamp()
          or (${isOneOf('o.report_state', REPORT_OPEN)} and o.attempts > 0
            and (s.attempts = 0 or o.shipment_id < s.shipment_id))))
    order by s.shipment_id`);
  const first = new Map(rows.toReversed().map((row) => [row.order_id, row.shipment_id]));
  return [...first.values()];
}

/** The parcels of some orders, by the references under which their store may know them. */
export const shipmentIdsOf = async (
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

const toldNow = ({ tracking }: Telling, externalFulfillmentId: string | null): Sql =>
  sql`told = ${json(tracking)}, told_at = clock_timestamp(), attempts = 0, sent_at = null,
    external_fulfillment_id = coalesce(${externalFulfillmentId}, external_fulfillment_id),`;

/** Keeps what parcels that were just taken up tell: an attempt whose outcome is unknown is asked about by the same. */
export async function keepTelling(
  tx: Executor,
  workplaceId: string,
  rows: readonly { id: string; telling: Telling }[],
): Promise<void> {
  if (rows.length === 0) return;
  await tx.run(sql`update shipment s set telling = n.telling from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(id uuid, telling jsonb)
    where s.workplace_id = ${workplaceId} and s.shipment_id = n.id`);
}

/** Counts pieces as told. */
export const keepToldPieces = (
  tx: Executor,
  workplaceId: string,
  shipmentId: string,
  pieces: readonly Pieces[],
): Promise<number> =>
  tx.run(sql`update shipment_line l set told_quantity = greatest(l.told_quantity, n.quantity)
    from unnest(${pieces.map((one) => one.line_id)}::uuid[], ${pieces.map((one) => one.quantity)}::integer[]) as n(line_id, quantity)
    where l.workplace_id = ${workplaceId} and l.shipment_id = ${shipmentId} and l.line_id = n.line_id`);

/** Parcels by their ids, as far as others join them in the store. */
export const joinable = async (
  ex: Executor,
  workplaceId: string,
  shipmentIds: readonly string[],
): Promise<Map<string, { external_fulfillment_id: string | null; isTold: boolean; isOpen: boolean }>> =>
  new Map(
    (
      await ex.rows<{ shipment_id: string; external_fulfillment_id: string | null; told: boolean; open: boolean }>(
        sql`select shipment_id, external_fulfillment_id, told is not null as told, ${isOneOf('report_state', REPORT_OPEN)} as open
          from shipment where workplace_id = ${workplaceId} and shipment_id = any(${shipmentIds}::uuid[])`,
      )
    ).map(({ shipment_id: id, external_fulfillment_id, told, open }) => [
      id,
      { external_fulfillment_id, isTold: told, isOpen: open },
    ]),
  );

/** Records how reporting ended and gives the parcel back. false: another worker holds it now, nothing was recorded. */
export async function endReport(
  tx: Executor,
  workplaceId: string,
  { id, token }: Noted,
  end: Reported | Again,
): Promise<boolean> {
  if (isAgain(end)) {
    if (!(await giveBack(tx, REPORTING, workplaceId, { id, token }, end))) return false;
    const why = end.kind === 'requested' ? end.why : undefined;
    await tx.run(sql`update shipment set report_error = ${why?.key ?? null}, report_params = ${json(why?.params ?? null)},
        next_attempt_at = case when look_again then clock_timestamp() else next_attempt_at end, look_again = false
      where workplace_id = ${workplaceId} and shipment_id = ${id}`);
    return true;
  }
  const failed = end.kind === 'failed' ? end : undefined;
  return (
    (await tx.run(sql`update shipment set report_state = ${end.kind}, claimed_by = null, claimed_until = null, telling = null,
      ${end.kind === 'sent' && end.told ? toldNow(end.told, end.externalFulfillmentId ?? null) : empty}
      report_error = ${failed?.key ?? null}, report_params = ${json(failed?.params ?? null)},
      pauses = 0, next_attempt_at = clock_timestamp(), look_again = false, updated_at = now()
    where workplace_id = ${workplaceId} and shipment_id = ${id} and claimed_by = ${token}`)) > 0
  );
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
