import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { escapeHtml, safeHtml } from '../core/html.ts';
import { type RunningSandbox, startSandbox } from '../core/server.ts';
import { type Emulator, type ShopperOrder, ShopRefusal } from '../core/world.ts';
import { basketCookie, readBasket, withLine } from './basket.ts';

const bought: ShopperOrder[] = [];
const standIn: Emulator = {
  name: 'openai',
  prefix: '/thing',
  register(_app, world) {
    world.addWindow({
      platform: 'woocommerce',
      adminPath: '/wp-admin',
      shops: () => [{ shop: 'corner', name: 'Corner <Shop>', currency: 'USD' }],
      products: () => [
        {
          id: 'gid://shop/1',
          title: 'Mug & "saucer" <i>',
          descriptionHtml: '<p onclick="x()">Nice</p><script>x()</script>',
          images: [],
          options: [{ name: 'Colour', values: ['Red', 'Blue'] }],
          variants: [
            { id: 'v~1', optionValues: ['Red'], price: '12.50', inStock: true },
            { id: 'v.2', optionValues: ['Blue'], price: '13.00', inStock: false },
          ],
        },
      ],
      buy(_shop, order) {
        if (order.lines.some((line) => line.variantId === 'v.2')) throw new ShopRefusal('Sorry, it is sold out.');
        bought.push(order);
        return { orderName: '#1001', orderId: '1001', total: '17.40' };
      },
    });
  },
};

const dataDir = mkdtempSync(join(tmpdir(), 'quayside-shop-'));
let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ dataDir, port: 0, standIns: [standIn] });
});
afterAll(async () => {
  await sandbox.close();
  rmSync(dataDir, { recursive: true });
});

/** A browser without scripts: keeps the cookie, follows one redirect. */
function browser() {
  let cookie = '';
  const go = async (path: string, form?: Record<string, string>): Promise<{ url: string; text: string }> => {
    const answer = await fetch(sandbox.baseUrl + path, {
      method: form ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { cookie },
      ...(form ? { body: new URLSearchParams(form) } : {}),
    });
    cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? cookie;
    const location = answer.headers.get('location');
    return location ? go(location) : { url: path, text: await answer.text() };
  };
  return go;
}

const SHOP = '/shop/woocommerce/corner';

test('a shopper buys without any script', async () => {
  const go = browser();
  const shelf = await go(SHOP);
  expect(shelf.text).toContain('href="/shop/woocommerce/corner/products/gid%3A%2F%2Fshop%2F1"');
  expect(shelf.text).toContain('Sandbox');
  await go(`${SHOP}/products/gid%3A%2F%2Fshop%2F1`);
  const basket = await go(`${SHOP}/basket`, { productId: 'gid://shop/1', option0: 'Red', quantity: '2' });
  expect(basket).toMatchObject({ url: `${SHOP}/basket` });
  expect(basket.text).toContain('$25.00');
  const till = await go(`${SHOP}/checkout?sample=yes`);
  const filled = Object.fromEntries(
    [...till.text.matchAll(/name="(\w+)" value="([^"]*)"/g)].map((match) => [match[1] ?? '', match[2] ?? '']),
  );
  expect(filled.email).toMatch(/@example\.com$/);
  const missing = await go(`${SHOP}/checkout`, { ...filled, city: '', countryCode: 'US' });
  expect(missing.text).toContain('role="alert"');
  const thanks = await go(`${SHOP}/checkout`, { ...filled, countryCode: 'US' });
  expect(thanks.text).toContain('#1001');
  expect(bought).toMatchObject([{ lines: [{ productId: 'gid://shop/1', variantId: 'v~1', quantity: 2 }] }]);
  expect((await go(`${SHOP}/basket`)).text).toContain('Your basket is empty');
});

test('a refusal is told in the shop’s words', async () => {
  const go = browser();
  await go(`${SHOP}/basket`, { productId: 'gid://shop/1', variantId: 'v.2', quantity: '1' });
  const form = {
    email: 'a@example.com',
    firstName: 'A',
    lastName: 'B',
    address1: 'C',
    city: 'D',
    postalCode: '1',
    countryCode: 'NO',
  };
  expect((await go(`${SHOP}/checkout`, form)).text).toContain('Sorry, it is sold out.');
});

test('what a shop was told is shown as text, never run', async () => {
  const { text } = await browser()(`${SHOP}/products/gid%3A%2F%2Fshop%2F1`);
  expect(text).not.toContain('<i>');
  expect(text).not.toContain('onclick="');
  expect(text).not.toContain('<script>');
  expect(text).toContain(escapeHtml('Mug & "saucer" <i>'));
  expect(safeHtml('<P class="a>b">x</P><img src=x onerror=y>').markup).not.toMatch(/<img|class/);
  expect(safeHtml('<p>one</p><br/><ul><li>two</li></ul>').markup).toBe('<p>one</p><br><ul><li>two</li></ul>');
});

test('a product says to machines what it is, as WooCommerce writes it', async () => {
  const { text } = await browser()(`${SHOP}/products/gid%3A%2F%2Fshop%2F1`);
  const data = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text)?.[1] ?? '');
  const url = `${sandbox.baseUrl}${SHOP}/products/gid%3A%2F%2Fshop%2F1`;
  expect(data).toMatchObject({
    '@context': 'https://schema.org/',
    '@type': 'Product',
    name: 'Mug & "saucer" <i>',
    url,
    offers: [
      {
        '@type': 'AggregateOffer',
        lowPrice: '12.50',
        highPrice: '13.00',
        offerCount: 2,
        priceCurrency: 'USD',
        availability: 'https://schema.org/InStock',
        seller: { name: 'Corner <Shop>' },
      },
    ],
  });
  expect(data.description).not.toContain('<');
});

test('orders as JSON for tests, with the field named that is wrong', async () => {
  const post = (body: unknown) =>
    fetch(`${sandbox.baseUrl}${SHOP}/orders`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const bad = await post({ email: 'x' });
  expect(bad.status).toBe(422);
  expect((await bad.json()).error).toContain('firstName');
  expect((await fetch(`${sandbox.baseUrl}/shop/woocommerce/nowhere`)).status).toBe(404);
});

test('a basket survives its cookie, whatever ids look like', () => {
  const lines = [{ productId: 'gid://a/1', variantId: 'x.~;= 2', quantity: 3 }];
  const cookie = basketCookie('b', '/shop/a', lines).split(';')[0];
  expect(readBasket(`other=1; ${cookie}`, 'b')).toEqual(lines);
  expect(readBasket('b=%%%~x~1', 'b')).toEqual([]);
  const [line] = lines;
  if (!line) throw new Error('one line');
  expect(withLine(lines, { ...line, quantity: 98 }, 'add')).toMatchObject([{ quantity: 99 }]);
  expect(withLine(lines, { ...line, quantity: 0 }, 'set')).toEqual([]);
});

test('the permalink of a product leads to it, whatever signs its title has', async () => {
  for (const slug of ['mug-saucer-i', 'mug-saucer-i-2', 'mug'])
    expect((await browser()(`/shop/woocommerce/corner?product=${slug}`)).url, slug).toContain('/products/');
  expect((await browser()('/shop/woocommerce/corner?product=lamp')).url).not.toContain('/products/');
});
