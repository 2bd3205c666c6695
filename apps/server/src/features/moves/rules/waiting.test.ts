import { expect, it } from 'vitest';
import { waitedFor } from './waiting.ts';

it('gives up after a quarter of an hour and names what it waited for', () => {
  const move = { created_at: '2026-01-01T10:00:00.000Z', store_name: 'Quay & Co' };
  const work = { supplier_orders: 2, listings: 0, parcels: 1 };
  expect(waitedFor(work, '2026-01-01T10:14:59.000Z', move, '#1')).toBeUndefined();
  expect(waitedFor(work, '2026-01-01T10:15:00.000Z', move, '#1')).toEqual({
    key: 'STORE_MOVE_WORK_OPEN',
    params: { name: 'Quay & Co', orders: 2, listings: 0, parcels: 1, names: '#1' },
  });
});
