import type { SourceProductSummary } from '@quayside/connector-kit';
import { newId } from '@quayside/kernel';
import { describe, expect, it } from 'vitest';
import { fails, fillCart, NOWHERE, paid, placed, type SupplierSetup, someProducts } from './supplier-world.ts';

export function sourceTests(world: () => SupplierSetup): void {
  describe('the account', () => {
    it('is known by a good key', async () => {
      const { connector, context } = world();
      const account = await connector.verify(context());
      expect(account.accountName).not.toBe('');
    });

    it('is refused by a wrong key', async () => {
      const { connector, wrongKey } = world();
      await expect(connector.verify(wrongKey())).rejects.toMatchObject(fails('auth'));
    });
  });

  describe('the goods', () => {
    it('are found by a word, page after page, none twice', async () => {
      const { connector, context, word } = world();
      const seen: string[] = [];
      let cursor: string | undefined;
      let pages = 0;
      do {
        const page = await connector.search(context(), { word, shipTo: 'US', size: 10, cursor });
        expect(page.items.length).toBeLessThanOrEqual(10);
        for (const item of page.items) {
          expect(item.costFrom.amount).toBeGreaterThan(0);
          expect(item.costTo.amount).toBeGreaterThanOrEqual(item.costFrom.amount);
          expect(item.imageUrls[0]).toMatch(/^https?:/);
          seen.push(item.sourceProductId);
        }
        cursor = page.nextCursor;
        pages += 1;
      } while (cursor && pages < 200);
      expect(pages).toBeGreaterThan(1);
      expect(new Set(seen).size).toBe(seen.length);
    });

    it('are found within prices', async () => {
      const { connector, context } = world();
      const priceTo = { amount: 500, currency: 'USD' };
      const page = await connector.search(context(), { shipTo: 'US', size: 20, priceTo });
      expect(page.items.length).toBeGreaterThan(0);
      for (const item of page.items) expect(item.costFrom.amount).toBeLessThanOrEqual(priceTo.amount);
    });

    it('are sorted into categories that can be searched', async () => {
      const { connector, context } = world();
      const categories = await connector.categories(context());
      const ids = new Set(categories.map((category) => category.id));
      expect(categories.length).toBeGreaterThan(3);
      for (const { parentId } of categories) if (parentId) expect(ids).toContain(parentId);
      const top = categories.find(
        (category) => !category.parentId && categories.some((one) => one.parentId === category.id),
      );
      const leaf = categories.find((category) => !categories.some((one) => one.parentId === category.id));
      for (const category of [top, leaf]) {
        const page = await connector.search(context(), { shipTo: 'US', size: 5, categoryId: category?.id });
        expect(page.items.length).toBeGreaterThan(0);
      }
    });

    it('stand on the lists that the supplier keeps, and say why', async () => {
      const { connector, context } = world();
      for (const list of connector.capabilities.lists ?? []) {
        const { items } = await connector.search(context(), { shipTo: 'US', size: 20, list });
        expect(items.length).toBeGreaterThan(0);
        for (const item of items) {
          if (list === 'trending') expect(item.trending).toBe(true);
          else expect(item.shipsFrom).toContain('US');
        }
        if (list === 'trending') continue;
        const whole = await connector.getProduct(context(), items[0]?.sourceProductId ?? '', 'US');
        expect(whole?.shipsFrom).toContain('US');
      }
    });

    it('come with variants that fit their options', async () => {
      for (const product of await someProducts(world(), 5)) {
        expect(product.status).toBe('full');
        const skus = product.variants.map((variant) => variant.sku);
        expect(new Set(skus).size).toBe(skus.length);
        for (const variant of product.variants) {
          expect(variant.cost.amount).toBeGreaterThan(0);
          expect(variant.optionValues).toHaveLength(product.options.length);
          for (const [at, value] of variant.optionValues.entries())
            expect(product.options[at]?.values.map((one) => one.value)).toContain(value);
        }
      }
    });

    it('that do not exist are not found', async () => {
      const { connector, context } = world();
      expect(await connector.getProduct(context(), '00000000-0000-7000-8000-000000000000', 'US')).toBeUndefined();
    });

    it('tell their stock', async () => {
      const { connector, context, setStock } = world();
      const [product] = await someProducts(world(), 1);
      const variant = product?.variants[0];
      if (!variant) throw new Error('no variant');
      await setStock(variant.sourceVariantId, 33);
      const rows = await connector.getStock(context(), [variant.sourceVariantId]);
      expect(rows).toEqual([expect.objectContaining({ sourceVariantId: variant.sourceVariantId, stock: 33 })]);
    });
  });

  describe('shipping', () => {
    it('is quoted to a country that is served, dearer for more goods', async () => {
      const { connector, context } = world();
      const { lines } = await fillCart(world(), [1]);
      const ask = (quantity: number) =>
        connector.quoteShipping(context(), { countryCode: 'US', lines: lines.map((line) => ({ ...line, quantity })) });
      const [few, many] = [await ask(1), await ask(12)];
      expect(few.length).toBeGreaterThan(0);
      const same = many.find((option) => option.serviceName === few[0]?.serviceName);
      expect(same?.amount.amount).toBeGreaterThan(few[0]?.amount.amount ?? 0);
      for (const option of few) expect(option.deliveryDaysMax).toBeGreaterThanOrEqual(option.deliveryDaysMin ?? 0);
    });

    it('costs in every country of a price zone what the product tells of that zone', async () => {
      const { connector, context } = world();
      const zones = await connector.priceZones?.(context());
      if (!zones) return;
      const countries = zones.flatMap((zone) => zone.countries);
      expect(new Set(countries).size).toBe(countries.length);
      const products = await someProducts(world(), 3);
      for (const { zonePrices, shipCountries, variants, sourceProductId } of products) {
        const cheapest = variants.reduce((best, one) => (one.cost.amount < best.cost.amount ? one : best));
        const lines = [{ sourceProductId, sourceVariantId: cheapest.sourceVariantId, quantity: 1 }];
        expect(zonePrices?.length).toBeGreaterThan(1);
        for (const country of countries) {
          const [quote] = await connector.quoteShipping(context(), { countryCode: country, lines });
          const zone = zones.find((one) => one.countries.includes(country));
          const told = zonePrices?.find((one) => one.zone === zone?.code);
          if (!quote) expect(shipCountries).not.toContain(country);
          else expect(told).toMatchObject({ cost: quote.amount, daysMin: quote.deliveryDaysMin });
        }
      }
    });

    it('costs nothing where the supplier says that it is free, and something elsewhere', async () => {
      const { connector, context } = world();
      let cursor: string | undefined;
      const free: SourceProductSummary[] = [];
      do {
        const page = await connector.search(context(), { shipTo: 'US', size: 50, cursor });
        free.push(...page.items.filter((item) => item.freeShippingTo?.includes('US')));
        cursor = page.nextCursor;
      } while (cursor && free.length === 0);
      for (const { sourceProductId, zonePrices } of free.slice(0, 2)) {
        const product = await connector.getProduct(context(), sourceProductId, 'US');
        const sourceVariantId = product?.variants[0]?.sourceVariantId ?? '';
        const lines = [{ sourceProductId, sourceVariantId, quantity: 3 }];
        const [there] = await connector.quoteShipping(context(), { countryCode: 'US', lines });
        expect(there?.amount.amount).toBe(0);
        expect(zonePrices?.some(({ cost }) => cost.amount === 0)).toBe(true);
        if (!there) continue;
        const cost = product?.variants[0]?.cost.amount ?? 0;
        const bought = lines.map((line) => ({ ...line, ref: newId(), sku: product?.variants[0]?.sku ?? '' }));
        const order = await placed(world(), { lines: bought, shipping: there, goods: cost * 3 });
        expect(order).toMatchObject({ shippingCost: { amount: 0 }, total: { amount: cost * 3 } });
        await paid(world(), order);
        const [abroad] = await connector.quoteShipping(context(), { countryCode: 'CA', lines });
        expect(abroad?.amount.amount).toBeGreaterThan(0);
      }
    });

    it('is not offered to a country that is not', async () => {
      const { connector, context } = world();
      const { lines } = await fillCart(world(), [1]);
      expect(await connector.quoteShipping(context(), { countryCode: NOWHERE, lines })).toEqual([]);
    });
  });
}
