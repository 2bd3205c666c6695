import type { OrderCountQuery, OrderListQuery } from '@quayside/contracts';
import { encodeCursor, type PageCursor } from '@quayside/kernel';
import { type Executor, empty, raw, type Sql, sql } from '../../../db/index.ts';
import { isOfOrder } from '../../../states/sql.ts';
import { getRefundStatus } from '../rules/order-status.ts';
import { toSearchRanges } from '../rules/search-terms.ts';
import { LIST_LINE_COLUMNS, LIST_ORDER_COLUMNS, type ListedLine, type ListedOrder } from './order-view.ts';

/** Filters of the list and its counts, with everything resolved that is not SQL. */
export interface OrderFilter {
  workplaceId: string;
  from?: string;
  until?: string;
  storeId?: string;
  /** Stores of the chosen channel; absent: any. */
  storeIds?: readonly string[];
  source: OrderCountQuery['source'];
  mark: OrderCountQuery['mark_order'];
  /** true: only samples; false: only sales, without exchanges; absent: all orders. */
  isSample?: boolean;
  placement?: readonly string[];
  payment?: readonly string[];
  keyword?: string;
}

/** true: the filter excludes no order, so stored counts apply. */
export const isUnfiltered = (filter: OrderFilter): boolean =>
  !filter.from &&
  !filter.until &&
  !filter.storeIds &&
  filter.source === 'all' &&
  filter.mark === 'all' &&
  filter.isSample === undefined &&
  !filter.placement &&
  !filter.payment &&
  toSearchRanges(filter.keyword ?? '').length === 0;

function sourceCondition(source: OrderFilter['source']): Sql {
  if (source === 'all') return empty;
  const which = source === 'unlinked' ? sql`l.state = 'unmapped'` : sql`l.source = ${source}`;
  return sql` and exists (select 1 from order_line l
    where l.workplace_id = o.workplace_id and l.order_id = o.order_id and ${which})`;
}

/** Adds only needed conditions, so that each combination has its own plan. The table's alias is o. */
export function conditions(filter: OrderFilter): Sql {
  const words = toSearchRanges(filter.keyword ?? '').map(
    ({ from, until }) => sql` and exists (select 1 from order_term t where t.workplace_id = o.workplace_id
      and t.order_id = o.order_id and t.term >= ${from} and t.term < ${until})`,
  );
  const parts = [
    sql`o.workplace_id = ${filter.workplaceId}`,
    filter.from ? sql` and o.placed_at >= ${filter.from}` : empty,
    filter.until ? sql` and o.placed_at < ${filter.until}` : empty,
    filter.storeId ? sql` and o.store_id = ${filter.storeId}` : empty,
    filter.storeIds ? sql` and o.store_id = any(${filter.storeIds}::uuid[])` : empty,
    filter.mark === 'all' ? empty : sql` and o.mark = ${filter.mark}`,
    filter.isSample === undefined
      ? empty
      : filter.isSample
        ? sql` and o.is_sample`
        : sql` and not o.is_sample and not o.is_exchange`,
    statusCondition('placement_status', filter.placement),
    statusCondition('payment_status', filter.payment),
    sourceCondition(filter.source),
    ...words,
  ];
  return parts.reduce((all, part) => sql`${all}${part}`);
}

/** The condition of the index of each status, word for word: final states of most orders aren't in it (docs/decisions/0416). */
const INDEXED = {
  placement_status: {
    leftOut: ['placed', 'nothing_to_place'],
    where: sql`o.placement_status not in ('placed', 'nothing_to_place')`,
  },
  payment_status: { leftOut: ['paid'], where: sql`o.payment_status <> 'paid'` },
} as const;

/** One status is compared by equality, so that an index sorted by time applies; several as a set. */
function statusCondition(column: keyof typeof INDEXED, wanted: readonly string[] | undefined): Sql {
  if (!wanted || wanted.length === 0) return empty;
  const name = raw(`o.${column}`);
  const { leftOut, where } = INDEXED[column];
  const isIndexed = !wanted.some((one) => (leftOut as readonly string[]).includes(one));
  const matches = wanted.length === 1 ? sql`${name} = ${wanted[0]}` : sql`${name} = any(${wanted}::text[])`;
  return isIndexed ? sql` and ${matches} and ${where}` : sql` and ${matches}`;
}

const orderColumns = raw(LIST_ORDER_COLUMNS.map((column) => `o.${column}`).join(', '));
const lineColumns = raw(LIST_LINE_COLUMNS.map((column) => `l.${column}`).join(', '));

/** A line from the values packed into one array. */
function lineOf(orderId: string, values: readonly unknown[]): ListedLine {
  const line: Record<string, unknown> = { order_id: orderId };
  for (let at = 0; at < LIST_LINE_COLUMNS.length; at += 1) line[LIST_LINE_COLUMNS[at] ?? ''] = values[at];
  return line as unknown as ListedLine;
}

type PackedPurchase = [state: string, payState: string, hasPending: boolean];

const purchaseOf = ([state, pay_state, hasPending]: PackedPurchase) => ({ state, pay_state, hasPending });

type Found = Omit<ListedOrder, 'refund_status'> & { lines: unknown[][] | null; purchases: PackedPurchase[] | null };

/** Supplier orders of an order for which none counts as paid: canceled ones may have been paid. */
const purchases = (workplaceId: string): Sql => sql`select json_agg(json_build_array(p.state, p.pay_state,
      coalesce(r.pending, 0) > 0)) as purchases
    from supplier_order p left join expected_refund r on r.workplace_id = p.workplace_id and r.supplier_order_id = p.supplier_order_id
    where o.payment_status = 'pending' and p.workplace_id = ${workplaceId} 
      and ${isOfOrder('o.order_id', 'p.')}`;

/** The rows of a page: tab, order and cursor. */
export function window(
  page: Pick<OrderListQuery, 'tab' | 'sort'> & { after?: PageCursor },
): Record<'tab' | 'order' | 'after', Sql> {
  const down = page.sort === 'desc';
  return {
    tab: page.tab === 'all' ? empty : sql` and o.tab = ${page.tab}`,
    order: down ? sql`o.placed_at desc, o.order_id desc` : sql`o.placed_at, o.order_id`,
    after: page.after
      ? sql` and (o.placed_at, o.order_id) ${raw(down ? '<' : '>')} (${page.after.at}::timestamptz, ${page.after.id}::uuid)`
      : empty,
  };
}

/**
 * Orders of `sales_order o` with all of their lines, in one statement, because round trips cost more than reading; lines
 * are packed for the same reason.
 */
export async function readListed(
  ex: Executor,
  workplaceId: string,
  { where, order, limit }: Record<'where' | 'order' | 'limit', Sql>,
): Promise<{ order: ListedOrder; lines: ListedLine[] }[]> {
  const found = await ex.rows<Found>(sql`select ${orderColumns}, packed.lines, bought.purchases
    from (select * from sales_order o where ${where} order by ${order} limit ${limit}) o
    left join lateral (select json_agg(json_build_array(${lineColumns}) order by l.position) as lines from order_line l
      where l.workplace_id = ${workplaceId} and l.order_id = o.order_id) packed on true
    left join lateral (${purchases(workplaceId)}) bought on true
    order by ${order}`);
  return found.map((one) => ({
    order: { ...one, refund_status: getRefundStatus((one.purchases ?? []).map(purchaseOf)) },
    lines: (one.lines ?? []).map((values) => lineOf(one.order_id, values)),
  }));
}

/** A page of orders by date with their lines. One extra order is read to detect a next page. */
export async function listOrders(
  ex: Executor,
  filter: OrderFilter,
  page: Pick<OrderListQuery, 'tab' | 'sort' | 'page' | 'page_size'> & { after?: PageCursor },
): Promise<{ orders: ListedOrder[]; lines: ListedLine[]; next: string | undefined }> {
  const { tab, order, after } = window(page);
  const skip = !page.after && page.page && page.page > 1 ? sql` offset ${(page.page - 1) * page.page_size}` : empty;
  // As a literal: a generic plan for any limit expects a tenth of the table, is never cached, and is made for each
  // page.
  const limit = sql`${raw(String(Math.trunc(page.page_size) + 1))}${skip}`;
  const where = sql`${conditions(filter)}${tab}${after}`;
  const found = await readListed(ex, filter.workplaceId, { where, order, limit });
  const rows = found.slice(0, page.page_size);
  const last = rows.at(-1)?.order;
  return {
    orders: rows.map((one) => one.order),
    lines: rows.flatMap((one) => one.lines),
    next: found.length > rows.length && last ? encodeCursor({ at: last.placed_at, id: last.order_id }) : undefined,
  };
}

/** Cap of filtered counts. */
export const COUNT_MOST = 1000;

export interface TabCounts {
  unfulfilled: number;
  fulfilled: number;
  archived: number;
  most: number | null;
}

/** Orders per tab: stored counts without filters, else counted up to a cap. */
export async function countTabs(ex: Executor, filter: OrderFilter): Promise<TabCounts> {
  if (isUnfiltered(filter)) {
    const store = filter.storeId ? sql` and store_id = ${filter.storeId}` : empty;
    const rows = await ex.rows<{ tab: string; orders: number }>(sql`select tab, sum(orders)::bigint as orders
      from order_count where workplace_id = ${filter.workplaceId}${store} group by tab`);
    const of = (tab: string): number => rows.find((row) => row.tab === tab)?.orders ?? 0;
    return { unfulfilled: of('unfulfilled'), fulfilled: of('fulfilled'), archived: of('archived'), most: null };
  }
  const where = conditions(filter);
  const counted = (tab: string): Sql => sql`(select count(*) from (select 1 from sales_order o
    where ${where} and o.tab = ${tab} limit ${COUNT_MOST}) c)`;
  const row = await ex.first<Omit<TabCounts, 'most'>>(sql`select ${counted('unfulfilled')} as unfulfilled,
    ${counted('fulfilled')} as fulfilled, ${counted('archived')} as archived`);
  return { unfulfilled: 0, fulfilled: 0, archived: 0, ...row, most: COUNT_MOST };
}
