import { expect, it } from 'vitest';
import { entryKey, isDone, newestOfEach } from './entry-key.ts';

const push = { kind: 'push', subjectId: '7', channel: 'shopify', storeId: 's' };

it('counts a success and an error as done (B237)', () => {
  expect((['processing', 'success', 'error'] as const).map(isDone)).toEqual([false, true, true]);
});

it('keeps one product in two channels apart (B214), and the newest of each', () => {
  const other = { ...push, channel: 'woocommerce', storeId: 't' };
  expect(entryKey(push)).not.toBe(entryKey(other));
  expect(newestOfEach([{ ...push, at: 2 }, other, { ...push, at: 1 }])).toEqual([{ ...push, at: 2 }, other]);
});
