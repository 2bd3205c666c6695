import { type Executor, sql } from '../../../db/index.ts';

export interface Holding {
  stores: number;
  products: number;
  listings: number;
  orders: number;
  supplier_orders: number;
}

/** How much there is in one workspace. */
export async function countHolding(ex: Executor, workplaceId: string): Promise<Holding> {
  const row = await ex.first<Holding>(sql`select
    (select count(*)::int from store where workplace_id = ${workplaceId} and status <> 'uninstalled') as stores,
    (select count(*)::int from product where workplace_id = ${workplaceId}) as products,
    (select count(*)::int from listing where workplace_id = ${workplaceId}) as listings,
    (select count(*)::int from sales_order where workplace_id = ${workplaceId}) as orders,
    (select count(*)::int from supplier_order where workplace_id = ${workplaceId}) as supplier_orders`);
  return row ?? { stores: 0, products: 0, listings: 0, orders: 0, supplier_orders: 0 };
}
