import { expect, it } from 'vitest';
import { categoryTrees, idsByPath, pathKey, withDescendants } from './category-tree.ts';

const rows = [
  { source: 'quayside' as const, category_id: 'home', parent_id: null, name: 'Home' },
  { source: 'quayside' as const, category_id: 'kitchen', parent_id: 'home', name: 'Kitchen' },
  { source: 'quayside' as const, category_id: 'knives', parent_id: 'kitchen', name: 'Knives' },
  { source: 'cj' as const, category_id: 'home', parent_id: null, name: 'Home' },
  { source: 'cj' as const, category_id: 'lost', parent_id: 'gone', name: 'Lost' },
];

it('makes a tree for each source', () => {
  const trees = categoryTrees(rows);
  expect(trees.map((node) => `${node.source} ${node.name}`)).toEqual(['quayside Home', 'cj Home', 'cj Lost']);
  expect(trees[0]?.children[0]?.children[0]?.name).toBe('Knives');
  expect(trees[1]?.children).toEqual([]);
});

it('finds what lies below, and ids by their names', () => {
  expect(withDescendants(rows.slice(0, 3), 'home')).toEqual(['home', 'kitchen', 'knives']);
  expect(withDescendants(rows.slice(0, 3), 'other')).toEqual(['other']);
  expect(idsByPath(rows.slice(0, 3)).get(pathKey(['HOME', 'Kitchen']))).toBe('kitchen');
});
