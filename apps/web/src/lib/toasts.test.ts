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

it('B382: a notice has a type, a title, a message, how long it stays, a place and one button', () => {
  const action = { label: 'Open', run: () => undefined };
  toast('warning', '1 was not imported: sold out', { title: '2 imported', ms: 8000, placement: 'top', action });
  expect(toastStore.list()).toMatchObject([
    { kind: 'warning', title: '2 imported', text: '1 was not imported: sold out', ms: 8000, placement: 'top', action },
  ]);
  for (const kind of ['success', 'error', 'info'] as const) toast(kind, kind);
  expect(toastStore.list().map((one) => one.kind)).toEqual(['warning', 'success', 'error', 'info']);
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
