import type { Executor, Sql } from '../../../db/index.ts';
import { sql } from '../../../db/index.ts';
import type { OrderState } from '../rules/order-states.ts';
import type { Staff } from '../staff.ts';

/** An order with everything that hangs on it, amounts in the smallest unit of `currency`. */
export interface OrderView {
  order_id: string;
  number: number;
  installation: string;
  mode: 'live' | 'sandbox';
  reference: string;
  order_name: string;
  state: OrderState;
  address: Record<string, string>;
  shipping_service: string;
  currency: string;
  items_cost: number;
  shipping_cost: number;
  cancel_reason: string | null;
  paid_at: string | null;
  created_at: string;
  updated_at: string;
  lines: {
    line_no: number;
    ref: string;
    variant_id: string;
    product_id: string;
    sku: string;
    title: string;
    option_values: string[];
    image: string | null;
    quantity: number;
    unit_cost: number;
    state: 'open' | 'refused';
    reason: string | null;
    shipped: number;
  }[];
  payments: { payment_id: string; kind: 'payment' | 'refund'; reference: string; amount: number; at: string }[];
  parcels: {
    parcel_id: string;
    carrier: string;
    tracking_number: string;
    tracking_url: string | null;
    state: string;
    shipped_at: string;
    lines: { line_no: number; variant_id: string; quantity: number }[];
    events: { at: string; state: string; description: string; location: string | null }[];
  }[];
}

/** jsonb prints times as PostgreSQL likes them; ours are ISO-8601 in UTC. */
const iso = (column: string): string => `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const VIEW = `
  o.order_id, o.number, i.name as installation, o.mode, o.reference, o.order_name, o.state, o.address, o.shipping_service,
  o.currency, o.items_cost, o.shipping_cost, o.cancel_reason, o.paid_at, o.created_at, o.updated_at,
  (select jsonb_agg(jsonb_build_object('line_no', l.line_no, 'ref', l.line_ref, 'variant_id', l.variant_id,
      'product_id', v.product_id, 'sku', v.sku, 'title', p.title, 'option_values', v.option_values,
      'image', coalesce(v.image, p.images[1]), 'quantity', l.quantity, 'unit_cost', l.unit_cost, 'state', l.state,
      'reason', l.reason, 'shipped', (select coalesce(sum(pl.quantity), 0) from warehouse.parcel_line pl
        join warehouse.parcel pc using (parcel_id) where pc.order_id = o.order_id and pl.line_no = l.line_no)) order by l.line_no)
    from warehouse.purchase_line l join warehouse.variant v using (variant_id) join warehouse.product p using (product_id)
    where l.order_id = o.order_id) as lines,
  coalesce((select jsonb_agg(jsonb_build_object('payment_id', y.payment_id, 'kind', y.kind, 'reference', y.reference,
      'amount', y.amount, 'at', ${iso('y.at')}) order by y.at, y.payment_id) from warehouse.payment y where y.order_id = o.order_id), '[]') as payments,
  coalesce((select jsonb_agg(jsonb_build_object('parcel_id', c.parcel_id, 'carrier', c.carrier,
      'tracking_number', c.tracking_number, 'tracking_url', c.tracking_url, 'state', c.state,
      'shipped_at', ${iso('c.shipped_at')},
      'lines', (select jsonb_agg(jsonb_build_object('line_no', pl.line_no, 'variant_id', l.variant_id, 'quantity', pl.quantity) order by pl.line_no)
        from warehouse.parcel_line pl join warehouse.purchase_line l on l.order_id = c.order_id and l.line_no = pl.line_no
        where pl.parcel_id = c.parcel_id),
      'events', coalesce((select jsonb_agg(jsonb_build_object('at', ${iso('e.at')}, 'state', e.state, 'description', e.description,
        'location', e.location) order by e.at) from warehouse.parcel_event e where e.parcel_id = c.parcel_id), '[]'))
      order by c.shipped_at, c.parcel_id)
    from warehouse.parcel c where c.order_id = o.order_id), '[]') as parcels`;

const FROM = 'from warehouse.purchase o join warehouse.installation i using (installation_id)';

/** The view's columns are text of our own; only values are parameters. */
function views(tx: Executor, condition: Sql): Promise<OrderView[]> {
  const [first = '', ...rest] = condition.strings;
  const query = sql([`select ${VIEW} ${FROM} where ${first}`, ...rest], ...condition.values);
  return tx.rows<OrderView>(query);
}

export const viewOrder = async (
  tx: Executor,
  installationId: string,
  orderId: string,
): Promise<OrderView | undefined> =>
  (await views(tx, sql`o.order_id = ${orderId} and o.installation_id = ${installationId}`))[0];

/** Orders of a customer by their ids; unknown ones are left out. */
export const viewOrders = (tx: Executor, installationId: string, orderIds: readonly string[]): Promise<OrderView[]> =>
  views(tx, sql`o.order_id = any(${[...orderIds]}::uuid[]) and o.installation_id = ${installationId}`);

export const viewByReference = async (
  tx: Executor,
  installationId: string,
  reference: string,
): Promise<OrderView | undefined> =>
  (await views(tx, sql`o.installation_id = ${installationId} and o.reference = ${reference}`))[0];

/** Orders changed at or after a time, the oldest change first; `after` is the last one of the page before. */
export const changedOrders = (
  tx: Executor,
  ask: { installationId: string; updatedAfter: string; after?: { at: string; id: string }; size: number },
): Promise<OrderView[]> => {
  const from = ask.after
    ? sql`(o.updated_at, o.order_id) > (${ask.after.at}::timestamptz, ${ask.after.id}::uuid)`
    : sql`o.updated_at >= ${ask.updatedAfter}::timestamptz`;
  return views(
    tx,
    sql`o.installation_id = ${ask.installationId} and ${from}
    order by o.updated_at, o.order_id limit ${ask.size}`,
  );
};

/** For the staff: orders of some states, the oldest first, so that nobody waits behind those who came later. */
export const staffOrders = (
  tx: Executor,
  ask: { staff: Staff; states: readonly OrderState[]; afterId?: string; size: number },
): Promise<OrderView[]> =>
  views(
    tx,
    sql`o.mode = any(${[...ask.staff.modes]}::text[]) and o.state = any(${[...ask.states]}::text[])
    and (${ask.afterId ?? null}::uuid is null or o.order_id > ${ask.afterId ?? null}::uuid)
    order by o.order_id limit ${ask.size}`,
  );

export const staffOrder = async (tx: Executor, staff: Staff, orderId: string): Promise<OrderView | undefined> =>
  (await views(tx, sql`o.order_id = ${orderId} and o.mode = any(${[...staff.modes]}::text[])`))[0];

export const countStates = (tx: Executor, staff: Staff): Promise<{ state: OrderState; count: number }[]> =>
  tx.rows(
    sql`select state, count(*)::int count from warehouse.purchase where mode = any(${[...staff.modes]}::text[]) group by state`,
  );
