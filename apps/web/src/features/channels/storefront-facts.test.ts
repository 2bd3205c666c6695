import { APP_CATEGORIES } from '@quayside/contracts';
import { expect, it } from 'vitest';
import { APP_KIND } from '../../lib/outside/app-kinds.ts';
import { firstProduct, isStale, mayBeReadElsewhere, NETWORKS } from './storefront-facts.ts';

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

it('offers another reader where the server could not read, and the page may be read at all', () => {
  const failed = (key: string) => ({ state: 'failed', problem: { key, text: '' } }) as const;
  expect(mayBeReadElsewhere(failed('STOREFRONT_CLOSED'))).toBe(true);
  expect(mayBeReadElsewhere(failed('OUTSIDE_UNREACHABLE'))).toBe(true);
  expect(mayBeReadElsewhere(failed('STOREFRONT_NOT_SCANNED'))).toBe(false);
  expect(mayBeReadElsewhere({ state: 'read', problem: null })).toBe(false);
});

it('finds the first product of a store’s page, whatever stands around its address', () => {
  const of = (html: string) => firstProduct({ address: 'https://shop.example/', html });
  expect(of('<a href="/cart">Cart</a><A class=x HREF=/products/mug>Mug</A><a href="/products/pot">')).toBe(
    'https://shop.example/products/mug',
  );
  expect(of("<a title='a' href='/?product=mug&amp;v=1'>")).toBe('https://shop.example/?product=mug&v=1');
  expect(of('<a href="https://other.example/products/mug"><a href="http://[">')).toBeUndefined();
  expect(of('')).toBeUndefined();
});
