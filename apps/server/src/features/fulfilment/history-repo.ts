import { type Executor, json, sql } from '../../db/index.ts';
import { getEventKey } from './repo.ts';
import type { HeldPieces } from './rules/units.ts';
import type { ShipmentRow } from './tables.ts';

/** A parcel that its store has known of since it left. */
export interface PastShipment
  extends Pick<
    ShipmentRow,
    | 'shipment_id'
    | 'order_id'
    | 'store_id'
    | 'supplier_order_id'
    | 'source'
    | 'source_order_no'
    | 'remote_parcel_id'
    | 'carrier'
    | 'tracking_number'
    | 'state'
    | 'shipped_at'
    | 'delivered_at'
  > {
  external_fulfillment_id: string | null;
  lines: HeldPieces[];
  events: { at: string; state: ShipmentRow['state']; description: string; location?: string }[];
}

/** Writes parcels with their events as of the times given; nothing is sent. */
export async function insertPastShipments(
  tx: Executor,
  workplaceId: string,
  shipments: readonly PastShipment[],
): Promise<void> {
  if (shipments.length === 0) return;
  const rows = shipments.map(({ events, lines: _lines, ...row }) => ({
    ...row,
    updated_at: events.at(-1)?.at ?? row.shipped_at,
    last_event_at:
      events
        .map((event) => event.at)
        .sort()
        .at(-1) ?? null,
    told: { carrier: row.carrier, number: row.tracking_number, url: null },
  }));
  await tx.run(sql`insert into shipment (workplace_id, shipment_id, order_id, store_id, supplier_order_id, source, source_order_no,
      remote_parcel_id, carrier, tracking_number, state, report_state, external_fulfillment_id, shipped_at, delivered_at, updated_at,
      told, told_at, last_event_at)
    select ${workplaceId}, n.shipment_id, n.order_id, n.store_id, n.supplier_order_id, n.source, n.source_order_no, n.remote_parcel_id,
      n.carrier, n.tracking_number, n.state, 'sent', n.external_fulfillment_id, n.shipped_at, n.delivered_at, n.updated_at, n.told, n.shipped_at,
      n.last_event_at
    from jsonb_to_recordset(${json(rows)}) as n(shipment_id uuid, order_id uuid, store_id uuid, supplier_order_id uuid, source text,
      source_order_no text, remote_parcel_id text, carrier text, tracking_number text, state text, external_fulfillment_id text,
      shipped_at timestamptz, delivered_at timestamptz, updated_at timestamptz, told jsonb, last_event_at timestamptz)
    returning 1`);
  const lines = shipments.flatMap((one) => one.lines.map((line) => ({ shipment_id: one.shipment_id, ...line })));
  await tx.run(sql`insert into shipment_line (workplace_id, shipment_id, line_id, quantity, pieces_per_unit, units, told_quantity)
    select ${workplaceId}, n.shipment_id, n.line_id, n.quantity, n.pieces_per_unit, n.units, coalesce(n.units, n.quantity)
    from jsonb_to_recordset(${json(lines)}) as n(shipment_id uuid, line_id uuid, quantity integer, pieces_per_unit integer,
      units integer)
    returning 1`);
  const events = shipments.flatMap((one) =>
    one.events.map((event) => ({ shipment_id: one.shipment_id, event_key: getEventKey(event), ...event })),
  );
  await tx.run(sql`insert into shipment_event (workplace_id, shipment_id, event_key, at, state, description, location)
    select ${workplaceId}, n.shipment_id, n.event_key, n.at, n.state, n.description, n.location
    from jsonb_to_recordset(${json(events)}) as n(shipment_id uuid, event_key text, at timestamptz, state text, description text,
      location text)
    returning 1`);
}
