import fc from 'fast-check';
import { afterEach, expect, it } from 'vitest';
import { randomId } from './random-id.ts';
import { ANSWER_TOAST_MS, TOAST_FADE_MS, TOAST_MS, toast, toastStore } from './toasts.ts';

afterEach(() => {
  for (const one of toastStore.list()) toastStore.remove(one.id);
});

it('B150: a notice stays three seconds, the words of an answer five, and both fade for half a second', () => {
  toast('info', 'Copied');
  expect(toastStore.list().map((one) => one.ms)).toEqual([3000]);
  expect([TOAST_MS, ANSWER_TOAST_MS, TOAST_FADE_MS]).toEqual([3000, 5000, 500]);
});

it('says the same words once, and keeps the newest four', () => {
  for (const text of ['a', 'b', 'a', 'c', 'd', 'e']) toast('error', text);
  expect(toastStore.list().map((one) => one.text)).toEqual(['a', 'c', 'd', 'e']);
  expect(new Set(toastStore.list().map((one) => one.id)).size).toBe(4);
});

it('B151: a random name has eight letters or as many as asked for', () => {
  expect(randomId()).toMatch(/^[a-z0-9]{8}$/);
  fc.assert(
    fc.property(fc.nat(64), (length) => {
      expect(randomId(length)).toHaveLength(length);
    }),
  );
});
