import type { ChannelAddress } from '@quayside/connector-kit';
import { type Executor, empty, json, type Sql, sql, type WorkplaceScope } from '../../db/index.ts';
import { holdStores, storeMovingError } from '../connections/index.ts';
import { soldLines } from './rules/bundles.ts';
import type { OpenOrder } from './rules/compare-order.ts';
import { AT_SUPPLIER, CHANGEABLE, PLACEABLE } from './rules/line-states.ts';
import { TAG_PREFIX, toTagTerms } from './rules/search-terms.ts';
import type { StoreFacts, StoreLine } from './rules/store-facts.ts';
import type { LineRow, OrderRow, StoredProblem } from './tables.ts';

export const ORDER_COLUMNS = sql`order_id, store_id, mode, is_manual, is_sample, is_exchange, external_order_id, name, placed_at, store_updated_at, read_at, currency,
  subtotal, shipping_total, tax_total, tax_included, fee_total, discount_total, total, financial_status, fulfillment_status,
  placement_status, payment_status, tab, customer_name, customer_email, customer_locale, ship_country, address, address_edit, shipping_method_title, payment_method,
  pays_on_delivery, note, tags, staff_notes, mark,
  public_tracking_id, problems, cost, cost_currency, cost_is_whole, expected_shipping, expected_currency, expected_for,
  cancelled_at, cancelled_by, archived_at, archive_edit, erased_at`;

export const LINE_COLUMNS = sql`order_id, line_id, external_line_id, external_product_id, external_variant_id, sku, title,
  variant_title, image_url, quantity, fulfillable_quantity, refunded_quantity, unit_price, discount, requires_shipping, product_id, variant_id,
  source, source_product_id, source_variant_id, source_sku, pieces_per_unit, replaced, unit_cost, cost_currency, shipping_method,
  shipping_quote, state, taken_over_by, block_key, block_params, supplier_order_id, source_order_no, position,
  bundle_line_id, bundle_position, shipped_ahead, requested`;

export const findOrder = (ex: Executor, workplaceId: string, orderId: string): Promise<OrderRow | undefined> =>
  ex.first<OrderRow>(
    sql`select ${ORDER_COLUMNS} from sales_order where workplace_id = ${workplaceId} and order_id = ${orderId}`,
  );

type Held = OrderRow & { store_moves: string | null };
/** Adds the name of the order's store while it is transferred to another workspace, which blocks changes. */
// The subquery names the workplace itself: Citus locks no rows where a subquery takes it from the outer table.
const held = (workplaceId: string): Sql => sql`${ORDER_COLUMNS}, (select s.platform_domain from store s
  where s.workplace_id = ${workplaceId} and s.store_id = sales_order.store_id and s.moving = 'carrying') as store_moves`;

function free({ store_moves, ...order }: Held): OrderRow {
  if (store_moves !== null) throw storeMovingError(store_moves);
  return order;
}

/**
 * Locks an order until the transaction ends; required before changing an order or its lines. Throws STORE_MOVING while
 * its store is transferred to another workspace.
 */
export async function lockOrder(tx: Executor, workplaceId: string, orderId: string): Promise<OrderRow | undefined> {
  const found = await tx.first<Held>(
    sql`select ${held(workplaceId)} from sales_order where workplace_id = ${workplaceId} and order_id = ${orderId} for no key update`,
  );
  return found && free(found);
}

/** Locks many orders in the order of their ids, so that concurrent calls can't deadlock. */
export async function lockOrders(tx: Executor, workplaceId: string, orderIds: readonly string[]): Promise<OrderRow[]> {
  const found = await tx.rows<Held>(sql`select ${held(workplaceId)} from sales_order
    where workplace_id = ${workplaceId} and order_id = any(${orderIds}::uuid[]) order by order_id for no key update`);
  return found.map(free);
}

/** The same for orders by their ids in the store. */
export async function lockOrdersOfStore(
  tx: Executor,
  workplaceId: string,
  storeId: string,
  externalOrderIds: readonly string[],
): Promise<OrderRow[]> {
  if (externalOrderIds.length === 0) return [];
  const found = await tx.rows<Held>(sql`select ${held(workplaceId)} from sales_order
    where workplace_id = ${workplaceId} and store_id = ${storeId} and external_order_id = any(${externalOrderIds}::text[])
    order by order_id for no key update`);
  return found.map(free);
}

export const lockOrderOfStore = async (
  tx: Executor,
  workplaceId: string,
  storeId: string,
  externalOrderId: string,
): Promise<OrderRow | undefined> => (await lockOrdersOfStore(tx, workplaceId, storeId, [externalOrderId]))[0];

/**
 * Orders with stores being transferred to another workspace, which get no new work. The other stores are locked until
 * the transaction ends.
 */
export async function movingOrders(
  tx: Executor,
  workplaceId: string,
  orderIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await tx.rows<{ order_id: string; store_id: string }>(sql`select order_id, store_id from sales_order
    where workplace_id = ${workplaceId} and order_id = any(${orderIds}::uuid[])`);
  const stores = await holdStores(tx, workplaceId, [...new Set(rows.map((row) => row.store_id))]);
  return new Map(
    rows.flatMap(({ order_id, store_id }) => {
      const store = stores.get(store_id);
      return store?.moving ? [[order_id, store.platform_domain] as const] : [];
    }),
  );
}

export const findLines = (ex: Executor, workplaceId: string, orderIds: readonly string[]): Promise<LineRow[]> =>
  ex.rows<LineRow>(sql`select ${LINE_COLUMNS} from order_line
    where workplace_id = ${workplaceId} and order_id = any(${orderIds}::uuid[]) order by order_id, position, line_id`);

/** The same without the further parts of bundles: what the customers bought. */
export const findSoldLines = async (
  ex: Executor,
  workplaceId: string,
  orderIds: readonly string[],
): Promise<LineRow[]> => soldLines(await findLines(ex, workplaceId, orderIds));

/** The record form of StoreFacts, for statements about many orders. */
const FACT_TYPES = sql`name text, placed_at timestamptz, store_updated_at timestamptz, read_at timestamptz, currency text,
  subtotal bigint, shipping_total bigint, tax_total bigint, tax_included boolean, fee_total bigint, discount_total bigint, total bigint,
  financial_status text, fulfillment_status text, customer_name text, customer_email text, customer_locale text, ship_country text,
  address jsonb,
  shipping_method_title text, payment_method text, pays_on_delivery boolean, note text, tags text[], staff_notes jsonb,
  cancelled_at timestamptz, cancelled_by text, archived_at timestamptz`;

export type NewOrder = StoreFacts &
  Pick<
    OrderRow,
    | 'order_id'
    | 'store_id'
    | 'mode'
    | 'is_manual'
    | 'is_sample'
    | 'is_exchange'
    | 'external_order_id'
    | 'public_tracking_id'
  >;

/** Inserts orders, except those that exist already (a concurrent read was faster). Returns the ids of the inserted. */
export async function insertOrders(
  tx: Executor,
  workplaceId: string,
  rows: readonly NewOrder[],
): Promise<ReadonlySet<string>> {
  if (rows.length === 0) return new Set();
  const added = await tx.rows<{
    order_id: string;
  }>(sql`insert into sales_order (workplace_id, order_id, store_id, mode, is_manual, is_sample, is_exchange,
      external_order_id, name, placed_at, store_updated_at, read_at, currency, subtotal, shipping_total, tax_total, tax_included, fee_total,
      discount_total, total, financial_status, fulfillment_status, placement_status, customer_name, customer_email, customer_locale, ship_country, address,
      shipping_method_title, payment_method, pays_on_delivery, note, tags, staff_notes, cancelled_at, cancelled_by, archived_at, public_tracking_id)
    select ${workplaceId}, n.order_id, n.store_id, n.mode, n.is_manual, n.is_sample, n.is_exchange, n.external_order_id, n.name, n.placed_at,
      n.store_updated_at, n.read_at, n.currency, n.subtotal, n.shipping_total, n.tax_total, n.tax_included, n.fee_total,
      n.discount_total, n.total, n.financial_status, n.fulfillment_status, 'unmapped', n.customer_name, n.customer_email, n.customer_locale, n.ship_country,
      n.address, n.shipping_method_title, n.payment_method, n.pays_on_delivery, n.note, n.tags, n.staff_notes, n.cancelled_at,
      n.cancelled_by, n.archived_at, n.public_tracking_id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(order_id uuid, store_id uuid, mode text, is_manual boolean,
      is_sample boolean, is_exchange boolean, external_order_id text, public_tracking_id text, ${FACT_TYPES})
    on conflict (workplace_id, store_id, external_order_id) do nothing returning order_id`);
  return new Set(added.map((row) => row.order_id));
}

/** Updates orders from the store's data. The caller locks them. */
export async function updateOrders(
  tx: Executor,
  workplaceId: string,
  rows: readonly (StoreFacts & Pick<OrderRow, 'order_id'>)[],
): Promise<void> {
  if (rows.length === 0) return;
  await tx.run(sql`update sales_order o set name = n.name, placed_at = n.placed_at, store_updated_at = n.store_updated_at,
      read_at = n.read_at, currency = n.currency, subtotal = n.subtotal, shipping_total = n.shipping_total,
      tax_total = n.tax_total, tax_included = n.tax_included, fee_total = n.fee_total, discount_total = n.discount_total, total = n.total,
      financial_status = n.financial_status, fulfillment_status = n.fulfillment_status,
      customer_name = n.customer_name, customer_email = n.customer_email, customer_locale = n.customer_locale, ship_country = n.ship_country,
      address = n.address, shipping_method_title = n.shipping_method_title, note = n.note,
      tags = n.tags, staff_notes = n.staff_notes, payment_method = n.payment_method, pays_on_delivery = n.pays_on_delivery,
      cancelled_at = n.cancelled_at, cancelled_by = n.cancelled_by, archived_at = n.archived_at, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(order_id uuid, ${FACT_TYPES})
    where o.workplace_id = ${workplaceId} and o.order_id = n.order_id`);
}

/** Saves an order's notes and tags. The caller locks the order. */
export async function setNotes(
  tx: Executor,
  workplaceId: string,
  row: Pick<OrderRow, 'order_id' | 'note' | 'tags' | 'staff_notes'>,
): Promise<void> {
  await tx.run(sql`update sales_order set note = ${row.note}, tags = ${row.tags}, staff_notes = ${json(row.staff_notes)},
      updated_at = now()
    where workplace_id = ${workplaceId} and order_id = ${row.order_id}`);
  const terms = toTagTerms(row.tags);
  await tx.run(sql`with gone as (delete from order_term where workplace_id = ${workplaceId} and order_id = ${row.order_id}
      and term ^@ ${TAG_PREFIX} and term <> all(${terms}::text[]))
    insert into order_term (workplace_id, term, order_id)
    select ${workplaceId}, t, ${row.order_id} from unnest(${terms}::text[]) t on conflict do nothing`);
}

/** Saves what a person decided about an order created here. */
export const setManualState = (
  tx: Executor,
  workplaceId: string,
  row: Pick<OrderRow, 'order_id' | 'financial_status' | 'cancelled_at' | 'cancelled_by'>,
): Promise<number> =>
  tx.run(sql`update sales_order set financial_status = ${row.financial_status}, cancelled_at = ${row.cancelled_at},
      cancelled_by = ${row.cancelled_by}, updated_at = now()
    where workplace_id = ${workplaceId} and order_id = ${row.order_id} and is_manual`);

/** Inserts or updates lines of orders from the store's data; our own columns are unchanged. The caller locks the orders. */
export async function putLines(tx: Executor, workplaceId: string, lines: readonly StoreLine[]): Promise<void> {
  if (lines.length === 0) return;
  await tx.run(sql`insert into order_line as l (workplace_id, order_id, line_id, external_line_id, external_product_id,
      external_variant_id, sku, title, variant_title, image_url, quantity, fulfillable_quantity, refunded_quantity, unit_price,
      discount, requires_shipping, state, taken_over_by, block_key, position)
    select ${workplaceId}, n.order_id, n.line_id, n.external_line_id, n.external_product_id, n.external_variant_id, n.sku, n.title,
      n.variant_title, n.image_url, n.quantity, n.fulfillable_quantity, n.refunded_quantity, n.unit_price, n.discount, n.requires_shipping,
      n.state, n.taken_over_by, n.block_key, n.position
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as n(order_id uuid, line_id uuid, external_line_id text, external_product_id text,
      external_variant_id text, sku text, title text, variant_title text, image_url text, quantity integer,
      fulfillable_quantity integer, refunded_quantity integer, unit_price bigint, discount bigint, requires_shipping boolean,
      state text, taken_over_by text, block_key text, position integer)
    on conflict (workplace_id, order_id, line_id) do update set external_product_id = excluded.external_product_id,
      external_variant_id = excluded.external_variant_id, sku = excluded.sku, title = excluded.title,
      variant_title = excluded.variant_title, image_url = coalesce(excluded.image_url, l.image_url), quantity = excluded.quantity,
      fulfillable_quantity = excluded.fulfillable_quantity, refunded_quantity = excluded.refunded_quantity, unit_price = excluded.unit_price, discount = excluded.discount,
      requires_shipping = excluded.requires_shipping, state = excluded.state,
      taken_over_by = excluded.taken_over_by, block_key = excluded.block_key,
      block_params = case when excluded.block_key is not distinct from l.block_key then l.block_params end, position = excluded.position`);
}

/** Our own changes of a line: where it is bought, and its state. Absent fields are unchanged. */
export interface LinePatch {
  order_id: string;
  line_id: string;
  state?: LineRow['state'];
  /** Set with the state `manual`; every other state clears it. */
  taken_over_by?: LineRow['taken_over_by'];
  /** null removes the block. */
  block?: StoredProblem | null;
  match?: Pick<
    LineRow,
    | 'product_id'
    | 'variant_id'
    | 'source'
    | 'source_product_id'
    | 'source_variant_id'
    | 'source_sku'
    | 'pieces_per_unit'
    | 'unit_cost'
    | 'cost_currency'
    | 'replaced'
  > & { image_url?: string | null };
  supplier_order_id?: string | null;
  source_order_no?: string | null;
  /** null: the cheapest again. */
  shipping_method?: string | null;
  shipping_quote?: LineRow['shipping_quote'];
  fulfillable_quantity?: number;
  /** Name and picture of a bundle's part that is another product now. */
  part?: Pick<LineRow, 'title' | 'variant_title' | 'image_url'>;
  shipped_ahead?: number;
}

const patched = (patch: LinePatch): Record<string, unknown> => ({
  ...patch,
  has_block: patch.block !== undefined,
  block_key: patch.block?.key ?? null,
  block_params: patch.block?.params ?? null,
  has_supplier_order: patch.supplier_order_id !== undefined,
  has_order_no: patch.source_order_no !== undefined,
  has_method: patch.shipping_method !== undefined,
  has_quote: patch.shipping_quote !== undefined,
});

/** Updates many lines at once. The caller holds their orders and has checked the transitions. */
export async function patchLines(tx: Executor, workplaceId: string, patches: readonly LinePatch[]): Promise<void> {
  if (patches.length === 0) return;
  await tx.run(sql`update order_line l set
      state = coalesce(n.state, l.state),
      taken_over_by = case when n.state is null then coalesce(n.taken_over_by, l.taken_over_by) else n.taken_over_by end,
      block_key = case when n.has_block then n.block_key else l.block_key end,
      block_params = case when n.has_block then n.block_params else l.block_params end,
      product_id = case when n.match is null then l.product_id else (n.match ->> 'product_id')::uuid end,
      variant_id = case when n.match is null then l.variant_id else (n.match ->> 'variant_id')::uuid end,
      source = case when n.match is null then l.source else n.match ->> 'source' end,
      source_product_id = case when n.match is null then l.source_product_id else n.match ->> 'source_product_id' end,
      source_variant_id = case when n.match is null then l.source_variant_id else n.match ->> 'source_variant_id' end,
      source_sku = case when n.match is null then l.source_sku else n.match ->> 'source_sku' end,
      pieces_per_unit = case when n.match is null then l.pieces_per_unit else coalesce((n.match ->> 'pieces_per_unit')::integer, 1) end,
      unit_cost = case when n.match is null then l.unit_cost else (n.match ->> 'unit_cost')::bigint end,
      cost_currency = case when n.match is null then l.cost_currency else n.match ->> 'cost_currency' end,
      replaced = case when n.match is null then l.replaced else coalesce((n.match ->> 'replaced')::boolean, false) end,
      title = coalesce(n.part ->> 'title', l.title),
      variant_title = case when n.part is null then l.variant_title else n.part ->> 'variant_title' end,
      image_url = case when n.part is null then coalesce(l.image_url, n.match ->> 'image_url') else n.part ->> 'image_url' end,
      supplier_order_id = case when n.has_supplier_order then n.supplier_order_id else l.supplier_order_id end,
      source_order_no = case when n.has_order_no then n.source_order_no else l.source_order_no end,
      shipping_method = case when n.has_method then n.shipping_method else l.shipping_method end,
      shipping_quote = case when n.has_quote then nullif(n.shipping_quote, 'null'::jsonb) else l.shipping_quote end,
      fulfillable_quantity = coalesce(n.fulfillable_quantity, l.fulfillable_quantity),
      shipped_ahead = coalesce(n.shipped_ahead, l.shipped_ahead),
      requested = l.requested or coalesce(n.state = any(${AT_SUPPLIER}::text[]), false)
    from jsonb_to_recordset(${JSON.stringify(patches.map(patched))}::jsonb) as n(order_id uuid, line_id uuid, state text,
      taken_over_by text, has_block boolean, block_key text, block_params jsonb, match jsonb, has_supplier_order boolean, supplier_order_id uuid,
      has_order_no boolean, source_order_no text, has_method boolean, shipping_method text, has_quote boolean,
      shipping_quote jsonb, fulfillable_quantity integer, part jsonb, shipped_ahead integer)
    where l.workplace_id = ${workplaceId} and l.order_id = n.order_id and l.line_id = n.line_id`);
}

/** A further part of a bundle, as a line of its own. */
export type NewPart = Pick<
  LineRow,
  | 'order_id'
  | 'line_id'
  | 'external_line_id'
  | 'title'
  | 'variant_title'
  | 'image_url'
  | 'quantity'
  | 'fulfillable_quantity'
  | 'refunded_quantity'
  | 'product_id'
  | 'variant_id'
  | 'source'
  | 'source_product_id'
  | 'source_variant_id'
  | 'source_sku'
  | 'pieces_per_unit'
  | 'unit_cost'
  | 'cost_currency'
  | 'state'
  | 'block_key'
  | 'block_params'
  | 'position'
> & { bundle_line_id: string; bundle_position: number };

/** Inserts further parts of bundles. They have no price: the customer paid for the line that they belong to. */
export async function insertParts(tx: Executor, workplaceId: string, parts: readonly NewPart[]): Promise<void> {
  if (parts.length === 0) return;
  await tx.run(sql`insert into order_line (workplace_id, order_id, line_id, external_line_id, title, variant_title, image_url,
      quantity, fulfillable_quantity, refunded_quantity, unit_price, discount, requires_shipping, product_id, variant_id, source,
      source_product_id, source_variant_id, source_sku, pieces_per_unit, unit_cost, cost_currency, state, block_key, block_params,
      position, bundle_line_id, bundle_position)
    select ${workplaceId}, n.order_id, n.line_id, n.external_line_id, n.title, n.variant_title, n.image_url, n.quantity,
      n.fulfillable_quantity, n.refunded_quantity, 0, 0, true, n.product_id, n.variant_id, n.source, n.source_product_id,
      n.source_variant_id, n.source_sku, n.pieces_per_unit, n.unit_cost, n.cost_currency, n.state, n.block_key, n.block_params,
      n.position, n.bundle_line_id, n.bundle_position
    from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) as n(order_id uuid, line_id uuid, external_line_id text, title text,
      variant_title text, image_url text, quantity integer, fulfillable_quantity integer, refunded_quantity integer, product_id uuid,
      variant_id uuid, source text, source_product_id text, source_variant_id text, source_sku text, pieces_per_unit integer,
      unit_cost bigint, cost_currency text, state text, block_key text, block_params jsonb, position integer, bundle_line_id uuid,
      bundle_position integer) returning 1`);
}

/** Removes further parts of bundles that a changed mapping no longer has. They were never bought. */
export const deleteParts = (
  tx: Executor,
  workplaceId: string,
  orderId: string,
  lineIds: readonly string[],
): Promise<number> =>
  tx.run(sql`delete from order_line where workplace_id = ${workplaceId} and order_id = ${orderId}
    and line_id = any(${[...lineIds]}::uuid[]) and bundle_line_id is not null and state = any(${CHANGEABLE}::text[]) and not requested`);

/** Derived columns of an order. Absent: unchanged. */
export interface OrderPatch {
  order_id: string;
  placement_status?: OrderRow['placement_status'];
  payment_status?: OrderRow['payment_status'];
  fulfillment_status?: OrderRow['fulfillment_status'];
  problems?: StoredProblem[];
  cost?: { cost: number | null; cost_currency: string | null; cost_is_whole: boolean };
}

export async function patchOrders(tx: Executor, workplaceId: string, patches: readonly OrderPatch[]): Promise<void> {
  if (patches.length === 0) return;
  await tx.run(sql`update sales_order o set
      placement_status = coalesce(n.placement_status, o.placement_status),
      payment_status = coalesce(n.payment_status, o.payment_status),
      fulfillment_status = coalesce(n.fulfillment_status, o.fulfillment_status),
      problems = coalesce(n.problems, o.problems),
      cost = case when n.cost is null then o.cost else (n.cost ->> 'cost')::bigint end,
      cost_currency = case when n.cost is null then o.cost_currency else n.cost ->> 'cost_currency' end,
      cost_is_whole = case when n.cost is null then o.cost_is_whole else (n.cost ->> 'cost_is_whole')::boolean end,
      updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(patches)}::jsonb) as n(order_id uuid, placement_status text, payment_status text,
      fulfillment_status text, problems jsonb, cost jsonb)
    where o.workplace_id = ${workplaceId} and o.order_id = n.order_id`);
}

export async function setAddressEdit(
  tx: Executor,
  workplaceId: string,
  orderId: string,
  edit: ChannelAddress,
  derived: { ship_country: string | null; customer_name: string | null; customer_email: string | null },
): Promise<void> {
  await tx.run(sql`update sales_order set address_edit = ${json(edit)}, ship_country = ${derived.ship_country},
      customer_name = ${derived.customer_name}, customer_email = ${derived.customer_email}, updated_at = now()
    where workplace_id = ${workplaceId} and order_id = ${orderId}`);
}

/** Saves expected shipping of the waiting lines. The caller locks the order. */
export async function setExpected(
  tx: Executor,
  workplaceId: string,
  orderId: string,
  expected: Pick<OrderRow, 'expected_shipping' | 'expected_currency' | 'expected_for'>,
): Promise<void> {
  await tx.run(sql`update sales_order set expected_shipping = ${expected.expected_shipping},
      expected_currency = ${expected.expected_currency}, expected_for = ${expected.expected_for}
    where workplace_id = ${workplaceId} and order_id = ${orderId}`);
}

/** An order's search terms. */
export interface OrderTerms {
  order_id: string;
  terms: readonly string[];
}

/** Replaces search terms of orders. `isNew`: they have none yet. */
export async function putTerms(
  tx: Executor,
  workplaceId: string,
  orders: readonly OrderTerms[],
  isNew = false,
): Promise<void> {
  const rows = orders.flatMap(({ order_id, terms }) => [...new Set(terms)].map((term) => ({ order_id, term })));
  const ids = rows.map((row) => row.order_id);
  const terms = rows.map((row) => row.term);
  if (!isNew && orders.length > 0)
    await tx.run(sql`delete from order_term where workplace_id = ${workplaceId}
      and order_id = any(${orders.map((one) => one.order_id)}::uuid[])
      and order_id::text || ' ' || term <> all(${rows.map((row) => `${row.order_id} ${row.term}`)}::text[])`);
  if (rows.length > 0)
    await tx.run(sql`insert into order_term (workplace_id, term, order_id)
      select ${workplaceId}, n.term, n.order_id from unnest(${ids}::uuid[], ${terms}::text[]) as n(order_id, term)
      on conflict do nothing`);
}

export async function addTrackingEntries(
  tx: Executor,
  { accountId, workplaceId }: WorkplaceScope,
  orders: readonly Pick<OrderRow, 'order_id' | 'public_tracking_id'>[],
): Promise<void> {
  if (orders.length === 0) return;
  await tx.run(sql`insert into tracking_directory (public_tracking_id, account_id, workplace_id, order_id)
    select n.tracking_id, ${accountId}, ${workplaceId}, n.order_id
    from unnest(${orders.map((one) => one.public_tracking_id)}::text[], ${orders.map((one) => one.order_id)}::uuid[])
      as n(tracking_id, order_id)`);
}

/** Cursor of a store's order poll; the column belongs to this feature. */
export async function saveCursor(
  tx: Executor,
  workplaceId: string,
  storeId: string,
  cursor: Record<string, unknown>,
): Promise<void> {
  await tx.run(
    sql`update store set order_cursor = ${json(cursor)} where workplace_id = ${workplaceId} and store_id = ${storeId}`,
  );
}

/** Orders of a store with unmapped lines, newest first. */
export const findUnmapped = (
  ex: Executor,
  workplaceId: string,
  storeId: string,
  most: number,
): Promise<{ order_id: string }[]> =>
  ex.rows<{ order_id: string }>(sql`select distinct o.order_id from order_line l
    join sales_order o on o.workplace_id = l.workplace_id and o.order_id = l.order_id
    where l.workplace_id = ${workplaceId} and l.state = 'unmapped' and o.store_id = ${storeId} and o.cancelled_at is null
    order by o.order_id desc limit ${most}`);

/** Orders of a store with unmapped lines of these variants, archived ones too, newest first. */
export const findUnmappedOf = (
  ex: Executor,
  workplaceId: string,
  storeId: string,
  externalVariantIds: readonly string[],
): Promise<{ order_id: string }[]> =>
  ex.rows<{ order_id: string }>(sql`select distinct o.order_id from order_line l
    join sales_order o on o.workplace_id = l.workplace_id and o.order_id = l.order_id
    where l.workplace_id = ${workplaceId} and l.state = 'unmapped' and o.store_id = ${storeId} and o.cancelled_at is null
      and l.external_variant_id = any(${[...externalVariantIds]}::text[])
    order by o.order_id desc`);

/** Open orders of a store with unbought lines of these variants, newest first, after a cursor. */
export const openWithVariants = (
  ex: Executor,
  workplaceId: string,
  storeId: string,
  externalVariantIds: readonly string[],
  after: { placedAt: string; orderId: string } | undefined,
  most: number,
): Promise<{ order_id: string; placed_at: string }[]> =>
  ex.rows(sql`select order_id, placed_at from sales_order o
    where workplace_id = ${workplaceId} and store_id = ${storeId} and tab = 'unfulfilled' and cancelled_at is null
      and exists (select 1 from order_line l where l.workplace_id = ${workplaceId} and l.order_id = o.order_id
        and l.external_variant_id = any(${[...externalVariantIds]}::text[]) and (l.state = any(${CHANGEABLE}::text[])
          or exists (select 1 from order_line p where p.workplace_id = ${workplaceId} and p.order_id = o.order_id
            and p.bundle_line_id = l.line_id and p.state = any(${CHANGEABLE}::text[]))))
      ${after ? sql`and (placed_at, order_id) < (${after.placedAt}::timestamptz, ${after.orderId}::uuid)` : empty}
    order by placed_at desc, order_id desc limit ${most}`);

/** Waiting orders of a store without a shipping quote, newest first, after a cursor. */
export const openWithoutCosts = (
  ex: Executor,
  workplaceId: string,
  storeId: string,
  after: { placedAt: string; orderId: string } | undefined,
  most: number,
): Promise<{ order_id: string; placed_at: string }[]> =>
  ex.rows(sql`select order_id, placed_at from sales_order
    where workplace_id = ${workplaceId} and store_id = ${storeId} and tab = 'unfulfilled' and expected_for is null
      ${after ? sql`and (placed_at, order_id) < (${after.placedAt}::timestamptz, ${after.orderId}::uuid)` : empty}
    order by placed_at desc, order_id desc limit ${most}`);

/** The same orders with those whose waiting lines are bought elsewhere than at `supplier`, or may be. */
export const openToEstimateAgain = (
  ex: Executor,
  workplaceId: string,
  storeId: string,
  supplier: string,
  after: { placedAt: string; orderId: string } | undefined,
  most: number,
): Promise<{ order_id: string; placed_at: string }[]> =>
  ex.rows(sql`select order_id, placed_at from sales_order o
    where workplace_id = ${workplaceId} and store_id = ${storeId} and tab = 'unfulfilled'
      and (expected_for is null or exists (select 1 from order_line l where l.workplace_id = ${workplaceId}
        and l.order_id = o.order_id and l.source <> ${supplier} and l.state = any(${PLACEABLE}::text[])))
      ${after ? sql`and (placed_at, order_id) < (${after.placedAt}::timestamptz, ${after.orderId}::uuid)` : empty}
    order by placed_at desc, order_id desc limit ${most}`);

/** Drops the expected shipping of orders. The caller locks them. */
export const clearExpected = (tx: Executor, workplaceId: string, orderIds: readonly string[]): Promise<number> =>
  tx.run(sql`update sales_order set expected_shipping = null, expected_currency = null, expected_for = null
    where workplace_id = ${workplaceId} and order_id = any(${orderIds}::uuid[])`);

/** Open orders of a store to compare, newest first, after a cursor. */
export const openOrders = (
  ex: Executor,
  workplaceId: string,
  storeId: string,
  after: { placedAt: string; orderId: string } | undefined,
  most: number,
): Promise<OpenOrder[]> =>
  ex.rows<OpenOrder>(sql`select o.order_id, o.external_order_id, o.placed_at, o.store_updated_at,
      exists (select 1 from order_line l where l.workplace_id = ${workplaceId} and l.order_id = o.order_id
        and l.state = 'manual' and l.taken_over_by is null) as is_unclear
    from sales_order o
    where o.workplace_id = ${workplaceId} and o.store_id = ${storeId} and o.tab = 'unfulfilled' and not o.is_manual
      ${after ? sql`and (o.placed_at, o.order_id) < (${after.placedAt}::timestamptz, ${after.orderId}::uuid)` : empty}
    order by o.placed_at desc, o.order_id desc limit ${most}`);

/** Last known change of these orders in the store, by the store's ids. */
export const findStoreTimes = async (
  ex: Executor,
  workplaceId: string,
  storeId: string,
  externalOrderIds: readonly string[],
): Promise<Map<string, string>> =>
  new Map(
    (
      await ex.rows<{
        id: string;
        at: string;
      }>(sql`select external_order_id as id, store_updated_at as at from sales_order
        where workplace_id = ${workplaceId} and store_id = ${storeId} and external_order_id = any(${externalOrderIds}::text[])`)
    ).map(({ id, at }) => [id, at]),
  );
