import { APP_CATEGORIES } from '@quayside/contracts';
import { expect, it } from 'vitest';
import { APP_KIND, isStale, NETWORKS } from './storefront-facts.ts';

const NOW = Date.parse('2026-05-20T12:00:00Z');

it('has a store’s page read when nobody did, or a week ago', () => {
  expect(isStale({ state: 'never', read_at: null }, NOW)).toBe(true);
  expect(isStale({ state: 'read', read_at: '2026-05-19T12:00:00Z' }, NOW)).toBe(false);
  expect(isStale({ state: 'read', read_at: '2026-05-13T11:59:59Z' }, NOW)).toBe(true);
  // What is under way, or failed a moment ago, is not asked for by itself again.
  expect(isStale({ state: 'reading', read_at: null }, NOW)).toBe(false);
  expect(isStale({ state: 'failed', read_at: null }, NOW)).toBe(false);
});

it('B334, B219: has a word for each kind of app, and a name for each network', () => {
  expect(Object.keys(APP_KIND)).toEqual([...APP_CATEGORIES]);
  expect(NETWORKS.map((one) => one.key)).toEqual([
    'facebook',
    'instagram',
    'twitter',
    'youtube',
    'linkedin',
    'pinterest',
  ]);
});
