import { findVariant } from './catalogue.ts';

/** Countries CJ's stand-in sends to. Antarctica and the like are left out, so that "cannot be shipped there" is real. */
const ZONES: Record<string, 1 | 2 | 3> = Object.fromEntries([
  ...'US CA GB DE FR NL BE AT CH IE'.split(' ').map((code) => [code, 1]),
  ...'IT ES PT PL CZ DK SE NO FI HU RO GR SK SI HR BG EE LV LT LU AU NZ JP KR SG'.split(' ').map((code) => [code, 2]),
  ...'MX BR CL AR ZA AE SA IL TR MY TH PH ID IN EG MA'.split(' ').map((code) => [code, 3]),
]);

interface Service {
  name: string;
  from: string;
  /** Only to these; absent: to every zone. */
  to?: string[];
  /** US cents: to start with, and for each 100 g begun, by zone 1. */
  base: number;
  step: number;
  days: [number, number];
}

const SERVICES: Service[] = [
  { name: 'CJPacket Ordinary', from: 'CN', base: 268, step: 62, days: [7, 12] },
  { name: 'CJPacket Sensitive', from: 'CN', base: 341, step: 74, days: [8, 14] },
  { name: 'DHL Official', from: 'CN', base: 1490, step: 168, days: [3, 7] },
  { name: 'USPS+', from: 'US', to: ['US'], base: 389, step: 41, days: [2, 5] },
];

export const isCountry = (code: string): boolean => /^[A-Z]{2}$/.test(code) && code !== 'ZZ';

export interface Quote {
  name: string;
  cents: number;
  days: [number, number];
}

/** Every service from one country to another for these goods; none when CJ does not go there. */
export function quotes(from: string, to: string, goods: { vid: string; quantity: number }[]): Quote[] {
  const zone = ZONES[to];
  if (!zone) return [];
  const grams = goods.reduce(
    (sum, { vid, quantity }) => sum + (findVariant({ vid })?.variant.grams ?? 0) * quantity,
    0,
  );
  const steps = Math.ceil(grams / 100);
  return SERVICES.filter((service) => service.from === from && (!service.to || service.to.includes(to))).map(
    ({ name, base, step, days }) => ({
      name,
      cents: Math.round((base + step * steps) * (1 + (zone - 1) * 0.35)),
      days: [days[0] + zone - 1, days[1] + (zone - 1) * 3],
    }),
  );
}
