import { createGuardedHttp, type HttpClient } from '@quayside/connector-kit';
import { createClient } from '@quayside/connector-woocommerce/client.ts';
import { systemClock } from '@quayside/kernel';
import type { Emulator, RunningSandbox } from '@quayside/sandbox';
import { z } from 'zod';
import { type ChannelUnderTest, SHOPPER, type ShownProduct } from './channel-world.ts';

/** A WooCommerce shop of one's own, to be filled and emptied by the contract suite. */
export interface RealShop {
  /** Base address without a slash at the end. */
  address: string;
  keys: { consumerKey: string; consumerSecret: string };
  /** A key of the same shop that may only read. */
  readKeys: { consumerKey: string; consumerSecret: string };
}

/** From `address,key,secret,reading key,reading secret`; undefined when nothing is given. */
export function getRealShop(text: string | undefined): RealShop | undefined {
  const [address, key, secret, readKey, readSecret] = (text ?? '').split(',').map((part) => part.trim());
  if (!address || !key || !secret || !readKey || !readSecret) return undefined;
  return {
    address: address.replace(/\/+$/, ''),
    keys: { consumerKey: key, consumerSecret: secret },
    readKeys: { consumerKey: readKey, consumerSecret: readSecret },
  };
}

const PREFIX = '/woo';
const PASSED = ['authorization', 'content-type', 'accept', 'user-agent'] as const;

/** The real shop behind the sandbox's faults: every request goes on to it as it is. */
export function relayTo(shop: RealShop): Emulator {
  return {
    name: 'woocommerce',
    prefix: PREFIX,
    register(app) {
      app.removeAllContentTypeParsers();
      app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
      app.route({
        method: ['GET', 'POST', 'PUT', 'DELETE'],
        url: '/*',
        async handler(request, reply) {
          const headers: Record<string, string> = {};
          for (const name of PASSED) {
            const value = request.headers[name];
            if (typeof value === 'string') headers[name] = value;
          }
          const body = typeof request.body === 'string' && request.body !== '' ? request.body : null;
          const url = shop.address + request.url.slice(PREFIX.length);
          const answer = await fetch(url, { method: request.method, headers, body, redirect: 'manual' });
          const bytes = Buffer.from(await answer.arrayBuffer());
          for (const name of ['content-type', 'link', 'location', 'retry-after']) {
            const value = answer.headers.get(name);
            if (value !== null) reply.header(name, value);
          }
          return reply.code(answer.status).send(bytes);
        },
      });
    },
  };
}

/** Requests to the shop's own address go through the relay: a signature names the address that the shop knows. */
export const throughRelay =
  (shop: RealShop) =>
  (direct: HttpClient, sandbox: RunningSandbox): HttpClient => ({
    async send(request) {
      const relay = sandbox.baseUrl + PREFIX;
      const own = request.url === shop.address || request.url.startsWith(`${shop.address}/`);
      const url = own ? relay + request.url.slice(shop.address.length) : request.url;
      const answer = await direct.send({ ...request, url });
      return answer.url?.startsWith(relay) ? { ...answer, url: shop.address + answer.url.slice(relay.length) } : answer;
    },
  });

const shelved = z.object({
  id: z.number(),
  name: z.string(),
  type: z.string(),
  is_in_stock: z.boolean(),
  prices: z.object({ price: z.string(), currency_minor_unit: z.number() }),
  images: z.array(z.object({ src: z.string() })),
  variations: z.array(
    z.object({ id: z.number(), attributes: z.array(z.object({ name: z.string(), value: z.string() })) }),
  ),
});
type Shelved = z.output<typeof shelved>;

const ENTITIES: Record<string, string> = { amp: '&', quot: '"', lt: '<', gt: '>' };
const plain = (text: string): string =>
  text
    .replace(/&#(\d+);/g, (_all, code: string) => String.fromCodePoint(Number(code)))
    .replace(/&(amp|quot|lt|gt);/g, (_all, name: string) => ENTITIES[name] ?? '');

/** What a shopper of the real shop sees and does, over the interface that the shop's own pages use (wc/store/v1). */
export function getShopper(shop: RealShop): NonNullable<ChannelUnderTest['shopper']> {
  const store = `${shop.address}/wp-json/wc/store/v1`;
  const ask = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const answer = await fetch(store + path, init);
    if (!answer.ok)
      throw new Error(`${init.method ?? 'GET'} ${path} answered ${answer.status}: ${await answer.text()}`);
    return answer;
  };
  const list = async (query: string): Promise<Shelved[]> => {
    const found: Shelved[] = [];
    for (let page = 1; ; page += 1) {
      const part = shelved.array().parse(await (await ask(`/products?${query}&per_page=100&page=${page}`)).json());
      found.push(...part);
      if (part.length < 100) return found;
    }
  };
  const priceOf = ({ prices }: Shelved): string => String(Number(prices.price) / 10 ** prices.currency_minor_unit);

  async function shown(product: Shelved): Promise<ShownProduct> {
    const children = product.type === 'variable' ? await list(`type=variation&parent=${product.id}`) : [product];
    const values = new Map(product.variations.map((entry) => [entry.id, entry.attributes.map(({ value }) => value)]));
    return {
      id: String(product.id),
      title: plain(product.name),
      images: product.images.map((image) => image.src),
      variants: children
        .map((child) => ({
          id: String(child.id),
          optionValues: values.get(child.id) ?? [],
          price: priceOf(child),
          inStock: child.is_in_stock,
        }))
        .sort((a, b) => Number(a.id) - Number(b.id)),
    };
  }

  const address = {
    first_name: SHOPPER.firstName,
    last_name: SHOPPER.lastName,
    address_1: SHOPPER.address1,
    address_2: SHOPPER.address2,
    city: SHOPPER.city,
    state: SHOPPER.province,
    postcode: SHOPPER.postalCode,
    country: SHOPPER.countryCode,
    phone: SHOPPER.phone,
  };
  return {
    async window() {
      return (await list('')).map((product) => ({
        id: String(product.id),
        title: plain(product.name),
        images: product.images.map((image) => image.src),
        variants: [],
      }));
    },
    async shown(title) {
      const mark = /\b[\w-]{4,}(?= II$|$)/.exec(title)?.[0] ?? title;
      const found = await list(`search=${encodeURIComponent(mark)}`);
      return Promise.all(found.filter((product) => plain(product.name) === title).map(shown));
    },
    async buy(lines, more = {}) {
      const cart = await ask('/cart');
      const token = { 'content-type': 'application/json', 'cart-token': cart.headers.get('cart-token') ?? '' };
      for (const line of lines) {
        const body = JSON.stringify({ id: Number(line.variantId), quantity: line.quantity });
        await ask('/cart/add-item', { method: 'POST', headers: token, body });
      }
      const to = { ...address, ...more };
      const bill = { ...to, email: SHOPPER.email };
      const body = JSON.stringify({ billing_address: bill, shipping_address: to, payment_method: 'cod' });
      const done = await ask('/checkout', { method: 'POST', headers: token, body });
      const { order_id: id } = z.object({ order_id: z.number() }).parse(await done.json());
      return { orderId: String(id), name: `#${id}` };
    },
    async buyOften(times, lines) {
      const order = {
        status: 'processing',
        billing: { ...address, email: SHOPPER.email },
        shipping: address,
        line_items: lines.map((line) => ({
          product_id: Number(line.productId),
          variation_id: Number(line.variantId),
          quantity: line.quantity,
        })),
      };
      const shape = z.object({ create: z.array(z.object({ id: z.number() })) });
      const ids: string[] = [];
      while (ids.length < times) {
        const body = { create: Array.from({ length: Math.min(25, times - ids.length) }, () => order) };
        const made = await asMerchant(shop, 'POST', { path: 'orders/batch', shape, body });
        ids.push(...made.create.map((entry) => String(entry.id)));
      }
      return ids;
    },
  };
}

/** A call with the merchant's key. */
async function asMerchant<T extends z.ZodType>(
  shop: RealShop,
  method: 'POST' | 'PUT',
  request: { path: string; shape: T; body: unknown },
): Promise<z.output<T>> {
  const http = createGuardedHttp({ allowHosts: () => [new URL(shop.address).host] });
  const credentials = { ...shop.keys };
  const ctx = { http, clock: systemClock, baseUrl: shop.address, credentials, saveCredentials: async () => undefined };
  try {
    return await createClient(ctx).send(method, { ...request, timeoutMs: 600_000 });
  } finally {
    await http.close();
  }
}

/** A merchant's note on an order. */
export async function touchOrder(shop: RealShop, orderId: string): Promise<void> {
  const body = { customer_note: `touched at ${Date.now()}` };
  await asMerchant(shop, 'PUT', { path: `orders/${orderId}`, shape: z.unknown(), body });
}
