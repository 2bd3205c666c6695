import { expect, it } from 'vitest';
import { isProductOf } from './store-page.ts';

const shop = new URL('https://shop.example/');
const of = (link: string) => isProductOf(shop, new URL(link, shop));

it.each(['/products/mug', '/collections/all/products/mug', '/de/products/mug', '/product/mug/', '/?product=mug'])(
  'takes %s for a product',
  (link) => expect(of(link)).toBe(true),
);

it.each([
  '/products',
  '/products/',
  '/collections/all',
  '/cart',
  '/?product=',
  'https://other.example/products/mug',
  'mailto:a@b.example',
])('takes %s for none', (link) => expect(of(link)).toBe(false));
