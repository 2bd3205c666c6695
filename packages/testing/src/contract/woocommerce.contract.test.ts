import type { RunningSandbox } from '@quayside/sandbox';
import { woocommerce as standIn } from '@quayside/sandbox/woocommerce/index.ts';
import { channelSuite } from './channel-suite.ts';
import { type WooCommerceUnderTest, woocommerceFaults } from './woocommerce-faults.ts';
import { woocommerceUnderTest } from './woocommerce-under.ts';

const SHOP = 'harbour-goods';

async function keys(sandbox: RunningSandbox, permissions: string): Promise<Record<string, string>> {
  const answer = await fetch(`${sandbox.baseUrl}/woo/${SHOP}/wp-admin/keys`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ description: 'contract suite', permissions }),
  });
  const made = (await answer.json()) as { consumer_key: string; consumer_secret: string };
  return { consumerKey: made.consumer_key, consumerSecret: made.consumer_secret };
}

const underTest: WooCommerceUnderTest = {
  ...woocommerceUnderTest,
  standIn,
  shop: SHOP,
  currency: 'USD',
  baseUrl: (sandbox) => `${sandbox.baseUrl}/woo/${SHOP}`,
  credentials: (sandbox) => keys(sandbox, 'read_write'),
  limitedCredentials: (sandbox) => keys(sandbox, 'read'),
  async touchOrder(sandbox, id) {
    const { consumerKey, consumerSecret } = await keys(sandbox, 'read_write');
    const query = new URLSearchParams({ consumer_key: consumerKey ?? '', consumer_secret: consumerSecret ?? '' });
    const answer = await fetch(`${sandbox.baseUrl}/woo/${SHOP}/wp-json/wc/v3/orders/${id}?${query}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', 'x-forwarded-proto': 'https' },
      body: JSON.stringify({ customer_note: `touched at ${Date.now()}` }),
    });
    if (!answer.ok) throw new Error(`touching order ${id} answered ${answer.status}`);
  },
  async tax(world, taxPercent) {
    const answer = await fetch(`${world.sandbox.baseUrl}/woo/${SHOP}/wp-admin/settings`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ taxPercent }),
    });
    if (!answer.ok) throw new Error(`setting the tax answered ${answer.status}`);
  },
};

channelSuite('woocommerce', underTest);
woocommerceFaults('woocommerce', underTest);
