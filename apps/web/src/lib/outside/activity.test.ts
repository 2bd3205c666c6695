import { expect, it } from 'vitest';
import { pageOf, toEvent } from './activity.ts';

it('B164: one event for an import, an edit, a push, an order and a search', () => {
  expect(toEvent('POST /center/products/import/{source}', undefined)).toEqual({
    channel: '/log/events',
    name: 'import',
  });
  expect(toEvent('PUT /center/products/bulk_update', undefined)?.name).toBe('edit');
  expect(toEvent('POST /center/products/push-multiple-channel', undefined)?.name).toBe('push');
  expect(toEvent('POST /orders/v5/create', undefined)?.name).toBe('order');
  expect(toEvent('GET /center/products/find', { keyword: 'glass' })?.name).toBe('search');
  expect(toEvent('GET /center/products/find', {})).toBeUndefined();
  expect(toEvent('GET /center/products/find', { keyword: 'glass', cursor: 'x' })).toBeUndefined();
  expect(toEvent('GET /orders/v5/list', undefined)).toBeUndefined();
});

it('tells no ids of what is worked on', () => {
  expect(pageOf('/app/products-center/editor/018f0000-0000-7000-8000-00000000dead')).toBe(
    '/app/products-center/editor/:id',
  );
  expect(pageOf('/app/find-product/cj/detail/12345/US')).toBe('/app/find-product/cj/detail/:id/US');
});
