import { describe, expect, it } from 'vitest';
import { cheapest, fastestDays, findService, goesTo, quotes, type Shippable } from './shipping.ts';

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
    expect(cheapest(free)?.amount).toBe(0);
  });

  it('tells how fast a thing can be in a country', () => {
    expect(fastestDays('US', { ...cup, shipsFrom: 'US' })).toBe(2);
    expect(fastestDays('US', cup)).toBe(4);
    expect(fastestDays('US', { ...cup, limits: ['bulky'] })).toBe(7);
    expect(fastestDays('GB', cup)).toBeUndefined();
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
    expect(cheapest(cup)?.amount).toBe(519);
    expect(cheapest({ ...cup, shipCountries: [] })).toBeUndefined();
  });
});
