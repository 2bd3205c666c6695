import { createGuardedHttp } from '@quayside/connector-kit';
import { shopify } from '@quayside/connector-shopify';
import { systemClock } from '@quayside/kernel';
import { TEST_SECRETS } from '@quayside/sandbox/fixed-secrets.ts';
import { SANDBOX_APP } from '@quayside/sandbox/shopify/seed.ts';
import { getListing, SHOPPER } from '@quayside/testing/contract/channel-world.ts';
import { afterAll, expect, it } from 'vitest';
import { sql } from '../../db/index.ts';
import { type Client, createClient, startTestApp } from '../../testing/app/test-app.ts';

const HOUR = 3_600_000;
const SHOP = 'halyard';
const app = await startTestApp({ sandbox: true });
const http = createGuardedHttp({ allowHosts: () => [new URL(app.sandboxUrl ?? '').host] });
afterAll(async () => {
  await http.close();
  await app.stop();
});

const admin = `${app.sandboxUrl}/shopify/${SHOP}/admin`;
const patience = { timeout: 30_000, interval: 100 };

async function send(url: string, body: object = {}): Promise<unknown> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  expect(answer.ok, `${url}: ${answer.status} ${text}`).toBe(true);
  return answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text;
}
const advance = (hours: number) => send(`${app.sandboxUrl}/control/clock`, { advanceMs: hours * HOUR });

/** What the shop sent to the address of the app's settings, oldest first. */
async function sent(): Promise<{ topic: string; body: Record<string, unknown>; state: string }[]> {
  const answer = await fetch(`${app.sandboxUrl}/control/webhooks?standIn=shopify&limit=1000`);
  const { webhooks } = (await answer.json()) as {
    webhooks: { url: string; headers: Record<string, string>; body: string; state: string }[];
  };
  return webhooks
    .filter((hook) => hook.url.endsWith('/webhooks/shopify/privacy'))
    .map((hook) => ({ topic: hook.headers['X-Shopify-Topic'] ?? '', body: JSON.parse(hook.body), state: hook.state }))
    .reverse();
}

/** The owner installs the app at Shopify and opens it. */
async function open(): Promise<Client> {
  const page = `${admin}/apps/${SANDBOX_APP.clientId}`;
  await fetch(page, { method: 'POST', body: new URLSearchParams({ decision: 'install' }) });
  const { token } = (await send(`${page}/session-token?as=owner`)) as { token: string };
  const { data } = await createClient(app.url, '', '', '').call('POST /auth/platform/{platform}/begin', {
    params: { platform: 'shopify' },
    body: { session_token: token },
  });
  return createClient(app.url, data.token, data.user.id, data.workplace_id ?? '');
}

async function buy(email: string, phone = SHOPPER.phone): Promise<{ orderName: string; orderId: string }> {
  const { products } = (await (await fetch(`${app.sandboxUrl}/shop/shopify/${SHOP}/products.json`)).json()) as {
    products: { id: string; variants: { id: string }[] }[];
  };
  const [product] = products;
  const lines = [{ productId: product?.id, variantId: product?.variants[0]?.id, quantity: 1 }];
  return (await send(`${app.sandboxUrl}/shop/shopify/${SHOP}/orders`, { ...SHOPPER, email, phone, lines })) as never;
}

it('what a merchant does with a customer at Shopify, and an uninstalled app, is worked to its end', async () => {
  const owner = await open();
  await shopify.createListing(
    {
      http,
      clock: systemClock,
      baseUrl: `${app.sandboxUrl}/shopify/${SHOP}`,
      credentials: { accessToken: TEST_SECRETS.shopToken(SHOP) },
      saveCredentials: async () => undefined,
    },
    getListing([], 'EUR'),
  );
  const first = await buy('mara@example.com');
  const second = await buy('Mara@example.com');
  await buy('noa@example.com', '+31 20 555 0163');
  const requests = async () => (await owner.call('GET /privacy/requests')).data.items;
  const held = (email: string) =>
    owner.call('POST /privacy/shoppers/find', { body: { by: 'email', value: email } }).then(({ data }) => data.total);
  await expect.poll(() => held('mara@example.com'), patience).toBe(2);
  await expect.poll(() => held('noa@example.com'), patience).toBe(1);
  const legacy = (gid: string) => Number(gid.split('/').at(-1));

  // One customer for one e-mail; their data is asked for.
  const list = await (await fetch(`${admin}/customers`)).text();
  const [, customer] = /customers\/(\d+)">[^<]*mara@example/i.exec(list) ?? [];
  await send(`${admin}/customers/${customer}/request-data`);
  await expect.poll(requests, patience).toMatchObject([{ kind: 'export', state: 'open', label: 'mara@example.com' }]);
  const shop = { shop_id: expect.any(Number), shop_domain: `${SHOP}.myshopify.com` };
  const person = { id: Number(customer), email: 'mara@example.com', phone: SHOPPER.phone };
  const orders = [legacy(first.orderId), legacy(second.orderId)];
  expect(await sent()).toEqual([
    {
      topic: 'customers/data_request',
      state: 'delivered',
      body: { ...shop, customer: person, orders_requested: orders, data_request: { id: expect.any(Number) } },
    },
  ]);
  const [asked] = await requests();
  const params = { privacy_request_id: asked?.id ?? '' };
  const file = await owner.call('POST /privacy/requests/{privacy_request_id}/export', { params, body: {} });
  // In the order in which their webhooks came in.
  const exported = (file.data.document.orders as { order: string }[]).map((one) => one.order);
  expect(exported.toSorted()).toEqual([first.orderName, second.orderName]);
  await owner.call('POST /privacy/requests/{privacy_request_id}/handed-on', { params });

  // Erased: withheld until six months after the last order, and then by the app within its time.
  await send(`${admin}/customers/${customer}/erase`);
  await advance(24 * 175);
  expect(await (await fetch(`${admin}/customers`)).text()).toContain('Erase now');
  expect(await sent()).toHaveLength(1);
  await advance(24 * 10);
  await expect.poll(requests, patience).toMatchObject([
    { kind: 'erase', origin: 'shopify', state: 'waiting', waits_for: exported.toReversed() },
    { kind: 'export', state: 'done' },
  ]);
  expect((await sent())[1]).toEqual({
    topic: 'customers/redact',
    state: 'delivered',
    body: { ...shop, customer: person, orders_to_redact: orders },
  });
  const [erasure] = await requests();
  const waiting = { privacy_request_id: erasure?.id ?? '' };
  expect((await owner.call('POST /privacy/requests/{privacy_request_id}/cancel', { params: waiting })).code).toBe(
    'PRIVACY_REQUEST_OF_PLATFORM',
  );
  // As if they had been sent; what the shop still tells of them may say otherwise in between, and no longer whose they are.
  const sendAndCheck = async () => {
    await app.db.tenant(owner, (tx) =>
      tx.run(sql`update sales_order set fulfillment_status = 'fulfilled' where workplace_id = ${owner.workplaceId}
        and name = any(${[first.orderName, second.orderName]})`),
    );
    return owner.call('POST /privacy/requests/{privacy_request_id}/check', { params: waiting });
  };
  expect((await sendAndCheck()).http).toBe(200);
  const checkAgain = () => sendAndCheck().then(requests);
  await expect.poll(checkAgain, patience).toMatchObject([{ state: 'done', orders: 2, label: 'm…@e….com' }, {}]);
  expect(await held('mara@example.com')).toBe(0);
  expect(await held('noa@example.com')).toBe(1);

  // The shop's own data: 48 hours after the app was thrown out.
  await send(`${admin}/apps/${SANDBOX_APP.clientId}/uninstall`);
  await expect
    .poll(
      () =>
        app.db.tenant(owner, (tx) => tx.rows(sql`select status from store where workplace_id = ${owner.workplaceId}`)),
      patience,
    )
    .toEqual([{ status: 'uninstalled' }]);
  await advance(47);
  expect(await sent()).toHaveLength(2);
  await advance(2);
  await expect.poll(requests, patience).toMatchObject([{ kind: 'erase_store', state: 'done', orders: 1 }, {}, {}]);
  expect((await sent())[2]).toEqual({ topic: 'shop/redact', state: 'delivered', body: shop });
  // A store that tells of an erased order once more tells of its country, which stays.
  const names = await app.db.tenant(owner, (tx) =>
    tx.rows(sql`select name from sales_order where workplace_id = ${owner.workplaceId}
      and (customer_name is not null or customer_email is not null or address - 'countryCode' <> '{}')`),
  );
  expect(names).toEqual([]);
}, 120_000);
