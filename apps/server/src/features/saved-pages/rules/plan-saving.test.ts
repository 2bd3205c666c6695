import { expect, it } from 'vitest';
import { planSaving } from './plan-saving.ts';

const page = (id: string, hash = id, savedAt = '2026-01-01T00:00:00.000Z') => ({ id, hash, savedAt });
const LATER = '2026-02-01T00:00:00.000Z';

it('saves what is new', () => {
  const pages = [page('a'), page('b')];
  expect(planSaving(pages, [], 10)).toEqual({ insert: pages, refresh: [], taken: ['a', 'b'], refused: [] });
});

it('saves once what is sent twice', () => {
  expect(planSaving([page('a')], [page('a')], 10)).toEqual({ insert: [], refresh: [], taken: ['a'], refused: [] });
  expect(planSaving([page('a'), page('a')], [], 10).insert).toHaveLength(1);
});

it('is one page by its address, as it was saved last', () => {
  const again = page('b', 'x', LATER);
  expect(planSaving([again], [page('a', 'x')], 0)).toEqual({
    insert: [],
    refresh: [{ held: 'a', page: again }],
    taken: ['b'],
    refused: [],
  });
  // An older saving that arrives later changes nothing, and need not come again.
  expect(planSaving([page('b', 'x')], [page('a', 'x', LATER)], 0)).toMatchObject({ refresh: [], taken: ['b'] });
  expect(planSaving([page('a', 'x', LATER), page('b', 'x')], [], 5)).toMatchObject({
    insert: [{ id: 'a' }],
    taken: ['a', 'b'],
  });
});

it('takes an id with another address as the saving it was', () => {
  expect(planSaving([page('a', 'y')], [page('a', 'x')], 5)).toMatchObject({ insert: [], refresh: [], taken: ['a'] });
  expect(planSaving([page('a', 'y'), page('a', 'x')], [], 5).insert).toHaveLength(1);
});

it('refuses what there is no room for, and takes the rest', () => {
  expect(planSaving([page('a'), page('b', 'x'), page('c', 'x')], [], 1)).toMatchObject({
    insert: [{ id: 'a' }],
    taken: ['a'],
    refused: ['b', 'c'],
  });
});
