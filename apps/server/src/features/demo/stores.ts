import type { DemoClient } from './client.ts';

async function post(url: string, body: string, type: string): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': type },
    body,
    redirect: 'manual',
    signal: AbortSignal.timeout(15_000),
  });
}

/** As an owner would: makes keys in the shop's own settings and pastes them. */
export async function connectWooCommerce(client: DemoClient, sandboxUrl: string, shop: string): Promise<void> {
  const address = `${sandboxUrl}/woo/${shop}`;
  const answer = await post(
    `${address}/wp-admin/keys`,
    JSON.stringify({ description: 'Quayside' }),
    'application/json',
  );
  const keys = (await answer.json()) as { consumer_key: string; consumer_secret: string };
  await client('POST /auth/platform/{platform}/link', {
    params: { platform: 'woocommerce' },
    body: { shop: address, credentials: { consumerKey: keys.consumer_key, consumerSecret: keys.consumer_secret } },
  });
}

/** As an owner would: is led to the shop's page, approves, and comes back with the query that finishes the way. */
export async function connectShopify(client: DemoClient, shop: string): Promise<void> {
  const { url } = await client('POST /auth/platform/{platform}/install', {
    params: { platform: 'shopify' },
    body: { shop: `${shop}.myshopify.com` },
  });
  const asked = new URL(url);
  const form = new URLSearchParams([...asked.searchParams, ['decision', 'install']]);
  const answer = await post(`${asked.origin}${asked.pathname}`, form.toString(), 'application/x-www-form-urlencoded');
  const back = answer.headers.get('location');
  if (!back) throw new Error(`the sandbox's shop did not lead back: ${answer.status}`);
  await client('GET /auth/platform/{platform}/callback', {
    params: { platform: 'shopify' },
    query: Object.fromEntries(new URL(back).searchParams),
  });
}
