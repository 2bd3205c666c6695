import { expect, it } from 'vitest';
import { type ListedOrder, orderView } from './order-view.ts';

const ORDER: ListedOrder = {
  order_id: '01990000-0000-7000-8000-000000000001',
  store_id: '01990000-0000-7000-8000-000000000002',
  mode: 'live',
  external_order_id: '1',
  name: '#1',
  placed_at: '2026-01-01T00:00:00.000Z',
  currency: 'USD',
  total: 1_000,
  tax_total: 0,
  financial_status: 'paid',
  fulfillment_status: 'unfulfilled',
  placement_status: 'ready',
  payment_status: 'pending',
  tab: 'unfulfilled',
  customer_name: null,
  customer_email: null,
  ship_country: null,
  mark: 'none',
  problems: [],
  cost: null,
  cost_currency: null,
  cost_is_whole: false,
  cancelled_at: null,
  cancelled_by: null,
  refund_status: null,
};

it('says nothing of a store that cannot be read', () => {
  expect(orderView(ORDER, [], undefined, 'en').store).toEqual({
    id: ORDER.store_id,
    name: null,
    platform: null,
    domain: null,
  });
});
