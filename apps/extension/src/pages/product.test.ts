import { pageProductSchema } from '@quayside/contracts/extension-messages.ts';
import { describe, expect, it } from 'vitest';
import {
  OPEN_GRAPH,
  PLAIN,
  REFERENCES,
  SHOPIFY_GROUP,
  WOOCOMMERCE,
  WOOCOMMERCE_VARIABLE,
  withData,
} from '../testing/pages.ts';
import { readAnyPage, readProduct } from './product.ts';

const AT = 'https://www.shop.example/lamp';
const read = (html: string, address = AT) => {
  const product = readProduct(html, address);
  if (product) expect(pageProductSchema.safeParse(product).error).toBeUndefined();
  return product;
};

describe('C312: a page of a product', () => {
  it('is read without direction controls, which would turn its name around', () => {
    expect(read(withData({ ...PLAIN, name: 'Harbour \u202eevil\u202c \u2066lamp\u2069' }))?.title).toBe(
      'Harbour evil lamp',
    );
  });

  it('is read as schema.org has it, with texts for numbers and html for text', () => {
    expect(read(withData(PLAIN))).toEqual({
      address: AT,
      site: 'shop.example',
      title: 'Harbour lamp',
      description: 'Warm & bright.\nBrass\nOak',
      pictures: ['https://www.shop.example/lamp.jpg', 'https://cdn.shop.example/lamp-2.jpg'],
      price: { amount: 129_900, currency: 'USD' },
      price_to: null,
      in_stock: true,
      brand: 'Quay & Co',
      rating: { value: 4.4, count: 89 },
    });
  });

  it('is read as WooCommerce writes it: the price that is paid, not the one before', () => {
    expect(read(withData(WOOCOMMERCE), 'https://woo.example/product/mug/')).toMatchObject({
      title: 'Pier mug',
      price: { amount: 1_450, currency: 'EUR' },
      price_to: null,
      in_stock: false,
      pictures: ['https://woo.example/wp-content/uploads/mug.jpg'],
    });
    expect(read(withData(WOOCOMMERCE_VARIABLE))).toMatchObject({
      price: { amount: 1_500, currency: 'GBP' },
      price_to: { amount: 2_000, currency: 'GBP' },
      in_stock: null,
    });
  });

  it('is read as Shopify writes it: a group with its variants', () => {
    expect(read(withData(SHOPIFY_GROUP), 'https://knots.example/products/rope-bag')).toMatchObject({
      title: 'Rope bag',
      brand: 'Knots',
      price: { amount: 2_900, currency: 'USD' },
      price_to: { amount: 3_450, currency: 'USD' },
      in_stock: true,
      pictures: ['https://knots.example/cdn/shop/files/sand.jpg?v=1', 'https://knots.example/cdn/shop/files/sea.jpg'],
    });
  });

  it('is put together where its parts name each other', () => {
    expect(read(withData(REFERENCES), 'https://a.example/p')).toMatchObject({
      title: 'Buoy',
      brand: 'Anchor',
      price: { amount: 1_299, currency: 'JPY' },
      in_stock: true,
      pictures: ['https://a.example/i.jpg'],
    });
  });

  it('is read from its head where there is nothing else', () => {
    expect(read(OPEN_GRAPH, 'https://n.example/net')).toMatchObject({
      title: 'Fishing net & floats',
      description: 'For small boats',
      price: { amount: 4_990, currency: 'EUR' },
      pictures: ['http://n.example/net.jpg', 'https://n.example/net-2.jpg'],
      in_stock: true,
      brand: 'Nets',
    });
  });

  it('is the one of this page, and none of those that are listed beside it', () => {
    const list = { '@type': 'ItemList', itemListElement: [{ '@type': 'ListItem', item: { ...PLAIN, name: 'Other' } }] };
    const other = { '@type': 'Product', name: 'Other', url: 'https://shop.example/other', offers: PLAIN.offers };
    const here = { '@type': 'Product', name: 'Here', url: '/lamp', offers: PLAIN.offers };
    expect(read(withData(list))).toBeUndefined();
    expect(read(withData([other, here, list]))?.title).toBe('Here');
  });
});

describe('what pages get wrong', () => {
  it('is forgiven: comments, control signs and a comma too many in the data', () => {
    expect(read(withData('<!-- {"@type":"Product","name":"A\tB\u0001",} -->'))?.title).toBe('A B');
    expect(read(withData('not json', PLAIN))?.title).toBe('Harbour lamp');
  });

  it('html written as text, twice', () => {
    const description = '&lt;p&gt;Light&amp;nbsp;blue&lt;/p&gt;&lt;script&gt;alert(1)&lt;/script&gt;';
    expect(read(withData({ ...PLAIN, description }))?.description).toBe('Light blue');
  });

  it('values that make no sense are none', () => {
    const odd = {
      '@type': 'Product',
      name: 'Odd\u0000 thing\ud800',
      image: [{ url: 'javascript:alert(1)' }, null, 5, { url: ['x'] }],
      offers: { price: 'ask us', priceCurrency: '$' },
      aggregateRating: { ratingValue: '77', bestRating: '5', reviewCount: 'many' },
      brand: [null],
    };
    expect(read(withData(odd))).toMatchObject({
      title: 'Odd thing',
      pictures: [],
      price: null,
      price_to: null,
      in_stock: null,
      brand: null,
      rating: null,
    });
    expect(read(withData({ ...PLAIN, name: '<b> </b>' }))?.title).toBe('Shop');
  });

  it('a huge page is read as far as it goes', () => {
    const many = Array.from({ length: 20_000 }, (_, index) => ({
      '@type': 'Offer',
      price: index + 1,
      priceCurrency: 'USD',
    }));
    const product = read(
      withData({ ...PLAIN, name: 'x'.repeat(9_000), description: '<p>word '.repeat(50_000), offers: many }),
    );
    expect(product?.title).toHaveLength(500);
    expect(product?.description?.length).toBeLessThanOrEqual(5_000);
    expect(product?.price).toEqual({ amount: 100, currency: 'USD' });
  });
});

it('keeps title and picture of a page that is no product', () => {
  expect(readAnyPage('<title> A page </title><meta property="og:image" content="/p.png">', AT)).toEqual({
    title: 'A page',
    pictures: ['https://www.shop.example/p.png'],
    price: null,
  });
  expect(readAnyPage('<svg><title>Icon</title></svg>', AT)).toBeUndefined();
});
