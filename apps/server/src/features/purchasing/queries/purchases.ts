import type { PAYMENT_GROUPS, PlacementItem, SupplierName, SupplierOrderView } from '@quayside/contracts';
import { isId, type MessageParams, type Money, money } from '@quayside/kernel';
import { type Executor, empty, type Sql, sql } from '../../../db/index.ts';
import { connectorLabel } from '../../../installed/index.ts';
import { findInstallationHold } from '../../../sending/index.ts';
import { closedAmong } from '../../../sending/suspended.ts';
import { isOfOrders, isOneOf } from '../../../states/sql.ts';
import { problemAnswer } from '../../connections/index.ts';
import {
  findChecks,
  findLines,
  findOrders,
  getMessageKey,
  getShippingInfo,
  type LineRow,
  missingParts,
  type OrderRow,
  soldLineId,
} from '../../orders/index.ts';
import { findExpectedRefunds, findRefunds } from '../refund-repo.ts';
import { findPurchasesOfOrders, linesOfPurchases, PURCHASE_COLUMNS } from '../repo.ts';
import { creditedTo } from '../rules/order-payment.ts';
import { creditedSum } from '../rules/refunds.ts';
import { isInProgress, PAY_OPEN, PAYABLE, PLACE_OPEN, supplierOrderActions, UNPAID } from '../rules/states.ts';
import { byOrder, namesOf, orderIdsOf, type PurchaseLineRow, type PurchaseRow, quotedTotal } from '../tables.ts';
import { findLineClaims } from './claims.ts';

const amountOf = (amount: number | null, currency: string): Money | null =>
  amount === null ? null : money(amount, currency);

export const purchaseProblem = (
  row: Pick<PurchaseRow, 'error_key' | 'error_params'>,
  locale: string,
  more: object = {},
) =>
  problemAnswer(
    locale,
    row.error_key
      ? { key: getMessageKey(row.error_key), params: { title: '', country: '', ...more, ...row.error_params } }
      : null,
  );

/** Why placing or paying a supplier order waits. */
interface Waiting {
  key: string;
  params: MessageParams;
}

const WAITS_FOR_STORE = 'WAITS_STORE_ANSWER';
const HELD = { restored: 'WAITS_RESTORED', server_changed: 'WAITS_RESTORED', operator: 'WAITS_PAUSED' } as const;

/**
 * Finds what delays running supplier orders: paused sending, an unconfirmed store or supplier, or a store that doesn't
 * respond.
 */
async function waitingOf(
  ex: Executor,
  workplaceId: string,
  rows: readonly PurchaseRow[],
  orders: readonly OrderRow[],
): Promise<ReadonlyMap<string, Waiting>> {
  const open = rows.filter(isInProgress);
  if (open.length === 0) return new Map();
  const hold = await findInstallationHold(ex);
  if (hold) return new Map(open.map((row) => [row.supplier_order_id, { key: HELD[hold.reason], params: {} }]));
  const { suspended } = await closedAmong(ex, workplaceId, {
    connectionIds: open.flatMap((row) => row.connection_id ?? []),
    storeIds: orders.map((order) => order.store_id),
  });
  const checks = await findChecks(ex, workplaceId, open.flatMap(orderIdsOf));
  return new Map(
    open.flatMap((row): [string, Waiting][] => {
      const store = orders.find((order) => order.order_id === row.order_id)?.store_id ?? '';
      if (suspended.has(store)) return [[row.supplier_order_id, { key: 'WAITS_STORE_SUSPENDED', params: {} }]];
      if (row.connection_id && suspended.has(row.connection_id)) {
        const params = { supplier: connectorLabel(row.supplier) };
        return [[row.supplier_order_id, { key: 'WAITS_SUPPLIER_SUSPENDED', params }]];
      }
      const isSilent = orderIdsOf(row).some((id) => typeof checks.get(id)?.silentMs === 'number');
      return isSilent ? [[row.supplier_order_id, { key: WAITS_FOR_STORE, params: {} }]] : [];
    }),
  );
}

/**
 * A supplier order that isn't paid because parts of its bundles aren't bought; undefined: none of them is missing. Without payment
 * its supplier ships nothing.
 */
function waitsForPart(
  row: PurchaseRow,
  bought: readonly PurchaseLineRow[],
  lines: readonly LineRow[],
): Waiting | undefined {
  if (row.manual || row.state !== 'placed' || !PAYABLE.includes(row.pay_state)) return undefined;
  const sold = new Set(lines.filter((line) => bought.some((one) => one.line_id === line.line_id)).map(soldLineId));
  const part = missingParts(lines).find((line) => sold.has(soldLineId(line)));
  return (
    part && { key: 'BUNDLE_WAITS_FOR_PART', params: { title: part.title, supplier: connectorLabel(row.supplier) } }
  );
}

/** The store reports the order as unpaid, without a later decision. */
const isRefusedUnpaid = (row: PurchaseRow, bought: readonly PurchaseLineRow[], lines: readonly LineRow[]): boolean =>
  row.error_key === UNPAID &&
  (row.state === 'failed'
    ? bought.some((one) => lines.some((line) => line.line_id === one.line_id && line.block_key === UNPAID))
    : row.pay_state === 'failed');

/** Whether it waits for its time. Later than the rows by at most the time of a request. */
const waitsForTime = (row: PurchaseRow): boolean =>
  row.state === 'requested' && row.not_before !== null && Date.parse(row.not_before) > Date.now();

function viewOf(
  row: PurchaseRow,
  orders: readonly OrderRow[],
  bought: readonly PurchaseLineRow[],
  lines: readonly LineRow[],
  locale: string,
  waiting: Waiting | undefined,
  refunds: { pending: number; credited: number },
  claimUntil: (line: PurchaseLineRow) => string | null,
): SupplierOrderView {
  const items = bought.map((one) => {
    const line = lines.find((candidate) => candidate.line_id === one.line_id);
    return {
      id: one.line_id,
      title: line?.title ?? one.sku,
      variant_title: line?.variant_title ?? null,
      image: line?.image_url ?? null,
      quantity: one.quantity,
      pieces_per_unit: one.pieces_per_unit,
      unit_cost: amountOf(one.unit_cost, row.currency),
      claim_until: claimUntil(one),
    };
  });
  const [order] = orders;
  const about = { title: items.map((item) => item.title).join(', '), country: order?.ship_country ?? '' };
  return {
    id: row.supplier_order_id,
    order_id: row.order_id,
    order_name: namesOf(orders),
    combined_orders: row.shares ? orders.map(({ order_id, name }) => ({ order_id, name })) : [],
    source: row.supplier,
    order_no: row.order_number ?? row.source_order_no,
    reference: row.reference,
    state: row.state,
    pay_state: row.pay_state,
    remote_state: row.remote_state,
    is_manual: row.manual,
    payer: row.payer,
    is_sandbox: row.mode === 'sandbox',
    shipping_info: getShippingInfo(row.shipping_method, row.shipping_quote, false),
    line_items: items,
    quoted_total: amountOf(quotedTotal(row), row.currency),
    items_cost: amountOf(row.items_cost, row.currency),
    shipping_cost: amountOf(row.shipping_cost, row.currency),
    total_cost: amountOf(row.total_cost, row.currency),
    refunded: refunds.credited > 0 ? money(refunds.credited, row.currency) : null,
    order_part: null,
    refund_pending: refunds.pending > 0 ? money(refunds.pending, row.currency) : null,
    pay_automatically: row.pay_automatically,
    problem: purchaseProblem(row, locale, about),
    waiting: problemAnswer(locale, waiting),
    not_before: waitsForTime(row) ? row.not_before : null,
    actions: [
      ...supplierOrderActions(row),
      ...(waitsForTime(row) ? (['place_now'] as const) : []),
      ...(waiting?.key === WAITS_FOR_STORE || isRefusedUnpaid(row, bought, lines) ? (['buy_anyway'] as const) : []),
    ],
    placed_at: row.placed_at,
    paid_at: row.paid_at,
    created_at: row.created_at,
  };
}

async function views(
  ex: Executor,
  workplaceId: string,
  rows: readonly PurchaseRow[],
  locale: string,
): Promise<SupplierOrderView[]> {
  if (rows.length === 0) return [];
  const orderIds = [...new Set(rows.flatMap(orderIdsOf))];
  const orders = await findOrders(ex, workplaceId, orderIds);
  const lines = await findLines(ex, workplaceId, orderIds);
  const ids = rows.map((row) => row.supplier_order_id);
  const bought = await linesOfPurchases(ex, workplaceId, ids);
  const waiting = await waitingOf(ex, workplaceId, rows, orders);
  const expected = await findExpectedRefunds(ex, workplaceId, ids);
  const pending = new Map(expected.map((one) => [one.supplier_order_id, one.pending]));
  const booked = await findRefunds(ex, workplaceId, ids);
  const claimOf = await findLineClaims(ex, workplaceId, rows, bought, new Date().toISOString());
  return rows.map((row) => {
    const own = bought.filter((one) => one.supplier_order_id === row.supplier_order_id);
    const its = orderIdsOf(row).flatMap((id) => orders.find((one) => one.order_id === id) ?? []);
    const { supplier_order_id: id } = row;
    return viewOf(
      row,
      its,
      own,
      lines,
      locale,
      waiting.get(id) ?? waitsForPart(row, own, lines),
      {
        pending: pending.get(id) ?? 0,
        credited: creditedSum(booked.filter((one) => one.supplier_order_id === id)),
      },
      (line) => claimOf(line)?.until ?? null,
    );
  });
}

/** An order's supplier orders, and its part of each that it shares. Oldest first. */
async function viewsOfOrder(
  ex: Executor,
  workplaceId: string,
  orderId: string,
  locale: string,
): Promise<{ view: SupplierOrderView; part: PurchaseRow | undefined }[]> {
  const rows = await findPurchasesOfOrders(ex, workplaceId, [orderId]);
  const shown = await views(ex, workplaceId, rows, locale);
  return rows.flatMap((row, at) => {
    const view = shown[at];
    if (!view) return [];
    return { view, part: row.shares ? byOrder(row).find((one) => one.order_id === orderId) : undefined };
  });
}

/** For an order's panel, with its part of shared ones. Oldest first. */
export const findSupplierOrders = async (
  ex: Executor,
  workplaceId: string,
  orderId: string,
  locale: string,
): Promise<SupplierOrderView[]> =>
  (await viewsOfOrder(ex, workplaceId, orderId, locale)).map(({ view, part }) => {
    if (!part) return view;
    const refunded = creditedTo(part, orderId, []);
    return {
      ...view,
      order_part: {
        cost: amountOf(part.total_cost ?? quotedTotal(part), part.currency),
        refunded: refunded > 0 ? money(refunded, part.currency) : null,
      },
    };
  });

/** An order's supplier orders, of shared ones only its own items and part of the costs. Oldest first. */
export async function findOwnSupplierOrders(
  ex: Executor,
  workplaceId: string,
  orderId: string,
  locale: string,
): Promise<SupplierOrderView[]> {
  const own = new Set((await findLines(ex, workplaceId, [orderId])).map((line) => line.line_id));
  return (await viewsOfOrder(ex, workplaceId, orderId, locale)).map(({ view, part }) => {
    if (!part) return view;
    return {
      ...view,
      line_items: view.line_items.filter((line) => own.has(line.id)),
      quoted_total: amountOf(quotedTotal(part), part.currency),
      items_cost: amountOf(part.items_cost, part.currency),
      shipping_cost: amountOf(part.shipping_cost, part.currency),
      total_cost: amountOf(part.total_cost, part.currency),
    };
  });
}

type Group = (typeof PAYMENT_GROUPS)[number];

export interface PurchaseFilter {
  group?: readonly Group[];
  source?: SupplierName;
  store_id?: string;
  order_ids?: readonly string[];
}

/** Payment groups as SQL conditions. */
const GROUPS: Record<Group, Sql> = {
  waiting_payment: sql`p.state = 'placed' and ${isOneOf('p.pay_state', ['unpaid', ...PAY_OPEN])}`,
  order_placed: sql`p.state = 'placed' and p.pay_state = 'paid' and p.shipped_at is null`,
  failed: sql`p.state = 'placed' and p.pay_state = 'failed'`,
  refund_pending: sql`exists (select 1 from expected_refund r where r.workplace_id = p.workplace_id
    and r.supplier_order_id = p.supplier_order_id and r.pending > 0)`,
};

/** A condition on supplier_order p: those of the workplace that a filter names. */
export function purchaseConditions(workplaceId: string, filter: PurchaseFilter): Sql {
  const groups = (filter.group ?? []).map((group) => GROUPS[group]);
  const anyGroup = groups.reduce<Sql | undefined>(
    (all, one) => (all ? sql`${all} or (${one})` : sql`(${one})`),
    undefined,
  );
  const parts = [
    sql`p.workplace_id = ${workplaceId}`,
    anyGroup ? sql` and (${anyGroup})` : empty,
    filter.source ? sql` and p.supplier = ${filter.source}` : empty,
    filter.order_ids ? sql` and ${isOfOrders(filter.order_ids, 'p.')}` : empty,
    filter.store_id
      ? sql` and exists (select 1 from sales_order o where o.workplace_id = p.workplace_id and o.order_id = p.order_id
          and o.store_id = ${filter.store_id})`
      : empty,
  ];
  return parts.reduce((all, part) => sql`${all}${part}`);
}

/** A page of supplier orders, newest first. */
export async function listPurchases(
  ex: Executor,
  workplaceId: string,
  query: PurchaseFilter & { cursor?: string; page?: number; page_size: number },
  locale: string,
): Promise<{ items: SupplierOrderView[]; next_cursor?: string }> {
  const after = query.cursor && isId(query.cursor) ? sql` and p.supplier_order_id < ${query.cursor}::uuid` : empty;
  const skip =
    !query.cursor && query.page && query.page > 1 ? sql` offset ${(query.page - 1) * query.page_size}` : empty;
  const found = await ex.rows<PurchaseRow>(sql`select ${PURCHASE_COLUMNS} from supplier_order p
    where ${purchaseConditions(workplaceId, query)}${after} order by p.supplier_order_id desc limit ${query.page_size + 1}${skip}`);
  const rows = found.slice(0, query.page_size);
  const last = rows.at(-1);
  const items = await views(ex, workplaceId, rows, locale);
  return { items, ...(found.length > rows.length && last ? { next_cursor: last.supplier_order_id } : {}) };
}

const COUNT_MOST = 1000;

/** Counts supplier orders awaiting payment (with their cost), paid and declined. */
export async function countPurchases(ex: Executor, workplaceId: string, filter: PurchaseFilter) {
  const n = (group: Group): Sql => sql`(select count(*) from (select 1 from supplier_order p
    where ${purchaseConditions(workplaceId, { ...filter, group: [group] })} limit ${COUNT_MOST}) c)`;
  const row = await ex.first<Record<Group, number>>(
    sql`select ${n('waiting_payment')} as waiting_payment, ${n('order_placed')} as order_placed, ${n('failed')} as failed,
      ${n('refund_pending')} as refund_pending`,
  );
  const unpaid = await unpaidTotal(ex, workplaceId, filter);
  const refunds = await pendingTotals(ex, workplaceId, filter);
  const none = { waiting_payment: 0, order_placed: 0, failed: 0, refund_pending: 0 };
  return {
    ...none,
    ...row,
    most: COUNT_MOST,
    unpaid_count: unpaid.count,
    unpaid_total: unpaid.total,
    refunds_totals: refunds,
  };
}

/** Pending refunds by currency. */
async function pendingTotals(ex: Executor, workplaceId: string, filter: PurchaseFilter): Promise<Money[]> {
  const rows = await ex.rows<{ currency: string; total: number }>(sql`select p.currency, sum(r.pending)::bigint as total
    from expected_refund r join supplier_order p on p.workplace_id = r.workplace_id and p.supplier_order_id = r.supplier_order_id
    where r.workplace_id = ${workplaceId} and r.pending > 0 and ${purchaseConditions(workplaceId, filter)}
    group by p.currency order by p.currency`);
  return rows.map(({ currency, total }) => money(total, currency));
}

/** Total cost of all supplier orders awaiting payment, in USD. */
export async function unpaidTotal(
  ex: Executor,
  workplaceId: string,
  filter: PurchaseFilter,
): Promise<{ count: number; total: Money }> {
  const row = await ex.first<{ count: number; total: number }>(sql`select count(*) as count,
      coalesce(sum(p.total_cost) filter (where p.currency = 'USD'), 0)::bigint as total
    from supplier_order p where ${purchaseConditions(workplaceId, filter)} and p.state = 'placed' and ${isOneOf('p.pay_state', PAYABLE)}`);
  return { count: row?.count ?? 0, total: money(row?.total ?? 0, 'USD') };
}

const toastStatus = (row: PurchaseRow): PlacementItem['status'] =>
  row.state === 'placed' ? 'success' : row.state === 'failed' || row.state === 'cancelled' ? 'error' : 'processing';

/** Supplier orders of one placement for its toast, those with errors first. */
export async function listPlacement(
  ex: Executor,
  workplaceId: string,
  processId: string,
  query: { status?: PlacementItem['status']; cursor?: string; page?: number; page_size: number },
  locale: string,
): Promise<{ items: PlacementItem[]; next_cursor?: string }> {
  const states = {
    processing: sql` and ${isOneOf('p.state', PLACE_OPEN)}`,
    success: sql` and p.state = 'placed'`,
    error: sql` and p.state in ('failed', 'cancelled')`,
  };
  const offset = Number(/^\d{1,6}$/.exec(query.cursor ?? '')?.[0] ?? ((query.page ?? 1) - 1) * query.page_size);
  const found = await ex.rows<PurchaseRow>(sql`select ${PURCHASE_COLUMNS} from supplier_order p
    where p.workplace_id = ${workplaceId} and p.placement_id = ${processId}${query.status ? states[query.status] : empty}
    order by (p.state in ('failed', 'cancelled')) desc, p.supplier_order_id limit ${query.page_size + 1} offset ${offset}`);
  const rows = found.slice(0, query.page_size);
  const full = await views(ex, workplaceId, rows, locale);
  const countries = await findOrders(ex, workplaceId, [...new Set(rows.map((row) => row.order_id))]);
  const items = rows.map((row, at): PlacementItem => {
    const view = full[at];
    return {
      id: row.supplier_order_id,
      order_id: row.order_id,
      order_name: view?.order_name ?? '',
      source_type: row.supplier,
      status: toastStatus(row),
      line_items: (view?.line_items ?? []).map(({ id, title, variant_title, quantity }) => ({
        id,
        title,
        variant_title,
        quantity,
      })),
      country_code: countries.find((order) => order.order_id === row.order_id)?.ship_country ?? null,
      error_message: view?.problem?.text ?? null,
      error_key: view?.problem?.key ?? null,
      warning_key: null,
      order_no: row.order_number ?? row.source_order_no,
      pay_state: row.pay_state,
      total: amountOf(row.total_cost, row.currency),
    };
  });
  return { items, ...(found.length > rows.length ? { next_cursor: String(offset + rows.length) } : {}) };
}
