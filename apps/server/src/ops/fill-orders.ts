import { type Db, json, raw, type Sql, sql, type WorkplaceScope } from '../db/index.ts';
import type { Mode } from '../deps.ts';
import { FILL_COUNTRIES, fillProducts } from './fill-products.ts';

const CHUNK = 20_000;

export interface OrderFill {
  scope: WorkplaceScope;
  storeId: string;
  mode: Mode;
  orders: number;
}

/** A complete address in each country. */
const PLACES: Readonly<Record<(typeof FILL_COUNTRIES)[number], object>> = {
  US: { city: 'Springfield', province: 'Illinois', provinceCode: 'IL', postalCode: '62701' },
  DE: { city: 'Hamburg', postalCode: '20457' },
  FR: { city: 'Marseille', postalCode: '13002' },
  GB: { city: 'Bristol', postalCode: 'BS1 4ST' },
  CA: { city: 'Halifax', province: 'Nova Scotia', provinceCode: 'NS', postalCode: 'B3J 1M3' },
  AU: { city: 'Fremantle', province: 'Western Australia', provinceCode: 'WA', postalCode: '6160' },
  BR: { city: 'Santos', province: 'São Paulo', provinceCode: 'SP', postalCode: '11010-000' },
};
const ADDRESSES = FILL_COUNTRIES.map((countryCode) => ({
  address1: '12 Harbour Street',
  countryCode,
  ...PLACES[countryCode],
}));

/** A UUID of version 8 made of a text, so that filling again adds nothing twice. md5 alone has no version that the API accepts. */
const idOf = (text: Sql): Sql =>
  sql`overlay(overlay(md5(${text}) placing '8' from 13 for 1) placing '8' from 17 for 1)::uuid`;

const mapped = (column: string): Sql => sql`case when not is_unmapped then ${raw(column)} end`;

/**
 * Fills a store with products and realistic orders of one to three of their variants, directly in the tables. One order
 * every 40 seconds backwards from now, a tenth archived, half fulfilled, some unmapped. The store knows none of them, so
 * they are bought without its confirmation. `onProgress` gets the count.
 */
export async function fillOrders(
  db: Db,
  fill: OrderFill,
  onProgress: (done: number) => void = () => undefined,
): Promise<void> {
  await fillProducts(db, fill);
  const { accountId, workplaceId } = fill.scope;
  const orderId = idOf(sql`${workplaceId} || 'order' || n`);
  for (let from = 0; from < fill.orders; from += CHUNK) {
    const to = Math.min(fill.orders, from + CHUNK);
    // One statement: the application's role may create no temporary table. Its parts see each other's rows by the names before them.
    await db.tenant(fill.scope, (tx) =>
      tx.run(sql`with goods as materialized (
          select row_number() over (order by lv.sku, v.variant_id) - 1 as at, p.product_id, v.variant_id, p.title,
            nullif(array_to_string(v.option_values, ' / '), '') as variant_title, coalesce(v.image_url, p.images -> 0 ->> 'url') as image_url,
            lv.sku, l.external_product_id, lv.external_variant_id, p.source_product_id, v.source_variant_id, v.source_sku, v.cost, v.price
          from listing l
          join listing_variant lv on lv.workplace_id = ${workplaceId} and lv.listing_id = l.listing_id
          join product_variant v on v.workplace_id = ${workplaceId} and v.variant_id = lv.variant_id
          join product p on p.workplace_id = ${workplaceId} and p.product_id = v.product_id
          where l.workplace_id = ${workplaceId} and l.store_id = ${fill.storeId} and l.state = 'listed' and coalesce(v.stock, 0) >= 10),
        bought as materialized (
          select n, l as position, ${orderId} as order_id, 1 + (n + l) % 3 as quantity, n % 2 = 0 as is_sent, n % 2 = 1 and n % 17 = 0 as is_unmapped, g.*
          from generate_series(${from}::int, ${to - 1}::int) n cross join lateral generate_series(1, 1 + n % 3) l
          cross join (select count(*) as most from goods) c
          join goods g on g.at = (n::bigint * 7 + l * 13) % c.most),
        made as materialized (
          select n, order_id, is_sent, is_unmapped, now() - make_interval(secs => n * 40) as at, sum(price * quantity) as total,
            sum(cost * quantity) as cost, array_agg(distinct lower(sku)) as skus,
            ${json(ADDRESSES)} -> (n % ${ADDRESSES.length}::int) as address,
            (array['Ada','Grace','Mei','Omar','Lena','Ivo','Noor'])[1 + n % 7] as first_name,
            (array['Byron','Hill','Lin','Said','Vogt','Petrov','Aziz'])[1 + n % 7] || ' ' || n % 1000 as last_name,
            'shopper' || n || '@example.com' as email, md5('track' || ${workplaceId} || n) as public_tracking_id
          from bought group by n, order_id, is_sent, is_unmapped),
        orders as (insert into sales_order (workplace_id, order_id, store_id, mode, external_order_id, name, placed_at, store_updated_at, read_at,
            currency, subtotal, shipping_total, tax_total, discount_total, total, financial_status, fulfillment_status, placement_status,
            payment_status, customer_name, customer_email, ship_country, address, public_tracking_id, archived_at, cost, cost_currency,
            cost_is_whole, store_check_skipped_until)
          select ${workplaceId}::uuid, order_id, ${fill.storeId}::uuid, ${fill.mode}, 'fill-' || n, '#' || (100000 + n),
            at, at, at, 'USD', total, 0, 0, 0, total, 'paid',
            case when is_sent then 'fulfilled' else 'unfulfilled' end,
            case when is_sent then 'placed' when is_unmapped then 'unmapped' else 'ready' end,
            case when is_sent then 'paid' else 'pending' end,
            first_name || ' ' || last_name, email, address ->> 'countryCode',
            address || jsonb_build_object('firstName', first_name, 'lastName', last_name, 'phone', '0170 ' || (1000000 + n)),
            public_tracking_id, case when n % 10 = 0 then at end, ${mapped('cost')}, ${mapped("'USD'")}, not is_unmapped, now() + interval '10 years'
          from made on conflict do nothing),
        terms as (insert into order_term (workplace_id, term, order_id)
          select ${workplaceId}::uuid, term, order_id
          from made cross join lateral unnest(skus || array[lower(first_name), lower(email), (100000 + n)::text] || string_to_array(lower(last_name), ' ')) term
          on conflict do nothing),
        lines as (insert into order_line (workplace_id, order_id, line_id, external_line_id, external_product_id, external_variant_id,
            sku, title, variant_title, image_url, quantity, fulfillable_quantity, unit_price, product_id, variant_id, source, source_product_id,
            source_variant_id, source_sku, unit_cost, cost_currency, state, position)
          select ${workplaceId}::uuid, order_id, ${idOf(sql`${workplaceId} || 'line' || n || '/' || position`)}, n || '/' || position,
            external_product_id, external_variant_id, sku, title, variant_title, image_url, quantity, case when is_sent then 0 else quantity end, price,
            ${mapped('product_id')}, ${mapped('variant_id')}, ${mapped("'quayside'")}, ${mapped('source_product_id')},
            ${mapped('source_variant_id')}, ${mapped('source_sku')}, ${mapped('cost')}, ${mapped("'USD'")},
            case when is_sent then 'shipped' when is_unmapped then 'unmapped' else 'ready' end, position
          from bought on conflict do nothing)
        insert into tracking_directory (public_tracking_id, account_id, workplace_id, order_id)
        select public_tracking_id, ${accountId}::uuid, ${workplaceId}::uuid, order_id from made on conflict do nothing`),
    );
    onProgress(to);
  }
}
