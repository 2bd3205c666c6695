import type { Deps } from '../../deps.ts';
import { Later } from '../../jobs/define.ts';
import { SHOPS } from './history/counterparts.ts';
import { SHOPPERS } from './history/people.ts';

interface Window {
  products: { id: string; variants: { id: string; inStock: boolean }[] }[];
}

/** The shoppers of the first orders, in their order, by their first names. */
const FIRST = ['Maya', 'Jonas', 'Chloe', 'Oliver', 'Emma', 'Noah', 'Ava'];
const FIRST_SHOPPERS = FIRST.flatMap((name) => SHOPPERS.find((one) => one.firstName === name) ?? []);

/** Buys in the stores' windows; waits for the listings to be there first. */
export async function shop(deps: Deps, sandboxUrl: string, wanted: number, waitMs: number): Promise<void> {
  const shelves: { platform: string; name: string; products: Window['products'] }[] = [];
  for (const { platform, name } of SHOPS) {
    const answer = await fetch(`${sandboxUrl}/shop/${platform}/${name}/products.json`, {
      signal: AbortSignal.timeout(10_000),
    });
    const { products } = (await answer.json()) as Window;
    if (products.length < 4) throw new Later(waitMs, `${name} has no goods yet`);
    shelves.push({ platform, name, products });
  }
  for (let n = 0; n < wanted; n += 1) {
    const shelf = shelves[n % shelves.length];
    const shopper = FIRST_SHOPPERS[n % FIRST_SHOPPERS.length];
    if (!shelf || !shopper) continue;
    const lines = Array.from({ length: 1 + (n % 2) }, (_, at) => {
      const product = shelf.products[(n * 2 + at) % shelf.products.length];
      const variant = product?.variants.find((one) => one.inStock) ?? product?.variants[0];
      return { productId: product?.id ?? '', variantId: variant?.id ?? '', quantity: 1 + (n % 3 === 0 ? 1 : 0) };
    });
    const answer = await fetch(`${sandboxUrl}/shop/${shelf.platform}/${shelf.name}/orders`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...shopper, phone: '+1 555 0100', lines }),
      signal: AbortSignal.timeout(10_000),
    });
    if (!answer.ok) deps.log.warn({ status: answer.status, text: await answer.text() }, 'a demo shopper could not buy');
  }
}
