import type { Limit } from '../object-spec.ts';
import type { Random } from '../random.ts';
import type { CatalogueProduct } from './types.ts';

export interface ShippingOption {
  method: string;
  /** For the whole quantity, US cents. */
  amountMinor: number;
  processingDaysMin: number;
  processingDaysMax: number;
  deliveryDaysMin: number;
  deliveryDaysMax: number;
}

type Zone = 'us' | 'america' | 'uk' | 'europe' | 'asia' | 'pacific' | 'far';

const COUNTRIES: Record<string, Zone> = {
  ...{ US: 'us', CA: 'america', MX: 'america', GB: 'uk', IE: 'europe', DE: 'europe', FR: 'europe', NL: 'europe' },
  ...{ BE: 'europe', AT: 'europe', CH: 'europe', IT: 'europe', ES: 'europe', PT: 'europe', PL: 'europe', CZ: 'europe' },
  ...{ DK: 'europe', SE: 'europe', NO: 'europe', FI: 'europe', JP: 'asia', KR: 'asia', SG: 'asia', AU: 'pacific' },
  ...{ NZ: 'pacific', BR: 'far', CL: 'far', ZA: 'far', IL: 'far', AE: 'far' },
};

/** US cents for a parcel and for each 100 g of it. */
const RATES: Record<Zone, readonly [parcel: number, per100g: number]> = {
  us: [299, 62],
  america: [379, 78],
  uk: [289, 66],
  europe: [339, 70],
  asia: [259, 58],
  pacific: [399, 92],
  far: [529, 118],
};

/** Where goods of a kind are not taken by the carriers. */
const CLOSED: Record<Limit, readonly string[]> = {
  battery: ['BR', 'IL', 'ZA', 'CL'],
  liquid: ['AU', 'NZ', 'JP', 'BR', 'AE'],
  blade: ['GB', 'IE', 'JP', 'SG', 'AE'],
  bulky: ['AU', 'NZ', 'JP', 'KR', 'SG', 'BR', 'CL', 'ZA', 'IL', 'AE', 'NO', 'CH'],
  plant: ['AU', 'NZ', 'CL', 'IL'],
};

const WAREHOUSES = ['CN', 'CN', 'CN', 'CN', 'CN', 'US', 'US', 'US', 'DE', 'GB'] as const;

/** The country of the warehouse and the countries it sends to. */
export function destinations(limits: readonly Limit[], random: Random): { shipsFrom: string; shipCountries: string[] } {
  const shipsFrom = random.pick(WAREHOUSES);
  const closed = new Set(limits.flatMap((limit) => CLOSED[limit]));
  if (limits.includes('bulky') && shipsFrom !== 'US' && random.chance(0.3))
    for (const far of ['US', 'CA', 'MX']) closed.add(far);
  const skips = random.chance(0.35)
    ? random.sample(['BR', 'ZA', 'IL', 'AE', 'CL', 'MX', 'NO', 'NZ', 'KR', 'CH'], random.int(1, 4))
    : [];
  for (const country of skips) closed.add(country);
  return { shipsFrom, shipCountries: Object.keys(COUNTRIES).filter((country) => !closed.has(country)) };
}

/** Up to this weight, and from this cost on, what lies in the US is sent within the US without a charge. */
const FREE_GRAMS = 1_000;
const FREE_COST = 900;

/** The countries that a product goes to without a charge. Each of its variants has to fit. */
export function freeShippingTo(
  product: Pick<CatalogueProduct, 'shipsFrom' | 'shipCountries' | 'limits' | 'variants'>,
): string[] {
  const { shipsFrom, shipCountries, limits, variants } = product;
  const fits = variants.every(({ weightGrams, costMinor }) => weightGrams <= FREE_GRAMS && costMinor >= FREE_COST);
  return shipsFrom === 'US' && shipCountries.includes('US') && limits.length === 0 && fits ? ['US'] : [];
}

function dear(amount: number): number {
  return Math.ceil(amount / 10) * 10 - 1;
}

/**
 * The ways to send `quantity` pieces (of the given variant, or the plainest) to a country, cheapest first; empty where
 * the product is not sent. Throws RangeError for a quantity that is not a whole number above 0.
 */
export function shippingOptions(
  product: CatalogueProduct,
  countryCode: string,
  quantity: number,
  variantId?: string,
): ShippingOption[] {
  if (!Number.isSafeInteger(quantity) || quantity < 1) throw new RangeError(`Not a quantity: ${quantity}`);
  const zone = COUNTRIES[countryCode];
  if (zone === undefined || !product.shipCountries.includes(countryCode)) return [];
  const variant = product.variants.find(({ id }) => id === variantId) ?? product.variants[0];
  const grams = (variant?.weightGrams ?? 0) * quantity;
  const near = product.shipsFrom === countryCode || (product.shipsFrom === 'DE' && zone === 'europe');
  const [parcel, per100g] = RATES[zone];
  // Heavy parcels go by sea container and truck: each further kilo costs less.
  const paid = Math.min(grams, 2000) + Math.max(0, grams - 2000) * 0.35;
  const standard = (parcel + (paid / 100) * per100g) * (near ? 0.75 : 1);
  const options = [
    {
      method: 'Standard',
      amountMinor: product.freeShippingTo.includes(countryCode) ? 0 : dear(standard),
      processingDaysMin: 1,
      processingDaysMax: product.limits.includes('bulky') ? 3 : 2,
      deliveryDaysMin: 5,
      deliveryDaysMax: 7,
    },
  ];
  if (!product.limits.includes('bulky') && !(product.limits.includes('battery') && !near)) {
    options.push({
      method: 'Express',
      amountMinor: dear(standard * 1.8 + 490),
      processingDaysMin: 1,
      processingDaysMax: 1,
      deliveryDaysMin: near ? 1 : 3,
      deliveryDaysMax: near ? 2 : 4,
    });
  }
  return options;
}
