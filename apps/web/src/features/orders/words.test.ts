import { describe, expect, it } from 'vitest';
import { parcelState, paymentLabel, paymentTone, sumMoney } from './words.ts';

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
