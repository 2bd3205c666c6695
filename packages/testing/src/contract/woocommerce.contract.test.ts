import { woocommerce } from '@quayside/connector-woocommerce';
import type { RunningSandbox } from '@quayside/sandbox';
import { woocommerce as standIn } from '@quayside/sandbox/woocommerce/index.ts';
import { channelSuite } from './channel-suite.ts';

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

channelSuite('woocommerce', {
  connector: woocommerce,
  standIn,
  platform: 'woocommerce',
  shop: SHOP,
  currency: 'USD',
  baseUrl: (sandbox) => `${sandbox.baseUrl}/woo/${SHOP}`,
  credentials: (sandbox) => keys(sandbox, 'read_write'),
  wrongCredentials: { consumerKey: `ck_${'0'.repeat(40)}`, consumerSecret: `cs_${'0'.repeat(40)}` },
  limitedCredentials: (sandbox) => keys(sandbox, 'read'),
  addresses: {
    good: {
      'shop.example.com': 'https://shop.example.com',
      ' HTTP://Shop.Example.com/wp-admin/edit.php?post_type=product ': 'http://shop.example.com',
      'https://example.com/store/': 'https://example.com/store',
      'https://example.com:8443/wp-json/wc/v3': 'https://example.com:8443',
      '127.0.0.1:8080': 'https://127.0.0.1:8080',
    },
    bad: ['', '   ', 'shop', 'ftp://shop.example.com', 'https://user:secret@shop.example.com', 'two words.example.com'],
  },
  secrets: { webhookSecret: 'contract-suite-secret' },
  unknownOrderId: '99999999',
  pageSize: 100,
  notesFirst: true,
  calls: {
    read: { match: 'GET .*/orders\\?' },
    createProduct: { match: 'POST .*/products\\?' },
    createVariants: { match: 'POST .*/variations/batch' },
    setStock: { match: 'POST .*/products/batch' },
    fulfill: { match: 'PUT .*/orders/\\d+' },
    refund: { match: 'POST .*/refunds' },
  },
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
});
