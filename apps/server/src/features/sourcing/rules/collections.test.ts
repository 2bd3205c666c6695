import { COLLECTIONS } from '@quayside/contracts';
import { expect, it } from 'vitest';
import { VOLUME_RANGES } from './bands.ts';
import { COLLECTION_RULES } from './collections.ts';
import { getOrder } from './sorts.ts';

it('knows the four collections and no other (B223)', () => {
  expect(Object.keys(COLLECTION_RULES)).toEqual(['trending', 'fastest_delivery_us', 'free_ship_us', 'made_in_us']);
  expect([...COLLECTIONS]).toEqual(Object.keys(COLLECTION_RULES));
});

it('counts as trending what lies above the highest band of orders', () => {
  const { min, above } = VOLUME_RANGES.over_10000;
  expect(above).toBe(true);
  expect(COLLECTION_RULES.trending.where).toContain(`order_volume > ${min}`);
});

it('shows each in an order that an index can be walked in', () => {
  for (const { order } of Object.values(COLLECTION_RULES)) expect(getOrder(order).by).not.toBe('relevance');
});
