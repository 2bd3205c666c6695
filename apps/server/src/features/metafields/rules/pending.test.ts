import { expect, test } from 'vitest';
import { isPending, printsOf } from './pending.ts';

const text = (key: string, value: string, again = false) => ({
  namespace: 'custom',
  key,
  type: 'single_line_text_field',
  value,
  again,
});

test('a push is pending while it would send other values than the last one', () => {
  expect(isPending([], null)).toBe(false);
  expect(isPending([text('a', '1')], null)).toBe(true);
  const pushed = printsOf([text('a', '1')]);
  expect(isPending([text('a', '1')], pushed)).toBe(false);
  expect(isPending([text('a', '2')], pushed)).toBe(true);
  expect(isPending([], pushed)).toBe(true);
  expect(isPending([text('a', '1'), text('b', '1')], pushed)).toBe(true);
  expect(isPending([text('a', '1', true)], pushed)).toBe(true);
});
