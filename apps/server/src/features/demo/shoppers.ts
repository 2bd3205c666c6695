import type { Deps } from '../../deps.ts';
import { Later } from '../../jobs/define.ts';

interface Window {
  products: { id: string; variants: { id: string; inStock: boolean }[] }[];
}

const SHOPPERS = [
  ['Maya', 'Brooks', '214 Alder Street', 'Portland', 'OR', '97204', 'US'],
  ['Jonas', 'Weber', 'Lindenallee 8', 'Berlin', '', '10115', 'DE'],
  ['Chloe', 'Martin', '12 Rue des Halles', 'Paris', '', '75001', 'FR'],
  ['Oliver', 'Hart', '5 Canal Wharf', 'Leeds', '', 'LS1 4AE', 'GB'],
  ['Emma', 'Clarke', '88 Queen Street West', 'Toronto', 'ON', 'M5H 2N2', 'CA'],
  ['Noah', 'Reed', '1402 Birch Lane', 'Austin', 'TX', '78701', 'US'],
  ['Ava', 'Nguyen', '77 Harbor View Road', 'Seattle', 'WA', '98101', 'US'],
] as const;

/** Buys in the stores' windows; waits for the listings to be there first. */
export async function shop(deps: Deps, sandboxUrl: string, wanted: number, waitMs: number): Promise<void> {
  const windows = [
    ['woocommerce', 'harbour-goods'],
    ['shopify', 'north-pier'],
  ] as const;
  const shelves: { platform: string; name: string; products: Window['products'] }[] = [];
  for (const [platform, name] of windows) {
    const answer = await fetch(`${sandboxUrl}/shop/${platform}/${name}/products.json`, {
      signal: AbortSignal.timeout(10_000),
    });
    const { products } = (await answer.json()) as Window;
    if (products.length < 4) throw new Later(waitMs, `${name} has no goods yet`);
    shelves.push({ platform, name, products });
  }
  for (let n = 0; n < wanted; n += 1) {
    const shelf = shelves[n % shelves.length];
    const shopper = SHOPPERS[n % SHOPPERS.length];
    if (!shelf || !shopper) continue;
    const [firstName, lastName, address1, city, province, postalCode, countryCode] = shopper;
    const lines = Array.from({ length: 1 + (n % 2) }, (_, at) => {
      const product = shelf.products[(n * 2 + at) % shelf.products.length];
      const variant = product?.variants.find((one) => one.inStock) ?? product?.variants[0];
      return { productId: product?.id ?? '', variantId: variant?.id ?? '', quantity: 1 + (n % 3 === 0 ? 1 : 0) };
    });
    const answer = await fetch(`${sandboxUrl}/shop/${shelf.platform}/${shelf.name}/orders`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        email: `${firstName}.${lastName}@example.com`.toLowerCase(),
        firstName,
        lastName,
        address1,
        city,
        ...(province ? { province } : {}),
        postalCode,
        countryCode,
        phone: '+1 555 0100',
        lines,
      }),
      signal: AbortSignal.timeout(10_000),
    });
    if (!answer.ok) deps.log.warn({ status: answer.status, text: await answer.text() }, 'a demo shopper could not buy');
  }
}
