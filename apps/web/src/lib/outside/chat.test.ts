import { expect, it } from 'vitest';
import { readUnread, sendBatches, toBatches } from './chat.ts';

const messages = (count: number) => Array.from({ length: count }, (_, index) => index);

it('B163: cuts messages into batches of ten, in their order', () => {
  expect(toBatches(messages(25)).map((batch) => batch.length)).toEqual([10, 10, 5]);
  expect(toBatches(messages(25)).flat()).toEqual(messages(25));
  expect(toBatches(messages(10))).toHaveLength(1);
  expect(toBatches([])).toEqual([]);
});

it('B163: waits 400 ms between two of them, and not before the first', async () => {
  const done: (string | number)[] = [];
  await sendBatches(
    messages(25),
    (batch) => done.push(`${batch.length} sent`),
    (ms) => Promise.resolve(void done.push(ms)),
  );
  expect(done).toEqual(['10 sent', 400, '10 sent', 400, '5 sent']);
});

it('takes a number of unread messages from the chat and nothing else', () => {
  expect(readUnread({ type: 'quayside.chat.unread', count: 3 })).toBe(3);
  expect(readUnread({ type: 'quayside.chat.unread', count: 0 })).toBe(0);
  for (const other of [null, 'x', {}, { type: 'other', count: 1 }, { type: 'quayside.chat.unread', count: -1 }])
    expect(readUnread(other)).toBeUndefined();
  for (const count of ['3', 1.5, Number.NaN, Infinity])
    expect(readUnread({ type: 'quayside.chat.unread', count })).toBeUndefined();
});
