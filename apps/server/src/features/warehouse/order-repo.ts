import type { ChannelAddress } from '@quayside/connector-kit';
import { type Executor, json, sql } from '../../db/index.ts';
import type { OrderState } from './rules/order-states.ts';

export interface OrderRow {
  order_id: string;
  installation_id: string;
  mode: 'live' | 'sandbox';
  reference: string;
  request_hash: Buffer;
  state: OrderState;
  currency: string;
  items_cost: number;
  shipping_cost: number;
  address: ChannelAddress;
  erased_at: string | null;
}

export interface LineRow {
  line_no: number;
  line_ref: string;
  variant_id: string;
  quantity: number;
  unit_cost: number;
  state: 'open' | 'refused';
}

const columns = sql`order_id, installation_id, mode, reference, request_hash, state, currency, items_cost, shipping_cost, address,
  erased_at`;

export interface NewOrder {
  orderId: string;
  installationId: string;
  mode: 'live' | 'sandbox';
  reference: string;
  account: string;
  requestHash: Buffer;
  orderName: string;
  address: ChannelAddress;
  service: string;
  currency: string;
  itemsCost: number;
  shippingCost: number;
  lines: { line_no: number; line_ref: string; variant_id: string; quantity: number; unit_cost: number }[];
}

/** Adds orders with their lines; answers the ids of those whose reference was free. Waits for another transaction that is just placing the same reference. */
export async function insertOrders(tx: Executor, orders: readonly NewOrder[]): Promise<Set<string>> {
  if (orders.length === 0) return new Set();
  const rows = orders.map((order) => ({
    order_id: order.orderId,
    installation_id: order.installationId,
    mode: order.mode,
    reference: order.reference,
    account: order.account,
    request_hash: order.requestHash.toString('hex'),
    order_name: order.orderName,
    address: order.address,
    shipping_service: order.service,
    currency: order.currency,
    items_cost: order.itemsCost,
    shipping_cost: order.shippingCost,
  }));
  const lines = orders.flatMap((order) => order.lines.map((line) => ({ order_id: order.orderId, ...line })));
  const added = await tx.rows<{ order_id: string }>(sql`with made as (
      insert into warehouse.purchase (order_id, installation_id, mode, reference, account, request_hash, order_name, state, address,
        shipping_service, currency, items_cost, shipping_cost)
      select r.order_id, r.installation_id, r.mode, r.reference, r.account, decode(r.request_hash, 'hex'), r.order_name, 'created', r.address,
        r.shipping_service, r.currency, r.items_cost, r.shipping_cost
      from jsonb_to_recordset(${json(rows)}) as r (order_id uuid, installation_id uuid, mode text, reference text, account text, request_hash text,
        order_name text, address jsonb, shipping_service text, currency text, items_cost bigint, shipping_cost bigint)
      order by r.reference
      on conflict (installation_id, reference) do nothing returning order_id),
    filled as (
      insert into warehouse.purchase_line (order_id, line_no, line_ref, variant_id, quantity, unit_cost)
      select made.order_id, r.line_no, r.line_ref, r.variant_id, r.quantity, r.unit_cost
      from jsonb_to_recordset(${json(lines)}) as r (order_id uuid, line_no integer, line_ref text, variant_id text, quantity integer,
        unit_cost bigint) join made using (order_id))
    select order_id from made`);
  return new Set(added.map((row) => row.order_id));
}

export const findByReferences = (
  tx: Executor,
  installationId: string,
  references: readonly string[],
): Promise<OrderRow[]> =>
  tx.rows<OrderRow>(sql`select ${columns} from warehouse.purchase
    where installation_id = ${installationId} and reference = any(${[...references]}::text[])`);

/** Locks an order; required before changing it. */
export const lockOrder = (tx: Executor, orderId: string): Promise<OrderRow | undefined> =>
  tx.first<OrderRow>(sql`select ${columns} from warehouse.purchase where order_id = ${orderId} for update`);

export const findLines = (tx: Executor, orderId: string): Promise<LineRow[]> =>
  tx.rows<LineRow>(sql`select line_no, line_ref, variant_id, quantity, unit_cost, state
    from warehouse.purchase_line where order_id = ${orderId} order by line_no`);

export const setState = (tx: Executor, orderId: string, state: OrderState, reason?: string): Promise<number> =>
  tx.run(sql`update warehouse.purchase set state = ${state}, cancel_reason = coalesce(${reason ?? null}, cancel_reason),
      paid_at = case when ${state} = 'paid' then now() else paid_at end, updated_at = now()
    where order_id = ${orderId}`);

/** The order that a customer knows by a reference, under its lock. */
export const lockByReference = (
  tx: Executor,
  installationId: string,
  reference: string,
): Promise<OrderRow | undefined> =>
  tx.first<OrderRow>(sql`select ${columns} from warehouse.purchase
    where installation_id = ${installationId} and reference = ${reference} for update`);

/** Empties what an order and its parcels say of its shopper. Goods, sums, states, times and the country stay. */
export async function eraseShopper(tx: Executor, orderId: string, kept: ChannelAddress): Promise<void> {
  await tx.run(sql`update warehouse.purchase set address = ${json(kept)}, request_hash = '', cancel_reason = null,
    erased_at = now() where order_id = ${orderId}`);
  await tx.run(sql`update warehouse.purchase_line set reason = null where order_id = ${orderId}`);
  await tx.run(sql`update warehouse.parcel_event set description = '', location = null
    where parcel_id in (select parcel_id from warehouse.parcel where order_id = ${orderId})`);
  await tx.run(sql`update warehouse.parcel set tracking_url = null where order_id = ${orderId}`);
}

/** Marks a change for those who ask what changed. */
export const touchOrder = (tx: Executor, orderId: string): Promise<number> =>
  tx.run(sql`update warehouse.purchase set updated_at = now() where order_id = ${orderId}`);

export async function refuseLine(tx: Executor, orderId: string, line: LineRow, reason: string | null): Promise<void> {
  await tx.run(sql`update warehouse.purchase_line set state = 'refused', reason = ${reason}
    where order_id = ${orderId} and line_no = ${line.line_no}`);
  await tx.run(sql`update warehouse.purchase set items_cost = items_cost - ${line.unit_cost * line.quantity}, updated_at = now()
    where order_id = ${orderId}`);
}

export const dropShipping = (tx: Executor, orderId: string): Promise<number> =>
  tx.run(sql`update warehouse.purchase set shipping_cost = 0, updated_at = now() where order_id = ${orderId}`);

export interface PaymentRow {
  payment_id: string;
  reference: string;
  amount: number;
  currency: string;
}

export const findPayment = (tx: Executor, orderId: string): Promise<PaymentRow | undefined> =>
  tx.first<PaymentRow>(sql`select payment_id, reference, amount, currency from warehouse.payment
    where order_id = ${orderId} and kind = 'payment'`);

export const insertPayment = (
  tx: Executor,
  orderId: string,
  kind: 'payment' | 'refund',
  row: PaymentRow,
): Promise<number> =>
  tx.run(sql`insert into warehouse.payment (payment_id, order_id, kind, reference, amount, currency)
    values (${row.payment_id}, ${orderId}, ${kind}, ${row.reference}, ${row.amount}, ${row.currency})
    on conflict (order_id, kind, reference) do nothing`);
