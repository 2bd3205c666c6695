import type { OrderSummary } from '@quayside/contracts';
import { notFoundField } from '@quayside/kernel';
import { type Executor, empty, sql } from '../../../db/index.ts';
import type { Who } from '../../../http/who.ts';
import { findLines, ORDER_COLUMNS } from '../repo.ts';
import type { OrderRow } from '../tables.ts';
import { findOrdersByName } from './find-orders.ts';
import { orderView, profitRates } from './order-view.ts';
import type { StoreNames } from './store-names.ts';

interface InfoQuery {
  order_id?: string | undefined;
  platform_order_id?: string | undefined;
  store_id?: string | undefined;
  name?: string | undefined;
}

/**
 * Orders by one of their identifiers, at most three. An unknown name finds none; an unknown id throws OrderDetailNotFound
 * at its field.
 */
export async function findOrderInfo(
  ex: Executor,
  names: StoreNames,
  who: Who,
  query: InfoQuery,
): Promise<OrderSummary[]> {
  const { workplaceId, locale } = who;
  const store = query.store_id ? sql` and store_id = ${query.store_id}` : empty;
  const ids = query.name
    ? (await findOrdersByName(ex, workplaceId, query.name)).map((row) => row.order_id)
    : query.order_id
      ? [query.order_id]
      : undefined;
  const which = ids ? sql`order_id = any(${ids}::uuid[])` : sql`external_order_id = ${query.platform_order_id}`;
  const orders = await ex.rows<OrderRow>(sql`select ${ORDER_COLUMNS} from sales_order
    where workplace_id = ${workplaceId} and ${which}${store} order by placed_at desc, order_id desc limit 3`);
  if (orders.length === 0 && !query.name)
    throw notFoundField(query.order_id ? 'order_id' : 'platform_order_id', 'OrderDetailNotFound');
  const lines = Map.groupBy(
    await findLines(
      ex,
      workplaceId,
      orders.map((order) => order.order_id),
    ),
    (line) => line.order_id,
  );
  const stores = await names.with(
    ex,
    workplaceId,
    orders.map((order) => order.store_id),
  );
  const listed = orders.map((order) => ({ ...order, refund_status: null }));
  const rates = await profitRates(ex, workplaceId, listed);
  return listed.map((order) =>
    orderView(order, lines.get(order.order_id) ?? [], stores.get(order.store_id), rates, locale),
  );
}
