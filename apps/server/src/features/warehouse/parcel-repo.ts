import type { ShipmentState } from '@quayside/connector-kit';
import { type Executor, json, sql } from '../../db/index.ts';

export interface ParcelRow {
  parcel_id: string;
  order_id: string;
  state: ShipmentState;
}

export interface NewParcel {
  parcelId: string;
  orderId: string;
  carrier: string;
  trackingNumber: string;
  trackingUrl?: string;
  at: string;
  lines: { line_no: number; quantity: number }[];
}

export const parcelOfNumber = (tx: Executor, orderId: string, trackingNumber: string): Promise<ParcelRow | undefined> =>
  tx.first<ParcelRow>(sql`select parcel_id, order_id, state from warehouse.parcel
    where order_id = ${orderId} and tracking_number = ${trackingNumber}`);

export const parcelById = (tx: Executor, parcelId: string): Promise<ParcelRow | undefined> =>
  tx.first<ParcelRow>(sql`select parcel_id, order_id, state from warehouse.parcel where parcel_id = ${parcelId}`);

export const findParcels = (tx: Executor, orderId: string): Promise<ParcelRow[]> =>
  tx.rows<ParcelRow>(sql`select parcel_id, order_id, state from warehouse.parcel where order_id = ${orderId}`);

export const sentLines = (tx: Executor, orderId: string): Promise<{ line_no: number; quantity: number }[]> =>
  tx.rows(sql`select l.line_no, l.quantity from warehouse.parcel_line l join warehouse.parcel p using (parcel_id)
    where p.order_id = ${orderId}`);

export async function insertParcel(tx: Executor, parcel: NewParcel): Promise<void> {
  await tx.run(sql`insert into warehouse.parcel (parcel_id, order_id, carrier, tracking_number, tracking_url, state, shipped_at)
    values (${parcel.parcelId}, ${parcel.orderId}, ${parcel.carrier}, ${parcel.trackingNumber}, ${parcel.trackingUrl ?? null},
      'info_received', ${parcel.at})`);
  await tx.run(sql`insert into warehouse.parcel_line (parcel_id, line_no, quantity)
    select ${parcel.parcelId}::uuid, line_no, quantity from jsonb_to_recordset(${json(parcel.lines)}) as r (line_no integer, quantity integer)`);
}

export interface ParcelEvent {
  at: string;
  state: ShipmentState;
  description: string;
  location?: string;
}

/** Adds an event once; the parcel is in the state of its latest one. */
export async function insertEvent(tx: Executor, parcelId: string, event: ParcelEvent): Promise<void> {
  await tx.run(sql`insert into warehouse.parcel_event (parcel_id, at, state, description, location)
    values (${parcelId}, ${event.at}, ${event.state}, ${event.description}, ${event.location ?? null})
    on conflict (parcel_id, at, state) do nothing`);
  await tx.run(sql`update warehouse.parcel set state = (select state from warehouse.parcel_event
      where parcel_id = ${parcelId} order by at desc, state limit 1) where parcel_id = ${parcelId}`);
}
