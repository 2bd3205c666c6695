import { describe, expect, it } from 'vitest';
import { catalogue } from '../catalogue.ts';
import { shippingOptions } from './shipping.ts';

const goods = catalogue();

describe('shippingOptions', () => {
  it('offers nothing where a product is not sent, and something everywhere else', () => {
    for (const product of goods.slice(0, 300)) {
      for (const country of ['US', 'GB', 'DE', 'AU', 'BR', 'JP', 'XX', 'us', 'constructor']) {
        const open = product.shipCountries.includes(country);
        expect(shippingOptions(product, country, 1).length > 0, `${product.title} to ${country}`).toBe(open);
      }
    }
  });

  it('closes some destinations for some products', () => {
    expect(goods.some(({ shipCountries }) => !shipCountries.includes('GB'))).toBe(true);
    expect(goods.some(({ shipCountries }) => !shipCountries.includes('US'))).toBe(true);
    expect(goods.filter(({ shipCountries }) => shipCountries.includes('US')).length).toBeGreaterThan(
      goods.length * 0.9,
    );
  });

  it('keeps its times: 1 to 3 days to pack, 5 to 7 to arrive, express sooner and dearer', () => {
    const product = goods.find(({ limits, shipCountries }) => limits.length === 0 && shipCountries.includes('US'));
    const [standard, express] = product === undefined ? [] : shippingOptions(product, 'US', 1);
    expect(standard).toMatchObject({
      method: 'Standard',
      processingDaysMin: 1,
      deliveryDaysMin: 5,
      deliveryDaysMax: 7,
    });
    expect(express?.method).toBe('Express');
    expect(express?.deliveryDaysMax).toBeLessThan(standard?.deliveryDaysMin ?? 0);
    expect(express?.amountMinor).toBeGreaterThan(standard?.amountMinor ?? Number.POSITIVE_INFINITY);
    expect(standard?.processingDaysMax).toBeLessThanOrEqual(3);
  });

  it('charges more for more pieces, in whole cents', () => {
    for (const product of goods.slice(0, 100)) {
      const country = product.shipCountries[0] ?? '';
      const [one] = shippingOptions(product, country, 1);
      const [ten] = shippingOptions(product, country, 10);
      expect(Number.isSafeInteger(one?.amountMinor)).toBe(true);
      expect(ten?.amountMinor).toBeGreaterThanOrEqual(one?.amountMinor ?? Number.POSITIVE_INFINITY);
    }
  });

  it('refuses a quantity that is not a whole number above 0', () => {
    const [product] = goods;
    if (product === undefined) throw new Error('no goods');
    for (const quantity of [0, -1, 1.5, Number.NaN])
      expect(() => shippingOptions(product, 'US', quantity)).toThrow(RangeError);
  });
});

it('sends free what says so, by the standard service and to those countries only', () => {
  const free = goods.filter(({ freeShippingTo }) => freeShippingTo.length > 0);
  expect(free.length).toBeGreaterThan(50);
  for (const product of free) {
    expect(product).toMatchObject({ shipsFrom: 'US', freeShippingTo: ['US'] });
    for (const { id } of product.variants) {
      const [standard, express] = shippingOptions(product, 'US', 2, id);
      expect(standard?.amountMinor).toBe(0);
      expect(express?.amountMinor).toBeGreaterThan(0);
    }
    expect(shippingOptions(product, 'GB', 1)[0]?.amountMinor ?? 1).toBeGreaterThan(0);
  }
});
