import { money } from '@quayside/kernel';
import { expect, it } from 'vitest';
import type { Product, Variant } from '../tables.ts';
import { listingInput } from './listing-input.ts';

it('tells a store of one part: its variants, the options they have, prices in its currency, pictures it can fetch', () => {
  const product = {
    title: 'Lamp',
    description_html: '<p>x</p>',
    vendor: '',
    product_type: 'Lighting',
    seo_title: 'A lamp',
    seo_description: '',
    hs_code: '940520',
    origin_country: 'VN',
    tags: ['new'],
    options: [{ name: 'Color', values: ['Red', 'Blue', 'Green'] }],
    images: [{ url: '/pictures/a.webp' }],
    currency: 'USD',
  } as Product;
  const variant = (id: string, color: string): Variant => ({
    product_id: 'p',
    variant_id: id,
    source_variant_id: id,
    source_sku: id,
    sku: `SKU-${id}`,
    barcode: '',
    option_values: [color],
    cost: 100,
    price: 1000,
    compare_at_price: 1200,
    stock: null,
    weight_grams: 20,
    source_weight_grams: 20,
    image_url: '/pictures/b.webp',
    position: 1,
    enabled: true,
  });
  const input = listingInput(
    product,
    [variant('1', 'Red'), variant('2', 'Blue'), variant('3', 'Green')],
    {
      listing_id: 'l',
      part: 2,
      parts: 2,
      publish_status: 'draft',
      settings: { allowSellOutOfStock: true, syncOrder: true, rate: 0.5, priceEnding: '99' },
      variant_ids: ['2', '3'],
    },
    { currency: 'EUR', picture: (kept) => `https://q.example.com${kept}` },
  );
  expect(input).toEqual({
    ref: 'l',
    title: 'Lamp (2/2)',
    descriptionHtml: '<p>x</p>',
    productType: 'Lighting',
    tags: ['new'],
    status: 'draft',
    options: [{ name: 'Color', values: ['Blue', 'Green'] }],
    images: [{ url: 'https://q.example.com/pictures/a.webp', alt: 'Lamp' }],
    allowSellOutOfStock: true,
    variants: ['2', '3'].map((id) => ({
      ref: id,
      sku: `SKU-${id}`,
      optionValues: [id === '2' ? 'Blue' : 'Green'],
      price: money(599, 'EUR'),
      compareAtPrice: money(699, 'EUR'),
      weightGrams: 20,
      imageUrl: 'https://q.example.com/pictures/b.webp',
    })),
  });
});

it('tells only what is known, prices in their own currency without a rate, and the channels that were chosen', () => {
  const input = listingInput(
    { title: 'Cup', vendor: 'Ada', tags: [], options: [], images: [], currency: 'USD' } as unknown as Product,
    [
      {
        variant_id: '1',
        sku: 'S',
        option_values: [],
        price: 500,
        compare_at_price: null,
        stock: 3,
        weight_grams: null,
        source_weight_grams: null,
        image_url: null,
      } as unknown as Variant,
    ],
    {
      listing_id: 'l',
      part: 1,
      parts: 1,
      publish_status: 'active',
      settings: { allowSellOutOfStock: false, syncOrder: true, publicationIds: ['p1'] },
      variant_ids: ['1'],
    },
    { currency: 'EUR', picture: (kept) => kept },
  );
  expect(input).toMatchObject({ vendor: 'Ada', publicationIds: ['p1'] });
  expect(input).not.toHaveProperty('productType');
  expect(input.variants).toEqual([
    { ref: '1', sku: 'S', optionValues: [], price: money(500, 'USD'), quantity: 3, weightGrams: null },
  ]);
});

const BARE = {
  title: 'Lamp',
  description_html: '',
  vendor: '',
  product_type: '',
  tags: [] as string[],
  options: [],
  images: [],
  currency: 'USD',
} as unknown as Product;
const BARE_VARIANT = {
  variant_id: '1',
  sku: 'S',
  option_values: [] as string[],
  price: 1000,
  compare_at_price: null,
  stock: null,
  weight_grams: null,
  source_weight_grams: null,
  image_url: null,
} as unknown as Variant;

it('gives a channel the SEO texts, customs data and sizes that it has fields for', () => {
  const texts = { seo_title: 'A lamp', seo_description: '', hs_code: '940520', origin_country: 'VN' };
  const product = { ...BARE, ...texts, length_mm: 305, width_mm: null, height_mm: 12 };
  const listing = {
    listing_id: 'l',
    part: 1,
    parts: 1,
    publish_status: 'active' as const,
    settings: { allowSellOutOfStock: false, syncOrder: true },
    variant_ids: ['1'],
  };
  const ask = (can: { seo?: true; customs?: true; dimensions?: true }) =>
    listingInput(product, [{ ...BARE_VARIANT }], listing, { currency: 'USD', can, picture: (path) => path });
  expect(ask({})).not.toHaveProperty('seo');
  expect(ask({}).variants[0]).not.toHaveProperty('customs');
  const whole = ask({ seo: true, customs: true });
  expect(whole).not.toHaveProperty('dimensions');
  expect(ask({ dimensions: true }).dimensions).toEqual({ lengthMm: 305, widthMm: null, heightMm: 12 });
  expect(whole.seo).toEqual({ title: 'A lamp', description: '' });
  expect(whole.variants[0]?.customs).toEqual({ hsCode: '940520', originCountry: 'VN' });
});

it('tells a store of units, of which each takes several pieces', () => {
  const variant = {
    variant_id: 'v',
    sku: 'S',
    option_values: [],
    cost: 100,
    price: 1000,
    stock: 10,
    enabled: true,
  } as unknown as Variant;
  const stockOf = (pieces: number | undefined, stopped: string[] = [], stock: number | null = 10) =>
    listingInput(
      { title: 'Lamp', options: [], images: [], tags: [], currency: 'USD' } as unknown as Product,
      [{ ...variant, stock, image_url: null, compare_at_price: null }],
      {
        listing_id: 'l',
        part: 1,
        parts: 1,
        publish_status: 'active',
        settings: { allowSellOutOfStock: false, syncOrder: true },
        variant_ids: ['v'],
        stopped_variants: stopped,
      },
      {
        currency: 'USD',
        terms: { prices: new Map(), multiples: new Map(pieces === undefined ? [] : [['v', { pieces }]]) },
        picture: (kept) => kept,
      },
    ).variants[0]?.quantity;
  expect([stockOf(undefined), stockOf(3), stockOf(11), stockOf(3, ['v']), stockOf(3, [], null)]).toEqual([
    10,
    3,
    0,
    0,
    undefined,
  ]);
});

it('gives a store the barcodes that it can hold, and says nothing of others', () => {
  const product = { title: 'Lamp', options: [], images: [], tags: [], currency: 'USD' } as unknown as Product;
  const codes = ['4006 3813 33931', '978-3-16-148410-0', 'SHELF-12', ''];
  const variants = codes.map((barcode, at) => ({
    variant_id: String(at),
    barcode,
    price: 1,
    compare_at_price: null,
    stock: null,
    image_url: null,
    option_values: [],
  }));
  const barcodes = (can: 'text' | 'digits' | undefined) =>
    listingInput(
      product,
      variants as unknown as Variant[],
      {
        listing_id: 'l',
        part: 1,
        parts: 1,
        publish_status: 'draft',
        settings: { allowSellOutOfStock: true, syncOrder: true },
        variant_ids: ['0', '1', '2', '3'],
      },
      { currency: 'USD', picture: (kept) => kept, can: can ? { barcodes: can } : {} },
    ).variants.map((one) => one.barcode);
  expect(barcodes('text')).toEqual(codes);
  expect(barcodes('digits')).toEqual(['4006381333931', '978-3-16-148410-0', undefined, '']);
  expect(barcodes(undefined)).toEqual([undefined, undefined, undefined, undefined]);
});
