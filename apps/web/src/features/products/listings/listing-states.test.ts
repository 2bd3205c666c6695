import type { Listing } from '@quayside/contracts';
import { expect, it } from 'vitest';
import { byStore } from './listing-states.ts';

const listing = (store: string, part: number, state: Listing['state'], more: Partial<Listing> = {}) =>
  ({
    listing_id: `${store}-${part}`,
    store_id: store,
    store_name: store,
    platform: 'shopify',
    platform_domain: `${store}.test`,
    state,
    part,
    parts: 2,
    is_current: true,
    publish_status: 'active',
    ...more,
  }) as Listing;

it('gathers the parts of one store under the state that needs an eye', () => {
  const [pier, bay] = byStore([
    listing('pier', 2, 'failed'),
    listing('pier', 1, 'listed'),
    listing('bay', 1, 'pushing'),
  ]);
  expect(pier?.state).toBe('failed');
  expect(pier?.parts.map((one) => one.part)).toEqual([1, 2]);
  expect(pier?.failed.map((one) => one.listing_id)).toEqual(['pier-2']);
  expect(bay?.state).toBe('pushing');
});

it('forgets removed parts while others are there', () => {
  expect(byStore([listing('pier', 1, 'removed'), listing('pier', 2, 'listed')])[0]?.state).toBe('listed');
  expect(byStore([listing('pier', 1, 'removed')])[0]?.state).toBe('removed');
});

it('tells that the store has an older version', () => {
  expect(byStore([listing('pier', 1, 'listed', { is_current: false })])[0]?.isStale).toBe(true);
  expect(byStore([listing('pier', 1, 'failed', { is_current: false })])[0]?.isStale).toBe(false);
});
