import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchFor } from './user-wait.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('B148: looks every 100 ms and gives up after 5000 ms', () => {
  let looks = 0;
  const gaveUp = vi.fn();
  watchFor(() => {
    looks += 1;
    return false;
  }, gaveUp);
  vi.advanceTimersByTime(4_999);
  expect(gaveUp).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(gaveUp).toHaveBeenCalledOnce();
  expect(looks).toBe(50);
  vi.advanceTimersByTime(10_000);
  expect(looks).toBe(50);
});

it('stops looking once it is there, or when it is told to', () => {
  const gaveUp = vi.fn();
  watchFor(() => true, gaveUp);
  const stop = watchFor(() => false, gaveUp);
  vi.advanceTimersByTime(100);
  stop();
  expect(vi.getTimerCount()).toBe(0);
  vi.advanceTimersByTime(10_000);
  expect(gaveUp).not.toHaveBeenCalled();
});
