import type { StoreProduct } from '@quayside/connector-kit';
import { expect, it } from 'vitest';
import { productForm } from './store-product.ts';

const variant = (id: string, amount: number) => ({
  externalVariantId: id,
  sku: id,
  optionValues: [id],
  price: { amount, currency: 'EUR' },
  compareAtPrice: null,
});
const product: StoreProduct = {
  externalProductId: 'gid://shopify/Product/7',
  handle: 'mug',
  title: 'Mug',
  descriptionHtml: '<p>Holds tea</p>',
  vendor: 'Ada',
  productType: 'Cup',
  tags: ['tea'],
  status: 'active',
  publishedAt: null,
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-02T00:00:00Z',
  currency: 'EUR',
  options: [{ name: 'Size', values: ['a', 'b'] }],
  images: [{ url: 'https://cdn.example.com/1.jpg', alt: 'A mug' }],
  variants: [variant('a', 500), variant('b', 900)],
};

it('B216: variants at 5 and 9 make the lowest and the highest price', () => {
  expect(productForm(product, 'quay.myshopify.com')).toMatchObject({
    id: 'gid://shopify/Product/7',
    body_html: '<p>Holds tea</p>',
    href: 'https://quay.myshopify.com/products/mug',
    image: 'https://cdn.example.com/1.jpg',
    images: ['https://cdn.example.com/1.jpg'],
    minPrice: 5,
    maxPrice: 9,
    priceAmount: 5,
    currencyCode: 'EUR',
    published_at: null,
  });
});

it('B216: takes the address that the store gives, and a product without variants', () => {
  const form = productForm({ ...product, url: 'https://quay.example.com/mug', variants: [], images: [] }, 'x');
  expect(form).toMatchObject({ href: 'https://quay.example.com/mug', minPrice: 0, maxPrice: 0, image: null });
});
