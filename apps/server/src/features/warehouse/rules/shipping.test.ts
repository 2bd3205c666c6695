import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fastestDays, SANDBOX_PRICES } from './price-list.ts';
import { findService, goesTo, PRICE_ZONES, quotes, type Shippable, zoneQuotes } from './shipping.ts';

const cup: Shippable = { shipsFrom: 'CN', shipCountries: ['US', 'DE', 'BR'], limits: [], freeTo: [], grams: 350 };

describe('shipping', () => {
  it('costs more for more weight and for farther places, less from near', () => {
    const amount = (country: string, change: Partial<Shippable> = {}) =>
      quotes(country, [{ ...cup, ...change }])[0]?.amount ?? 0;
    expect(amount('US')).toBe(519);
    expect(amount('US', { grams: 3_500 })).toBeGreaterThan(amount('US'));
    expect(amount('BR')).toBeGreaterThan(amount('US'));
    expect(amount('US', { shipsFrom: 'US' })).toBeLessThan(amount('US'));
  });

  it('weighs all things of an order together', () => {
    const one = quotes('US', [cup])[0]?.amount ?? 0;
    const two = quotes('US', [cup, { ...cup, shipsFrom: 'US' }])[0]?.amount ?? 0;
    expect(two).toBeGreaterThan(one);
    expect(two).toBeLessThan(2 * one);
  });

  it('is free where a thing goes free, by the standard service, and charges only for the others with it', () => {
    const free: Shippable = { ...cup, shipsFrom: 'US', freeTo: ['US'] };
    const amounts = (country: string, things: Shippable[]) => quotes(country, things).map((quote) => quote.amount);
    const [standard, express] = amounts('US', [free]);
    expect(standard).toBe(0);
    expect(express).toBe(amounts('US', [{ ...free, freeTo: [] }])[1]);
    expect(amounts('DE', [free])[0]).toBeGreaterThan(0);
    const paid: Shippable = { ...cup, shipsFrom: 'US' };
    expect(amounts('US', [free, paid])[0]).toBe(amounts('US', [paid])[0]);
    expect(zoneQuotes(free)[0]).toMatchObject({ zone: 'us', quote: { amount: 0 } });
  });

  it('tells how fast a thing can be in a country', () => {
    const fastest = (country: string, thing: Shippable) => fastestDays(SANDBOX_PRICES, country, thing);
    expect(fastest('US', { ...cup, shipsFrom: 'US' })).toBe(2);
    expect(fastest('US', cup)).toBe(4);
    expect(fastest('US', { ...cup, limits: ['bulky'] })).toBe(7);
    expect(fastest('GB', cup)).toBeUndefined();
  });

  it('is not offered where one of the things does not go', () => {
    expect(quotes('AQ', [cup])).toEqual([]);
    expect(quotes('BR', [cup, { ...cup, shipCountries: ['US'] }])).toEqual([]);
    expect(goesTo(cup, 'DE')).toBe(true);
    expect(goesTo({ shipCountries: ['AQ'] }, 'AQ')).toBe(false);
  });

  it('has no fast way for furniture, nor for batteries over a border', () => {
    const ways = (change: Partial<Shippable>) =>
      quotes('US', [{ ...cup, ...change }]).map((quote) => quote.service.code);
    expect(ways({})).toEqual(['standard', 'express']);
    expect(ways({ limits: ['bulky'] })).toEqual(['standard']);
    expect(ways({ limits: ['battery'] })).toEqual(['standard']);
    expect(ways({ limits: ['battery'], shipsFrom: 'US' })).toEqual(['standard', 'express']);
  });

  it('keeps the promise of one to three days to pack and five to seven on the way', () => {
    for (const limits of [[], ['bulky'], ['battery']]) {
      const [standard, express] = quotes('US', [{ ...cup, limits }]);
      expect(standard).toMatchObject({ processingDays: [1, 3], deliveryDays: [5, 7] });
      expect(express?.processingDays ?? [1, 3]).toEqual([1, 3]);
    }
    expect(findService('Quayside Standard')?.code).toBe('standard');
    expect(findService('pigeon')).toBeUndefined();
  });

  it('tells for a zone what every country in it pays', () => {
    const codes = PRICE_ZONES.flatMap(({ countries }) => countries);
    expect(new Set(codes).size).toBe(codes.length);
    fc.assert(
      fc.property(
        fc.record({
          shipsFrom: fc.constantFrom('CN', 'US', 'DE', 'GB', 'CA'),
          shipCountries: fc.subarray(codes),
          limits: fc.subarray(['bulky', 'battery']),
          freeTo: fc.subarray(codes, { maxLength: 3 }),
          grams: fc.integer({ min: 1, max: 20_000 }),
        }),
        (thing) => {
          const told = new Map(zoneQuotes(thing).map(({ zone, quote }) => [zone, quote]));
          for (const { code, countries } of PRICE_ZONES) {
            const asked = countries.flatMap((country) => quotes(country, [thing]).slice(0, 1));
            const zone = told.get(code);
            if (zone) for (const one of asked) expect(one).toEqual(zone);
            else expect(new Set(asked.map((one) => one.amount)).size).not.toBe(1);
          }
        },
      ),
    );
    expect(zoneQuotes({ ...cup, shipCountries: [] })).toEqual([]);
    expect(zoneQuotes({ ...cup, shipCountries: ['CA', 'MX'], freeTo: ['CA'] })).toEqual([]);
  });
});
