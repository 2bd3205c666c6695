import { expect, it } from 'vitest';
import { isolated } from './isolate.ts';

it('keeps what is written from the left apart in a sentence from the right, and leaves the rest as it is', () => {
  expect(isolated('ada@example.com', true)).toBe('\u2068ada@example.com\u2069');
  expect(isolated('#1001, #1002', true)).toBe('\u2068#1001, #1002\u2069');
  expect(isolated('ada@example.com', false)).toBe('ada@example.com');
  for (const value of ['متجر', '12', '']) expect(isolated(value, true)).toBe(value);
});
