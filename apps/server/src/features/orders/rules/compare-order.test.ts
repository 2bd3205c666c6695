import { money } from '@quayside/kernel';
import { expect, test } from 'vitest';
import { needsReading } from './compare-order.ts';

const order = {
  order_id: 'o',
  external_order_id: '1',
  placed_at: '2026-01-01T10:00:00.000Z',
  store_updated_at: '2026-01-01T10:00:00.000Z',
  is_unclear: false,
};
const state = {
  externalOrderId: '1',
  updatedAt: '2026-01-01T10:00:00Z',
  financialStatus: 'paid' as const,
  total: money(1, 'USD'),
  paysOnDelivery: false,
};

test('an order is read again when the store lacks it, has changed it, or a line is not certain', () => {
  expect(needsReading(order, state)).toBe(false);
  expect(needsReading(order, { ...state, updatedAt: '2026-01-01T09:59:59Z' })).toBe(false);
  expect(needsReading(order, { ...state, updatedAt: '2026-01-01T10:00:01Z' })).toBe(true);
  expect(needsReading(order, undefined)).toBe(true);
  expect(needsReading({ ...order, is_unclear: true }, state)).toBe(true);
});
