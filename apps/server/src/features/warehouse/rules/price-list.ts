import { createHash } from 'node:crypto';
import type { ShippingRate } from './catalog/drafts.ts';
import {
  findService,
  isServed,
  PRICE_LIST,
  PRICE_ZONES,
  type Quote,
  quotes,
  type Service,
  type Shippable,
  zoneQuotes,
} from './shipping.ts';

/** What shipping costs in one mode. */
export interface PriceList {
  /** Countries with the same prices and times, each with a name of its prices that changes when they do. */
  zones: readonly { code: string; countries: readonly string[]; priceList: string }[];
  isServed(country: string): boolean;
  /** A service by its code or by the name that people see. */
  findService(text: string): Service | undefined;
  /** Every service that takes all of these things to a country, cheapest first; none when one of them doesn't go there. */
  quotes(country: string, things: readonly Shippable[]): Quote[];
  /** Countries that a thing may be sent to. */
  countriesOf(thing: Pick<Shippable, 'shipsFrom' | 'shipCountries'>): string[];
  /** The cheapest way to send one piece, by zone; a zone that it doesn't go to is left out. */
  zoneQuotes(thing: Shippable): { zone: string; quote: Quote }[];
}

/** The list of the sandbox's made-up products. */
export const SANDBOX_PRICES: PriceList = {
  zones: PRICE_ZONES.map((zone) => ({ ...zone, priceList: PRICE_LIST })),
  isServed,
  findService,
  // Imported products may name no countries: they go wherever there is a price.
  quotes: (country, things) => quotes(country, things.map(everywhere)),
  countriesOf: (thing) => everywhere(thing).shipCountries.filter(isServed),
  zoneQuotes: (thing) => zoneQuotes(everywhere(thing)),
};

const ALL = PRICE_ZONES.flatMap(({ countries }) => countries);

function everywhere<T extends Pick<Shippable, 'shipCountries'>>(thing: T): T {
  return thing.shipCountries.length > 0 ? thing : { ...thing, shipCountries: ALL };
}

const hash = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16);

/** The operator's own list. A rate for the origin of the goods goes before one for goods from everywhere. */
export function ownPrices(rates: readonly ShippingRate[]): PriceList {
  const byCountry = Map.groupBy(rates, ({ country }) => country);

  const ratesFor = (country: string, shipsFrom: string): Map<string, ShippingRate> => {
    const here = byCountry.get(country) ?? [];
    const found = new Map(here.filter((rate) => rate.shipsFrom === '').map((rate) => [rate.service, rate]));
    for (const rate of here) if (rate.shipsFrom === shipsFrom) found.set(rate.service, rate);
    return found;
  };
  const goesTo = (thing: Pick<Shippable, 'shipsFrom' | 'shipCountries'>, country: string): boolean =>
    (thing.shipCountries.length === 0 || thing.shipCountries.includes(country)) &&
    ratesFor(country, thing.shipsFrom).size > 0;

  function quotesOf(country: string, things: readonly Shippable[]): Quote[] {
    if (things.length === 0 || !things.every((thing) => goesTo(thing, country))) return [];
    // Goods of each origin are a parcel of their own; a service has to take all of them.
    const parcels = [...Map.groupBy(things, ({ shipsFrom }) => shipsFrom)].map(([shipsFrom, sent]) => ({
      rates: ratesFor(country, shipsFrom),
      grams: sent.reduce((sum, thing) => sum + thing.grams, 0),
    }));
    const services = [...(parcels[0]?.rates.keys() ?? [])].filter((service) =>
      parcels.every(({ rates }) => rates.has(service)),
    );
    const list = services.map((name): Quote => {
      const used = parcels.map(({ rates, grams }) => ({ rate: rates.get(name) as ShippingRate, grams }));
      const longest = (days: (rate: ShippingRate) => readonly [number, number]): [number, number] => [
        Math.max(...used.map(({ rate }) => days(rate)[0])),
        Math.max(...used.map(({ rate }) => days(rate)[1])),
      ];
      return {
        service: { code: name, name },
        amount: used.reduce((sum, { rate, grams }) => sum + rate.parcel + Math.ceil((rate.perKg * grams) / 1000), 0),
        processingDays: longest((rate) => rate.processingDays),
        deliveryDays: longest((rate) => rate.deliveryDays),
      };
    });
    return list.sort(
      (a, b) =>
        a.amount - b.amount || a.deliveryDays[1] - b.deliveryDays[1] || (a.service.name < b.service.name ? -1 : 1),
    );
  }

  // Countries with the same rates are a zone, so that a world of countries is not kept with every product.
  const alike = Map.groupBy([...byCountry.keys()].sort(), (country) =>
    hash((byCountry.get(country) ?? []).map(({ country: _, ...rate }) => JSON.stringify(rate)).sort()),
  );
  const zones = [...alike].map(([priceList, countries]) => ({ code: `own-${countries[0]}`, countries, priceList }));
  return {
    zones,
    isServed: (country) => byCountry.has(country),
    findService: (text) => (rates.some(({ service }) => service === text) ? { code: text, name: text } : undefined),
    quotes: quotesOf,
    countriesOf: (thing) => [...byCountry.keys()].filter((country) => goesTo(thing, country)).sort(),
    zoneQuotes: (thing) =>
      zones.flatMap(({ code, countries }) => {
        const first = countries.find((country) => goesTo(thing, country));
        const quote = first === undefined ? undefined : quotesOf(first, [thing])[0];
        return quote ? [{ zone: code, quote }] : [];
      }),
  };
}

/** Days at most that one piece is on its way to a country by the fastest service; undefined where it doesn't go. */
export function fastestDays(list: PriceList, country: string, thing: Shippable): number | undefined {
  const all = list.quotes(country, [thing]).map(({ deliveryDays }) => deliveryDays[1]);
  return all.length > 0 ? Math.min(...all) : undefined;
}
