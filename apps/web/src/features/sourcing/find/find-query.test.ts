import * as contracts from '@quayside/contracts';
import { describe, expect, it } from 'vitest';
import { bandEnds, LISTING_BANDS, PRICE_BANDS, VOLUME_BANDS } from './bands.ts';
import { findQuery, getShipTo } from './find-query.ts';
import { DEFAULT_SORT, getSort, SORTS } from './sorts.ts';

it('offers the bands and orders of the contract', () => {
  expect([PRICE_BANDS, VOLUME_BANDS, LISTING_BANDS]).toEqual([
    contracts.PRICE_BANDS,
    contracts.VOLUME_BANDS,
    contracts.LISTING_BANDS,
  ]);
  expect(DEFAULT_SORT).toBe(contracts.DEFAULT_FIND_SORT);
  for (const sort of SORTS) expect(contracts.FIND_SORTS).toContain(sort);
});

it('reads the ends of a band', () => {
  expect(bandEnds('under_10')).toEqual({ high: 10 });
  expect(bandEnds('10_30')).toEqual({ low: 10, high: 30 });
  expect(bandEnds('over_1000')).toEqual({ low: 1000 });
});

describe('findQuery', () => {
  const place = { shipTo: 'DE', category: 'tea' };
  const state = { q: '', tab: '', sort: '', filters: {} };

  it('asks for the usual order when the address names none or nonsense', () => {
    expect(findQuery(state, place, undefined).sort).toBe('desc_profit');
    expect(getSort('asc_luck')).toBe('desc_profit');
    expect(getSort('desc_lastest_volume')).toBe('desc_lastest_volumee');
  });

  it('B143: passes filters on, four stars and up among them, and leaves out what it does not know', () => {
    const filters = {
      price: ['10_30', 'cheap'],
      cost_min: ['x'],
      cost_max: ['30'],
      rating: ['4'],
      shippable: ['1'],
      source: ['all'],
    };
    const query = findQuery({ ...state, q: 'mug', filters }, place, 'c');
    expect(query).toMatchObject({
      keyword: 'mug',
      category_id: 'tea',
      ship_to: 'DE',
      price: ['10_30'],
      rating_min: 4,
      price_max: 30,
      only_shippable: 'true',
      cursor: 'c',
    });
    expect(query.price_min).toBeUndefined();
    expect(query.source).toBeUndefined();
  });

  it('is accepted by the contract', () => {
    const query = findQuery({ ...state, filters: { source: ['cj'], price: ['under_10'] } }, place, undefined);
    expect(contracts.sourcing.find.query.safeParse(query).success).toBe(true);
  });
});

it('takes a country only where one stands', () => {
  expect([getShipTo('FR'), getShipTo('fr'), getShipTo(undefined)]).toEqual(['FR', 'US', 'US']);
});
