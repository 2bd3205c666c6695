import type { StockedProduct } from '../../features/warehouse/index.ts';

/** A mug of our own making, for tests that need to know every number. */
export const mug = (change: Partial<StockedProduct> = {}): StockedProduct => ({
  productId: 'T-1',
  title: 'Test Mug',
  descriptionHtml: '<p>A mug.</p>',
  categoryPath: ['Home', 'Mugs'],
  options: [{ name: 'Color', values: [{ value: 'Red' }, { value: 'Blue' }] }],
  images: ['mug_red_sand_hero'],
  specifications: [{ name: 'Item', value: 'Mug' }],
  currency: 'USD',
  shipsFrom: 'CN',
  shipCountries: ['US', 'DE'],
  limits: [],
  variants: [
    { variantId: 'T-1-R', sku: 'T-1-RED', optionValues: ['Red'], cost: 310, weightGrams: 350, stock: 10 },
    { variantId: 'T-1-B', sku: 'T-1-BLUE', optionValues: ['Blue'], cost: 290, weightGrams: 350, stock: 10 },
  ],
  ...change,
});
