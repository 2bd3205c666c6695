import { createHmac } from 'node:crypto';
import { newId } from '@quayside/kernel';
import { afterAll, expect, it } from 'vitest';
import { json, sql } from '../../db/index.ts';
import { startTestApp } from '../../testing/app/test-app.ts';

const SECRET = 'shpss_of_this_test';
const SHOP = 'north-pier.myshopify.com';
const app = await startTestApp({ env: { SHOPIFY_CLIENT_ID: 'client', SHOPIFY_CLIENT_SECRET: SECRET } });
afterAll(() => app.stop());

/** As Shopify sends it to the address in the app's settings, which is the same for every shop. */
async function send(topic: string, payload: object, { secret = SECRET, id = newId() } = {}): Promise<number> {
  const body = JSON.stringify(payload);
  const answer = await fetch(`${app.url}/webhooks/shopify/privacy`, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'x-shopify-topic': topic,
      'x-shopify-shop-domain': SHOP,
      'x-shopify-webhook-id': id,
      'x-shopify-hmac-sha256': createHmac('sha256', secret).update(body).digest('base64'),
    },
  });
  await answer.arrayBuffer();
  return answer.status;
}

it('Shopify’s privacy webhooks reach the stores of a shop that has gone, are worked, and are shown to the owner', async () => {
  const ada = await app.signUp();
  const { vault } = app.running.deps;
  const storeId = newId();
  const orders = [newId(), newId()];
  await app.db.tenant(ada, async (tx) => {
    await tx.run(sql`insert into store (workplace_id, store_id, account_id, platform, platform_domain, base_url, mode, status,
        store_name, currency, credentials, owner_email)
      values (${ada.workplaceId}, ${storeId}, ${ada.accountId}, 'shopify', ${SHOP}, ${`https://${SHOP}`}, 'live', 'uninstalled',
        'North Pier', 'USD', ${json(vault.seal({}, `store:${storeId}`))}, 'owner@example.com')`);
    await tx.run(sql`insert into store_directory (store_id, workplace_id, account_id, platform, platform_domain, mode, webhook_key, active)
      values (${storeId}, ${ada.workplaceId}, ${ada.accountId}, 'shopify', ${SHOP}, 'live', ${newId()}, false)`);
    for (const [at, id] of orders.entries())
      await tx.run(sql`insert into sales_order (workplace_id, order_id, store_id, mode, external_order_id, name, placed_at,
          store_updated_at, read_at, currency, subtotal, shipping_total, tax_total, discount_total, total, financial_status,
          fulfillment_status, placement_status, customer_name, customer_email, address, public_tracking_id)
        values (${ada.workplaceId}, ${id}, ${storeId}, 'live', ${`gid://shopify/Order/${100 + at}`}, ${`#${at}`}, now(), now(), now(),
          'USD', 1, 0, 0, 0, 1, 'paid', 'fulfilled', 'nothing_to_place', 'Pia Keller', ${`pia${at}@example.com`},
          '{"firstName":"Pia","phone":"+49 40 555010"}', ${newId()})`);
  });
  const shop = { shop_id: 7, shop_domain: SHOP };
  const customer = { id: 1, email: 'pia0@example.com', phone: null };
  const requests = async () => (await ada.call('GET /privacy/requests')).data.items;
  const held = () =>
    app.db.tenant(ada, (tx) =>
      tx.rows<{ name: string }>(sql`select name from sales_order where workplace_id = ${ada.workplaceId}
        and customer_name is not null order by name`),
    );

  expect(await send('customers/redact', { ...shop, customer, orders_to_redact: [100] }, { secret: 'forged' })).toBe(
    401,
  );
  // The signed body of one request under the name of another.
  expect(await send('shop/redact', { ...shop, customer, orders_to_redact: [100] })).toBe(401);
  expect(await requests()).toEqual([]);

  expect(
    await send('customers/data_request', { ...shop, customer, orders_requested: [100], data_request: { id: 9 } }),
  ).toBe(200);
  await expect
    .poll(requests, { timeout: 20_000 })
    .toMatchObject([{ kind: 'export', state: 'open', label: 'pia0@example.com' }]);
  const [asked] = await requests();
  const params = { privacy_request_id: asked?.id ?? '' };
  const file = await ada.call('POST /privacy/requests/{privacy_request_id}/export', { params });
  expect(file.data.document.orders).toMatchObject([{ order: '#0', customer_name: 'Pia Keller' }]);
  await ada.call('POST /privacy/requests/{privacy_request_id}/handed-on', { params });
  expect(await requests()).toMatchObject([{ kind: 'export', state: 'done', label: 'p…@e….com' }]);

  const id = newId();
  for (const _twice of [1, 2])
    expect(await send('customers/redact', { ...shop, customer, orders_to_redact: [100] }, { id })).toBe(200);
  await expect.poll(requests, { timeout: 20_000 }).toMatchObject([{ kind: 'erase', state: 'done', orders: 1 }, {}]);
  expect(await held()).toEqual([{ name: '#1' }]);

  expect(await send('shop/redact', shop)).toBe(200);
  await expect
    .poll(requests, { timeout: 20_000 })
    .toMatchObject([{ kind: 'erase_store', state: 'done', orders: 1 }, {}, {}]);
  expect(await held()).toEqual([]);
  const kept = await app.db.tenant(ada, (tx) =>
    tx.first(sql`select count(*) filter (where body is not null)::int as bodies, count(*)::int as deliveries,
      (select owner_email from store where workplace_id = ${ada.workplaceId}) as owner from webhook_delivery
      where workplace_id = ${ada.workplaceId}`),
  );
  expect(kept).toEqual({ bodies: 0, deliveries: 3, owner: null });
});
