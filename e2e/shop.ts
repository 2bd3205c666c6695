import { fillShelves } from './database.ts';
import { type APIRequestContext, expect, type Page, wooKeys } from './kit.ts';

/** A product as a sandbox store's window shows it. `price`: in the store's currency. */
export interface OnSale {
  id: string;
  title: string;
  variants: { id: string; sku?: string; price: string; inStock: boolean }[];
}

const SHOPPER = {
  email: 'pia.keller@example.com',
  firstName: 'Pia',
  lastName: 'Keller',
  address1: 'Hafenstrasse 4',
  city: 'Hamburg',
  postalCode: '20457',
  countryCode: 'DE',
  phone: '+49 40 555 010',
};

/** What a sandbox store sells, by the address of its window. */
export async function productsOf(request: APIRequestContext, shopUrl = ''): Promise<OnSale[]> {
  return ((await (await request.get(`${shopUrl}/products.json`)).json()) as { products: OnSale[] }).products;
}

/**
 * What a sandbox store sells; waits until it sells that many products: the demo's stores are being stocked while the installation
 * is new.
 */
export async function onSale(
  request: APIRequestContext,
  shopUrl?: string,
  atLeast = 1,
): Promise<[OnSale, ...OnSale[]]> {
  let products: OnSale[] = [];
  const count = async () => {
    products = await productsOf(request, shopUrl);
    return products.length;
  };
  await expect.poll(count, { timeout: 90_000 }).toBeGreaterThanOrEqual(atLeast);
  return products as [OnSale, ...OnSale[]];
}

/** A shopper buys products, by title, in a sandbox store's window, and the warehouse has them; returns the order's name. */
export async function buy(
  request: APIRequestContext,
  shopUrl: string,
  titles: readonly string[],
  shopper: Partial<typeof SHOPPER> = {},
  quantity = 1,
): Promise<string> {
  await fillShelves();
  const products = await productsOf(request, shopUrl);
  const lines = titles.map((title) => {
    const product = products.find((one) => one.title === title);
    expect(product, `${title} is for sale`).toBeDefined();
    const variant = product?.variants.find((one) => one.inStock) ?? product?.variants[0];
    return { productId: product?.id, variantId: variant?.id, quantity };
  });
  const answer = await request.post(`${shopUrl}/orders`, { data: { ...SHOPPER, ...shopper, lines } });
  expect(answer.ok(), await answer.text()).toBe(true);
  return ((await answer.json()) as { orderName: string }).orderName;
}

/** An order in the WooCommerce stand-in's own books. */
export interface StoreOrder {
  id: number;
  status: string;
  parcels: string[];
  shipmentTracking: { tracking_number: string }[];
  customerNotes: string[];
}

/** What the WooCommerce stand-in's own books say of an order. `address`: of the store. */
export async function storeOrder(
  request: APIRequestContext,
  address: string,
  orderName: string,
): Promise<StoreOrder | undefined> {
  const { origin, pathname } = new URL(address);
  const shop = pathname.split('/').at(-1) ?? '';
  const book = await request.get(`${origin}/control/books/woocommerce?shop=${shop}`);
  return ((await book.json()) as { orders: StoreOrder[] }).orders.find((one) => `#${one.id}` === orderName);
}

/** Changes an order over WooCommerce's API with the merchant's own key, as somebody in the store's admin does. `change`: of the order as it is read. */
export async function changeStoreOrder(
  page: Page,
  address: string,
  orderName: string,
  change: object | ((order: { meta_data: { key: string; value: unknown }[] }) => object),
): Promise<void> {
  const keys = await wooKeys(page, address);
  const secret = Buffer.from(`${keys.consumer_key}:${keys.consumer_secret}`).toString('base64');
  // WooCommerce takes a key by Basic authentication over https only.
  const headers = { authorization: `Basic ${secret}`, 'x-forwarded-proto': 'https' };
  const url = `${address}/wp-json/wc/v3/orders/${orderName.slice(1)}`;
  const data = typeof change === 'function' ? change(await (await page.request.get(url, { headers })).json()) : change;
  const answer = await page.request.put(url, { headers, data });
  expect(answer.ok(), await answer.text()).toBe(true);
}
