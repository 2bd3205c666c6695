import { expect, test } from 'vitest';
import { countPending, printsOf } from './pending.ts';

const text = (key: string, value: string, again = false, removed = false) => ({
  namespace: 'custom',
  key,
  type: 'single_line_text_field',
  value,
  again,
  removed,
});

test('a push is pending while it would send other values than the last one', () => {
  expect(countPending([], null)).toBe(0);
  expect(countPending([text('a', '1')], null)).toBe(1);
  const pushed = printsOf([text('a', '1')]);
  expect(countPending([text('a', '1')], pushed)).toBe(0);
  expect(countPending([text('a', '2')], pushed)).toBe(1);
  expect(countPending([], pushed)).toBe(1);
  expect(countPending([text('a', '1'), text('b', '1')], pushed)).toBe(1);
  expect(countPending([text('a', '1', true)], pushed)).toBe(1);
  expect(countPending([text('b', '1'), text('c', '1')], pushed)).toBe(3);
  expect(countPending([text('a', '1', false, true)], pushed)).toBe(1);
  expect(countPending([text('a', '1', false, true)], {})).toBe(0);
  expect(countPending([text('a', '1', true, true)], {})).toBe(1);
});
