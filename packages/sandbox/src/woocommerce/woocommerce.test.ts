import { createHmac, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getGlobalDispatcher, MockAgent, setGlobalDispatcher } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningSandbox, startSandbox } from '../core/server.ts';
import { comparable, wallSeconds } from './dates.ts';
import { woocommerce } from './index.ts';
import { computeSignature } from './oauth.ts';

/** A busy machine is no failure. */
const WAIT = { timeout: 10_000 };

const dataDir = mkdtempSync(join(tmpdir(), 'quayside-woo-'));
let sandbox: RunningSandbox;
let key: { consumer_key: string; consumer_secret: string };
const home = () => `${sandbox.baseUrl}/woo/harbour-goods`;

beforeAll(async () => {
  sandbox = await startSandbox({ dataDir, port: 0, standIns: [woocommerce] });
  key = await newKey('read_write');
});
afterAll(async () => {
  await sandbox.close();
  rmSync(dataDir, { recursive: true });
});

const newKey = async (permissions: string) => {
  const answer = await fetch(`${home()}/wp-admin/keys`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ permissions }),
  });
  return (await answer.json()) as typeof key;
};

/** One call over https (as the proxy's header says), keys in the query. */
async function call(method: string, path: string, body?: unknown) {
  const mark = path.includes('?') ? '&' : '?';
  const url = `${home()}/wp-json/wc/v3/${path}${mark}consumer_key=${key.consumer_key}&consumer_secret=${key.consumer_secret}`;
  const answer = await fetch(url, {
    method,
    headers: { 'x-forwarded-proto': 'https', 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, headers: answer.headers, json: (await answer.json()) as never };
}

async function signed(more: Record<string, string> = {}, secret = key.consumer_secret) {
  const url = `${home()}/wp-json/wc/v3/products`;
  const params: Record<string, string> = {
    oauth_consumer_key: key.consumer_key,
    oauth_timestamp: String(Math.floor(Date.now() / 1000)),
    oauth_nonce: randomUUID(),
    oauth_signature_method: 'HMAC-SHA256',
    per_page: '5',
    search: "a b&c=d/é~!*'()",
    ...more,
  };
  params.oauth_signature = computeSignature('GET', url, params, secret, 'sha256');
  const answer = await fetch(`${url}?${new URLSearchParams(params).toString().replaceAll('+', '%20')}`);
  return { status: answer.status, body: (await answer.json()) as { code?: string; message?: string } };
}

describe('signatures over http', () => {
  test('the base string of RFC 5849 is built as published', () => {
    const params = {
      oauth_consumer_key: 'dpf43f3p2l4k3l03',
      oauth_signature_method: 'HMAC-SHA1',
      oauth_timestamp: '1191242096',
      oauth_nonce: 'kllo9940pd9333jh',
      oauth_version: '1.0',
      file: 'vacation.jpg',
      size: 'original',
    };
    // The base string of OAuth Core 1.0, appendix A.5.1, less the token that one-legged requests do not have.
    const base =
      'GET&http%3A%2F%2Fphotos.example.net%2Fphotos&file%3Dvacation.jpg%26oauth_consumer_key%3Ddpf43f3p2l4k3l03' +
      '%26oauth_nonce%3Dkllo9940pd9333jh%26oauth_signature_method%3DHMAC-SHA1%26oauth_timestamp%3D1191242096' +
      '%26oauth_version%3D1.0%26size%3Doriginal';
    const expected = createHmac('sha1', 'kd94hf93k423kf44&').update(base).digest('base64');
    expect(computeSignature('GET', 'http://photos.example.net/photos', params, 'kd94hf93k423kf44', 'sha1')).toBe(
      expected,
    );
  });

  test('a good one passes once; a repeated nonce, an old time and a wrong secret do not', async () => {
    const nonce = randomUUID();
    expect((await signed({ oauth_nonce: nonce })).status).toBe(200);
    expect((await signed({ oauth_nonce: nonce })).body.message).toContain('nonce');
    expect((await signed({ oauth_timestamp: '1' })).body.message).toContain('timestamp');
    expect((await signed({}, 'cs_other')).body.message).toContain('signature');
    expect((await signed({ oauth_signature_method: 'PLAINTEXT' })).status).toBe(401);
  });

  test('keys in the open are not taken over plain http', async () => {
    const answer = await fetch(
      `${home()}/wp-json/wc/v3/products?consumer_key=${key.consumer_key}&consumer_secret=${key.consumer_secret}`,
    );
    expect([answer.status, (await answer.json()).code]).toEqual([401, 'woocommerce_rest_cannot_view']);
  });
});

describe('rules of the API', () => {
  test('pages hold a hundred at most and are counted in headers', async () => {
    for (const name of ['One', 'Two', 'Three']) await call('POST', 'products', { name, regular_price: '5.00' });
    const page = await call('GET', 'products?per_page=2&page=1');
    expect([page.headers.get('x-wp-total'), page.headers.get('x-wp-totalpages')]).toEqual(['3', '2']);
    expect(page.headers.get('link')).toContain('rel="next"');
    expect((await call('GET', 'products?per_page=101')).json).toMatchObject({ code: 'rest_invalid_param' });
  });

  test('a SKU exists once; batches answer item by item and hold a hundred', async () => {
    const made = await call('POST', 'products', {
      name: 'Mug',
      type: 'variable',
      sku: 'M',
      attributes: [{ name: 'Colour', options: ['Red'], variation: true }],
    });
    const { id } = made.json as { id: number };
    expect((await call('POST', 'products', { name: 'Mug', sku: 'M' })).json).toMatchObject({
      code: 'product_invalid_sku',
      data: { status: 400, resource_id: id },
    });
    const create = [
      {
        sku: 'M-1',
        regular_price: '5.00',
        attributes: [
          { name: 'Colour', option: 'Red' },
          { name: 'Size', option: 'L' },
        ],
      },
      { sku: 'M', regular_price: '5.00' },
    ];
    expect((await call('POST', `products/${id}/variations/batch`, { create })).json).toMatchObject({
      create: [
        { sku: 'M-1', attributes: [{ name: 'Colour', option: 'Red' }] },
        { id: 0, error: { code: 'product_invalid_sku' } },
      ],
    });
    const many = { create: Array.from({ length: 101 }, () => ({})) };
    expect((await call('POST', `products/${id}/variations/batch`, many)).status).toBe(413);
    expect((await call('POST', 'products/batch', many)).status).toBe(413);
    expect((await call('POST', 'products/batch', {})).json).toEqual([]);
  });

  test('wrong types and pictures that cannot be fetched are refused, and nothing is made', async () => {
    const before = (await call('GET', 'products')).headers.get('x-wp-total');
    expect((await call('POST', 'products', { name: 'X', regular_price: 5 })).json).toMatchObject({
      data: { params: { regular_price: 'regular_price is not of type string.' } },
    });
    const images = [{ src: `${sandbox.baseUrl}/nowhere.png` }];
    expect((await call('POST', 'products', { name: 'X', images })).json).toMatchObject({
      code: 'woocommerce_product_image_upload_error',
    });
    expect((await call('GET', 'products')).headers.get('x-wp-total')).toBe(before);
  });

  test('an importer copies a product with its variations, and pages of the list hold each once', async () => {
    const { id } = (
      await call('POST', 'products', {
        name: 'Imported',
        type: 'variable',
        status: 'publish',
        attributes: [{ name: 'Size', options: ['S'], variation: true }],
      })
    ).json as { id: number };
    await call('POST', `products/${id}/variations`, { sku: 'IMPORTED', attributes: [{ name: 'Size', option: 'S' }] });
    const answer = await fetch(`${home()}/wp-admin/import-products`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ from: id, count: 5 }),
    });
    const { ids } = (await answer.json()) as { ids: number[] };
    const page = async (n: number) =>
      await call('GET', `products?search=Imported&orderby=id&order=asc&per_page=4&page=${n}`);
    const pages = [await page(1), await page(2)];
    expect(pages.flatMap(({ json }) => (json as { id: number }[]).map((one) => one.id))).toEqual([id, ...ids]);
    expect(pages[0]?.headers.get('x-wp-total')).toBe('6');
    const found = (await call('GET', 'products?sku=IMPORTED-3')).json as { parent_id: number }[];
    expect(found).toMatchObject([{ parent_id: ids[2] }]);
    for (const one of [id, ...ids]) await call('DELETE', `products/${one}?force=true`);
  });

  describe('many orders', () => {
    const at = 1_700_000_000;
    const second = 'orders?orderby=modified&order=asc&modified_before=2023-11-14T22:13:21&dates_are_gmt=true';
    const idsOf = async (query: string) =>
      ((await call('GET', `${second}&${query}`)).json as { id: number }[]).map((order) => order.id);
    let ids: number[];
    beforeAll(async () => {
      const { id } = (await call('POST', 'orders', { status: 'processing' })).json as { id: number };
      const answer = await fetch(`${home()}/wp-admin/import-orders`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ from: id, count: 200, at }),
      });
      ({ ids } = (await answer.json()) as { ids: number[] });
    });

    test('of one second come in no order, and in another one for each page', async () => {
      const first = await idsOf('per_page=100');
      const next = await idsOf('per_page=100&offset=100');
      const byId = (a: number, b: number) => a - b;
      expect([first.length, next.length]).toEqual([100, 100]);
      expect(first).not.toEqual(first.toSorted(byId));
      // Paging by offset repeats some and skips others, as MySQL may.
      expect(new Set([...first, ...next]).size).toBeLessThan(ids.length);
      expect(await idsOf('per_page=100')).toEqual(first);
    });

    test('named by their ids are refused once the links to further pages exceed 4 KB of headers', async () => {
      const pageOf = (count: number) => {
        const params = new URLSearchParams({
          include: ids.slice(0, count).join(','),
          per_page: '10',
          consumer_key: key.consumer_key,
          consumer_secret: key.consumer_secret,
        });
        return fetch(`${home()}/wp-json/wc/v3/orders?${params}`, { headers: { 'x-forwarded-proto': 'https' } });
      };
      const few = await pageOf(20);
      expect([few.status, few.headers.get('link')]).toEqual([200, expect.stringContaining('rel="next"')]);
      const many = await pageOf(200);
      expect([many.status, await many.text()]).toEqual([502, expect.stringContaining('502 Bad Gateway')]);
    });
  });

  test('a date with "Z" is read in the shop’s own time, one without as it stands', () => {
    expect(comparable('2026-01-10T12:00:00Z', 'America/New_York')).toBe('2026-01-10T07:00:00');
    expect(comparable('2026-01-10T12:00:00', 'America/New_York')).toBe('2026-01-10T12:00:00');
    expect(comparable('yesterday', 'UTC')).toBeUndefined();
    expect(wallSeconds('2026-07-10T12:00:00', 'Europe/Oslo')).toBe(Date.parse('2026-07-10T10:00:00Z') / 1000);
  });
});

describe('webhooks', () => {
  test('the first is a ping; more than five failures in a row switch it off', async () => {
    const seen: string[] = [];
    const receiver = createServer((request, response) => {
      request.on('data', (part) => seen.push(String(part).slice(0, 12)));
      request.on('end', () => {
        response.statusCode = seen.length === 1 ? 200 : 500;
        response.end();
      });
    });
    await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
    const delivery_url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
    const hook = await call('POST', 'webhooks', { topic: 'product.created', delivery_url, secret: 's' });
    const { id } = hook.json as { id: number };
    await expect.poll(() => seen.length, WAIT).toBe(1);
    expect(seen[0]).toMatch(/^webhook_id=/);
    const state = async () => ((await call('GET', `webhooks/${id}`)).json as { status: string }).status;
    for (let n = 1; n <= 6; n += 1) {
      expect(await state()).toBe('active');
      await call('POST', 'products', { name: `Hook ${n}` });
      await expect.poll(() => seen.length, WAIT).toBe(n + 1);
    }
    await expect.poll(state, WAIT).toBe('disabled');
    receiver.close();
    expect((await call('POST', 'webhooks', { topic: 'nonsense', delivery_url })).json).toMatchObject({
      code: 'woocommerce_rest_shop_webhook_invalid_topic',
    });
  });
});

describe('the page that grants keys', () => {
  const query = (more: Record<string, string> = {}) =>
    new URLSearchParams({
      app_name: 'Quayside',
      scope: 'read_write',
      user_id: 'state-1',
      return_url: 'https://app.example/return?a=1',
      callback_url: 'https://app.example/keys',
      ...more,
    });

  test('wants a callback over https and every parameter', async () => {
    const plain = await fetch(`${home()}/wc-auth/v1/authorize?${query({ callback_url: 'http://app.example/keys' })}`);
    expect([plain.status, await plain.text()]).toEqual([401, expect.stringContaining('needs to be over SSL')]);
    expect((await fetch(`${home()}/wc-auth/v1/authorize?app_name=x`)).status).toBe(401);
    expect((await fetch(`${home()}/wc-auth/v1/access_granted?${query()}`)).status).toBe(401);
  });

  test('approved: posts the keys and comes back with success; unanswered: takes them away again', async () => {
    const page = await (await fetch(`${home()}/wc-auth/v1/authorize?${query()}`)).text();
    const approve = /class="button" href="([^"]+)"/.exec(page)?.[1]?.replaceAll('&#38;', '&') ?? '';
    const deny = /class="button quiet" href="([^"]+)"/.exec(page)?.[1]?.replaceAll('&#38;', '&') ?? '';
    expect(deny).toBe('https://app.example/return?a=1&success=0&user_id=state-1');

    const usual = getGlobalDispatcher();
    const agent = new MockAgent();
    agent.disableNetConnect();
    agent.enableNetConnect(/^127\.0\.0\.1/);
    setGlobalDispatcher(agent);
    try {
      let posted: Record<string, string> = {};
      const app = agent.get('https://app.example');
      app.intercept({ path: '/keys', method: 'POST' }).reply(({ body }) => {
        posted = JSON.parse(String(body));
        return { statusCode: 200, data: '' };
      });
      const granted = await fetch(approve, { redirect: 'manual' });
      expect(granted.headers.get('location')).toBe('https://app.example/return?a=1&success=1&user_id=state-1');
      expect(posted).toMatchObject({ user_id: 'state-1', key_permissions: 'read_write' });
      expect(posted.consumer_key).toMatch(/^ck_[0-9a-f]{40}$/);

      app.intercept({ path: '/keys', method: 'POST' }).reply(500, '');
      expect((await fetch(approve, { redirect: 'manual' })).status).toBe(401);
      const keys = await (await fetch(`${home()}/wp-admin`)).text();
      expect(keys.match(/Quayside - API/g)).toHaveLength(1);
    } finally {
      setGlobalDispatcher(usual);
      await agent.close();
    }
  });
});

test('the shop’s own book has what queries show only later', async () => {
  const product = (
    await call('POST', 'products', {
      name: 'Lamp',
      type: 'simple',
      status: 'publish',
      regular_price: '9.00',
      sku: 'B-1',
    })
  ).json as { id: number };
  const post = async (path: string, body: object) =>
    (
      await fetch(`${sandbox.baseUrl}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    ).json();
  const window = '/shop/woocommerce/harbour-goods';
  const { products } = (await (await fetch(`${sandbox.baseUrl}${window}/products.json`)).json()) as {
    products: { id: string; variants: { id: string }[] }[];
  };
  const shown = products.find((one) => one.id === String(product.id));
  const { orderId } = (await post(`${window}/orders`, {
    email: 'ada@example.com',
    firstName: 'Ada',
    lastName: 'Shopper',
    address1: '1 Main Street',
    city: 'Portland',
    province: 'OR',
    postalCode: '97204',
    countryCode: 'US',
    lines: [{ productId: shown?.id, variantId: shown?.variants[0]?.id, quantity: 1 }],
  })) as { orderId: string };
  await post('/control/faults', { standIn: 'woocommerce', kind: 'hide', match: '/notes', times: 1, delayMs: 60_000 });
  await call('POST', `orders/${orderId}/notes`, { note: 'It left.', customer_note: true });
  expect(JSON.stringify((await call('GET', `orders/${orderId}/notes`)).json)).not.toContain('It left.');
  const book = await fetch(`${sandbox.baseUrl}/control/books/woocommerce?shop=harbour-goods`);
  const { orders } = (await book.json()) as { orders: { id: number; customerNotes: string[] }[] };
  expect(orders.find((one) => one.id === Number(orderId))?.customerNotes).toContain('It left.');
});
