import { randomUUID } from 'node:crypto';
import { newId } from '@quayside/kernel';
import { TEST_SECRETS } from '@quayside/sandbox/fixed-secrets.ts';
import type pg from 'pg';
import { withoutTriggers } from '../db/without-triggers.ts';
import type { Client } from './test-app.ts';

/** What a store to be moved consists of, written straight into the tables. */
export interface Planted {
  storeId: string;
  /** A product of this store alone, one that another store has too, and one whose goods the other workspace has. */
  products: { alone: string; shared: string; twin: string };
  connectionId: string;
}

const KEYS = {
  platform: 'shopify',
  shop: 'quay-co.myshopify.com',
  accessToken: TEST_SECRETS.shopToken('quay-co'),
} as const;

/** Connects a store of the sandbox in a workspace; answers its id. */
export async function connect(who: Client, workplaceId: string, shop: string = KEYS.shop): Promise<string> {
  const accessToken = shop === KEYS.shop ? KEYS.accessToken : TEST_SECRETS.shopToken(shop.split('.')[0] ?? '');
  const linked = await who.call(
    'POST /auth/platform/{platform}/link',
    { params: { platform: KEYS.platform }, body: { shop, credentials: { accessToken } } },
    { 'workplace-id': workplaceId },
  );
  if (linked.status !== 200) throw new Error(JSON.stringify(linked));
  return linked.data.id;
}

/** Writes what the product itself would not: no trigger looks at it. `admin` is a superuser's. */
export async function overwrite(admin: pg.Client, statement: string, values: readonly unknown[]): Promise<void> {
  await withoutTriggers(admin, () => admin.query(statement, [...values]));
}

/** A store row without an outside shop. */
export async function bareStore(admin: pg.Client, who: Client, workplaceId: string, name: string): Promise<string> {
  const storeId = randomUUID();
  await admin.query(
    `insert into store (workplace_id, store_id, account_id, platform, platform_domain, base_url, mode, status, store_name,
      currency, credentials) values ($1, $2, $3, 'woocommerce', $4, 'https://x.example', 'sandbox', 'active', $5, 'USD', '{}')`,
    [workplaceId, storeId, who.accountId, `${storeId}.example`, name],
  );
  await admin.query(
    `insert into store_directory (store_id, workplace_id, account_id, platform, platform_domain, mode, webhook_key, next_poll_at)
      values ($2, $1, $3, 'woocommerce', $4, 'sandbox', $5, now() + interval '1 day')`,
    [workplaceId, storeId, who.accountId, `${storeId}.example`, randomUUID()],
  );
  return storeId;
}

export async function plantProduct(admin: pg.Client, workplaceId: string, goods: string): Promise<string> {
  const productId = newId();
  await admin.query(
    `insert into product (workplace_id, product_id, source, mode, source_product_id, title, cost_from, cost_to, price_from,
      price_to, total_variants, original) values ($1, $2, 'quayside', 'sandbox', $3, $3, 1, 2, 3, 4, 2, '{}')`,
    [workplaceId, productId, goods],
  );
  await admin.query(
    `insert into product_variant (workplace_id, product_id, variant_id, source_variant_id, source_sku, sku, cost, price, position)
      select $1::uuid, $2::uuid, gen_random_uuid(), $3::text || '-' || n, 'S' || n, $3::text || '-' || n, 1, 3, n from generate_series(1, 2) n`,
    [workplaceId, productId, goods],
  );
  return productId;
}

export async function plantListing(
  admin: pg.Client,
  workplaceId: string,
  productId: string,
  storeId: string,
): Promise<void> {
  const listingId = randomUUID();
  await admin.query(
    `insert into listing (workplace_id, listing_id, product_id, store_id, state, publish_status, variant_ids, pushed_revision,
      external_product_id, pushed_at) select $1::uuid, $2::uuid, $3::uuid, $4::uuid, 'listed', 'active',
      array(select variant_id from product_variant where workplace_id = $1 and product_id = $3 order by position), 1, gen_random_uuid()::text, now()`,
    [workplaceId, listingId, productId, storeId],
  );
  await admin.query(
    `insert into listing_variant (workplace_id, listing_id, variant_id, store_id, external_variant_id, sku)
      select $1::uuid, $2::uuid, variant_id, $4::uuid, variant_id::text, sku from product_variant where workplace_id = $1 and product_id = $3`,
    [workplaceId, listingId, productId, storeId],
  );
  await admin.query(`update product set push_state = 'pushed' where workplace_id = $1 and product_id = $2`, [
    workplaceId,
    productId,
  ]);
}

/** What the enhancer has of a product. */
export const plantEnhancement = (admin: pg.Client, workplaceId: string, productId: string, state: string) =>
  admin.query(
    `with work as (insert into process (workplace_id, process_id, kind, subject_id, title, status, done, total)
        values ($1::uuid, gen_random_uuid(), 'enhance', $2::text, 'Lamp', case when $3 = 'writing' then 'processing' else 'success' end, 0, 1)
        returning process_id)
      insert into enhancement (workplace_id, enhancement_id, product_id, state, process_id, asked_by)
        select $1::uuid, gen_random_uuid(), $2::uuid, $3, process_id, gen_random_uuid() from work`,
    [workplaceId, productId, state],
  );

const ORDERS = [
  `insert into sales_order (workplace_id, order_id, store_id, mode, external_order_id, name, placed_at, store_updated_at, read_at,
      currency, subtotal, shipping_total, tax_total, discount_total, total, financial_status, fulfillment_status, placement_status,
      public_tracking_id, address, problems)
    select $1::uuid, gen_random_uuid(), $2::uuid, 'sandbox', 'x' || n, '#' || n, now() - n * interval '1 minute', now(), now(), 'USD', 100, 5, 1,
      0, 106, 'paid', case when n % 3 = 0 then 'fulfilled' else 'unfulfilled' end, 'placed', gen_random_uuid()::text,
      jsonb_build_object('name', 'Shopper ' || n, 'city', 'Zürich'), '[]' from generate_series(1, $3::int) n where $4::uuid is not null`,
  `insert into order_line (workplace_id, order_id, line_id, external_line_id, title, quantity, fulfillable_quantity, unit_price,
      product_id, variant_id, source, state, position)
    select o.workplace_id, o.order_id, gen_random_uuid(), l::text, 'Line ' || l, l, l, 50, v.product_id, v.variant_id, 'quayside',
      'placed', l
    from sales_order o cross join generate_series(1, 2) l
      cross join lateral (select product_id, variant_id from product_variant where workplace_id = $1 order by variant_id limit 1) v
    where o.workplace_id = $1 and o.store_id = $2 and $3::int > 0 and $4::uuid is not null`,
  `insert into order_term select workplace_id, t, order_id from sales_order, unnest(array['shopper', name]) t
    where workplace_id = $1 and store_id = $2 and $3::int > 0 and $4::uuid is not null`,
  `insert into order_event (workplace_id, order_id, event_id, kind) select workplace_id, order_id, gen_random_uuid(), 'received'
    from sales_order where workplace_id = $1 and store_id = $2 and $3::int > 0 and $4::uuid is not null`,
  `insert into tracking_directory select public_tracking_id, a.account_id, o.workplace_id, order_id
    from sales_order o join workplace a on a.workplace_id = o.workplace_id
    where o.workplace_id = $1 and store_id = $2 and $3::int > 0 and $4::uuid is not null`,
  `insert into supplier_order (workplace_id, supplier_order_id, order_id, connection_id, supplier, mode, reference, state, pay_state,
      payer, source_order_no, address, placement_id, total_cost, payment_reference)
    select workplace_id, gen_random_uuid(), order_id, $4, 'quayside', 'sandbox', 'QS' || order_id, 'placed', 'paid', 'wallet',
      'W' || order_id, '{}', gen_random_uuid(), 70, 'pay' || order_id
    from sales_order where workplace_id = $1 and store_id = $2 and $3::int > 0`,
  `insert into lost_order (workplace_id, lost_order_id, connection_id, source_order_no, reference, lines, order_id, store_id)
    select workplace_id, gen_random_uuid(), $4, 'L' || order_id, 'R', '[]', order_id, store_id
    from sales_order where workplace_id = $1 and store_id = $2 and $3::int > 0`,
  `insert into supplier_order_line (workplace_id, supplier_order_id, line_id, order_id, source_product_id, source_variant_id, sku, quantity)
    select s.workplace_id, s.supplier_order_id, l.line_id, s.order_id, '1', '1', 'S1', 1 from supplier_order s
    join order_line l using (workplace_id, order_id)
    where s.workplace_id = $1 and s.store_id = $2 and $3::int > 0 and $4::uuid is not null`,
  `insert into shipment (workplace_id, shipment_id, order_id, store_id, supplier_order_id, remote_parcel_id, tracking_number, state,
      report_state)
    select workplace_id, gen_random_uuid(), order_id, store_id, supplier_order_id, 'p', 'TN' || order_id, 'in_transit', 'sent'
    from supplier_order where workplace_id = $1 and store_id = $2 and $3::int > 0 and $4::uuid is not null`,
  `insert into shipment_line (workplace_id, shipment_id, line_id, quantity)
    select s.workplace_id, s.shipment_id, l.line_id, 1 from shipment s join order_line l using (workplace_id, order_id)
    where s.workplace_id = $1 and s.store_id = $2 and $3::int > 0 and $4::uuid is not null`,
  `insert into shipment_event (workplace_id, shipment_id, event_key, at, state, description)
    select workplace_id, shipment_id, 'e', now(), 'in_transit', 'Left' from shipment
    where workplace_id = $1 and store_id = $2 and $3::int > 0 and $4::uuid is not null`,
  `insert into webhook_delivery (workplace_id, delivery_id, sender, sender_id, topic, kind, dedupe_key, state, body)
    select $1::uuid, gen_random_uuid(), 'store', $2::uuid, 'orders/create', 'order', n::text, 'done', 'bytes ü'::bytea
    from generate_series(1, least($3::int, 10)) n where $4::uuid is not null`,
  `insert into buying_address (workplace_id, buying_address_id, store_id, thing, title, address)
    select $1::uuid, gen_random_uuid(), $2::uuid, 'variant:' || n, 'Line ' || n, 'https://shop.example/' || n
    from generate_series(1, least($3::int, 5)) n where $4::uuid is not null`,
];

/** Orders of a store with everything that hangs on them: lines, purchases, parcels, reports. */
export async function plantOrders(
  admin: pg.Client,
  workplaceId: string,
  storeId: string,
  connectionId: string,
  count: number,
): Promise<void> {
  for (const text of ORDERS) await admin.query(text, [workplaceId, storeId, count, connectionId]);
}

/** A store with `count` orders and three products, another store beside it, and a product of the same goods over there. */
export async function plant(
  admin: pg.Client,
  who: Client,
  place: { from: string; to: string; storeId: string },
  count: number,
): Promise<Planted & { besideId: string; there: string }> {
  const { from, storeId, to } = place;
  const known = await admin.query<{ id: string }>(
    `select connection_id as id from supplier_connection where workplace_id = $1 and supplier = 'quayside' and mode = 'sandbox'`,
    [from],
  );
  let connectionId = known.rows[0]?.id;
  if (!connectionId) {
    connectionId = randomUUID();
    await admin.query(
      `insert into supplier_connection (workplace_id, connection_id, supplier, label, mode, payer, status, credentials)
        values ($1, $2, 'quayside', 'Quayside', 'sandbox', 'wallet', 'removed', '{}')`,
      [from, connectionId],
    );
  }
  await admin.query(
    `insert into storefront (workplace_id, store_id, state) values ($1, $2, 'reading') on conflict do nothing`,
    [from, storeId],
  );
  const besideId = await bareStore(admin, who, from, 'Beside');
  const products = {
    alone: await plantProduct(admin, from, 'alone'),
    shared: await plantProduct(admin, from, 'shared'),
    twin: await plantProduct(admin, from, 'twin'),
  };
  const there = await plantProduct(admin, to, 'twin');
  for (const id of Object.values(products)) await plantListing(admin, from, id, storeId);
  await plantListing(admin, from, products.shared, besideId);
  await plantEnhancement(admin, from, products.alone, 'writing');
  await plantEnhancement(admin, from, products.shared, 'proposed');
  await plantEnhancement(admin, from, products.twin, 'proposed');
  await plantOrders(admin, from, storeId, connectionId, count);
  await plantOrders(admin, from, besideId, connectionId, 2);
  return { storeId, products, connectionId, besideId, there };
}

const OF_ORDERS = [
  'order_line',
  'order_term',
  'order_event',
  'supplier_order',
  'supplier_order_line',
  'supplier_refund',
  'expected_refund',
  'lost_order',
  'shipment',
];

/**
 * What a store's rows say, by table: how many, and a sum of their hashes. What has another name in another workspace is left
 * out (products, variants, connections).
 */
export async function factsOf(
  admin: pg.Client,
  workplaceId: string,
  storeId: string,
): Promise<Record<string, { n: number; sum: string }>> {
  const facts: Record<string, { n: number; sum: string }> = {};
  const sum = `select count(*)::int as n, coalesce(sum(hashtextextended((to_jsonb(t)
    - array['workplace_id', 'connection_id', 'product_id', 'variant_id', 'variant_ids', 'pushed_revision', 'is_default',
      'updated_at', 'last_webhook_at', 'last_polled_at', 'order_cursor', 'last_error', 'moving', 'orders_by', 'orders_by_reason', 'metadata'])::text, 0)::numeric), 0)::text as sum`;
  // Arrays: without statistics of the new workspace's rows, joins may take minutes.
  const orders = `any(array(select order_id from sales_order where workplace_id = $1 and store_id = $2))`;
  const wheres: [string, string][] = [
    ...['sales_order', 'listing', 'listing_variant', 'buying_address', 'store'].map(
      (name) => [name, 't.store_id = $2'] as [string, string],
    ),
    ...OF_ORDERS.map((name) => [name, `t.order_id = ${orders}`] as [string, string]),
    ...['shipment_line', 'shipment_event'].map(
      (name) =>
        [
          name,
          `t.shipment_id = any(array(select shipment_id from shipment where workplace_id = $1 and order_id = ${orders}))`,
        ] as [string, string],
    ),
    ['webhook_delivery', `t.sender_id = $2 and t.dedupe_key ~ '^[0-9]+$'`],
  ];
  for (const [name, where] of wheres) {
    const { rows } = await admin.query<{ n: number; sum: string }>(
      `${sum} from ${name} t where t.workplace_id = $1 and ${where}`,
      [workplaceId, storeId],
    );
    if (rows[0]) facts[name] = rows[0];
  }
  return facts;
}

export const rowsIn = (facts: Record<string, { n: number }>): number =>
  Object.values(facts).reduce((all, one) => all + one.n, 0);
