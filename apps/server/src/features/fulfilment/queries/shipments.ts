import type { AlarmKind, Shipment, ShipmentSummary, SupplierName } from '@quayside/contracts';
import { isId, type MessageParams } from '@quayside/kernel';
import { type Executor, empty, type Sql, sql } from '../../../db/index.ts';
import { problemAnswer } from '../../connections/index.ts';
import {
  findLines,
  findOrders,
  getBundles,
  type LineRow,
  orderIdsByKeyword,
  type StoreNames,
} from '../../orders/index.ts';
import { activeAlarmsOf, hasOpenAlarm } from '../alarm-repo.ts';
import { eventsOfShipments, linesOfShipments, SHIPMENT_COLUMNS, shipmentsOfOrder } from '../repo.ts';
import { findCarriers } from '../rules/carriers/identify.ts';
import { trackingLink } from '../rules/tracking-link.ts';
import { unitsOf } from '../rules/units.ts';
import type { ShipmentEventRow, ShipmentLineRow, ShipmentRow } from '../tables.ts';

type Piece = Shipment['line_items'][number];

function piecesOf(shipment: ShipmentRow, held: readonly ShipmentLineRow[], lines: readonly LineRow[]): Piece[] {
  return held
    .filter((one) => one.shipment_id === shipment.shipment_id)
    .flatMap((one) => {
      const line = lines.find((candidate) => candidate.line_id === one.line_id);
      if (!line) return [];
      const { line_id: id, title, variant_title, image_url: image } = line;
      const { pieces_per_unit, quantity } = one;
      return [{ id, title, variant_title, image, quantity, pieces_per_unit, units: unitsOf(one) }];
    });
}

const eventView = ({ at, state, description, location }: ShipmentEventRow): Shipment['events'][number] => ({
  at,
  state,
  description,
  location,
});

/** Why a parcel, or part of it, wasn't reported to the store. */
function problemOf(
  row: ShipmentRow,
  pieces: readonly Piece[],
  inBundle: ReadonlySet<string>,
): { key: string; params: MessageParams } | null {
  if (row.report_error) return { key: row.report_error, params: row.report_params ?? {} };
  const isAlone = row.supplier_order_id !== null && row.same_items_as === null && row.told === null;
  const part = pieces.find((one) => one.pieces_per_unit > 1);
  if (isAlone && part && pieces.every((one) => one.units === 0))
    return {
      key: 'PARCEL_PART_OF_UNIT',
      params: { title: part.title, pieces: part.quantity, of: part.pieces_per_unit },
    };
  const ofBundle = pieces.find((one) => inBundle.has(one.id));
  if (row.same_items_as === null && row.told === null && ofBundle && pieces.every((one) => one.units === 0))
    return { key: 'PARCEL_PART_OF_BUNDLE', params: { title: ofBundle.title } };
  const isUnmatched = isAlone && pieces.every((one) => one.units === 0);
  return isUnmatched && row.report_state === 'not_needed' ? { key: 'PARCEL_UNMATCHED', params: {} } : null;
}

function viewOf(row: ShipmentRow, pieces: Piece[], inBundle: ReadonlySet<string>, locale: string) {
  return {
    id: row.shipment_id,
    order_id: row.order_id,
    supplier_order_id: row.supplier_order_id,
    source: row.source,
    source_order_no: row.source_order_no,
    carrier: row.carrier,
    carrier_candidates: row.carrier ? [] : findCarriers(row.tracking_number).map((match) => match.carrier),
    tracking_number: row.tracking_number,
    tracking_url: trackingLink(row),
    state: row.state,
    report_state: row.report_state,
    told_at: row.told_at,
    told_number: row.told?.number ?? null,
    same_items_as: row.same_items_as,
    problem: problemAnswer(locale, problemOf(row, pieces, inBundle)),
    line_items: pieces,
    shipped_at: row.shipped_at,
    delivered_at: row.delivered_at,
    updated_at: row.updated_at,
  };
}

/** Parcels with their items and events. */
export async function shipmentViews(
  ex: Executor,
  workplaceId: string,
  rows: readonly ShipmentRow[],
  locale: string,
): Promise<Shipment[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.shipment_id);
  const held = await linesOfShipments(ex, workplaceId, ids);
  const lines = await findLines(ex, workplaceId, [...new Set(rows.map((row) => row.order_id))]);
  const inBundle = new Set([...getBundles(lines).values()].flat().map((line) => line.line_id));
  const events = Map.groupBy(await eventsOfShipments(ex, workplaceId, ids), (event) => event.shipment_id);
  const alarms = Map.groupBy(
    (await activeAlarmsOf(ex, workplaceId, ids)).filter((alarm) => alarm.state === 'open'),
    (alarm) => alarm.subject_id,
  );
  return rows.map((row) => ({
    ...viewOf(row, piecesOf(row, held, lines), inBundle, locale),
    alarms: (alarms.get(row.shipment_id) ?? []).map(({ alarm_id: id, kind }) => ({ id, kind })),
    events: (events.get(row.shipment_id) ?? []).map(eventView),
  }));
}

/** For an order's panel. */
export const findShipments = async (
  ex: Executor,
  workplaceId: string,
  orderId: string,
  locale: string,
): Promise<Shipment[]> => shipmentViews(ex, workplaceId, await shipmentsOfOrder(ex, workplaceId, orderId), locale);

export interface ShipmentFilter {
  store_id?: string;
  /** Parcels with an open alarm: any, or of one kind. */
  alarm?: AlarmKind | 'any';
  source?: SupplierName;
  keyword?: string;
}

async function conditions(ex: Executor, workplaceId: string, filter: ShipmentFilter): Promise<Sql> {
  const parts = [
    sql`s.workplace_id = ${workplaceId}`,
    filter.store_id ? sql` and s.store_id = ${filter.store_id}` : empty,
    filter.source ? sql` and s.source = ${filter.source}` : empty,
    filter.alarm ? sql` and ${hasOpenAlarm(workplaceId, filter.alarm === 'any' ? undefined : filter.alarm)}` : empty,
  ];
  if (filter.keyword) {
    const ids = await orderIdsByKeyword(ex, workplaceId, filter.keyword);
    const until = `${filter.keyword}\u{10FFFF}`;
    parts.push(sql` and (s.order_id = any(${ids}::uuid[])
      or (s.tracking_number >= ${filter.keyword} and s.tracking_number < ${until}))`);
  }
  return parts.reduce((all, part) => sql`${all}${part}`);
}

/** A page of parcels with their orders, newest first. */
export async function listShipments(
  ex: Executor,
  names: StoreNames,
  workplaceId: string,
  query: ShipmentFilter & { state?: readonly string[]; cursor?: string; page?: number; page_size: number },
  locale: string,
): Promise<{ items: ShipmentSummary[]; next_cursor?: string }> {
  const where = await conditions(ex, workplaceId, query);
  const states = query.state?.length ? sql` and s.state = any(${query.state}::text[])` : empty;
  const after = query.cursor && isId(query.cursor) ? sql` and s.shipment_id < ${query.cursor}::uuid` : empty;
  const skip =
    !query.cursor && query.page && query.page > 1 ? sql` offset ${(query.page - 1) * query.page_size}` : empty;
  const found =
    await ex.rows<ShipmentRow>(sql`select ${SHIPMENT_COLUMNS} from shipment s where ${where}${states}${after}
    order by s.shipment_id desc limit ${query.page_size + 1}${skip}`);
  const rows = found.slice(0, query.page_size);
  const views = await shipmentViews(ex, workplaceId, rows, locale);
  const orderIds = [...new Set(rows.map((row) => row.order_id))];
  const orders = new Map((await findOrders(ex, workplaceId, orderIds)).map((order) => [order.order_id, order]));
  const stores = await names.with(
    ex,
    workplaceId,
    rows.map((row) => row.store_id),
  );
  const items = views.flatMap(({ events, ...view }): ShipmentSummary[] => {
    const order = orders.get(view.order_id);
    if (!order) return [];
    return [
      {
        ...view,
        order_name: order.name,
        store_id: order.store_id,
        store_name: stores.get(order.store_id)?.store_name ?? null,
        customer_name: order.customer_name,
        country_code: order.ship_country,
        last_event: events[0] ?? null,
        is_sandbox: order.mode === 'sandbox',
      },
    ];
  });
  const last = rows.at(-1);
  return { items, ...(found.length > rows.length && last ? { next_cursor: last.shipment_id } : {}) };
}

/** Cap of each count. */
export const COUNT_MOST = 1000;

/** Counts parcels by status. */
export async function countShipments(ex: Executor, workplaceId: string, filter: ShipmentFilter) {
  const where = await conditions(ex, workplaceId, filter);
  const n = (state: string): Sql =>
    sql`(select count(*) from (select 1 from shipment s where ${where} and s.state = ${state} limit ${COUNT_MOST}) c)`;
  const row = await ex.first<Record<Shipment['state'], number>>(sql`select ${n('not_found')} as not_found,
    ${n('info_received')} as info_received, ${n('in_transit')} as in_transit, ${n('available_for_pickup')} as available_for_pickup,
    ${n('out_for_delivery')} as out_for_delivery, ${n('delivered')} as delivered, ${n('expired')} as expired,
    ${n('delivery_failure')} as delivery_failure, ${n('exception')} as exception`);
  if (!row) throw new Error('count query returned no row');
  const all = Object.values(row).reduce((sum, one) => sum + one, 0);
  return { ...row, all, most: COUNT_MOST };
}
