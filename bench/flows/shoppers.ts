import type { SandboxClient } from '@quayside/testing/sandbox-client.ts';
import { SHOPS } from './scene.ts';

/** What a shopper sees in the shop's window. */
export interface Shelf {
  products: { id: string; variants: { id: string; inStock: boolean }[] }[];
}

export const shelfOf = (sandbox: SandboxClient): Promise<Shelf> =>
  sandbox.get<Shelf>(`/shop/woocommerce/${SHOPS.woocommerce}/products.json`);

/** The n-th shopper buys one piece of something that is there. */
export async function letOneBuy(sandbox: SandboxClient, shelf: Shelf, n: number, email: string): Promise<void> {
  const product = shelf.products[n % shelf.products.length];
  const variant = product?.variants.find((one) => one.inStock) ?? product?.variants[0];
  await sandbox.post(`/shop/woocommerce/${SHOPS.woocommerce}/orders`, {
    email,
    firstName: 'Sam',
    lastName: `Shopper${n}`,
    address1: `${n} Bench Street`,
    city: 'Portland',
    province: 'OR',
    postalCode: '97204',
    countryCode: 'US',
    phone: '+1 555 0100',
    lines: [{ productId: product?.id ?? '', variantId: variant?.id ?? '', quantity: 1 }],
  });
}
