import type { ConnectorContext } from '@quayside/connector-kit';
import { expect, it } from 'vitest';
import { seenOrders } from './seen-orders.ts';

const HOUR = 3_600_000;
let now = Date.UTC(2026, 10, 20);
const memory = new Map<string, unknown>();
const contextWith = (kept: Map<string, unknown> | undefined) =>
  ({ clock: { millis: () => now, now: () => '' }, ...(kept ? { memory: kept } : {}) }) as unknown as ConnectorContext;
const look = () => seenOrders(contextWith(memory));
const shipped = { orderStatus: 'SHIPPED', trackNumber: 'CJ1', paymentDate: '2026-11-20 10:00:00' };

it('knows an order once who asked for it has asked for more, and not before', () => {
  const first = look();
  first.note('1', shipped);
  expect(look().isKnown('1', shipped)).toBe(false);
  look().drop();
  look().keep();
  expect(look().isKnown('1', shipped)).toBe(false);
  look().note('1', shipped);
  look().keep();
  expect(look().isKnown('1', shipped)).toBe(true);
});

it('reads one again that looks otherwise, or whose carrier may have news', () => {
  expect(look().isKnown('1', { ...shipped, trackNumber: 'CJ2' })).toBe(false);
  expect(look().isKnown('1', { ...shipped, orderStatus: 'DELIVERED' })).toBe(false);
  now += 2 * HOUR;
  expect(look().isKnown('1', shipped)).toBe(false);
});

it('reads the lists of those that ended every half hour, the others always', () => {
  expect(look().mayPassOver('DELIVERED')).toBe(false);
  expect(look().mayPassOver('DELIVERED')).toBe(true);
  expect(look().mayPassOver('UNSHIPPED')).toBe(false);
  now += HOUR;
  expect(look().mayPassOver('DELIVERED')).toBe(false);
});

it('remembers nothing where nothing is to be remembered', () => {
  const none = seenOrders(contextWith(undefined));
  none.note('1', shipped);
  none.keep();
  expect([none.isKnown('1', shipped), none.mayPassOver('DELIVERED')]).toEqual([false, false]);
});
