import { expect, test } from 'vitest';
import { pathsOf } from './paths.ts';

const placed = (external_id: string, parent_id: string | null) => ({
  external_id,
  title: external_id.toUpperCase(),
  parent_id,
});

test('names the categories above one, top level first', () => {
  const paths = pathsOf([placed('a', null), placed('b', 'a'), placed('c', 'b'), placed('d', 'gone')]);
  expect(paths.get('c')).toEqual(['A', 'B']);
  expect(paths.get('a')).toEqual([]);
  expect(paths.get('d')).toEqual([]);
});

test('a circle ends', () => {
  expect(pathsOf([placed('a', 'b'), placed('b', 'a')]).get('a')?.length).toBe(10);
});
