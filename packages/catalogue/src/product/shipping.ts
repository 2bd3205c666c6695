import type { Limit } from '../object-spec.ts';
import type { Random } from '../random.ts';
import type { CatalogueProduct } from './types.ts';

// The order decides what the same seed draws.
const COUNTRIES = [
  'US',
  'CA',
  'MX',
  'GB',
  'IE',
  'DE',
  'FR',
  'NL',
  'BE',
  'AT',
  'CH',
  'IT',
  'ES',
  'PT',
  'PL',
  'CZ',
  'DK',
  'SE',
  'NO',
  'FI',
  'JP',
  'KR',
  'SG',
  'AU',
  'NZ',
  'BR',
  'CL',
  'ZA',
  'IL',
  'AE',
];

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
  return { shipsFrom, shipCountries: COUNTRIES.filter((country) => !closed.has(country)) };
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
