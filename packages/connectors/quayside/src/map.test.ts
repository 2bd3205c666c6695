import { describe, expect, it } from 'vitest';
import { toAddress, toOrder, toProduct } from './map.ts';
import * as raw from './raw.ts';

const usd = (amount: number) => ({ amount, currency: 'USD' });

const product = raw.product.parse({
  id: 'QS-1',
  title: 'Mug',
  description_html: '<p>Mug</p>',
  category_path: ['Home', 'Mugs'],
  images: ['http://127.0.0.1:4000/pictures/mug-800.webp'],
  options: [{ name: 'Color', values: [{ value: 'Red', image_url: 'http://x/red.webp' }, { value: 'Blue' }] }],
  specifications: [],
  suggested_price: usd(1200),
  rating: 4.5,
  reviews_count: null,
  order_volume: null,
  listings_count: null,
  ship_countries: ['US'],
  shipping_zones: [{ zone: 'us', amount: usd(349), delivery_days: { min: 5, max: 7 } }],
  updated_at: '2026-01-01T00:00:00.000Z',
  variants: [
    { id: 'v1', sku: 's1', option_values: ['Red'], cost: usd(310), weight_grams: 350, image_url: null, stock: 5 },
    {
      id: 'v2',
      sku: 's2',
      option_values: ['Blue'],
      cost: usd(290),
      weight_grams: 350,
      image_url: 'http://x/b',
      stock: 0,
    },
  ],
});

const order = (change: object = {}) =>
  raw.order.parse({
    id: 'o1',
    number: 'QW-100001',
    reference: 'r1',
    state: 'processing',
    items_cost: usd(310),
    shipping_cost: usd(349),
    total: usd(659),
    cancel_reason: null,
    paid_at: '2026-01-01T00:00:00.000Z',
    lines: [
      { variant_id: 'v1', quantity: 2, shipped: 1, state: 'open', reason: null },
      { variant_id: 'v2', quantity: 1, shipped: 0, state: 'refused', reason: 'broken' },
      { variant_id: 'v3', quantity: 1, shipped: 1, state: 'open', reason: null },
    ],
    payments: [],
    parcels: [],
    ...change,
  });

describe('the warehouse in our words', () => {
  it('gives costs over the variants and leaves out what is not known', () => {
    const mapped = toProduct(product);
    expect(mapped).toMatchObject({
      costFrom: usd(290),
      costTo: usd(310),
      rating: 4.5,
      zonePrices: [{ zone: 'us', cost: usd(349), daysMin: 5, daysMax: 7 }],
    });
    expect(mapped).not.toHaveProperty('reviewsCount');
    expect(mapped.variants[0]).not.toHaveProperty('imageUrl');
    expect(mapped.options[0]?.values).toEqual([{ value: 'Red', imageUrl: 'http://x/red.webp' }, { value: 'Blue' }]);
  });

  it('tells where a thing is made, where it lies, and where it goes free, as far as the warehouse does', () => {
    const facts = { ships_from: 'US', made_in: 'US', free_shipping_to: ['US'], us_days: 2 };
    expect(toProduct({ ...product, ...facts })).toMatchObject({
      madeIn: 'US',
      shipsFrom: ['US'],
      freeShippingTo: ['US'],
      fastestUsDays: 2,
    });
    for (const name of ['madeIn', 'shipsFrom', 'freeShippingTo', 'fastestUsDays', 'trending'])
      expect(toProduct({ ...product, made_in: null, us_days: null })).not.toHaveProperty(name);
  });

  it('tells of each line whether it left, waits or was refused', () => {
    expect(toOrder(order()).lines).toEqual([
      { sourceVariantId: 'v1', quantity: 2, state: 'open' },
      { sourceVariantId: 'v2', quantity: 1, state: 'refused', reason: 'broken' },
      { sourceVariantId: 'v3', quantity: 1, state: 'shipped' },
    ]);
  });

  it('keeps the id for calls and the number for people', () => {
    expect(toOrder(order())).toMatchObject({ supplierOrderId: 'o1', number: 'QW-100001' });
  });

  it('refuses a state that it does not know', () => {
    expect(raw.order.safeParse({ ...order(), state: 'lost' }).success).toBe(false);
  });

  it('sends of an address only what is there', () => {
    expect(toAddress({ firstName: 'Ada', countryCode: 'GB', city: undefined })).toEqual({
      first_name: 'Ada',
      country_code: 'GB',
    });
  });
});
