import { expect, it } from 'vitest';
import { getChoice, isOffered, matchVariant, type SourceVariant } from './variant-match.ts';

const variant = (colour: string, size: string, stock: number | null = 5): SourceVariant => ({
  sku_id: `${colour}-${size}`,
  sku: `${colour}-${size}`,
  sku_property: [
    { sku_property_name: 'Colour', sku_property_value: colour, property_value_definition_name: null, sku_image: null },
    { sku_property_name: 'Size', sku_property_value: size, property_value_definition_name: null, sku_image: null },
  ],
  price_usd: 5,
  stock,
  weight_grams: null,
});
const option = (name: string, ...values: string[]) => ({
  name,
  values: values.map((value) => ({ id: value, value, image: null })),
});
const detail = {
  options: [option('Colour', 'Red', 'Blue'), option('Size', 'S', 'M')],
  variants: [variant('Red', 'S'), variant('Red', 'M', 0), variant('Blue', 'M')],
};

it('needs a value for every option', () => {
  expect(matchVariant(detail, { Colour: 'Red' })).toBeUndefined();
  expect(matchVariant(detail, { Colour: 'Red', Size: 'S' })?.sku_id).toBe('Red-S');
  expect(matchVariant(detail, { Colour: 'Blue', Size: 'S' })).toBeUndefined();
});

it('takes the only variant of a product without options', () => {
  const [only] = detail.variants;
  expect(matchVariant({ options: [], variants: only ? [only] : [] }, {})?.sku_id).toBe('Red-S');
});

it('dims values that lead to nothing, or to nothing in stock', () => {
  expect(isOffered(detail, { Colour: 'Blue' }, 'Size', 'S')).toBe(false);
  expect(isOffered(detail, { Colour: 'Red' }, 'Size', 'M')).toBe(false);
  expect(isOffered(detail, { Colour: 'Blue' }, 'Size', 'M')).toBe(true);
});

it('reads the choice from an address, and chooses what has no alternative', () => {
  expect(getChoice(detail, 'Blue-M')).toEqual({ Colour: 'Blue', Size: 'M' });
  expect(getChoice(detail, 'gone')).toEqual({});
  expect(getChoice({ ...detail, options: [option('Colour', 'Red')] }, undefined)).toEqual({ Colour: 'Red' });
});

it('knows a value by its shown name too', () => {
  const named = variant('14', 'S');
  const [first] = named.sku_property;
  if (first) first.property_value_definition_name = 'Red';
  expect(matchVariant({ options: detail.options, variants: [named] }, { Colour: 'Red', Size: 'S' })).toBe(named);
});
