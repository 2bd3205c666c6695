import type {
  PriceZone,
  ShippingOption,
  SourceProduct,
  SupplierConnector,
  SupplierId,
  SupplierList,
} from '@quayside/connector-kit';
import { money } from '@quayside/kernel';
import { fakeManifest } from './fake-manifest.ts';

export interface FakeSupplier extends SupplierConnector {
  products: SourceProduct[];
  calls: string[];
  /** What the next calls throw, one each. */
  failures: Error[];
  /** By country; a country that is not named is not served. */
  shipping: Record<string, ShippingOption[]>;
  /** The zones of its price list, where it names any. */
  zones: PriceZone[];
  /** Numbers of the products on its own lists. */
  lists: Partial<Record<SupplierList, string[]>>;
}

/** A believable product; `at` makes it differ from the others. */
export function fakeProduct(at: number, change: Partial<SourceProduct> = {}): SourceProduct {
  const cost = (amount: number) => money(amount, 'USD');
  return {
    sourceProductId: `p${at}`,
    title: `Desk lamp ${at}`,
    imageUrls: [`http://127.0.0.1:4000/pictures/lamp${at}-800.webp`],
    costFrom: cost(1000 + at),
    costTo: cost(1200 + at),
    categoryPath: ['Home', 'Lighting'],
    rating: 4.5,
    reviewsCount: 12,
    orderVolume: 100 + at,
    listingsCount: 5,
    suggestedPrice: cost(2999),
    shipCountries: ['US', 'DE'],
    zonePrices: [{ zone: 'us', cost: cost(400), daysMin: 5, daysMax: 7 }],
    descriptionHtml: '<p>Bright.</p><script>bad()</script>',
    options: [
      { name: 'Color', values: [{ value: 'Red' }, { value: 'Blue' }] },
      { name: 'Size', values: [{ value: 'S' }] },
    ],
    variants: ['Red', 'Blue'].map((color, n) => ({
      sourceVariantId: `p${at}-v${n + 1}`,
      sku: `LAMP-${at}-${color.toUpperCase()}`,
      optionValues: [color, 'S'],
      cost: cost(1000 + at + n * 200),
      stock: 40 + n,
      weightGrams: 500,
    })),
    specifications: [{ name: 'Material', value: 'Steel' }],
    status: 'full',
    ...change,
  };
}

/** A supplier in memory: a feed like our own, or one that is searched on demand. */
export function fakeSupplier(id: SupplierId, feed: boolean): FakeSupplier {
  const call = async <T>(name: string, work: () => T): Promise<T> => {
    self.calls.push(name);
    const failure = self.failures.shift();
    if (failure) throw failure;
    return work();
  };
  const none = () => Promise.reject(new Error('not part of this test'));
  const manifest = fakeManifest(id, id === 'quayside' ? 'Quayside' : id.toUpperCase());
  const self: FakeSupplier = {
    ...manifest,
    connect: feed ? {} : { keys: { fields: [{ name: 'apiKey', labelKey: 'key', type: 'secret', required: true }] } },
    isBuiltIn: id === 'quayside',
    capabilities: {
      payers: feed ? ['wallet'] : ['own-account', 'wallet'],
      cancel: true,
      feed,
      lists: feed ? [] : ['trending', 'us_shelf'],
      bulkStock: feed,
    },
    products: [],
    calls: [],
    failures: [],
    lists: {},
    zones: [
      { code: 'us', countries: ['US'] },
      { code: 'europe', countries: ['DE', 'FR'] },
    ],
    shipping: {
      US: [
        { serviceName: 'Fast', amount: money(900, 'USD'), deliveryDaysMin: 2, deliveryDaysMax: 3 },
        {
          serviceName: 'Standard',
          amount: money(400, 'USD'),
          processingDaysMin: 1,
          processingDaysMax: 3,
          deliveryDaysMin: 5,
          deliveryDaysMax: 7,
        },
      ],
    },
    verify: () => call('verify', () => ({ accountName: 'Ada' })),
    search: (_ctx, { word = '', list }) =>
      call('search', () => ({
        items: self.products
          .filter(
            (product) =>
              product.title.toLowerCase().includes(word.toLowerCase()) &&
              (!list || self.lists[list]?.includes(product.sourceProductId)),
          )
          .map(({ variants: _v, options: _o, descriptionHtml: _d, specifications: _s, status: _st, ...card }) => ({
            ...card,
            ...(list === 'trending' ? { trending: true } : list === 'us_shelf' ? { shipsFrom: ['US'] } : {}),
          })),
      })),
    ...(feed
      ? {
          feed: (_ctx, { cursor, size }) =>
            call('feed', () => {
              const from = Number(cursor ?? 0);
              const items = self.products.slice(from, from + size);
              return { items, ...(from + size < self.products.length ? { nextCursor: String(from + size) } : {}) };
            }),
        }
      : {}),
    ...(feed
      ? {
          priceZones: () => call('priceZones', () => self.zones),
        }
      : {}),
    categories: () =>
      call('categories', () => [
        { id: 'home', name: 'Home' },
        { id: 'light', parentId: 'home', name: 'Lighting' },
      ]),
    getProduct: (_ctx, productId) =>
      call('getProduct', () => self.products.find((product) => product.sourceProductId === productId)),
    getStock: (_ctx, ids) =>
      call('getStock', () =>
        self.products
          .flatMap((product) => product.variants)
          .filter((variant) => ids.includes(variant.sourceVariantId))
          .map(({ sourceVariantId, stock, cost }) => ({
            sourceVariantId,
            cost,
            ...(stock === undefined ? {} : { stock }),
          })),
      ),
    quoteShipping: (_ctx, { countryCode }) => call('quoteShipping', () => self.shipping[countryCode] ?? []),
    createOrder: none,
    findOrder: none,
    getOrder: none,
    listOrders: none,
    payOrder: none,
    findPayment: none,
  };
  return self;
}
