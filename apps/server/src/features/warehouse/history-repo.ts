import { type Executor, json, sql } from '../../db/index.ts';
import type { ParcelEvent } from './parcel-repo.ts';
import type { OrderState } from './rules/order-states.ts';

/** A parcel that left earlier, with all pieces of its order. */
export interface PastParcel {
  parcelId: string;
  orderId: string;
  carrier: string;
  trackingNumber: string;
  state: ParcelEvent['state'];
  shippedAt: string;
  events: readonly ParcelEvent[];
}

export interface PlacedRow {
  order_id: string;
  number: number;
  state: OrderState;
  items_cost: number;
  shipping_cost: number;
  payment_id: string | null;
}

/** Orders by their ids with the payment that was made. */
export const readPlaced = (tx: Executor, orderIds: readonly string[]): Promise<PlacedRow[]> =>
  tx.rows<PlacedRow>(sql`select o.order_id, o.number, o.state, o.items_cost, o.shipping_cost, p.payment_id
    from warehouse.purchase o left join warehouse.payment p on p.order_id = o.order_id and p.kind = 'payment'
    where o.order_id = any(${[...orderIds]}::uuid[])`);

export const insertPastPayments = (
  tx: Executor,
  payments: readonly { payment_id: string; order_id: string; reference: string; amount: number; at: string }[],
): Promise<number> =>
  tx.run(sql`insert into warehouse.payment (payment_id, order_id, kind, reference, amount, currency, at)
    select n.payment_id, n.order_id, 'payment', n.reference, n.amount, 'USD', n.at
    from jsonb_to_recordset(${json(payments)}) as n(payment_id uuid, order_id uuid, reference text, amount bigint, at timestamptz)`);

/** Adds parcels that hold all pieces of their orders. */
export async function insertPastParcels(tx: Executor, parcels: readonly PastParcel[]): Promise<void> {
  const events = parcels.flatMap((parcel) => parcel.events.map((event) => ({ ...event, parcelId: parcel.parcelId })));
  await tx.run(sql`insert into warehouse.parcel (parcel_id, order_id, carrier, tracking_number, state, shipped_at)
    select n."parcelId", n."orderId", n.carrier, n."trackingNumber", n.state, n."shippedAt"
    from jsonb_to_recordset(${json(parcels)}) as n("parcelId" uuid, "orderId" uuid, carrier text, "trackingNumber" text, state text,
      "shippedAt" timestamptz)`);
  await tx.run(sql`insert into warehouse.parcel_line (parcel_id, line_no, quantity)
    select n."parcelId", l.line_no, l.quantity
    from jsonb_to_recordset(${json(parcels)}) as n("parcelId" uuid, "orderId" uuid)
    join warehouse.purchase_line l on l.order_id = n."orderId"`);
  await tx.run(sql`insert into warehouse.parcel_event (parcel_id, at, state, description, location)
    select n."parcelId", n.at, n.state, n.description, n.location
    from jsonb_to_recordset(${json(events)}) as n("parcelId" uuid, at timestamptz, state text, description text, location text)`);
}

interface Dated {
  order_id: string;
  created_at: string;
  paid_at: string | null;
  is_packed: boolean;
  is_shipped: boolean;
  is_delivered: boolean;
  updated_at: string;
}

/** Moves new orders step by step to where they are, and sets their times. */
export async function datePurchases(tx: Executor, rows: readonly Dated[]): Promise<void> {
  const move = (state: OrderState, wanted: (row: Dated) => boolean) => {
    const ids = rows.filter(wanted).map((row) => row.order_id);
    return tx.run(sql`update warehouse.purchase set state = ${state} where order_id = any(${ids}::uuid[])`);
  };
  await move('paid', (row) => row.paid_at !== null);
  await move('processing', (row) => row.is_packed);
  await move('shipped', (row) => row.is_shipped);
  await move('delivered', (row) => row.is_delivered);
  await tx.run(sql`update warehouse.purchase o set created_at = n.created_at, paid_at = n.paid_at, updated_at = n.updated_at
    from jsonb_to_recordset(${json(rows)}) as n(order_id uuid, created_at timestamptz, paid_at timestamptz, updated_at timestamptz)
    where o.order_id = n.order_id`);
}
