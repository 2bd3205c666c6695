import { documents, shopify } from '@quayside/connector-shopify';
import { run } from '@quayside/connector-shopify/client.ts';
import type { RunningSandbox } from '@quayside/sandbox';
import { shopify as standIn } from '@quayside/sandbox/shopify/index.ts';
import { CUSTOM_APP } from '@quayside/sandbox/shopify/seed.ts';
import { channelSuite } from './channel-suite.ts';
import { shopifyMerchant } from './shopify-merchant.ts';
import { shopifyMetafields } from './shopify-metafields.ts';
import { shopifyShelves } from './shopify-shelves.ts';

const SHOP = 'north-pier';
const TOKEN = `shpat_sandbox_${SHOP}`;
const baseUrl = (sandbox: RunningSandbox): string => `${sandbox.baseUrl}/shopify/${SHOP}`;

channelSuite('shopify', {
  connector: shopify,
  standIn,
  platform: 'shopify',
  shop: SHOP,
  currency: 'USD',
  baseUrl,
  credentials: async () => ({ accessToken: TOKEN }),
  wrongCredentials: { accessToken: 'shpat_wrong' },
  limitedCredentials: async () => ({ accessToken: `${TOKEN}_limited` }),
  addresses: {
    good: {
      'north-pier': 'https://north-pier.myshopify.com',
      'north-pier.myshopify.com': 'https://north-pier.myshopify.com',
      ' HTTPS://North-Pier.myshopify.com/admin/products?page=2 ': 'https://north-pier.myshopify.com',
      'https://admin.shopify.com/store/north-pier/orders': 'https://north-pier.myshopify.com',
    },
    bad: [
      '',
      '   ',
      'www.north-pier.com',
      'https://north-pier.myshopify.com.evil.example',
      'evil.example/north-pier.myshopify.com',
      'north-pier.myshopify.com@evil.example',
      'admin.shopify.com',
      '127.0.0.1:8080',
    ],
  },
  secrets: { webhookSecret: '', appSecret: CUSTOM_APP.clientSecret },
  unknownOrderId: 'gid://shopify/Order/1',
  pageSize: 6,
  refusedPicture: (url) => url.replace('http:', 'ftp:'),
  calls: {
    read: { match: 'POST .*/graphql\\.json', matchBody: 'query Orders' },
    createProduct: { match: 'POST .*/graphql\\.json', matchBody: 'productSet\\(' },
    setStock: { match: 'POST .*/graphql\\.json', matchBody: 'inventorySetQuantities' },
    fulfill: { match: 'POST .*/graphql\\.json', matchBody: 'fulfillmentCreate' },
    retrack: { match: 'POST .*/graphql\\.json', matchBody: 'fulfillmentTrackingInfoUpdate' },
    refund: { match: 'POST .*/graphql\\.json', matchBody: 'refundCreate' },
    note: { match: 'POST .*/graphql\\.json', matchBody: 'orderUpdate' },
    tag: { match: 'POST .*/graphql\\.json', matchBody: 'tagsAdd|tagsRemove' },
  },
  merchant: shopifyMerchant,
  shelves: shopifyShelves,
  metafields: shopifyMetafields,
  async retrack({ ctx }, _orderId, id, number) {
    const tracking = { company: 'Merchant Mail', number };
    const result = await run(ctx, documents.updateTracking, { id, tracking, notify: false });
    if (result.fulfillmentTrackingInfoUpdate?.userErrors.length !== 0) throw new Error(`retracking ${id} failed`);
  },
  async annotate({ ctx }, id, note) {
    await run(ctx, documents.writeNote, { input: { id, note } });
    await run(ctx, documents.addTags, { id, tags: ['theirs'] });
  },
  async touchOrder(sandbox, id) {
    const answer = await fetch(`${baseUrl(sandbox)}/admin/api/2026-10/graphql.json`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-shopify-access-token': TOKEN },
      body: JSON.stringify({
        query: 'mutation Touch($input: OrderInput!) { orderUpdate(input: $input) { userErrors { message } } }',
        variables: { input: { id, note: `touched at ${Date.now()}` } },
      }),
    });
    const { data } = (await answer.json()) as { data?: { orderUpdate: { userErrors: unknown[] } } };
    if (data?.orderUpdate.userErrors.length !== 0) throw new Error(`touching order ${id} failed`);
  },
});
