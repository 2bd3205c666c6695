import { createHash } from 'node:crypto';
import { QUAYSIDE_LEAD_DAYS } from '@quayside/contracts';

/** What the staff and the carriers have to know of a thing to send it. */
export interface Shippable {
  /** Country of the shelf it lies on. */
  shipsFrom: string;
  shipCountries: readonly string[];
  /** What makes sending it harder: battery, bulky, ... */
  limits: readonly string[];
  /** Countries that the standard service takes it to without a charge. */
  freeTo: readonly string[];
  /** Of all its pieces together. */
  grams: number;
}

type Zone = 'us' | 'america' | 'uk' | 'europe' | 'asia' | 'pacific' | 'far';

const COUNTRIES_OF: Record<Zone, string> = {
  us: 'US',
  america: 'CA MX',
  uk: 'GB',
  europe: 'IE DE FR NL BE AT CH IT ES PT PL CZ DK SE NO FI',
  asia: 'JP KR SG',
  pacific: 'AU NZ',
  far: 'BR CL ZA IL AE',
};
/** The zones of the price list, each with its countries. */
export const PRICE_ZONES = Object.entries(COUNTRIES_OF).map(([code, codes]) => ({ code, countries: codes.split(' ') }));

const ZONES = new Map(
  Object.entries(COUNTRIES_OF).flatMap(([zone, codes]) =>
    codes.split(' ').map((code) => [code, zone as Zone] as const),
  ),
);

/** US cents for a parcel, and for each 100 g of it. */
const RATES: Record<Zone, readonly [parcel: number, per100g: number]> = {
  us: [299, 62],
  america: [379, 78],
  uk: [289, 66],
  europe: [339, 70],
  asia: [259, 58],
  pacific: [399, 92],
  far: [529, 118],
};

export interface Service {
  code: string;
  name: string;
}
export const SERVICES: readonly Service[] = [
  { code: 'standard', name: 'Quayside Standard' },
  { code: 'express', name: 'Quayside Express' },
];

/** A service by its code or by the name that people see. */
export const findService = (text: string): Service | undefined =>
  SERVICES.find((service) => service.code === text || service.name === text);

export interface Quote {
  service: Service;
  /** US cents. */
  amount: number;
  processingDays: readonly [number, number];
  deliveryDays: readonly [number, number];
}

export const isServed = (country: string): boolean => ZONES.has(country);
export const goesTo = (thing: Pick<Shippable, 'shipCountries'>, country: string): boolean =>
  isServed(country) && thing.shipCountries.includes(country);

const dear = (amount: number): number => Math.ceil(amount / 10) * 10 - 1;

/** Every service that takes all of these things to a country, cheapest first; none when one of them does not go there. */
export function quotes(country: string, things: readonly Shippable[]): Quote[] {
  const zone = ZONES.get(country);
  if (!zone || things.length === 0 || !things.every((thing) => goesTo(thing, country))) return [];
  const near = things.every(({ shipsFrom }) => shipsFrom === country || (shipsFrom === 'DE' && zone === 'europe'));
  const has = (limit: string): boolean => things.some(({ limits }) => limits.includes(limit));
  const price = (sent: readonly Shippable[]): number => {
    const grams = sent.reduce((sum, thing) => sum + thing.grams, 0);
    // Heavy parcels go by sea container and truck: each further kilo costs less.
    const charged = Math.min(grams, 2_000) + Math.max(0, grams - 2_000) * 0.35;
    const [parcel, per100g] = RATES[zone];
    return (parcel + (charged / 100) * per100g) * (near ? 0.75 : 1);
  };
  // What goes free weighs nothing on the bill; who is in a hurry pays for all of it.
  const paid = things.filter(({ freeTo }) => !freeTo.includes(country));
  const [slow, fast] = SERVICES as readonly [Service, Service];
  const list: Quote[] = [
    {
      service: slow,
      amount: paid.length === 0 ? 0 : dear(price(paid)),
      processingDays: QUAYSIDE_LEAD_DAYS.processing,
      deliveryDays: QUAYSIDE_LEAD_DAYS.delivery,
    },
  ];
  // Planes take neither furniture nor, over a border, batteries.
  if (!has('bulky') && (near || !has('battery')))
    list.push({
      service: fast,
      amount: dear(price(things) * 1.8 + 490),
      processingDays: QUAYSIDE_LEAD_DAYS.processing,
      deliveryDays: near ? [1, 2] : [3, 4],
    });
  return list;
}

/**
 * The cheapest way to send one piece, by zone. A zone is left out where the piece goes to none of its countries, or where
 * not all of those it goes to have the same price and time.
 */
export function zoneQuotes(thing: Shippable): { zone: string; quote: Quote }[] {
  return PRICE_ZONES.flatMap(({ code, countries }) => {
    const all = countries.flatMap((country) => quotes(country, [thing]).slice(0, 1));
    const [first] = all;
    const isSame = (one: Quote): boolean =>
      one.amount === first?.amount && String(one.deliveryDays) === String(first.deliveryDays);
    return first && all.every(isSame) ? [{ zone: code, quote: first }] : [];
  });
}

/** Things that are sent by every rule of the price list: near and far, light and heavy, with a battery, bulky, and free. */
const PROBES: readonly Shippable[] = ['US', 'CN', 'DE', 'GB'].flatMap((shipsFrom) =>
  [[], ['battery'], ['bulky']].flatMap((limits) =>
    [90, 1_500, 6_000].map((grams) => ({
      shipsFrom,
      shipCountries: [...ZONES.keys()],
      limits,
      freeTo: grams === 90 ? [shipsFrom] : [],
      grams,
    })),
  ),
);

/** Names the price list by what it says of some things, so that a change of any rate or of the days gives it another name. */
export const PRICE_LIST = createHash('sha256')
  .update(JSON.stringify([...ZONES.keys()].map((country) => PROBES.map((thing) => quotes(country, [thing])))))
  .digest('hex')
  .slice(0, 16);
