import type { ListingInput } from '@quayside/connector-kit';
import { money } from '@quayside/kernel';
import { expect, test } from 'vitest';
import { pairVariants } from './map-product.ts';
import { type Before, mergeProduct, parsePut } from './put.ts';
import type { RawVariant } from './raw.ts';

const variant = (ref: string, ...optionValues: string[]) => ({
  ref,
  sku: `SKU-${ref}`,
  optionValues,
  price: money(1990, 'USD'),
});
const listing = (more: Partial<ListingInput> = {}): ListingInput => ({
  ref: 'ref-1',
  title: 'Bowl',
  descriptionHtml: '<p>A bowl.</p>',
  productType: 'Ours',
  tags: ['ours'],
  status: 'active',
  options: [{ name: 'Colour', values: ['Sand', 'Slate'] }],
  variants: [variant('a', 'Sand'), variant('b', 'Slate')],
  images: [],
  allowSellOutOfStock: false,
  ...more,
});
const there = (id: number, values: Record<string, string>, sku = ''): RawVariant => ({
  id: `gid://shopify/ProductVariant/${id}`,
  sku,
  price: '10.00',
  inventoryPolicy: 'DENY',
  selectedOptions: Object.entries(values).map(([name, value]) => ({ name, value })),
  inventoryItem: { id: `item-${id}` },
});
const option = (name: string, ...values: string[]) => ({
  id: `gid://shopify/ProductOption/${name}`,
  name,
  optionValues: values.map((value) => ({ name: value })),
});
const put = { tags: ['ours'], productType: 'Ours', options: { colour: ['Sand', 'Slate'] }, variants: [1, 2] };
const before = (more: Partial<Before> = {}): Before => ({
  tags: ['ours'],
  productType: 'Ours',
  options: [option('Colour', 'Sand', 'Slate')],
  variants: [there(1, { Colour: 'Sand' }), there(2, { Colour: 'Slate' })],
  put,
  ...more,
});
const merge = (input: ListingInput, was: Before) => {
  const matched = pairVariants(input, was.variants, was.put?.variants);
  return mergeProduct(input, was, new Set([...matched.values()].map((one) => one.id)));
};
const one = (values: string[]) => ({ options: [{ name: 'Colour', values }], variants: [variant('a', 'Sand')] });

test('a variant that we put there and dropped goes, with its value; one that the merchant added stays, with theirs', () => {
  const was = before({
    options: [option('Colour', 'Sand', 'Slate', 'Gold')],
    variants: [...before().variants, there(3, { Colour: 'Gold' })],
  });
  const merged = merge(listing(one(['Sand'])), was);
  expect(merged.options).toEqual([{ id: was.options[0]?.id, name: 'Colour', values: ['Sand', 'Gold'] }]);
  expect(merged.others).toEqual([
    { id: 'gid://shopify/ProductVariant/3', optionValues: [{ optionName: 'Colour', name: 'Gold' }] },
  ]);
});

test('where the merchant split a variant, ours is the one that we put there', () => {
  const was = before({
    options: [option('Colour', 'Sand', 'Slate'), option('Material', 'Ash', 'Oak')],
    variants: [
      there(3, { Colour: 'Sand', Material: 'Ash' }),
      there(1, { Colour: 'Sand', Material: 'Oak' }),
      there(2, { Colour: 'Slate', Material: 'Oak' }),
    ],
  });
  expect(pairVariants(listing(), was.variants, put.variants).get('a')?.id).toBe('gid://shopify/ProductVariant/1');
  const merged = merge(listing(one(['Sand'])), was);
  expect(merged.others.map(({ id }) => id)).toEqual(['gid://shopify/ProductVariant/3']);
  expect(merged.options.map(({ name }) => name)).toEqual(['Colour', 'Material']);
});

test('an option and a value that the merchant renamed are ours again, and not doubled', () => {
  const was = before({
    options: [option('Shade', 'Beige', 'Slate')],
    variants: [there(1, { Shade: 'Beige' }, 'SKU-a'), there(2, { Shade: 'Slate' }, 'SKU-b')],
  });
  const merged = merge(listing(), was);
  expect(merged.options).toEqual([{ id: was.options[0]?.id, name: 'Colour', values: ['Sand', 'Slate'] }]);
  expect(merged.others).toEqual([]);
});

test('a product type that the merchant chose stays; one of ours is replaced, and removed', () => {
  expect(merge(listing(), before({ productType: 'Theirs' })).productType).toBeUndefined();
  expect(merge(listing({ productType: 'Ours II' }), before()).productType).toBe('Ours II');
  expect(merge(listing({ productType: undefined }), before()).productType).toBe('');
});

test('of a product older than the record nothing is removed, and what is wanted is ours from then on', () => {
  const was = before({ put: undefined, tags: ['ours', 'summer'], productType: 'Older' });
  const merged = merge(listing(one(['Sand'])), was);
  expect(merged.tags).toEqual(['ours', 'summer']);
  expect(merged.productType).toBeUndefined();
  expect(merged.others.map(({ id }) => id)).toEqual(['gid://shopify/ProductVariant/2']);
  expect(merged.put).toMatchObject({ tags: ['ours'], productType: '', options: { colour: ['Sand'] } });
});

test('a product that gets its first options loses the placeholder, and one that loses them gets it back', () => {
  const plain = before({
    options: [option('Title', 'Default Title')],
    variants: [there(1, { Title: 'Default Title' })],
    put: undefined,
  });
  expect(merge(listing(), plain)).toMatchObject({ others: [], options: [{ name: 'Colour' }] });
  const bare = merge(listing({ options: [], variants: [variant('a')] }), before());
  expect(bare).toMatchObject({ others: [], options: [{ name: 'Title', values: ['Default Title'] }] });
});

test('a record that was changed by hand is none', () => {
  expect(parsePut(JSON.stringify(put))).toEqual(put);
  expect([parsePut('{"tags":'), parsePut('{}'), parsePut(undefined)]).toEqual([undefined, undefined, undefined]);
});
