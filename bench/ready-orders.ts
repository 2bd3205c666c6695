import { newId } from '@quayside/kernel';
import { type Db, json, sql, type WorkplaceScope } from '@quayside/server/src/db/index.ts';

/** A product of our warehouse, with the variant to buy. */
export interface Goods {
  source_product_id: string;
  title: string;
  variant: { sourceVariantId: string; sku: string; cost: { amount: number; currency: string } };
}

/** Products that are shipped to the US, with more than `stock` pieces of their first variant. */
export const readGoods = (db: Db, most: number, stock = 0): Promise<Goods[]> =>
  db.global((tx) =>
    tx.rows<Goods>(sql`select source_product_id, title, detail -> 'variants' -> 0 as variant from source_product
      where source = 'quayside' and mode = 'sandbox' and detail_status = 'full' and 'US' = any(ship_countries)
        and (detail -> 'variants' -> 0 ->> 'stock')::int > ${stock}
      order by source_product_id limit ${most}`),
  );

export interface ReadyOrder {
  /** The store's id of the order. */
  externalId: string;
  goods: Goods;
}

/**
 * Writes orders of one line each, ready to be placed at the warehouse. `isManual`: entered by hand, so that no store is asked about
 * them before they are placed. Returns their ids.
 */
export async function fillReady(
  db: Db,
  owner: WorkplaceScope,
  storeId: string,
  orders: readonly ReadyOrder[],
  isManual: boolean,
): Promise<{ order_id: string }[]> {
  const rows = orders.map(({ externalId, goods }, at) => ({
    order_id: newId(),
    line_id: newId(),
    external_id: externalId,
    n: at + 1,
    ...goods,
  }));
  await db.tenant(owner, async (tx) => {
    await tx.run(sql`insert into sales_order (workplace_id, order_id, store_id, mode, external_order_id, name, placed_at,
        store_updated_at, read_at, currency, subtotal, shipping_total, tax_total, discount_total, total, financial_status,
        fulfillment_status, placement_status, customer_name, customer_email, ship_country, address, public_tracking_id, is_manual)
      select ${owner.workplaceId}::uuid, o.order_id, ${storeId}::uuid, 'sandbox', o.external_id, '#' || o.n, now(), now(), now(),
        'USD', 2900, 0, 0, 0, 2900, 'paid', 'unfulfilled', 'ready', 'Sam Shopper' || o.n, 'shopper' || o.n || '@example.com', 'US',
        jsonb_build_object('firstName', 'Sam', 'lastName', 'Shopper' || o.n, 'address1', o.n || ' Bench Street', 'city', 'Portland',
          'province', 'Oregon', 'provinceCode', 'OR', 'postalCode', '97204', 'countryCode', 'US', 'phone', '+1 555 0100',
          'email', 'shopper' || o.n || '@example.com'),
        md5(o.order_id::text), ${isManual}::boolean
      from jsonb_to_recordset(${json(rows)}) o(order_id uuid, external_id text, n int) on conflict do nothing`);
    await tx.run(sql`insert into order_line (workplace_id, order_id, line_id, external_line_id, sku, title, quantity, fulfillable_quantity,
        unit_price, source, source_product_id, source_variant_id, source_sku, unit_cost, cost_currency, state, position)
      select ${owner.workplaceId}::uuid, o.order_id, o.line_id, o.external_id, variant ->> 'sku', o.title, 1, 1, 2900, 'quayside',
        o.source_product_id, variant ->> 'sourceVariantId', variant ->> 'sku', (variant -> 'cost' ->> 'amount')::bigint,
        variant -> 'cost' ->> 'currency', 'ready', 0
      from jsonb_to_recordset(${json(rows)}) o(order_id uuid, line_id uuid, external_id text, title text, source_product_id text, variant jsonb)
      on conflict do nothing`);
  });
  return rows.map(({ order_id }) => ({ order_id }));
}
