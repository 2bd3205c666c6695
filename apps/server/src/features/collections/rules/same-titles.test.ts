import { expect, test } from 'vitest';
import { withSameTitles } from './same-titles.ts';

const one = (external_id: string, title: string, is_assignable = true) => ({ external_id, title, is_assignable });

test('collections of another store are found by title, where only one is meant', () => {
  const all = [one('1', 'Lamps'), one('2', ' New In '), one('3', 'Sale', false), one('4', 'Twice'), one('5', 'twice')];
  const ids = (...titles: string[]) => withSameTitles(titles, all).map((found) => found.external_id);
  expect(ids('lamps', 'LAMPS ', 'new in')).toEqual(['1', '2']);
  expect(ids('Sale', 'Twice', 'Nowhere', '')).toEqual([]);
});
