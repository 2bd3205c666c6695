import { type Executor, sql } from '../../../db/index.ts';
import { isPurchaseOpen } from '../../../states/sql.ts';
import { type Connection, findConnections } from '../../connections/index.ts';

/** Connections that a store's supplier orders stand at, and those to the suppliers of its products. */
export async function findSupplierConnections(
  ex: Executor,
  workplaceId: string,
  storeId: string,
): Promise<Connection[]> {
  const rows = await ex.rows<{ id: string }>(sql`select distinct connection_id as id from supplier_order
      where workplace_id = ${workplaceId} and store_id = ${storeId} and connection_id is not null
    union select connection_id from lost_order where workplace_id = ${workplaceId} and store_id = ${storeId}
    union select c.connection_id from supplier_connection c where c.workplace_id = ${workplaceId} and c.status <> 'removed'
      and (c.supplier, c.mode) in (select p.source, p.mode from listing l join product p
        on p.workplace_id = ${workplaceId} and p.product_id = l.product_id
        where l.workplace_id = ${workplaceId} and l.store_id = ${storeId})`);
  return findConnections(
    ex,
    workplaceId,
    rows.map((row) => row.id),
  );
}

/** Supplier orders of a store that stand at a supplier and have not left, by connection: they are still asked about. */
export const countUnshippedOrders = (
  ex: Executor,
  workplaceId: string,
  storeId: string,
): Promise<{ connection_id: string; orders: number }[]> =>
  ex.rows<{
    connection_id: string;
    orders: number;
  }>(sql`select connection_id, count(*)::int as orders from supplier_order
    where workplace_id = ${workplaceId} and store_id = ${storeId} and connection_id is not null
      and (${isPurchaseOpen()} or (shipped_at is null and state = 'placed' and pay_state <> 'refunded'))
    group by connection_id`);
