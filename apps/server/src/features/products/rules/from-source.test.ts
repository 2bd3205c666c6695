import { expect, it } from 'vitest';
import { importedProduct } from './from-source.ts';

const variant = (id: string, sku: string, optionValues: string[], cost = 100) => ({
  sourceVariantId: id,
  sku,
  optionValues,
  cost,
  price: cost * 3,
  imageUrl: null,
  stock: 5,
  weightGrams: null,
});
const source = {
  title: 'Lamp',
  descriptionHtml: '',
  vendor: '',
  productType: '',
  options: [{ name: 'Color', values: ['Red', 'Blue', 'Unused'] }],
  imageUrls: ['/pictures/a.webp', '/pictures/a.webp'],
  specifications: [],
  variants: [variant('v1', 'A', ['Red']), variant('v2', 'B', ['Blue'], 250)],
  importedAt: '2026-01-01T00:00:00.000Z',
};

it('keeps the facts once, with the ranges of cost and price', () => {
  const product = importedProduct(source);
  expect(product).toMatchObject({ costFrom: 100, costTo: 250, priceFrom: 300, priceTo: 750 });
  expect(product.original.images).toEqual([{ url: '/pictures/a.webp' }]);
  expect(product.original.options).toEqual([{ name: 'Color', values: ['Red', 'Blue'] }]);
});

it('gives each variant an article number of its own', () => {
  const { variants } = importedProduct({
    ...source,
    variants: [variant('v1', 'A', ['Red']), variant('v2', 'A', ['Blue']), variant('v3', ' ', ['Green'])],
  });
  expect(variants.map((one) => one.sku)).toEqual(['A', 'v2', 'v3']);
});

it('folds options beyond the third into it', () => {
  const options = ['Color', 'Size', 'Plug', 'Pack'].map((name) => ({ name, values: [] }));
  const product = importedProduct({
    ...source,
    options,
    variants: [variant('v1', 'A', ['Red', 'S', 'EU', '2 pieces'])],
  });
  expect(product.original.options.map((option) => option.name)).toEqual(['Color', 'Size', 'Plug / Pack']);
  expect(product.variants[0]?.optionValues).toEqual(['Red', 'S', 'EU / 2 pieces']);
});
