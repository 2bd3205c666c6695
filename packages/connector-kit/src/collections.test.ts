import fc from 'fast-check';
import { expect, test } from 'vitest';
import { planCollections } from './collections.ts';

const plan = (ids: string[], put: string[], there: string[], again: string[] = []) =>
  planCollections({ ids, again }, put, there);

test('a chosen collection is joined, and left again when it is no longer chosen', () => {
  expect(plan(['a'], [], [])).toEqual({ join: ['a'], leave: [], left: [], put: ['a'] });
  expect(plan([], ['a'], ['a'])).toEqual({ join: [], leave: ['a'], left: [], put: [] });
});

test("a collection that the merchant added stays, also after it was chosen here and isn't any more", () => {
  expect(plan(['b'], [], ['b'])).toEqual({ join: [], leave: [], left: [], put: [] });
  expect(plan([], [], ['b'])).toEqual({ join: [], leave: [], left: [], put: [] });
});

test('a collection that the merchant removed is joined only when asked again', () => {
  expect(plan(['a'], ['a'], [])).toEqual({ join: [], leave: [], left: ['a'], put: ['a'] });
  expect(plan(['a'], ['a'], [], ['a'])).toEqual({ join: ['a'], leave: [], left: [], put: ['a'] });
});

const some = fc.uniqueArray(fc.constantFrom<string>('a', 'b', 'c', 'd', 'e'));

test('no plan touches what the merchant added, and the next plan changes nothing', () => {
  fc.assert(
    fc.property(some, some, some, some, (ids, put, there, again) => {
      const first = plan(ids, put, there, again);
      const theirs = there.filter((id) => !put.includes(id));
      expect(first.leave.filter((id) => theirs.includes(id))).toEqual([]);
      const now = [...there.filter((id) => !first.leave.includes(id)), ...first.join];
      const next = plan(ids, first.put, now);
      expect([...next.join, ...next.leave]).toEqual([]);
    }),
  );
});
