import { type Db, sql, type WorkplaceScope } from '../db/index.ts';

const CHUNK = 20_000;

export interface OrderFill {
  scope: WorkplaceScope;
  storeId: string;
  mode: 'live' | 'sandbox';
  orders: number;
}

/**
 * Writes realistic orders with one to three lines directly into the tables, for measurements; no outside system knows
 * them. One order every 40 seconds backwards from now, a tenth archived, half fulfilled; `onProgress` gets the count.
 */
export async function fillOrders(
  db: Db,
  fill: OrderFill,
  onProgress: (done: number) => void = () => undefined,
): Promise<void> {
  const { workplaceId } = fill.scope;
  for (let from = 0; from < fill.orders; from += CHUNK) {
    const to = Math.min(fill.orders, from + CHUNK);
    await db.tenant(fill.scope, async (tx) => {
      await tx.run(sql`insert into sales_order (workplace_id, order_id, store_id, mode, external_order_id, name, placed_at, store_updated_at, read_at,
          currency, subtotal, shipping_total, tax_total, discount_total, total, financial_status, fulfillment_status, placement_status,
          payment_status, customer_name, customer_email, ship_country, address, public_tracking_id, archived_at, cost, cost_currency, cost_is_whole)
        select ${workplaceId}::uuid, md5(${workplaceId} || 'order' || n)::uuid, ${fill.storeId}::uuid, ${fill.mode}, 'fill-' || n, '#' || (100000 + n),
          at, at, at, 'USD', total, 0, 0, 0, total, 'paid',
          case when n % 2 = 0 then 'fulfilled' else 'unfulfilled' end,
          case when n % 2 = 0 then 'placed' when n % 17 = 0 then 'unmapped' else 'ready' end,
          case when n % 2 = 0 then 'paid' else 'pending' end,
          (array['Ada Byron','Grace Hill','Mei Lin','Omar Said','Lena Vogt','Ivo Petrov','Noor Aziz'])[1 + n % 7] || ' ' || n % 1000,
          'shopper' || n || '@example.com', (array['US','DE','FR','GB','CA','AU','BR'])[1 + n % 7],
          jsonb_build_object('countryCode', (array['US','DE','FR','GB','CA','AU','BR'])[1 + n % 7], 'city', 'Harbour',
            'phone', '0170 ' || (1000000 + n)),
          md5('track' || ${workplaceId} || n), case when n % 10 = 0 then at end, total / 3, 'USD', true
        from (select n, now() - make_interval(secs => n * 40) as at, 1900 + (n * 37) % 9000 as total
          from generate_series(${from}::int, ${to - 1}::int) n) o
        on conflict do nothing`);
      // The search term for the order's number.
      await tx.run(sql`insert into order_term (workplace_id, term, order_id)
        select ${workplaceId}::uuid, (100000 + n)::text, md5(${workplaceId} || 'order' || n)::uuid
        from generate_series(${from}::int, ${to - 1}::int) n
        on conflict do nothing`);
      await tx.run(sql`insert into order_line (workplace_id, order_id, line_id, external_line_id, sku, title, variant_title, quantity,
          fulfillable_quantity, unit_price, source, source_product_id, source_variant_id, unit_cost, cost_currency, state, position)
        select ${workplaceId}::uuid, md5(${workplaceId} || 'order' || n)::uuid, md5(${workplaceId} || 'line' || n || '/' || l)::uuid, n || '/' || l,
          'QS-' || (n * 3 + l) % 5000, (array['Ceramic mug','Canvas backpack','Desk lamp','Wool blanket','Trail tent'])[1 + (n + l) % 5], 'Blue / M',
          1 + (n + l) % 3, 1, 1900 + (n * 37) % 9000, 'quayside', 'QS-' || (n * 3 + l) % 5000, 'QS-' || (n * 3 + l) % 5000 || '-1', 600, 'USD',
          case when n % 2 = 0 then 'shipped' when n % 17 = 0 then 'unmapped' else 'ready' end, l
        from generate_series(${from}::int, ${to - 1}::int) n cross join lateral generate_series(1, 1 + n % 3) l
        on conflict do nothing`);
    });
    onProgress(to);
  }
}
