import { COLLECTIONS as OF_CONTRACT } from '@quayside/contracts';
import { expect, it } from 'vitest';
import { SORTS } from '../find/sorts.ts';
import { COLLECTION_SORTS, COLLECTIONS, getCollection } from './collections.ts';

it('are those of the contract, each in an order that is offered (B223)', () => {
  expect(COLLECTIONS).toEqual(OF_CONTRACT);
  for (const slug of COLLECTIONS) expect(SORTS).toContain(COLLECTION_SORTS[slug]);
});

it('are known by their address, and nothing else is (B018)', () => {
  expect(getCollection('made_in_us')).toBe('made_in_us');
  for (const text of ['image', 'collection', 'experts-choice', '', undefined, 'constructor'])
    expect(getCollection(text)).toBeUndefined();
});
