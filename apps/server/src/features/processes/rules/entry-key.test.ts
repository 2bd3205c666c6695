import { expect, it } from 'vitest';
import { entryKey, newestOfEach } from './entry-key.ts';

const push = { kind: 'push', subjectId: '7', channel: 'shopify', storeId: 's' };

it('keeps one product in two channels apart (B214), and the newest of each', () => {
  const other = { ...push, channel: 'woocommerce', storeId: 't' };
  expect(entryKey(push)).not.toBe(entryKey(other));
  expect(newestOfEach([{ ...push, at: 2 }, other, { ...push, at: 1 }])).toEqual([{ ...push, at: 2 }, other]);
});
