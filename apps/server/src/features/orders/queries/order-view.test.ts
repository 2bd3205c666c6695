import { expect, it } from 'vitest';
import { getShippingInfo, type ListedOrder, orderView } from './order-view.ts';

const ORDER: ListedOrder = {
  order_id: '01990000-0000-7000-8000-000000000001',
  store_id: '01990000-0000-7000-8000-000000000002',
  mode: 'live',
  is_manual: false,
  is_sample: false,
  is_exchange: false,
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
  expect(orderView(ORDER, [], undefined, () => undefined, 'en').store).toEqual({
    id: ORDER.store_id,
    name: null,
    platform: null,
    domain: null,
  });
});

it('converts the cost of a store that sells in another currency, and names the rate', () => {
  const order = { ...ORDER, currency: 'EUR', total: 2_000, cost: 1_000, cost_currency: 'USD', cost_is_whole: true };
  const rate = { from: 'USD', to: 'EUR', rate: '0.9', day: '2025-12-31', source: 'European Central Bank' };
  const asked: object[] = [];
  const lookUp = (ask: object) => {
    asked.push(ask);
    return rate;
  };
  expect(orderView(order, [], undefined, lookUp, 'en')).toMatchObject({
    cost: { amount: 1_000, currency: 'USD' },
    profit: { amount: 1_100, currency: 'EUR' },
    profit_rate: rate,
  });
  expect(asked).toEqual([{ from: 'USD', to: 'EUR', day: '2026-01-01' }]);
  expect(orderView(order, [], undefined, () => undefined, 'en')).toMatchObject({ profit: null, profit_rate: null });
});

it('B273, B274: gives the days of a shipping choice as numbers, and as text where they are believable', () => {
  const option = {
    serviceName: 'Slow',
    amount: { amount: 100, currency: 'USD' },
    deliveryDaysMin: 40,
    deliveryDaysMax: 120,
  };
  expect(getShippingInfo(null, { ...option, processingDaysMin: 1, processingDaysMax: 3 }, false)).toMatchObject({
    processing_time: '1-3 days',
    processing_days_min: 1,
    processing_days_max: 3,
    delivery_time: null,
    delivery_days_min: 40,
    delivery_days_max: 120,
  });
  expect(getShippingInfo('Standard', null, false)).toMatchObject({ processing_time: null, delivery_days_min: null });
});
