import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type History, NO_HISTORY, recorded, redone, undone } from './history.ts';

it('typing in one place is one step until it pauses', () => {
  let history: History<string> = recorded(NO_HISTORY, '', 'title', 0);
  history = recorded(history, 'a', 'title', 400);
  history = recorded(history, 'ab', 'title', 2_000);
  history = recorded(history, 'abc', 'tags', 2_100);
  expect(history.past).toEqual(['', 'ab', 'abc']);
});

it('undoing all and redoing all leads back, whatever was done', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(), { minLength: 1, maxLength: 50 }), (values) => {
      let history: History<number> = NO_HISTORY;
      let now = -1;
      for (const value of values) {
        history = recorded(history, now, '', 0);
        now = value;
      }
      const seen = [now];
      for (let back = undone(history, now); back; back = undone(history, now)) {
        history = back.history;
        now = back.value;
        seen.push(now);
      }
      expect(now).toBe(-1);
      for (let on = redone(history, now); on; on = redone(history, now)) {
        history = on.history;
        now = on.value;
        expect(now).toBe(seen[seen.length - history.past.length - 1]);
      }
      expect(now).toBe(values.at(-1));
    }),
  );
});

it('a new change ends what could be redone', () => {
  const back = undone(recorded(NO_HISTORY as History<number>, 1, 'a', 0), 2);
  if (!back) throw new Error('a step');
  expect(redone(recorded(back.history, back.value, 'a', 10), 3)).toBeUndefined();
});
