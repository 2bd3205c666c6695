import { EDITABLE_METAFIELDS } from '@quayside/contracts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkValue } from './check-value.ts';

const check = (type: string, value: string, rules: Record<string, string> = {}, is_writable = true) => {
  const validations = Object.entries(rules).map(([name, one]) => ({ name, value: one }));
  const done = checkValue({ type, validations, is_writable }, value);
  return 'value' in done ? done.value : done.problem.key;
};

test('texts', () => {
  expect(check('single_line_text_field', ' Oak ')).toBe('Oak');
  expect(check('single_line_text_field', 'a\nb')).toBe('METAFIELD_SINGLE_LINE');
  expect(check('multi_line_text_field', 'a\r\nb')).toBe('a\nb');
  expect(check('single_line_text_field', 'abc', { max: '2' })).toBe('METAFIELD_TOO_LONG');
  expect(check('single_line_text_field', 'abc', { min: '4' })).toBe('METAFIELD_TOO_SHORT');
  expect(check('single_line_text_field', '👍👍', { max: '2' })).toBe('👍👍');
  expect(check('single_line_text_field', 'Oak', { choices: '["Oak","Ash"]' })).toBe('Oak');
  expect(check('single_line_text_field', 'Pine', { choices: '["Oak","Ash"]' })).toBe('METAFIELD_CHOICE');
});

test('numbers', () => {
  expect(check('number_integer', '12')).toBe('12');
  expect(check('number_integer', '-12')).toBe('-12');
  for (const bad of ['1.5', '1e3', 'one', '', '0x10']) expect(check('number_integer', bad)).toBe('METAFIELD_INTEGER');
  expect(check('number_integer', '13', { max: '12' })).toBe('METAFIELD_MAX');
  expect(check('number_integer', '0', { min: '1' })).toBe('METAFIELD_MIN');
  expect(check('number_decimal', '1.25')).toBe('1.25');
  expect(check('number_decimal', '1.250', { max_precision: '2' })).toBe('1.250');
  expect(check('number_decimal', '1.255', { max_precision: '2' })).toBe('METAFIELD_PRECISION');
  for (const bad of ['1,5', '.5', '1.', 'NaN', 'Infinity'])
    expect(check('number_decimal', bad)).toBe('METAFIELD_DECIMAL');
  // A bound that can't be read limits nothing.
  expect(check('number_integer', '5', { max: '' })).toBe('5');
});

test('dates, addresses, colors, switches', () => {
  expect(check('date', '2026-02-28')).toBe('2026-02-28');
  for (const bad of ['2026-02-30', '28.02.2026', '2026-2-1']) expect(check('date', bad)).toBe('METAFIELD_DATE');
  expect(check('date', '2025-12-31', { min: '2026-01-01' })).toBe('METAFIELD_MIN');
  expect(check('date', '2026-02-01', { max: '2026-01-01' })).toBe('METAFIELD_MAX');
  expect(check('url', 'https://example.com/a')).toBe('https://example.com/a');
  for (const bad of ['example.com', 'javascript:alert(1)', 'https://exa mple.com', 'ftp://a.b'])
    expect(check('url', bad)).toBe('METAFIELD_URL');
  expect(check('url', 'https://www.example.com', { allowed_domains: '["example.com"]' })).toBe(
    'https://www.example.com',
  );
  expect(check('url', 'https://example.com.evil', { allowed_domains: '["example.com"]' })).toBe('METAFIELD_DOMAIN');
  expect(check('color', '#FFAA00')).toBe('#ffaa00');
  expect(check('color', 'red')).toBe('METAFIELD_COLOR');
  expect(check('boolean', 'true')).toBe('true');
  expect(check('boolean', 'yes')).toBe('METAFIELD_BOOLEAN');
});

test('measurements, compared across units', () => {
  expect(check('weight', '{"unit":"kg","value":2.5}')).toBe('{"value":2.5,"unit":"kg"}');
  expect(check('weight', '{"unit":"cm","value":2.5}')).toBe('METAFIELD_MEASURE');
  expect(check('weight', '{"unit":"kg","value":-1}')).toBe('METAFIELD_MEASURE');
  expect(check('weight', '2.5 kg')).toBe('METAFIELD_MEASURE');
  expect(check('weight', 'null')).toBe('METAFIELD_MEASURE');
  const max = { max: '{"value":1,"unit":"kg"}' };
  expect(check('weight', '{"value":999,"unit":"g"}', max)).toBe('{"value":999,"unit":"g"}');
  expect(check('weight', '{"value":3,"unit":"lb"}', max)).toBe('METAFIELD_MAX');
  expect(check('volume', '{"value":1,"unit":"cl"}', { min: '{"value":20,"unit":"ml"}' })).toBe('METAFIELD_MIN');
});

test('lists', () => {
  const list = 'list.single_line_text_field';
  expect(check(list, '["a", "b"]')).toBe('["a","b"]');
  for (const bad of ['a, b', '{"a":1}', '[1]', '["a",""]', '["a\\nb"]'])
    expect(check(list, bad)).toBe('METAFIELD_LIST');
  expect(check(list, '["a","b"]', { 'list.max': '1' })).toBe('METAFIELD_LIST_MAX');
  expect(check(list, '["a"]', { 'list.min': '2' })).toBe('METAFIELD_LIST_MIN');
  expect(check(list, '["a","c"]', { choices: '["a","b"]' })).toBe('METAFIELD_CHOICE');
  expect(check(list, JSON.stringify(Array.from({ length: 129 }, () => 'a')))).toBe('METAFIELD_LIST_MAX');
});

test('other types and metafields of other apps are read only', () => {
  expect(check('json', '{}')).toBe('METAFIELD_READ_ONLY');
  expect(check('product_reference', 'gid://shopify/Product/1')).toBe('METAFIELD_READ_ONLY');
  expect(check('single_line_text_field', 'Oak', {}, false)).toBe('METAFIELD_READ_ONLY');
});

test('whatever is typed, and whatever the definition says: a value that is kept is kept again unchanged', () => {
  const rules = fc.dictionary(
    fc.constantFrom('min', 'max', 'choices', 'regex', 'max_precision', 'allowed_domains', 'list.min', 'list.max'),
    fc.oneof(fc.string(), fc.integer().map(String), fc.json()),
  );
  const value = fc.oneof(
    fc.string(),
    fc.json(),
    fc.integer().map(String),
    fc.constantFrom('true', '#aabbcc', '2026-01-01'),
  );
  fc.assert(
    fc.property(fc.constantFrom(...EDITABLE_METAFIELDS), rules, value, (type, validations, text) => {
      const once = check(type, text, validations);
      if (!once.startsWith('METAFIELD_')) expect(check(type, once, validations)).toBe(once);
    }),
  );
});
