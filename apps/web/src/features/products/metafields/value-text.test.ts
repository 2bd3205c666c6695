import { expect, test } from 'vitest';
import { entriesOf, measureOf, shownValue, toList, toMeasure } from './value-text.ts';

const words = { yes: 'Yes', no: 'No' };

test('lists are lines', () => {
  expect(toList(' Oven \n\n Grill ')).toBe('["Oven","Grill"]');
  expect(toList(' \n ')).toBe('');
  expect(entriesOf('["Oven","Grill"]')).toEqual(['Oven', 'Grill']);
  expect(entriesOf('no list')).toEqual([]);
});

test('measurements keep what is no number, so that it can be refused', () => {
  expect(toMeasure({ amount: '2,5', unit: 'kg' })).toBe('{"value":2.5,"unit":"kg"}');
  expect(toMeasure({ amount: ' ', unit: 'kg' })).toBe('');
  expect(toMeasure({ amount: 'two', unit: 'kg' })).toBe('two');
  expect(measureOf('{"value":2.5,"unit":"kg"}', 'g')).toEqual({ amount: '2.5', unit: 'kg' });
  expect(measureOf('', 'g')).toEqual({ amount: '', unit: 'g' });
});

test('values are shown as people read them', () => {
  expect(shownValue('boolean', 'true', words)).toBe('Yes');
  expect(shownValue('weight', '{"value":2.5,"unit":"kg"}', words)).toBe('2.5 kg');
  expect(shownValue('list.single_line_text_field', '["a","b"]', words)).toBe('a, b');
  expect(shownValue('number_integer', '12', words)).toBe('12');
});
