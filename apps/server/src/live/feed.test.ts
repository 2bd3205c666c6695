import { expect, it, vi } from 'vitest';
import { BEGINNING, type Cursor } from './cursor.ts';
import { createFeeds, MOST_BEHIND, type Subscriber } from './feed.ts';
import type { FeedEvent } from './follow.ts';

const PAGE = 10;
const event = (position: number, history = 'a'): FeedEvent => ({
  position,
  eventId: `${history}${position}`,
  topic: 'orders',
  ids: [],
  payload: null,
});
const cursorAt = (position: number, history = 'a'): Cursor =>
  position === 0 ? BEGINNING : { position, eventId: `${history}${position}` };

/** A workplace's events in memory, and its subscribers. */
function world(count: number) {
  const events = Array.from({ length: count }, (_, at) => event(at + 1));
  const page = vi.fn(async (_workplaceId: string, from: number) => {
    const found = events.filter(({ position }) => position >= from).slice(0, PAGE + 1);
    return { events: found, full: found.length > PAGE };
  });
  const errors: unknown[] = [];
  const feeds = createFeeds({ page, head: async () => events.at(-1) ?? BEGINNING }, (error) => errors.push(error));
  const add = (cursor: Cursor) => {
    const got: (number | 'resync')[] = [];
    const state = { got, stalled: false, ended: false };
    const subscriber: Subscriber = {
      cursor,
      isStalled: () => state.stalled,
      send: ({ position }) => void got.push(position),
      resync: () => void got.push('resync'),
      end: () => {
        state.ended = true;
      },
    };
    const unsubscribe = feeds.subscribe('w', subscriber);
    return Object.assign(state, { subscriber, unsubscribe });
  };
  return { add, errors, events, feeds, page };
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);
const settled = () => new Promise((done) => setImmediate(done));

it('reads once for all streams of a workplace, and gives each what follows its own cursor', async () => {
  const { add, events, feeds, page } = world(5);
  const all = [add(cursorAt(5)), add(cursorAt(3)), add(cursorAt(0))];
  await settled();
  expect(all.map(({ got }) => got)).toEqual([[], [4, 5], [1, 2, 3, 4, 5]]);
  page.mockClear();
  events.push(event(6));
  feeds.wake('w');
  await settled();
  expect(page).toHaveBeenCalledTimes(1);
  expect(all.map(({ got }) => got.at(-1))).toEqual([6, 6, 6]);
});

it('reads nothing for a workplace without a stream', async () => {
  const { add, feeds, page } = world(5);
  add(cursorAt(5)).unsubscribe();
  await settled();
  page.mockClear();
  feeds.wake('w');
  feeds.wake();
  await settled();
  expect(page).not.toHaveBeenCalled();
});

it('goes on page by page', async () => {
  const { add } = world(35);
  const [slow, quick] = [add(cursorAt(2)), add(cursorAt(34))];
  await settled();
  expect(slow.got).toEqual(range(3, 35));
  expect(quick.got).toEqual([35]);
});

it('misses nothing that is committed while it reads', async () => {
  const { add, events, feeds, page } = world(1);
  page.mockImplementationOnce(async () => {
    const found = events.slice();
    events.push(event(2));
    feeds.wake('w');
    return { events: found, full: false };
  });
  const one = add(cursorAt(1));
  await settled();
  expect(one.got).toEqual([2]);
});

it.each([
  ['higher than the newest event', 9, 'a'],
  ['that names an event of another history', 3, 'b'],
])('tells a stream with a cursor %s to reload, and goes on from the newest', async (_, position, history) => {
  const { add, events, feeds } = world(5);
  const one = add(cursorAt(position, history));
  await settled();
  events.push(event(6));
  feeds.wake('w');
  await settled();
  expect(one.got).toEqual(['resync', 6]);
});

it('tells a stream whose events were deleted to reload', async () => {
  const { add, events } = world(8);
  events.splice(0, 6);
  const all = [add(cursorAt(0)), add(cursorAt(4))];
  await settled();
  expect(all.map(({ got }) => got)).toEqual([['resync'], ['resync']]);
});

it('tells every open stream to reload when the database went back in time', async () => {
  const { add, events, feeds } = world(5);
  const all = [add(cursorAt(5)), add(cursorAt(5))];
  await settled();
  events.length = 3;
  feeds.wake('w');
  await settled();
  events.push(event(4, 'b'), event(5, 'b'));
  feeds.wake('w');
  await settled();
  for (const { got } of all) expect(got).toEqual(['resync', 4, 5]);
});

it('leaves a stalled stream alone, and later sends what it missed, or tells it to reload when that is much', async () => {
  const { add, events, feeds } = world(1);
  const [a, b] = [add(cursorAt(1)), add(cursorAt(1))];
  await settled();
  a.stalled = true;
  events.push(event(2));
  feeds.wake('w');
  await settled();
  expect([a.got, b.got]).toEqual([[], [2]]);
  a.stalled = false;
  feeds.wake('w');
  await settled();
  expect(a.got).toEqual([2]);
  a.stalled = true;
  for (const position of range(3, MOST_BEHIND + 3)) events.push(event(position));
  feeds.wake('w');
  await vi.waitFor(() => expect(b.subscriber.cursor.position).toBe(MOST_BEHIND + 3));
  a.stalled = false;
  feeds.wake('w');
  await settled();
  expect(a.got).toEqual([2, 'resync']);
});

it('ends the streams of a workplace whose events cannot be read', async () => {
  const { add, errors, page } = world(1);
  page.mockRejectedValueOnce(new Error('away'));
  const one = add(cursorAt(1));
  await settled();
  expect(one.ended).toBe(true);
  expect(errors).toHaveLength(1);
});
