import { EXPORT_PAGE, MOST_ORDERS_AT_ONCE, type OrderListQuery } from '@quayside/contracts';
import { encodeCursor, type PageCursor } from '@quayside/kernel';
import { toCsv } from '../../../csv/csv.ts';
import { type Executor, raw, sql } from '../../../db/index.ts';
import { findLines, ORDER_COLUMNS } from '../repo.ts';
import { withPartCosts } from '../rules/bundles.ts';
import { EXPORT_HEADER, toExportRows } from '../rules/export-rows.ts';
import type { OrderRow } from '../tables.ts';
import { conditions, type OrderFilter, window } from './list-orders.ts';
import type { StoreNames } from './store-names.ts';

type Page = Pick<OrderListQuery, 'tab' | 'sort'> & { after?: PageCursor };

/** Ids of the orders that match a filter, in list order, a page by cursor. */
export async function findOrderIds(
  ex: Executor,
  filter: OrderFilter,
  page: Page,
  most = MOST_ORDERS_AT_ONCE,
): Promise<{ items: string[]; capped: boolean; next_cursor?: string }> {
  const { tab, order, after } = window(page);
  const limit = raw(String(most + 1));
  const found = await ex.rows<{ order_id: string; placed_at: string }>(
    sql`select o.order_id, o.placed_at from sales_order o where ${conditions(filter)}${tab}${after} order by ${order} limit ${limit}`,
  );
  const rows = found.slice(0, most);
  const last = rows.at(-1);
  const capped = found.length > rows.length;
  return {
    items: rows.map((row) => row.order_id),
    capped,
    ...(capped && last ? { next_cursor: encodeCursor({ at: last.placed_at, id: last.order_id }) } : {}),
  };
}

/** A page of an export as CSV, by cursor, so that every page costs the same; the first has the header. */
export async function exportOrders(
  ex: Executor,
  names: StoreNames,
  filter: OrderFilter,
  page: Page,
): Promise<{ csv: string; orders: number; next_cursor?: string }> {
  const { tab, order, after } = window(page);
  const limit = raw(String(EXPORT_PAGE + 1));
  const found = await ex.rows<OrderRow>(sql`select ${ORDER_COLUMNS} from sales_order o
    where ${conditions(filter)}${tab}${after} order by ${order} limit ${limit}`);
  const orders = found.slice(0, EXPORT_PAGE);
  const ids = orders.map((one) => one.order_id);
  const lines = Map.groupBy(await findLines(ex, filter.workplaceId, ids), (line) => line.order_id);
  const stores = await names.with(
    ex,
    filter.workplaceId,
    orders.map((one) => one.store_id),
  );
  const rows = orders.flatMap((one) =>
    toExportRows(one, withPartCosts(lines.get(one.order_id) ?? []), stores.get(one.store_id)?.store_name ?? ''),
  );
  const last = orders.at(-1);
  return {
    csv: toCsv(page.after ? rows : [EXPORT_HEADER, ...rows]),
    orders: orders.length,
    ...(found.length > orders.length && last
      ? { next_cursor: encodeCursor({ at: last.placed_at, id: last.order_id }) }
      : {}),
  };
}
