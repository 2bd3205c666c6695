import { expect, it } from 'vitest';
import { errorText } from '../../../lib/api.ts';
import { leftOut } from './left-out.ts';

const failed = { a: { key: 'ENHANCEMENT_AT_WORK', text: 'It is at work already.' } };
const items = [{ product_id: 'b', enhancement_id: 'e', process_id: 'p' }];

it('tells of a part, and says why where nothing was begun', () => {
  expect(leftOut({ items, failed: {} })).toBeUndefined();
  expect(leftOut({ items, failed })).toEqual({ count: 1, reason: 'It is at work already.' });
  let thrown: unknown;
  try {
    leftOut({ items: [], failed });
  } catch (error) {
    thrown = error;
  }
  expect(errorText(thrown)).toBe('It is at work already.');
});
