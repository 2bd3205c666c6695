import type { OrderSummary } from '@quayside/contracts';
import { notFoundField } from '@quayside/kernel';
import { type Executor, empty, raw, type Sql, sql } from '../../../db/index.ts';
import type { Who } from '../../../http/who.ts';
import { idsByName } from './find-orders.ts';
import { readListed } from './list-orders.ts';
import { orderView, profitRates } from './order-view.ts';
import type { StoreNames } from './store-names.ts';

interface InfoQuery {
  order_id?: string | undefined;
  platform_order_id?: string | undefined;
  store_id?: string | undefined;
  name?: string | undefined;
}

function conditionOf(workplaceId: string, { name, order_id: id, platform_order_id: externalId }: InfoQuery): Sql {
  if (name) return sql`o.order_id in (${idsByName(workplaceId, name)})`;
  return id ? sql`o.order_id = ${id}` : sql`o.external_order_id = ${externalId}`;
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
  const store = query.store_id ? sql` and o.store_id = ${query.store_id}` : empty;
  const where = sql`o.workplace_id = ${workplaceId} and ${conditionOf(workplaceId, query)}${store}`;
  const order = sql`o.placed_at desc, o.order_id desc`;
  const found = await readListed(ex, workplaceId, { where, order, limit: raw('3') });
  if (found.length === 0 && !query.name)
    throw notFoundField(query.order_id ? 'order_id' : 'platform_order_id', 'OrderDetailNotFound');
  const orders = found.map((one) => one.order);
  const stores = await names.with(
    ex,
    workplaceId,
    orders.map((one) => one.store_id),
  );
  const rates = await profitRates(ex, workplaceId, orders);
  return found.map((one) => orderView(one.order, one.lines, stores.get(one.order.store_id), rates, locale));
}
