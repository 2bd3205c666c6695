import { LISTING_FIELDS } from '@quayside/contracts';
import { expect, test } from 'vitest';
import { FIELD_NAMES, fieldNamed, fieldText } from './field-text.ts';
import type { ListingField } from './listing-fields.ts';

test.each<[ListingField, string | number | boolean | null | undefined, string, string | null]>([
  ['price', 1_234, 'USD', '12.34 USD'],
  ['price', 1_234, 'JPY', '1234 JPY'],
  ['compareAtPrice', 1_234, 'KWD', '1.234 KWD'],
  ['compareAtPrice', null, 'USD', null],
  ['price', undefined, 'USD', null],
  ['weightGrams', 250, 'USD', '250'],
  ['quantity', 0, 'USD', '0'],
  ['sellsOutOfStock', false, 'USD', 'false'],
  ['title', '', 'USD', ''],
])('%s %s in %s reads %s', (field, value, currency, text) => {
  expect(fieldText(field, value, currency)).toBe(text);
});

test('every field has one name in the API, and is found by it', () => {
  expect(Object.values(FIELD_NAMES).sort()).toEqual([...LISTING_FIELDS].sort());
  for (const [field, name] of Object.entries(FIELD_NAMES)) expect(fieldNamed(name)).toBe(field);
});
