import { describe, expect, it } from 'vitest';
import { deliveryWords, parcelState, paymentLabel, paymentTone, shippingWords, sumMoney } from './labels.ts';

const lines = (...states: string[]) => ({
  cancelled_at: null,
  cancelled_by: null,
  line_items: states.map((state) => ({ state })) as never,
});

describe('where the goods of an order are', () => {
  it('says partly while one line is still here', () => {
    expect(parcelState(lines('shipped', 'placed'))).toBe('partly');
    expect(parcelState(lines('shipped', 'delivered'))).toBe('shipped');
    expect(parcelState(lines('delivered', 'delivered'))).toBe('delivered');
    expect(parcelState(lines('placed'))).toBe('none');
  });

  it('leaves lines out that never travel', () => {
    expect(parcelState(lines('delivered', 'no_shipping', 'cancelled'))).toBe('delivered');
  });

  it('says cancelled before anything else', () => {
    expect(parcelState({ ...lines('shipped'), cancelled_at: '2025-01-01T00:00:00Z' })).toBe('cancelled');
    const deleted = { cancelled_at: '2025-01-01T00:00:00Z', cancelled_by: 'deletion' as const };
    expect(parcelState({ ...lines('shipped'), ...deleted })).toBe('deleted');
  });
});

describe('sums', () => {
  it('adds one currency and refuses to guess', () => {
    expect(
      sumMoney([
        { amount: 1, currency: 'USD' },
        { amount: 2, currency: 'USD' },
      ]),
    ).toEqual({ amount: 3, currency: 'USD' });
    expect(
      sumMoney([
        { amount: 1, currency: 'USD' },
        { amount: 2, currency: 'EUR' },
      ]),
    ).toBeNull();
    expect(sumMoney([{ amount: 1, currency: 'USD' }, null])).toBeNull();
    expect(sumMoney([])).toBeNull();
  });
});

it('asks for a payment only once an order is placed', () => {
  const unpaid = { payment_status: 'pending', refund_status: null } as const;
  expect(paymentTone({ ...unpaid, placement_status: 'ready' })).toBe('closed');
  expect(paymentTone({ ...unpaid, placement_status: 'placed' })).toBe('waiting');
  expect(paymentLabel({ ...unpaid, placement_status: 'placed' })).toBe('payment.pending');
});

it('does not call an order unpaid whose supplier cancelled it after the payment', () => {
  const cancelled = { payment_status: 'pending', placement_status: 'needs_attention' } as const;
  expect(paymentLabel({ ...cancelled, refund_status: 'pending' })).toBe('refund.pending');
  expect(paymentTone({ ...cancelled, refund_status: 'pending' })).toBe('waiting');
  expect(paymentLabel({ ...cancelled, refund_status: 'refunded' })).toBe('payState.refunded');
  expect(paymentLabel({ ...cancelled, refund_status: 'not_refunded' })).toBe('payment.paid');
});

it('B273: says the days of a shipping choice from its numbers, and nothing where they are not believable', () => {
  const choice = (min: number | null, max: number | null) => ({
    service_name: 'Fast',
    amount: null,
    cost: null,
    processing_time: null,
    processing_days_min: null,
    processing_days_max: null,
    delivery_time: '3-5 days',
    delivery_days_min: min,
    delivery_days_max: max,
    quayside_recommend: false,
  });
  const words = (min: number, max: number) => `${min} to ${max}`;
  expect(deliveryWords(choice(5, 3), words)).toBe('3 to 5');
  expect(deliveryWords(choice(null, 7), words)).toBe('7 to 7');
  expect(deliveryWords(choice(40, 120), words)).toBeNull();
  expect(shippingWords(choice(null, null), words)).toBe('\u2068Fast\u2069');
});
