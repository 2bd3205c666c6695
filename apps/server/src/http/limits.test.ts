import { AppError } from '@quayside/kernel';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLimits } from './limits.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const refusalOf = async (hit: Promise<void>): Promise<AppError | undefined> => {
  try {
    await hit;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
};

it('lets an address make so many calls in a minute, and says how long to wait for the next', async () => {
  const limits = createLimits();
  const hit = (address = '192.0.2.1', what = 'GET /a') => refusalOf(limits.hit(what, address, 3));
  expect([await hit(), await hit(), await hit()]).toEqual([undefined, undefined, undefined]);
  vi.advanceTimersByTime(20_500);
  expect(await hit()).toMatchObject({ status: 'RATE_LIMIT', code: 'RATE_LIMIT', retryAfterSeconds: 40 });
  // Another address and another call are counted separately.
  expect(await hit('192.0.2.2')).toBeUndefined();
  expect(await hit('192.0.2.1', 'GET /b')).toBeUndefined();
  vi.advanceTimersByTime(39_600);
  expect(await hit()).toBeUndefined();
});

it('counts of IPv6 the whole network that one caller has', async () => {
  const limits = createLimits();
  const hit = (address: string) => refusalOf(limits.hit('GET /a', address, 1));
  expect(await hit('2001:db8:7:7::1')).toBeUndefined();
  expect(await hit('2001:db8:7:7::2')).toMatchObject({ code: 'RATE_LIMIT' });
  expect(await hit('2001:db8:7:8::1')).toBeUndefined();
});

it('of many at the same moment lets through no more', async () => {
  const limits = createLimits();
  const all = await Promise.all(Array.from({ length: 50 }, () => refusalOf(limits.hit('GET /a', '192.0.2.9', 7))));
  expect(all.filter((one) => one === undefined)).toHaveLength(7);
});
