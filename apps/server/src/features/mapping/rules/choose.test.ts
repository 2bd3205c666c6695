import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Choice, chooseSupplier } from './choose.ts';

const choice = (priority: number, ship_to: string[] = []): Choice => ({ priority, ship_to });

describe('choosing a supplier', () => {
  it('takes the first in priority that serves the country', () => {
    const choices = [choice(3), choice(1, ['DE', 'AT']), choice(2, ['US'])];
    expect(chooseSupplier(choices, 'DE')?.priority).toBe(1);
    expect(chooseSupplier(choices, 'US')?.priority).toBe(2);
    expect(chooseSupplier(choices, 'FR')?.priority).toBe(3);
  });

  it('takes only a choice for all countries where the country is unknown', () => {
    expect(chooseSupplier([choice(1, ['DE']), choice(2)], null)?.priority).toBe(2);
    expect(chooseSupplier([choice(1, ['DE'])], null)).toBeUndefined();
  });

  it('always takes one that serves the country, and none before it does', () => {
    const countries = fc.constantFrom('US', 'DE', 'FR');
    const choices = fc.uniqueArray(
      fc.record({
        priority: fc.integer({ min: 1, max: 10 }),
        ship_to: fc.uniqueArray(countries, { maxLength: 3 }),
      }),
      { selector: (one) => one.priority, maxLength: 6 },
    );
    fc.assert(
      fc.property(choices, fc.option(countries), (all, country) => {
        const good = (one: Choice) => one.ship_to.length === 0 || (country !== null && one.ship_to.includes(country));
        const taken = chooseSupplier(all, country);
        expect(taken !== undefined).toBe(all.some(good));
        if (!taken) return;
        expect(good(taken)).toBe(true);
        expect(all.some((one) => one.priority < taken.priority && good(one))).toBe(false);
      }),
    );
  });
});
