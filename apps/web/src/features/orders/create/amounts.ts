import { parseAmount } from '../../../lib/money-text.ts';

/** A line of the form. `price` is as it is typed. */
export interface FormLine {
  key: string;
  variantId?: string;
  title: string;
  variantTitle?: string | null;
  image?: string | null;
  sku: string;
  quantity: number | string;
  price: number | string;
  ships: boolean;
}

/** A typed amount in minor units; 0 while there is none. */
export const minorOf = (typed: number | string, currency: string): number => parseAmount(typed, currency) ?? 0;

interface Sums {
  lines: readonly Pick<FormLine, 'quantity' | 'price'>[];
  shipping: number | string;
  discount: number | string;
  tax: number | string;
  taxIncluded: boolean;
}

/** The sums as the server will compute them, in minor units. */
export function sumsOf({ lines, shipping, discount, tax, taxIncluded }: Sums, currency: string) {
  const subtotal = lines.reduce((sum, line) => sum + minorOf(line.price, currency) * (Number(line.quantity) || 0), 0);
  const added = taxIncluded ? 0 : minorOf(tax, currency);
  return { subtotal, total: subtotal + minorOf(shipping, currency) + added - minorOf(discount, currency) };
}
