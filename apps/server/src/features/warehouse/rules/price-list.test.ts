import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ShippingRate } from './catalog/drafts.ts';
import { fastestDays, ownPrices } from './price-list.ts';
import type { Shippable } from './shipping.ts';

const rate = (change: Partial<ShippingRate>): ShippingRate => ({
  shipsFrom: '',
  country: 'US',
  service: 'Standard',
  parcel: 400,
  perKg: 100,
  processingDays: [1, 2],
  deliveryDays: [3, 5],
  ...change,
});
const thing = (change: Partial<Shippable> = {}): Shippable => ({
  shipsFrom: 'US',
  shipCountries: [],
  limits: [],
  freeTo: [],
  grams: 500,
  ...change,
});
const amounts =
  (...args: Parameters<ReturnType<typeof ownPrices>['quotes']>) =>
  (list: ReturnType<typeof ownPrices>) =>
    list.quotes(...args).map(({ service, amount }) => [service.name, amount]);

describe("the operator's own rates", () => {
  it('charge a parcel and each kilogram, parts of a cent rounded up', () => {
    const list = ownPrices([rate({})]);
    expect(amounts('US', [thing({ grams: 501 })])(list)).toEqual([['Standard', 451]]);
    expect(amounts('US', [])(list)).toEqual([]);
    expect(amounts('DE', [thing()])(list)).toEqual([]);
  });

  it('of the origin go before those for everywhere', () => {
    const list = ownPrices([rate({}), rate({ shipsFrom: 'US', parcel: 100, perKg: 0 })]);
    expect(amounts('US', [thing()])(list)).toEqual([['Standard', 100]]);
    expect(amounts('US', [thing({ shipsFrom: 'CN' })])(list)).toEqual([['Standard', 450]]);
  });

  it('are charged for each origin, by services that take all of it', () => {
    const list = ownPrices([
      rate({ shipsFrom: 'US', perKg: 0 }),
      rate({ shipsFrom: 'US', service: 'Express', perKg: 0 }),
      rate({ shipsFrom: 'CN', perKg: 0, parcel: 900, deliveryDays: [8, 12] }),
    ]);
    const [quote, ...others] = list.quotes('US', [thing(), thing({ shipsFrom: 'CN' })]);
    expect([quote?.amount, quote?.deliveryDays, others]).toEqual([1300, [8, 12], []]);
  });

  it('leave out countries that a product does not go to', () => {
    const list = ownPrices([rate({}), rate({ country: 'CA' })]);
    expect(list.countriesOf(thing())).toEqual(['CA', 'US']);
    expect(list.countriesOf(thing({ shipCountries: ['CA', 'FR'] }))).toEqual(['CA']);
    expect(fastestDays(list, 'US', thing({ shipCountries: ['CA'] }))).toBeUndefined();
  });

  it('send nothing where one of several products does not go', () => {
    const list = ownPrices([rate({})]);
    expect(amounts('US', [thing(), thing({ shipCountries: ['DE'] })])(list)).toEqual([]);
  });

  it('group countries with the same prices into zones, and rename a zone when a price changes', () => {
    const list = ownPrices([rate({}), rate({ country: 'CA' }), rate({ country: 'DE', parcel: 900 })]);
    expect(list.zones.map(({ countries }) => countries)).toEqual([['CA', 'US'], ['DE']]);
    const dearer = ownPrices([
      rate({ parcel: 500 }),
      rate({ country: 'CA', parcel: 500 }),
      rate({ country: 'DE', parcel: 900 }),
    ]);
    expect(dearer.zones[0]?.priceList).not.toBe(list.zones[0]?.priceList);
    expect(dearer.zones[1]?.priceList).toBe(list.zones[1]?.priceList);
  });

  it('say the same of a zone as of each of its countries', () => {
    const some = fc.record({
      country: fc.constantFrom('US', 'CA', 'DE', 'FR'),
      shipsFrom: fc.constantFrom('', 'US', 'CN'),
      service: fc.constantFrom('A', 'B'),
      parcel: fc.integer({ min: 0, max: 3 }),
    });
    fc.assert(
      fc.property(fc.array(some), fc.constantFrom('US', 'CN', 'PL'), (drawn, shipsFrom) => {
        const rates = new Map(drawn.map((one) => [`${one.country}${one.shipsFrom}${one.service}`, rate(one)]));
        const list = ownPrices([...rates.values()]);
        const goods = thing({ shipsFrom });
        const told = new Map(list.zoneQuotes(goods).map(({ zone, quote }) => [zone, quote]));
        for (const { code, countries } of list.zones)
          for (const country of countries) expect(list.quotes(country, [goods])[0]).toEqual(told.get(code));
      }),
    );
  });
});
