import { notFoundField } from '@quayside/kernel';
import { type Executor, empty, type Sql, sql } from '../../../db/index.ts';
import { ORDER_COLUMNS } from '../repo.ts';
import { toSearchRanges, toSearchTerms } from '../rules/search-terms.ts';
import type { OrderRow } from '../tables.ts';

export const findOrders = (ex: Executor, workplaceId: string, orderIds: readonly string[]): Promise<OrderRow[]> =>
  ex.rows<OrderRow>(
    sql`select ${ORDER_COLUMNS} from sales_order where workplace_id = ${workplaceId} and order_id = any(${orderIds}::uuid[])`,
  );

/** Orders of a store by the store's ids. */
export const findOrdersOfStore = (
  ex: Executor,
  workplaceId: string,
  storeId: string,
  externalOrderIds: readonly string[],
): Promise<OrderRow[]> =>
  ex.rows<OrderRow>(sql`select ${ORDER_COLUMNS} from sales_order
    where workplace_id = ${workplaceId} and store_id = ${storeId} and external_order_id = any(${[...externalOrderIds]}::text[])`);

/** Time of the newest order; undefined without any. */
export const lastOrderAt = async (ex: Executor, workplaceId: string): Promise<string | undefined> =>
  (
    await ex.first<{ at: string | null }>(
      sql`select max(created_at) as at from sales_order where workplace_id = ${workplaceId}`,
    )
  )?.at ?? undefined;

/** Throws OrderDetailNotFound for the field unless all orders belong to the workplace. */
export async function mustKnowOrders(
  ex: Executor,
  workplaceId: string,
  orderIds: readonly string[],
  field: string,
): Promise<void> {
  const wanted = [...new Set(orderIds)];
  const known = await ex.first<{ n: number }>(
    sql`select count(*) as n from sales_order where workplace_id = ${workplaceId} and order_id = any(${wanted}::uuid[])`,
  );
  if (known?.n !== wanted.length) throw notFoundField(field, 'OrderDetailNotFound');
}

/** Ids of orders with a name as people write it: `#1001` and `1001` are the same. */
export const idsByName = (workplaceId: string, name: string): Sql => sql`select o.order_id from order_term t
    join sales_order o on o.workplace_id = ${workplaceId} and o.order_id = t.order_id
    where t.workplace_id = ${workplaceId} and t.term = ${toSearchTerms({ name, skus: [] })[0] ?? ''}
      and lower(ltrim(o.name, '#')) = lower(ltrim(${name}, '#'))`;

/** Orders with a name, at most three. */
export const findOrdersByName = (ex: Executor, workplaceId: string, name: string): Promise<{ order_id: string }[]> =>
  ex.rows<{ order_id: string }>(sql`${idsByName(workplaceId, name)} limit 3`);

/** Maximum number of orders in a search for parcels or supplier orders. */
const MOST = 500;

/** Orders found by a search, newest first, for lists of related objects. */
export async function orderIdsByKeyword(ex: Executor, workplaceId: string, keyword: string): Promise<string[]> {
  const ranges = toSearchRanges(keyword);
  if (ranges.length === 0) return [];
  const [first, ...others] = ranges;
  const also = others
    .map(
      ({ from, until }) => sql` and exists (select 1 from order_term o where o.workplace_id = t.workplace_id
        and o.order_id = t.order_id and o.term >= ${from} and o.term < ${until})`,
    )
    .reduce((all: Sql, part) => sql`${all}${part}`, empty);
  const rows = await ex.rows<{ order_id: string }>(sql`select distinct t.order_id from order_term t
    where t.workplace_id = ${workplaceId} and t.term >= ${first?.from} and t.term < ${first?.until}${also}
    order by t.order_id desc limit ${MOST}`);
  return rows.map((row) => row.order_id);
}

/** The tenant and order of a public tracking id, which is unguessable and resolved before a tenant is known. */
export const findPublicTracking = (
  tx: Executor,
  publicTrackingId: string,
): Promise<{ account_id: string; workplace_id: string; order_id: string } | undefined> =>
  tx.first<{ account_id: string; workplace_id: string; order_id: string }>(
    sql`select account_id, workplace_id, order_id from tracking_directory where public_tracking_id = ${publicTrackingId}`,
  );
