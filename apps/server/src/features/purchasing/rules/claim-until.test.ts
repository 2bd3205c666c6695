import { REFUND_DAYS } from '@quayside/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getLineClaim, type LineRequest } from './claim-until.ts';

const DAY = 86_400_000;
const at = (day: number): string => new Date(Date.UTC(2026, 0, 1 + day, 12)).toISOString();
const line = { supplier_order_id: 'p', line_id: 'l', quantity: 2 };
const purchase = {
  supplier_order_id: 'p',
  supplier: 'aliexpress',
  pay_state: 'paid',
  total_cost: 1_000,
  remote_state: null,
  paid_at: at(0),
  created_at: at(0),
  shipping_quote: {
    serviceName: 'Fast',
    amount: { amount: 1, currency: 'USD' },
    processingDaysMax: 2,
    deliveryDaysMax: 8,
  },
} as const;
const parcel = (deliveredAt: string | null, quantity = 2) => ({
  order_id: 'o',
  supplier_order_id: 'p',
  state: 'delivered' as const,
  shipped_at: at(1),
  delivered_at: deliveredAt,
  line_id: 'l',
  quantity,
});
const request = (change: Partial<LineRequest>): LineRequest => ({
  supplier_order_id: 'p',
  line_id: 'l',
  state: 'pending',
  send_state: 'sent',
  ...change,
});
const dayOf = (change: object, parcels: (string | null)[] = [], requests: LineRequest[] = []) =>
  getLineClaim(
    { ...purchase, ...change },
    line,
    parcels.map((time) => parcel(time)),
    requests,
    at(0),
  ).until?.slice(0, 10) ?? null;
const day = (count: number): string => at(count).slice(0, 10);

describe('until when a line can be claimed', () => {
  it.each([
    ['on its way: after the promised delivery', {}, [], day(25)],
    ['received: after receipt', {}, [at(5)], day(20)],
    ['one of two parcels received', {}, [at(5), null], day(25)],
    ['at a supplier without published window', { supplier: 'cj' }, [at(5)], day(12)],
    ['not paid', { pay_state: 'unpaid' }, [], null],
    ['refunded', { pay_state: 'refunded' }, [], null],
    ['of unknown cost', { total_cost: null }, [], null],
    ['canceled by the supplier', { remote_state: 'cancelled' }, [], null],
  ] as const)('%s', (_what, change, parcels, until) => expect(dayOf(change, [...parcels])).toBe(until));

  it.each([
    ['sent', {}, null],
    ['made for a person to send', { send_state: 'not_needed' }, null],
    ['accepted', { state: 'accepted' }, null],
    ['completed', { state: 'completed' }, null],
    ['declined by the API', { send_state: 'failed' }, day(25)],
    ['rejected', { state: 'rejected' }, day(25)],
    ['withdrawn', { state: 'withdrawn', send_state: 'not_needed' }, day(25)],
    ['of another line', { line_id: 'other' }, day(25)],
    ['of another supplier order', { supplier_order_id: 'other' }, day(25)],
  ] as const)('with a request that was %s', (_what, change, until) =>
    expect(dayOf({}, [], [request(change)])).toBe(until),
  );

  it('runs for the items that were never sent, whatever arrived', () => {
    const claimOf = (...parcels: ReturnType<typeof parcel>[]) => getLineClaim(purchase, line, parcels, [], at(0));
    expect(claimOf(parcel(at(5), 1))).toMatchObject({ receivedAt: null, until: expect.stringMatching(day(25)) });
    expect(claimOf(parcel(at(5), 1), parcel(at(6), 1))).toMatchObject({ receivedAt: at(6) });
  });

  it('names a request that the supplier did not take', () => {
    const claimOf = (change: Partial<LineRequest>) =>
      getLineClaim(purchase, line, [], [request(change)], at(0)).isUnsent;
    expect(claimOf({ send_state: 'failed' })).toBe(true);
    expect(claimOf({ send_state: 'failed', state: 'withdrawn' })).toBe(false);
    expect(claimOf({})).toBe(false);
  });

  it('is after receipt and never later than requests are possible', () => {
    const suppliers = fc.constantFrom('quayside', 'aliexpress', 'ebay', 'cj', 'unheard-of');
    fc.assert(
      fc.property(suppliers, fc.nat(90), fc.boolean(), (supplier, received, isReceived) => {
        const { until } = getLineClaim(
          { ...purchase, supplier: supplier as 'cj' },
          line,
          isReceived ? [parcel(at(received))] : [],
          [],
          at(0),
        );
        const from = Date.parse(at(isReceived ? received : 10));
        expect(Date.parse(until ?? '')).toBeGreaterThan(from);
        expect(Date.parse(until ?? '')).toBeLessThan(from + (REFUND_DAYS + 1) * DAY);
      }),
    );
  });
});
