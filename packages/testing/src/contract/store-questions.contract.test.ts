import {
  type ChannelConnector,
  type ConnectorContext,
  createGuardedHttp,
  type HttpClient,
} from '@quayside/connector-kit';
import { shopify } from '@quayside/connector-shopify';
import { woocommerce } from '@quayside/connector-woocommerce';
import { systemClock } from '@quayside/kernel';
import { type RunningSandbox, startSandbox } from '@quayside/sandbox';
import { FIXED_SECRETS } from '@quayside/sandbox/fixed-secrets.ts';
import { shopify as shopifyStandIn } from '@quayside/sandbox/shopify/index.ts';
import { woocommerce as wooStandIn } from '@quayside/sandbox/woocommerce/index.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from './temporary-folder.ts';

/** How many calls it costs to ask a store about a thousand orders before they are bought. */
const ORDERS = 1_000;
const folder = temporaryFolder('quayside-questions-');
let sandbox: RunningSandbox;
let http: ReturnType<typeof createGuardedHttp>;

beforeAll(async () => {
  const standIns = [wooStandIn, shopifyStandIn];
  sandbox = await startSandbox({ dataDir: folder.path, port: 0, standIns, secrets: FIXED_SECRETS });
  http = createGuardedHttp({ allowHosts: () => [`127.0.0.1:${sandbox.port}`] });
});
afterAll(async () => {
  await http.close();
  await sandbox.close();
  folder.remove();
});

async function callsOf(
  connector: ChannelConnector,
  shop: { path: string; credentials: Record<string, string> },
  idOf: (n: number) => string,
): Promise<number> {
  let calls = 0;
  const counting: HttpClient = {
    send(request) {
      calls += 1;
      return http.send(request);
    },
  };
  const ctx: ConnectorContext = {
    http: counting,
    clock: systemClock,
    baseUrl: `${sandbox.baseUrl}${shop.path}`,
    credentials: shop.credentials,
    saveCredentials: async () => undefined,
  };
  const ids = Array.from({ length: ORDERS }, (_, n) => idOf(n + 1));
  // As they are bought: a hundred orders in a question.
  for (let at = 0; at < ids.length; at += 100) await connector.orderStates(ctx, ids.slice(at, at + 100));
  return calls;
}

test('a WooCommerce store is called 10 times for 1,000 orders', async () => {
  const answer = await fetch(`${sandbox.baseUrl}/woo/tidewater/wp-admin/keys`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ permissions: 'read_write' }),
  });
  const key = (await answer.json()) as { consumer_key: string; consumer_secret: string };
  const credentials = { consumerKey: key.consumer_key, consumerSecret: key.consumer_secret };
  expect(await callsOf(woocommerce, { path: '/woo/tidewater', credentials }, String)).toBe(10);
});

test('a Shopify store is called 10 times for 1,000 orders', async () => {
  const credentials = { accessToken: 'shpat_sandbox_quay-co' };
  const calls = await callsOf(shopify, { path: '/shopify/quay-co', credentials }, (n) => `gid://shopify/Order/${n}`);
  expect(calls).toBe(10);
});
