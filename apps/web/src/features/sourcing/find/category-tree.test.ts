import type { CategoryNode } from '@quayside/contracts';
import { expect, it } from 'vitest';
import { getLines, pathTo } from './category-tree.ts';

const node = (name: string, ...children: CategoryNode[]): CategoryNode => ({
  category_id: name.toLowerCase(),
  source: 'quayside',
  name,
  children,
});
const trees = [node('Home', node('Kitchen', node('Tea')), node('Bath')), node('Toys')];

it('finds the way to a category', () => {
  expect(pathTo(trees, 'tea')?.map((one) => one.name)).toEqual(['Home', 'Kitchen', 'Tea']);
  expect(pathTo(trees, 'nowhere')).toBeUndefined();
});

it('draws what is open', () => {
  const names = (open: string[], words = '') => getLines(trees, new Set(open), words).map((line) => line.node.name);
  expect(names([])).toEqual(['Home', 'Toys']);
  expect(names(['home'])).toEqual(['Home', 'Kitchen', 'Bath', 'Toys']);
  expect(names([], 'te')).toEqual(['Tea']);
  expect(getLines(trees, new Set(), 'tea')[0]?.above).toEqual(['Home', 'Kitchen']);
});
