/** Business days that the staff take to pack, and days on the way: what the warehouse promises. */
export const PROCESSING_DAYS = { min: 1, max: 3 } as const;

export interface ShippingService {
  code: string;
  name: string;
  days: readonly [number, number];
  /** US cents: to begin with, and for each 100 g begun, in the first zone. */
  base: number;
  step: number;
}

export const SERVICES: readonly ShippingService[] = [
  { code: 'standard', name: 'Quayside Standard', days: [5, 7], base: 349, step: 38 },
  { code: 'express', name: 'Quayside Express', days: [2, 4], base: 1190, step: 95 },
];

/** Zones by country. What is not here is not served. */
const ZONES: Readonly<Record<string, 1 | 2 | 3>> = Object.fromEntries([
  ...'US CA GB IE DE FR NL BE LU AT CH'.split(' ').map((code) => [code, 1] as const),
  ...'IT ES PT PL CZ SK HU RO BG GR HR SI DK SE NO FI IS EE LV LT CY MT AU NZ JP KR SG HK'
    .split(' ')
    .map((code) => [code, 2] as const),
  ...'MX BR CL AR CO PE ZA AE SA QA KW IL TR MY TH PH ID VN IN EG MA KE NG'
    .split(' ')
    .map((code) => [code, 3] as const),
]);
const DEARER_PER_ZONE = 0.4;

export const SERVED_COUNTRIES: readonly string[] = Object.keys(ZONES).sort();

export const isServed = (country: string): boolean => country in ZONES;

export interface Quote {
  service: ShippingService;
  /** US cents. */
  amount: number;
}

/** Every service to a country for a weight, cheapest first; none when the country is not served. */
export function quotes(country: string, grams: number): Quote[] {
  const zone = ZONES[country];
  if (zone === undefined) return [];
  const steps = Math.max(1, Math.ceil(grams / 100));
  return SERVICES.map((service) => ({
    service,
    amount: Math.round((service.base + service.step * steps) * (1 + (zone - 1) * DEARER_PER_ZONE)),
  })).sort((a, b) => a.amount - b.amount);
}

/** A service by its code or by the name that people see. */
export const findService = (text: string): ShippingService | undefined =>
  SERVICES.find((service) => service.code === text || service.name === text);
