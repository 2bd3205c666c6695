import type { Money } from '@quayside/kernel/money.ts';
import { webAddress } from './address.ts';
import type { PageParts } from './html-parts.ts';
import { availability } from './offers.ts';
import { getCurrency, getPrice } from './price.ts';
import { getLine, plainText } from './text.ts';

/** What the head of a page tells by Open Graph (ogp.me) and Meta's product tags. */
export interface PageMeta {
  /** It says to be a product, or what it costs. */
  isProduct: boolean;
  title: string | null;
  description: string | null;
  pictures: string[];
  price: Money | null;
  inStock: boolean | null;
  brand: string | null;
}

export function readPageMeta({ metas, title }: PageParts, address: string): PageMeta {
  const first = (...keys: string[]): string | undefined =>
    keys.map((key) => metas.get(key)?.[0]).find((value) => value !== undefined && value !== '');
  const currency = getCurrency(first('product:sale_price:currency', 'product:price:currency', 'og:price:currency'));
  const amount = first('product:sale_price:amount', 'product:price:amount', 'og:price:amount');
  const price = (currency && amount !== undefined && getPrice(amount, currency)) || null;
  return {
    isProduct: price !== null || /^(?:og:)?product(?:\.item|\.group)?$/i.test(first('og:type') ?? ''),
    title: getLine(first('og:title'), 500) ?? getLine(title, 500),
    description: plainText(first('og:description', 'description'), 5_000),
    pictures: ['og:image:secure_url', 'og:image', 'og:image:url']
      .flatMap((key) => metas.get(key) ?? [])
      .flatMap((value) => webAddress(value, address) ?? []),
    price,
    inStock: availability(first('product:availability', 'og:availability')),
    brand: getLine(first('product:brand', 'og:brand'), 200),
  };
}
