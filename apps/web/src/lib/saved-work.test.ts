import { expect, it } from 'vitest';
import { dropAllWork, dropWork, readSavedWork, SAVED_WORK_MS, saveWork, type WorkStore } from './saved-work.ts';

function storage(): WorkStore {
  const held = new Map<string, string>();
  return {
    get length() {
      return held.size;
    },
    getItem: (name) => held.get(name) ?? null,
    setItem: (name, text) => void held.set(name, text),
    removeItem: (name) => void held.delete(name),
    key: (at) => [...held.keys()][at] ?? null,
  };
}

it('gives work back to the account that did it, for half a day', () => {
  const store = storage();
  saveWork('product p1', 'ada', { title: 'Mug' }, 1_000, store);
  expect(readSavedWork('product p1', 'ada', 2_000, store)).toEqual({ title: 'Mug' });
  expect(readSavedWork('product p1', 'bob', 2_000, store)).toBeUndefined();
  expect(readSavedWork('product p2', 'ada', 2_000, store)).toBeUndefined();
  expect(readSavedWork('product p1', 'ada', 1_000 + SAVED_WORK_MS, store)).toBeUndefined();
});

it('forgets one, and everything at the sign-out but nothing else', () => {
  const store = storage();
  store.setItem('other', 'stays');
  for (const name of ['a', 'b', 'c']) saveWork(name, 'ada', name, 0, store);
  dropWork('a', store);
  expect(readSavedWork('a', 'ada', 1, store)).toBeUndefined();
  expect(readSavedWork('b', 'ada', 1, store)).toBe('b');
  dropAllWork(store);
  expect([readSavedWork('b', 'ada', 1, store), readSavedWork('c', 'ada', 1, store), store.length]).toEqual([
    undefined,
    undefined,
    1,
  ]);
});

it('bears what somebody else wrote there', () => {
  const store = storage();
  store.setItem('quayside.work.x', '{');
  expect(readSavedWork('x', 'ada', 0, store)).toBeUndefined();
});
