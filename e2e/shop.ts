import { type APIRequestContext, expect } from './kit.ts';

interface Window {
  products: { id: string; title: string; variants: { id: string; sku?: string; inStock: boolean }[] }[];
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

/** A shopper buys one piece of each product, by title, in a sandbox store's window; returns the order's name. */
export async function buy(
  request: APIRequestContext,
  shopUrl: string,
  titles: readonly string[],
  shopper: Partial<typeof SHOPPER> = {},
): Promise<string> {
  const { products } = (await (await request.get(`${shopUrl}/products.json`)).json()) as Window;
  const lines = titles.map((title) => {
    const product = products.find((one) => one.title === title);
    expect(product, `${title} is for sale`).toBeDefined();
    const variant = product?.variants.find((one) => one.inStock) ?? product?.variants[0];
    return { productId: product?.id, variantId: variant?.id, quantity: 1 };
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
