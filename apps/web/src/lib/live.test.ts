import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createCoalescer } from './coalesce.ts';
import { backoff, listen, readChange } from './live.ts';
import { type LiveChange, queryKeys, touches } from './query-keys.ts';

describe('what a message tells', () => {
  it('reads topic and ids, and refuses anything else', () => {
    expect(readChange({ event: 'change', data: '{"topic":"orders","ids":["1"]}' })).toEqual({
      topic: 'orders',
      ids: ['1'],
    });
    expect(readChange({ event: 'resync', data: '' })).toBe('everything');
    expect(readChange({ event: 'change', data: 'no json' })).toBeUndefined();
    expect(readChange({ event: 'change', data: '{"ids":[]}' })).toBeUndefined();
    expect(readChange({ event: 'other', data: '{"topic":"orders"}' })).toBeUndefined();
  });
  it('touches lists and parts of its topic, and details only of its ids', () => {
    const change: LiveChange = { topic: 'orders', ids: ['7'] };
    expect(touches(change, queryKeys.list('orders', { tab: 'all' }))).toBe(true);
    expect(touches(change, queryKeys.part('orders', 'counts'))).toBe(true);
    expect(touches(change, queryKeys.detail('orders', '7'))).toBe(true);
    expect(touches(change, queryKeys.detail('orders', '8'))).toBe(false);
    expect(touches({ topic: 'orders' }, queryKeys.detail('orders', '8'))).toBe(true);
    expect(touches(change, queryKeys.list('products'))).toBe(false);
  });
});

describe('waiting before the next attempt', () => {
  it('doubles to half a minute with a spread of a quarter', () => {
    expect([0, 1, 2, 3].map((attempt) => backoff(attempt, 0.5))).toEqual([500, 1000, 2000, 4000]);
    expect(backoff(20, 1)).toBe(33_750);
    expect(backoff(20, 0)).toBe(26_250);
  });
});

describe('bursts', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  it('passes the first change at once and those of the next moment together', () => {
    const passed: LiveChange[] = [];
    const coalescer = createCoalescer((change) => passed.push(change), 250);
    coalescer.add({ topic: 'orders', ids: ['1'] });
    coalescer.add({ topic: 'orders', ids: ['2'] });
    coalescer.add({ topic: 'orders', ids: ['3', '2'] });
    coalescer.add({ topic: 'wallet', ids: ['w'] });
    expect(passed).toEqual([
      { topic: 'orders', ids: ['1'] },
      { topic: 'wallet', ids: ['w'] },
    ]);
    vi.advanceTimersByTime(250);
    expect(passed.at(-1)).toEqual({ topic: 'orders', ids: ['2', '3'] });
    vi.advanceTimersByTime(1000);
    expect(passed).toHaveLength(3);
    coalescer.add({ topic: 'orders', ids: ['4'] });
    expect(passed.at(-1)).toEqual({ topic: 'orders', ids: ['4'] });
    coalescer.stop();
  });
  it('says "everything" for more than a hundred ids, or when one change said so', () => {
    const passed: LiveChange[] = [];
    const coalescer = createCoalescer((change) => passed.push(change), 250);
    coalescer.add({ topic: 'a', ids: ['0'] });
    coalescer.add({ topic: 'a', ids: Array.from({ length: 101 }, (_, index) => String(index)) });
    coalescer.add({ topic: 'b' });
    vi.advanceTimersByTime(250);
    expect(passed).toEqual([
      { topic: 'a', ids: ['0'] },
      { topic: 'b', ids: undefined },
      { topic: 'a', ids: undefined },
    ]);
    coalescer.stop();
  });
});

describe('listening', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** A server that answers each request with the next of `bodies` and then cuts the stream. */
  function server(bodies: (string | number)[]) {
    const asked: Record<string, string>[] = [];
    const fetch = vi.fn((_url: string, init: RequestInit) => {
      asked.push(init.headers as Record<string, string>);
      const body = bodies.shift();
      if (body === undefined) return new Promise<Response>(() => undefined);
      if (typeof body === 'number') return Promise.resolve(new Response('', { status: body }));
      return Promise.resolve(new Response(body));
    });
    return { asked, fetch: fetch as unknown as typeof globalThis.fetch };
  }

  it('goes on after the last event seen, and waits longer after each failure', async () => {
    const { asked, fetch } = server(['id: 5\nevent: change\ndata: {"topic":"orders","ids":["1"]}\n\n', 503, 503]);
    const changes: LiveChange[] = [];
    const states: string[] = [];
    const stop = listen({
      url: '/api/events',
      headers: () => ({ authorization: 'Bearer t' }),
      onChange: (change) => changes.push(change),
      onResync: () => changes.push({ topic: 'everything' }),
      onState: (state) => states.push(state),
      fetch,
    });
    await vi.advanceTimersByTimeAsync(0);
    expect(changes).toEqual([{ topic: 'orders', ids: ['1'] }]);
    expect(asked[0]).toMatchObject({ authorization: 'Bearer t' });
    expect(asked[0]).not.toHaveProperty('last-event-id');
    await vi.advanceTimersByTimeAsync(600);
    expect(asked[1]).toMatchObject({ 'last-event-id': '5' });
    await vi.advanceTimersByTimeAsync(600);
    expect(asked).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(600);
    expect(asked).toHaveLength(3);
    expect(states).toEqual(['open', 'waiting', 'waiting', 'waiting']);
    stop();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toHaveLength(3);
  });
  it('says how long ago its page began to read, until a first stream has begun', async () => {
    const { fetch } = server(['id: 5\nevent: ready\ndata: {}\n\n']);
    const stop = listen({
      url: '/e',
      since: () => 700,
      headers: () => ({}),
      onChange: () => undefined,
      onResync: () => undefined,
      fetch,
    });
    await vi.advanceTimersByTimeAsync(600);
    expect(vi.mocked(fetch).mock.calls.map(([url]) => url)).toEqual(['/e?since_ms=700', '/e']);
    stop();
  });
  it('asks for everything again when the stream was cut before any event could be named', async () => {
    const { fetch } = server([': hi\n\n', ': hi\n\n']);
    const resync = vi.fn();
    const stop = listen({ url: '/e', headers: () => ({}), onChange: () => undefined, onResync: resync, fetch });
    await vi.advanceTimersByTimeAsync(0);
    expect(resync).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(600);
    expect(resync).toHaveBeenCalledTimes(1);
    stop();
  });
});
