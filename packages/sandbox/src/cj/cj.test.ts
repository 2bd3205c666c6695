import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type RunningSandbox, startSandbox } from '../core/server.ts';
import { FIXED_SECRETS } from '../fixed-secrets.ts';
import { type Account, DEMO_KEY } from './accounts.ts';
import { CATALOGUE } from './catalogue.ts';
import { quotes } from './freight.ts';
import { cj } from './index.ts';
import { countRequest } from './limits.ts';

interface Envelope {
  code: number;
  message: string;
  data: Record<string, unknown>;
}

let dataDir: string;
let sandbox: RunningSandbox;
let token = '';

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'quayside-cj-'));
  sandbox = await startSandbox({ dataDir, port: 0, standIns: [cj], secrets: FIXED_SECRETS });
  token = String((await call('POST', '/authentication/getAccessToken', { apiKey: DEMO_KEY })).data.accessToken);
});
afterAll(async () => {
  await sandbox.close();
  rmSync(dataDir, { recursive: true });
});

async function call(method: string, path: string, body?: unknown, as = token): Promise<Envelope> {
  const answer = await fetch(`${sandbox.baseUrl}/cj/api2.0/v1${path}`, {
    method,
    headers: { 'CJ-Access-Token': as, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return (await answer.json()) as Envelope;
}

function makeOrder(orderNumber: string): Promise<Envelope> {
  const [product] = CATALOGUE;
  const [service] = quotes('CN', 'US', [{ vid: product?.variants[0]?.vid ?? '', quantity: 1 }]);
  const body = {
    orderNumber,
    shippingZip: '97204',
    shippingCountryCode: 'US',
    shippingCountry: 'United States',
    shippingProvince: 'Oregon',
    shippingCity: 'Portland',
    shippingCustomerName: 'Sam Shopper',
    shippingAddress: '1 Main Street',
    shippingPhone: '+15550100',
    logisticName: service?.name,
    fromCountryCode: 'CN',
    payType: 3,
    products: [{ vid: product?.variants[0]?.vid, quantity: 1 }],
  };
  return call('POST', '/shopping/order/createOrderV2', body);
}

describe('the catalogue', () => {
  it('has 300 products, each with variants of its own', () => {
    expect(CATALOGUE).toHaveLength(300);
    const variants = CATALOGUE.flatMap((product) => product.variants);
    expect(new Set(variants.map((variant) => variant.vid)).size).toBe(variants.length);
    expect(new Set(variants.map((variant) => variant.sku)).size).toBe(variants.length);
    for (const { keyNames, variants: own } of CATALOGUE)
      for (const { key, price } of own) {
        expect(key.split('-')).toHaveLength(keyNames.split('-').length);
        expect(price).toBeGreaterThan(50);
      }
  });

  it('is shown with pictures that are made here', async () => {
    const [product] = CATALOGUE;
    const picture = await fetch(`${sandbox.baseUrl}/cj/pictures/${product?.pid}.jpg`);
    expect(picture.headers.get('content-type')).toBe('image/jpeg');
    expect((await picture.arrayBuffer()).byteLength).toBeGreaterThan(5_000);
  });
});

describe('limits', () => {
  const account = (change: Partial<Account>): Account => ({
    api_key: 'k',
    open_id: Math.floor(Math.random() * 1e9),
    name: '',
    balance: 0,
    qps: 1,
    points: 1_000,
    ...change,
  });

  it('let through what the account has a second', () => {
    const two = account({ qps: 2 });
    const at = (ms: number) => countRequest(two, '/shopping/order/list', ms);
    at(0);
    at(1);
    expect(() => at(2)).toThrow(expect.objectContaining({ code: 1600200, http: 429 }));
    at(600);
  });

  it('count the points of the day, which come back by the minute', () => {
    const one = account({ qps: 1_000, points: 1_440 });
    const search = (ms: number) => countRequest(one, '/product/listV2', ms);
    for (let count = 0; count < 28; count++) search(0);
    expect(() => search(0)).toThrow(expect.objectContaining({ code: 1600201 }));
    countRequest(one, '/shopping/order/list', 0);
    search(50 * 60_000);
  });
});

describe('as CJ does', () => {
  it('lists cancelled orders when no state is named', async () => {
    const { data } = await call('GET', '/shopping/order/list');
    expect(data.list).toEqual([]);
  });

  it('gives the same token within a day, once a second, and a refresh token that works once', async () => {
    // On a busy machine more than a second may have passed since the last one; then this one counts.
    await vi.waitFor(
      async () => {
        const soon = await call('POST', '/authentication/getAccessToken', { apiKey: DEMO_KEY });
        expect(soon.code).toBe(1600200);
      },
      { timeout: 5_000, interval: 0 },
    );
    const again = await vi.waitFor(
      async () => {
        const answer = await call('POST', '/authentication/getAccessToken', { apiKey: DEMO_KEY });
        expect(answer.code).toBe(200);
        return answer;
      },
      { timeout: 5_000, interval: 100 },
    );
    expect(again.data.accessToken).toBe(token);
    const refresh = { refreshToken: String(again.data.refreshToken) };
    const fresh = await call('POST', '/authentication/refreshAccessToken', refresh);
    expect(fresh.data.accessToken).not.toBe(token);
    expect((await call('POST', '/authentication/refreshAccessToken', refresh)).code).toBe(1600003);
    expect((await call('GET', '/setting/get')).code).toBe(1600001);
    token = String(fresh.data.accessToken);
  });

  it('names what is wrong with a request', async () => {
    expect((await call('GET', '/setting/get', undefined, '')).code).toBe(1600002);
    expect((await call('GET', '/shopping/order/getOrderDetail?orderId=1')).message).toBe('order not found');
    expect((await call('GET', '/product/stock/queryByVid')).code).toBe(16900403);
    expect((await call('POST', '/shopping/order/createOrderV2', { orderNumber: 'x' })).code).toBe(1600300);
    expect((await call('GET', '/no/such/call')).code).toBe(1600101);
  });

  it('takes an order and its payment once, and as often as they are sent when it is forgetful', async () => {
    const order = () => makeOrder('twice');
    const made = await order();
    expect(made).toMatchObject({ code: 200 });
    expect((await order()).code).toBe(1603003);
    const orderId = String(made.data.orderId);
    const pay = () => call('POST', '/shopping/pay/payBalance', { orderId });
    expect((await call('PATCH', '/shopping/order/confirmOrder', { orderId })).code).toBe(200);
    expect((await pay()).code).toBe(200);
    expect((await pay()).code).toBe(1603101);
    const forget = (value: string) =>
      fetch(`${sandbox.baseUrl}/control/settings`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ forgetful: value }),
      });
    await forget('on');
    expect((await order()).code).toBe(200);
    expect((await pay()).code).toBe(200);
    await forget('off');
    const book = (await (await fetch(`${sandbox.baseUrl}/control/books/cj`)).json()) as {
      orders: { orderNumber: string }[];
      payments: { orderId: string }[];
    };
    expect(book.orders.filter((one) => one.orderNumber === 'twice')).toHaveLength(2);
    expect(book.payments.filter((one) => one.orderId === orderId)).toHaveLength(2);
  });

  it('cancels an unpaid order once, which is then not paid any more', async () => {
    const { orderId } = (await makeOrder('cancelled-unpaid')).data as { orderId: string };
    const cancel = () =>
      fetch(`${sandbox.baseUrl}/cj/setup/orders/cancel`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ orderNumber: 'cancelled-unpaid' }),
      });
    const answer = await cancel();
    expect([answer.status, await answer.json()]).toEqual([200, { refunded: 0 }]);
    expect((await cancel()).status).toBe(404);
    const found = (await call('GET', `/shopping/order/getOrderDetail?orderId=${orderId}`)).data;
    expect(found.orderStatus).toBe('CANCELLED');
    expect((await call('POST', '/shopping/pay/payBalance', { orderId })).code).not.toBe(200);
  });

  it('cancels a paid order once, and returns the payment to the balance without naming it', async () => {
    const { orderId } = (await makeOrder('cancelled-later')).data as { orderId: string };
    const cancel = () =>
      fetch(`${sandbox.baseUrl}/cj/setup/orders/cancel`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ orderNumber: 'cancelled-later' }),
      });
    const balance = async () => (await call('GET', '/shopping/pay/getBalance')).data.amount;
    await call('PATCH', '/shopping/order/confirmOrder', { orderId });
    const before = await balance();
    await call('POST', '/shopping/pay/payBalance', { orderId });
    expect(await balance()).not.toBe(before);
    expect((await cancel()).status).toBe(200);
    expect((await cancel()).status).toBe(404);
    expect(await balance()).toBe(before);
    const found = (await call('GET', `/shopping/order/getOrderDetail?orderId=${orderId}`)).data;
    expect(found.orderStatus).toBe('CANCELLED');
    expect(JSON.stringify(found)).not.toMatch(/refund/i);
  });

  it('lets its staff cancel a paid order on their page, without a refund too, and only once', async () => {
    const { orderId } = (await makeOrder('by-staff')).data as { orderId: string };
    const act = (action: string) =>
      fetch(`${sandbox.baseUrl}/cj/orders/${orderId}`, { method: 'POST', body: new URLSearchParams({ action }) });
    const page = async () => (await (await fetch(`${sandbox.baseUrl}/cj/orders`)).text()).split('<li>');
    const shown = async () => (await page()).find((item) => item.includes(orderId)) ?? '';
    await call('PATCH', '/shopping/order/confirmOrder', { orderId });
    expect(await shown()).not.toContain('Cancel');
    await call('POST', '/shopping/pay/payBalance', { orderId });
    expect(await shown()).toContain('Cancel without a refund');
    const paid = (await call('GET', '/shopping/pay/getBalance')).data.amount;
    for (const action of ['cancel-keep', 'cancel-refund', 'toString']) expect((await act(action)).status).toBe(200);
    expect(await shown()).toContain('Cancelled');
    expect((await call('GET', '/shopping/pay/getBalance')).data.amount).toBe(paid);
  });

  it('refuses webhooks on this machine when it is strict', async () => {
    const topic = (url: string) => ({ type: 'ENABLE', callbackUrls: [url] });
    const all = (url: string) => ({ product: topic(url), stock: topic(url), order: topic(url), logistics: topic(url) });
    const settings = (value: string) =>
      fetch(`${sandbox.baseUrl}/control/settings`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ 'cj.strict-webhooks': value }),
      });
    await settings('on');
    expect((await call('POST', '/webhook/set', all('http://127.0.0.1:1/x'))).code).toBe(1607001);
    expect((await call('POST', '/webhook/set', all('http://shop.example/x'))).code).toBe(1607002);
    await settings('off');
    expect((await call('POST', '/webhook/set', all('http://127.0.0.1:1/x'))).code).toBe(200);
  });

  it('sends by services that depend on where the goods lie', () => {
    const [product] = CATALOGUE;
    const goods = [{ vid: product?.variants[0]?.vid ?? '', quantity: 1 }];
    expect(quotes('US', 'US', goods).map((quote) => quote.name)).toEqual(['USPS+']);
    expect(quotes('CN', 'US', goods).length).toBe(3);
    expect(quotes('CN', 'AQ', goods)).toEqual([]);
  });
});
