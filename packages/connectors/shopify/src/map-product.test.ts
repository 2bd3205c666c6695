import type { ListingInput, ListingVariantInput } from '@quayside/connector-kit';
import { money } from '@quayside/kernel';
import { expect, test } from 'vitest';
import { fileName } from './map-files.ts';
import { compareAtPut, matchVariants, productInput, productSetCost } from './map-product.ts';
import type { RawVariant } from './raw.ts';

const variant = (
  ref: string,
  optionValues: string[],
  more: Partial<ListingVariantInput> = {},
): ListingVariantInput => ({
  ref,
  sku: `SKU-${ref}`,
  optionValues,
  price: money(1990, 'USD'),
  ...more,
});
const listing = (more: Partial<ListingInput> = {}): ListingInput => ({
  ref: 'ref-1',
  title: 'Bowl',
  descriptionHtml: '<p>A bowl.</p>',
  tags: ['kitchen'],
  status: 'active',
  options: [{ name: 'Colour', values: ['Sand', 'Slate'] }],
  variants: [variant('a', ['Sand'], { quantity: 3 }), variant('b', ['Slate'])],
  images: [],
  allowSellOutOfStock: false,
  ...more,
});
const given = { locationId: 'gid://shopify/Location/1' };
const theirs = (id: string, sku: string | null, values: Record<string, string>): RawVariant => ({
  id,
  sku,
  price: '10.00',
  inventoryPolicy: 'DENY',
  selectedOptions: Object.entries(values).map(([name, value]) => ({ name, value })),
  inventoryItem: { id: `item-${id}` },
});

test('a product without options has the one that Shopify gives it', () => {
  const input = productInput(listing({ options: [], variants: [variant('a', [])] }), given);
  expect(input.productOptions).toEqual([{ name: 'Title', position: 1, values: [{ name: 'Default Title' }] }]);
  expect(input.variants[0]?.optionValues).toEqual([{ optionName: 'Title', name: 'Default Title' }]);
});

test('stock is tracked where a number is given, and sold out or not as the listing says', () => {
  const { variants } = productInput(listing(), given);
  expect(variants[0]).toMatchObject({
    price: '19.90',
    inventoryPolicy: 'DENY',
    inventoryItem: { tracked: true },
    inventoryQuantities: [{ locationId: 'gid://shopify/Location/1', name: 'available', quantity: 3 }],
  });
  expect(variants[1]?.inventoryItem?.tracked).toBe(false);
  expect(variants[1]).not.toHaveProperty('inventoryQuantities');
  const open = productInput(listing({ allowSellOutOfStock: true, status: 'draft' }), given);
  expect([open.status, open.variants[0]?.inventoryPolicy]).toEqual(['DRAFT', 'CONTINUE']);
});

test('every picture once; a variant names one of the product; those that are there are named by id', () => {
  const front = 'https://pictures.example/front.jpg?width=900';
  const images = [{ url: front, alt: 'Front' }, { url: front }, { url: 'https://pictures.example/raw' }];
  const variants = [
    variant('a', ['Sand'], { imageUrl: front }),
    variant('b', ['Slate'], { imageUrl: 'https://p.example/b.PNG' }),
  ];
  const fresh = productInput(listing({ images, variants }), given);
  const name = fileName(front);
  expect(name).toMatch(/^quayside-[0-9a-f]{20}\.jpg$/);
  expect(fresh.files).toEqual([
    { originalSource: front, contentType: 'IMAGE', alt: 'Front', filename: name },
    { originalSource: 'https://pictures.example/raw', contentType: 'IMAGE' },
    { originalSource: 'https://p.example/b.PNG', contentType: 'IMAGE', filename: fileName('https://p.example/b.PNG') },
  ]);
  expect(fresh.variants.map((one) => one.file)).toEqual([fresh.files[0], fresh.files[2]]);

  const again = productInput(listing({ images, variants }), {
    ...given,
    mediaIds: new Map([[name ?? '', 'gid://m/1']]),
  });
  expect(again.files[0]).toEqual({ id: 'gid://m/1', alt: 'Front' });
  expect(again.variants[0]?.file).toEqual({ id: 'gid://m/1', alt: 'Front' });
});

test('the cost follows what the schema states', () => {
  const variants = [variant('a', ['Sand'], { imageUrl: 'https://p.example/a.png' }), variant('b', ['Slate'])];
  expect(productSetCost(productInput(listing({ variants }), given))).toBeCloseTo(10 + 0.4 + 1.9 + 0.6);
});

test('variants are found by their values, whatever case and spaces the shop made of them', () => {
  const there = [theirs('2', 'x', { Colour: 'slate ' }), theirs('1', 'y', { Colour: 'SAND' })];
  expect(matchVariants(listing(), there)).toEqual([
    { ref: 'a', externalVariantId: '1', externalInventoryItemId: 'item-1', sku: 'y' },
    { ref: 'b', externalVariantId: '2', externalInventoryItemId: 'item-2', sku: 'x' },
  ]);
});

test('a renamed value is found by its SKU, but only where the SKU says which', () => {
  const there = [theirs('1', 'SKU-a', { Colour: 'Beige' }), theirs('2', 'SKU-b', { Colour: 'Slate' })];
  expect(matchVariants(listing(), there).map((one) => one.externalVariantId)).toEqual(['1', '2']);
  const twice = [theirs('1', 'SKU-a', { Colour: 'Beige' }), theirs('2', 'SKU-a', { Colour: 'Grey' })];
  expect(matchVariants(listing(), twice)).toEqual([]);
  const same = listing({ variants: [variant('a', ['Sand'], { sku: 'S' }), variant('b', ['Slate'], { sku: 'S' })] });
  expect(matchVariants(same, [theirs('1', 'S', { Colour: 'Beige' })])).toEqual([]);
});

test('the only variant of a product without options is found whatever the shop calls it', () => {
  const plain = listing({ options: [], variants: [variant('a', [])] });
  expect(matchVariants(plain, [theirs('1', null, { Title: 'Default Title' })])).toMatchObject([
    { externalVariantId: '1', sku: '' },
  ]);
});

test.each([
  ['none where there is none', undefined, undefined, {}],
  ['one without a record', '30.00', undefined, {}],
  ['one that the merchant changed', '25.00', { 1: '30.00' }, {}],
  ['one that we set on another variant', '30.00', { 2: '30.00' }, {}],
  ['one that the merchant removed', null, { 1: '30.00' }, {}],
  ['our own', '30.0', { 1: '30.00' }, { compareAtPrice: null }],
])('a compare-at price is cleared only where we set it: %s', (_which, shown, compareAt, expected) => {
  const there = theirs('gid://shopify/ProductVariant/1', 'SKU-a', { Colour: 'Sand' });
  const variants = new Map([['a', { ...there, compareAtPrice: shown }]]);
  const [first] = productInput(listing(), { ...given, variants, compareAt }).variants;
  expect({ ...first, ...expected }).toEqual(first);
  expect('compareAtPrice' in (first ?? {})).toBe('compareAtPrice' in expected);
});

test('the compare-at prices that a push set are recorded by variant', () => {
  const sold = variant('a', ['Sand'], { compareAtPrice: money(3000, 'USD') });
  const input = listing({ variants: [sold, variant('b', ['Slate'])] });
  const listed = ['a', 'b'].map((ref, at) => ({
    ref,
    sku: '',
    externalVariantId: `gid://shopify/ProductVariant/${at + 1}`,
  }));
  expect(productInput(input, given).variants.map((one) => one.compareAtPrice)).toEqual(['30.00', undefined]);
  expect(compareAtPut(input, listed)).toEqual({ 1: '30.00' });
});
