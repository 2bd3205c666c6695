import type { Random } from '../random.ts';

const LEAST = 1.6;
const MOST = 3.5;

/** How often the cost fits into the retail price: cheap goods carry more. `costMinor` is in US cents. */
export function markup(costMinor: number, random: Random): number {
  const dollars = Math.max(1, costMinor / 100);
  const middle = Math.max(1.85, 3.15 - 0.27 * Math.log(dollars));
  return Math.min(3.3, Math.max(1.75, middle + (random.next() - 0.5) * 0.4));
}

/** A retail price in US cents that ends in .99 or .95 and lies 1.6 to 3.5 times above the cost. */
export function retailPrice(costMinor: number, times: number, cents: 95 | 99): number {
  const dollars = Math.round((costMinor * times - cents) / 100);
  let price = Math.max(0, dollars) * 100 + cents;
  while (price < costMinor * LEAST) price += 100;
  while (price > costMinor * MOST && price > 100) price -= 100;
  return price;
}
