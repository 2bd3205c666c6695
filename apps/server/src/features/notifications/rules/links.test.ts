import { NOTIFICATION_KIND_NAMES } from '@quayside/contracts';
import { expect, it } from 'vitest';
import { getLink } from './links.ts';

it('leads to the one thing, and to the list of several', () => {
  expect(getLink('order_received', ['o1'], 1)).toBe('/app/orders?period=all&open=o1');
  expect(getLink('order_received', ['o1', 'o2'], 2)).toBe('/app/orders');
  expect(getLink('parcel_trouble', ['p1'], 1)).toBe('/app/orders/shipment?open=p1');
  expect(getLink('parcel_unmatched', ['p1'], 1)).toBe('/app/orders/shipment?open=p1');
  expect(getLink('push_failed', ['p 1'], 1)).toBe('/app/products-import/editor/p%201');
  expect(getLink('payment_failed', ['o1'], 7)).toBe('/app/orders/payments?tab=failed');
});

it('stays inside the app, whatever the kind', () => {
  for (const kind of NOTIFICATION_KIND_NAMES) {
    expect(getLink(kind, [], 1)).toMatch(/^\/app\//);
    expect(getLink(kind, ['//evil.example'], 1)).toMatch(/^\/app\/(?!.*\/\/)/);
  }
});
