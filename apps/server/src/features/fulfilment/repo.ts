import type { ConnectorId, TrackingEvent } from '@quayside/connector-kit';
import { type Executor, empty, sql } from '../../db/index.ts';
import { withoutDuplicates } from './rules/merge-events.ts';
import type { SyncedParcel } from './rules/next-update.ts';
import { type HeldPieces, unitsOf } from './rules/units.ts';
import type { ShipmentEventRow, ShipmentLineRow, ShipmentRow, SyncState } from './tables.ts';

export const SHIPMENT_COLUMNS = sql`s.shipment_id, s.order_id, s.store_id, s.supplier_order_id, s.source, s.source_order_no,
  s.remote_parcel_id, s.carrier, s.tracking_number, s.tracking_url, s.state, s.report_state, s.report_error, s.report_params,
  s.told, s.told_at, s.same_items_as, s.destination, s.shipping_method, s.shipped_at, s.delivered_at, s.updated_at`;

export const shipmentsOfOrder = (ex: Executor, workplaceId: string, orderId: string): Promise<ShipmentRow[]> =>
  ex.rows<ShipmentRow>(sql`select ${SHIPMENT_COLUMNS} from shipment s
    where s.workplace_id = ${workplaceId} and s.order_id = ${orderId} order by s.shipment_id`);

export const findShipment = (ex: Executor, workplaceId: string, shipmentId: string): Promise<ShipmentRow | undefined> =>
  ex.first<ShipmentRow>(
    sql`select ${SHIPMENT_COLUMNS} from shipment s where s.workplace_id = ${workplaceId} and s.shipment_id = ${shipmentId}`,
  );

export const findShipmentsById = (ex: Executor, workplaceId: string, ids: readonly string[]): Promise<ShipmentRow[]> =>
  ex.rows<ShipmentRow>(sql`select ${SHIPMENT_COLUMNS} from shipment s
    where s.workplace_id = ${workplaceId} and s.shipment_id = any(${ids}::uuid[])`);

export const linesOfShipments = (
  ex: Executor,
  workplaceId: string,
  shipmentIds: readonly string[],
): Promise<ShipmentLineRow[]> =>
  ex.rows<ShipmentLineRow>(sql`select shipment_id, line_id, quantity, pieces_per_unit, units, told_quantity from shipment_line
    where workplace_id = ${workplaceId} and shipment_id = any(${shipmentIds}::uuid[])`);

/** Newest first. */
export const eventsOfShipments = (
  ex: Executor,
  workplaceId: string,
  shipmentIds: readonly string[],
): Promise<ShipmentEventRow[]> =>
  ex.rows<ShipmentEventRow>(sql`select shipment_id, at, state, description, location from shipment_event
    where workplace_id = ${workplaceId} and shipment_id = any(${shipmentIds}::uuid[]) order by at desc, event_key`);

export async function insertShipment(
  tx: Executor,
  workplaceId: string,
  row: Omit<ShipmentRow, 'report_error' | 'report_params' | 'told' | 'told_at' | 'updated_at'>,
): Promise<void> {
  await tx.run(sql`insert into shipment (workplace_id, shipment_id, order_id, store_id, supplier_order_id, source, source_order_no,
      remote_parcel_id, carrier, tracking_number, tracking_url, state, report_state, same_items_as, destination, shipping_method,
      shipped_at, delivered_at)
    values (${workplaceId}, ${row.shipment_id}, ${row.order_id}, ${row.store_id}, ${row.supplier_order_id}, ${row.source},
      ${row.source_order_no}, ${row.remote_parcel_id}, ${row.carrier}, ${row.tracking_number}, ${row.tracking_url}, ${row.state},
      ${row.report_state}, ${row.same_items_as}, ${row.destination}, ${row.shipping_method}, ${row.shipped_at}, ${row.delivered_at})`);
}

export async function updateShipment(
  tx: Executor,
  workplaceId: string,
  shipmentId: string,
  row: Pick<
    ShipmentRow,
    'remote_parcel_id' | 'carrier' | 'tracking_number' | 'tracking_url' | 'state' | 'delivered_at'
  >,
): Promise<void> {
  await tx.run(sql`update shipment set remote_parcel_id = ${row.remote_parcel_id}, carrier = ${row.carrier}, tracking_number = ${row.tracking_number},
      tracking_url = ${row.tracking_url}, state = ${row.state},
      state_since = case when state = ${row.state} then state_since else ${new Date().toISOString()}::timestamptz end, delivered_at = ${row.delivered_at}, updated_at = now()
    where workplace_id = ${workplaceId} and shipment_id = ${shipmentId}`);
}

/** Country that the carrier brings a parcel to. */
export const setCarrierCountry = (tx: Executor, workplaceId: string, shipmentId: string, country: string) =>
  tx.run(sql`update shipment set carrier_country = ${country}, updated_at = now()
    where workplace_id = ${workplaceId} and shipment_id = ${shipmentId} and carrier_country is distinct from ${country}`);

/** A parcel that a tracking service can follow. */
export interface FollowedParcel {
  shipment_id: string;
  order_id: string;
  store_id: string;
  tracking_number: string;
  /** With all digits, for a cursor. */
  changed_at: string;
}

/**
 * Parcels on their way that changed after a cursor, at most `most`, oldest change first. Those sent over 90 days ago
 * are left out.
 */
export const parcelsChangedAfter = (
  ex: Executor,
  workplaceId: string,
  ask: { after: { changed_at: string; shipment_id: string }; most: number },
): Promise<FollowedParcel[]> =>
  ex.rows(sql`select s.shipment_id, s.order_id, s.store_id, s.tracking_number, s.updated_at::text as changed_at from shipment s
    where s.workplace_id = ${workplaceId} and s.state <> 'delivered'
      and (s.updated_at, s.shipment_id) > (${ask.after.changed_at}::timestamptz, ${ask.after.shipment_id}::uuid)
      and s.shipped_at > now() - interval '90 days'
    order by s.updated_at, s.shipment_id limit ${ask.most}`);

/** A parcel that hasn't arrived, with the facts that its alarms depend on. */
export interface ParcelOnItsWay {
  shipment_id: string;
  order_id: string;
  store_id: string;
  supplier_order_id: string | null;
  tracking_number: string;
  carrier: string | null;
  state: ShipmentRow['state'];
  shipped_at: string;
  state_since: string;
  last_event_at: string | null;
  carrier_country: string | null;
}

/** A page of parcels sent in the last 120 days that haven't arrived, by id. */
export const parcelsOnTheirWay = (
  ex: Executor,
  workplaceId: string,
  after: string,
  most: number,
): Promise<ParcelOnItsWay[]> =>
  ex.rows<ParcelOnItsWay>(sql`select shipment_id, order_id, store_id, supplier_order_id, tracking_number, carrier, state, shipped_at, state_since,
      last_event_at, carrier_country
    from shipment where workplace_id = ${workplaceId} and shipment_id > ${after}::uuid and state <> 'delivered'
      and shipped_at > now() - interval '120 days'
    order by shipment_id limit ${most}`);

/** Supplier orders of some orders that have a parcel. */
export const supplierOrdersWithParcels = async (
  ex: Executor,
  workplaceId: string,
  orderIds: readonly string[],
): Promise<string[]> =>
  (
    await ex.rows<{ supplier_order_id: string }>(sql`select distinct supplier_order_id from shipment
      where workplace_id = ${workplaceId} and order_id = any(${orderIds}::uuid[]) and supplier_order_id is not null`)
  ).map((row) => row.supplier_order_id);

export async function putShipmentLines(
  tx: Executor,
  workplaceId: string,
  shipmentId: string,
  lines: readonly HeldPieces[],
): Promise<void> {
  await tx.run(sql`insert into shipment_line (workplace_id, shipment_id, line_id, quantity, pieces_per_unit, units)
    select ${workplaceId}, ${shipmentId}, n.line_id, n.quantity, n.pieces_per_unit, n.units
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as n(line_id uuid, quantity integer, pieces_per_unit integer, units integer)
    on conflict (workplace_id, shipment_id, line_id) do update set quantity = excluded.quantity,
      pieces_per_unit = excluded.pieces_per_unit, units = excluded.units`);
}

const LONGEST_KEY = 300;

/** The same event reported twice has the same key. */
export const getEventKey = (event: Pick<TrackingEvent, 'at' | 'state' | 'description' | 'location'>): string =>
  `${event.at} ${event.state} ${event.location ?? ''} ${event.description}`.slice(0, LONGEST_KEY);

/** Events of a parcel from everyone but one source. */
const eventsOfOthers = (
  tx: Executor,
  workplaceId: string,
  shipmentId: string,
  source: ConnectorId | null,
): Promise<ShipmentEventRow[]> =>
  tx.rows<ShipmentEventRow>(sql`select shipment_id, at, state, description, location from shipment_event
    where workplace_id = ${workplaceId} and shipment_id = ${shipmentId} and source is distinct from ${source}`);

/**
 * Inserts new events and returns their number; one that another source reported before is left out. `source`: the
 * tracking service, or null for the supplier.
 */
export async function addTrackingEvents(
  tx: Executor,
  workplaceId: string,
  shipmentId: string,
  events: readonly TrackingEvent[],
  source: ConnectorId | null = null,
): Promise<number> {
  if (events.length === 0) return 0;
  const fresh = withoutDuplicates(events, await eventsOfOthers(tx, workplaceId, shipmentId, source));
  const latest = fresh
    .map((event) => event.at)
    .sort((a, b) => Date.parse(a) - Date.parse(b))
    .at(-1);
  if (!latest) return 0;
  const rows = fresh.map((event) => ({
    source,
    event_key: getEventKey(event),
    at: event.at,
    state: event.state,
    description: event.description,
    location: event.location ?? null,
  }));
  const added =
    await tx.run(sql`insert into shipment_event (workplace_id, shipment_id, event_key, at, state, description, location, source)
    select ${workplaceId}, ${shipmentId}, n.event_key, n.at, n.state, n.description, n.location, n.source
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(event_key text, at timestamptz, state text, description text,
      location text, source text)
    on conflict do nothing`);
  if (added > 0)
    await tx.run(sql`update shipment set last_event_at = greatest(last_event_at, ${latest}::timestamptz), updated_at = now()
      where workplace_id = ${workplaceId} and shipment_id = ${shipmentId}`);
  return added;
}

/** Items reported for an order's other parcels. */
export const findSyncedQuantities = (
  ex: Executor,
  workplaceId: string,
  orderId: string,
  butOf?: string,
): Promise<{ line_id: string; quantity: number }[]> =>
  ex.rows<{ line_id: string; quantity: number }>(sql`select l.line_id, l.told_quantity as quantity from shipment s
    join shipment_line l on l.workplace_id = s.workplace_id and l.shipment_id = s.shipment_id
    where s.workplace_id = ${workplaceId} and s.order_id = ${orderId} and l.told_quantity > 0
      ${butOf === undefined ? empty : sql`and s.shipment_id <> ${butOf}`}`);

export async function setSyncState(
  tx: Executor,
  workplaceId: string,
  shipmentId: string,
  next: {
    state: SyncState;
    error?: { key: string; params?: object };
    /** Nothing is in doubt, and the current update was never sent. */
    fresh?: boolean;
  },
): Promise<void> {
  await tx.run(sql`update shipment set report_state = ${next.state}, report_error = ${next.error?.key ?? null},
      report_params = ${next.error?.params ? JSON.stringify(next.error.params) : null}::jsonb, pauses = 0,
      telling = null${next.fresh ? sql`, attempts = 0, sent_at = null` : empty}, next_attempt_at = db_clock(), updated_at = now()
    where workplace_id = ${workplaceId} and shipment_id = ${shipmentId}`);
}

/** A parcel with what was reported to its store. */
export async function findSyncedParcel(
  ex: Executor,
  workplaceId: string,
  shipmentId: string,
): Promise<SyncedParcel | undefined> {
  const row = await findShipment(ex, workplaceId, shipmentId);
  return row && toSyncedParcel(row, await linesOfShipments(ex, workplaceId, [shipmentId]));
}

export const toSyncedParcel = (
  row: Pick<ShipmentRow, 'carrier' | 'tracking_number' | 'tracking_url' | 'told' | 'same_items_as'>,
  pieces: readonly ShipmentLineRow[],
): SyncedParcel => ({
  tracking: { carrier: row.carrier, number: row.tracking_number, url: row.tracking_url },
  told: row.told,
  // The store counts units, those that aren't complete yet are left out.
  pieces: pieces
    .map((one) => ({ line_id: one.line_id, quantity: unitsOf(one), told_quantity: one.told_quantity }))
    .filter((one) => one.quantity > 0),
  same_items_as: row.same_items_as,
});

/** Has parcels that completed no unit shown in the store with the one that did. */
export const joinParcels = (
  tx: Executor,
  workplaceId: string,
  shipmentIds: readonly string[],
  shownWith: string,
): Promise<number> =>
  tx.run(sql`update shipment set same_items_as = ${shownWith}, updated_at = now()
    where workplace_id = ${workplaceId} and shipment_id = any(${[...shipmentIds]}::uuid[]) and same_items_as is null
      and told is null and report_state = 'not_needed'`);

/** Parcels waiting for the report of another one with the same items. Returns their ids. */
export const queueParcelsWithSameItems = async (
  tx: Executor,
  workplaceId: string,
  shipmentId: string,
): Promise<string[]> =>
  (
    await tx.rows<{
      shipment_id: string;
    }>(sql`update shipment set report_state = 'waiting', attempts = 0, sent_at = null, next_attempt_at = now(),
        updated_at = now()
      where workplace_id = ${workplaceId} and same_items_as = ${shipmentId} and report_state = 'not_needed' and told is null
      returning shipment_id`)
  ).map((row) => row.shipment_id);
