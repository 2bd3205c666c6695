import { expect, test } from 'vitest';
import { Governor, sleep } from './governor.ts';

/** A clock that moves only when somebody waits. */
function world() {
  let now = 0;
  const waits: number[] = [];
  const clock = { millis: () => now, now: () => new Date(now).toISOString() };
  const wait = async (ms: number, signal?: AbortSignal) => {
    signal?.throwIfAborted();
    waits.push(ms);
    now += ms;
    await Promise.resolve();
  };
  return { governor: new Governor(clock, wait), waits, now: () => now, pass: (ms: number) => (now += ms) };
}

const status = (currentlyAvailable: number) => ({ maximumAvailable: 2000, currentlyAvailable, restoreRate: 100 });

test('what is in the bucket leaves at once; what is not waits for just as long as it must', async () => {
  const { governor, waits } = world();
  await governor.take('a', 10);
  governor.settle('a', 10, status(500));
  await governor.take('a', 400);
  expect(waits).toEqual([]);
  await governor.take('a', 400);
  expect(waits).toEqual([3000]);
});

test('what Shopify tells counts, less what is still on the way', async () => {
  const { governor, waits } = world();
  await governor.take('a', 100);
  await governor.take('a', 300);
  governor.settle('a', 100, status(350));
  await governor.take('a', 50);
  expect(waits).toEqual([]);
  await governor.take('a', 100);
  expect(waits).toEqual([1000]);
});

test('a request without an answer is counted as spent, and no longer as on the way', async () => {
  const { governor, waits } = world();
  await governor.take('a', 2000);
  governor.settle('a', 2000, undefined);
  await governor.take('a', 100);
  expect(waits).toEqual([1000]);
});

test('shops do not slow each other', async () => {
  const { governor, waits } = world();
  await governor.take('a', 2000);
  await governor.take('b', 2000);
  expect(waits).toEqual([]);
});

test('a request dearer than the bucket waits for a full one, not for ever', async () => {
  const { governor, now } = world();
  await governor.take('a', 1500);
  await governor.take('a', 5000);
  expect(now()).toBe(15_000);
});

test('requests leave in the order in which they came: a dear one is not starved by cheap ones', async () => {
  const { governor } = world();
  await governor.take('a', 2000);
  const left: string[] = [];
  await Promise.all([
    governor.take('a', 900).then(() => left.push('dear')),
    governor.take('a', 1).then(() => left.push('cheap')),
    governor.take('a', 1).then(() => left.push('cheap')),
  ]);
  expect(left).toEqual(['dear', 'cheap', 'cheap']);
});

test('over a long run the rate is kept, and hardly anything of it is wasted', async () => {
  const { governor, now } = world();
  // The other side's own bucket, moved by the same clock.
  let points = 2000;
  let at = 0;
  let spent = 0;
  while (spent < 100_000) {
    await governor.take('a', 30);
    points = Math.min(2000, points + ((now() - at) * 100) / 1000);
    at = now();
    expect(points).toBeGreaterThanOrEqual(30 - 1e-9);
    points -= 30;
    spent += 30;
    governor.settle('a', 30, status(Math.floor(points)));
  }
  const allowed = 2000 + (now() * 100) / 1000;
  expect(spent).toBeGreaterThan(0.95 * allowed);
});

test('whoever is called off while waiting leaves the line to the next', async () => {
  const governor = new Governor({ millis: () => Date.now(), now: () => '' });
  await governor.take('a', 2000);
  const stop = new AbortController();
  const first = governor.take('a', 1000, stop.signal);
  const second = governor.take('a', 1);
  stop.abort(new Error('called off'));
  await expect(first).rejects.toThrow('called off');
  await second;
});

test('sleep ends early when it is called off', async () => {
  const stop = new AbortController();
  const sleeping = sleep(60_000, stop.signal);
  stop.abort(new Error('enough'));
  await expect(sleeping).rejects.toThrow('enough');
  await expect(sleep(1, stop.signal)).rejects.toThrow('enough');
  await sleep(1);
});
