import {
  LINE_STATES,
  type LineState,
  MARK_COLORS,
  ORDER_PAYMENT_STATUSES,
  PLACEMENT_STATUSES,
  SHIPMENT_STATES,
} from '@quayside/contracts';
import { nextState } from '@quayside/kernel';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AT_SUPPLIER, LINE_TRANSITIONS, type LineTransition } from './line-states.ts';
import { getFulfillmentStatus, getPaymentStatus, getPlacementStatus, getRefundStatus } from './order-status.ts';

const line = (quantity: number, open: number, requires_shipping = true) => ({
  quantity,
  refunded_quantity: 0,
  fulfillable_quantity: open,
  requires_shipping,
});

describe('statuses of an order', () => {
  it('B357: an order with mapped supplier and address is placement / ready', () => {
    expect(getPlacementStatus(['ready', 'ready'], false)).toBe('ready');
    expect(getPlacementStatus(['ready', 'unmapped'], false)).toBe('unmapped');
    expect(getPlacementStatus(['ready'], true)).toBe('needs_attention');
    expect(getPlacementStatus(['ready', 'unmapped'], false, true)).toBe('nothing_to_place');
    expect(getPlacementStatus(['placed', 'blocked'], false, true)).toBe('needs_attention');
  });

  it('B359: a parcel state that is not listed does not exist', () => {
    expect(SHIPMENT_STATES).toEqual([
      'not_found',
      'info_received',
      'in_transit',
      'available_for_pickup',
      'out_for_delivery',
      'delivered',
      'expired',
      'delivery_failure',
      'exception',
    ]);
  });

  it('B362: two supplier orders, one paid, is partially paid', () => {
    const paid = { state: 'placed', pay_state: 'paid' };
    const unpaid = { state: 'placed', pay_state: 'unpaid' };
    expect(getPaymentStatus([paid, unpaid])).toBe('partially_paid');
    expect(getPaymentStatus([paid, paid])).toBe('paid');
    expect(getPaymentStatus([unpaid])).toBe('pending');
    expect(getPaymentStatus([])).toBe('pending');
    expect(getPaymentStatus([{ state: 'placed', pay_state: 'unknown' }])).toBe('in_progress');
    expect(getPaymentStatus([paid, { state: 'failed', pay_state: 'unpaid' }])).toBe('paid');
    expect(ORDER_PAYMENT_STATUSES).toContain(getPaymentStatus([paid]));
  });

  it('knows what became of the payment of cancelled supplier orders', () => {
    const one = (state: string, pay_state: string, hasPending = false) => ({ state, pay_state, hasPending });
    const owed = one('cancelled', 'paid', true);
    const back = one('cancelled', 'refunded');
    expect(getRefundStatus([owed])).toBe('pending');
    expect(getRefundStatus([owed, back])).toBe('pending');
    expect(getRefundStatus([back, one('cancelled', 'unpaid')])).toBe('refunded');
    expect(getRefundStatus([back, one('cancelled', 'paid')])).toBe('not_refunded');
    expect(getRefundStatus([owed, one('failed', 'unpaid')])).toBe('pending');
    expect(getRefundStatus([owed, one('placed', 'unpaid')])).toBeNull();
    expect(getRefundStatus([one('cancelled', 'unpaid')])).toBeNull();
    expect(getRefundStatus([])).toBeNull();
  });

  it('B363: one of two lines fulfilled is partially fulfilled', () => {
    expect(getFulfillmentStatus([line(1, 0), line(1, 1)])).toBe('partially_fulfilled');
    expect(getFulfillmentStatus([line(2, 1)])).toBe('partially_fulfilled');
    expect(getFulfillmentStatus([line(1, 0), line(1, 1, false)])).toBe('fulfilled');
    expect(getFulfillmentStatus([line(1, 1)])).toBe('unfulfilled');
  });

  it('B364: the mark colors', () => {
    expect(MARK_COLORS).toEqual(['none', 'grey', 'green', 'red']);
  });

  it('knows a status for every mix of lines', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...LINE_STATES)), fc.boolean(), (lines, problems) => {
        const status = getPlacementStatus(lines, problems);
        expect(PLACEMENT_STATUSES).toContain(status);
        if (status === 'ready') expect(lines).toContain('ready');
        if (status === 'placed') expect(lines.some((one) => one === 'ready' || one === 'unmapped')).toBe(false);
      }),
    );
  });
});

describe('moves of a line', () => {
  it('are on their way only after a request, or by a person', () => {
    const moves = Object.keys(LINE_TRANSITIONS) as LineTransition[];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...moves), { maxLength: 30 }), (walk) => {
        let state: LineState = 'unmapped';
        let begun = false;
        for (const move of walk) {
          const next: LineState | undefined = nextState(LINE_TRANSITIONS, state, move);
          if (!next) continue;
          if (['request', 'take_over', 'sent_by_store', 'record'].includes(move)) begun = true;
          if (AT_SUPPLIER.includes(next)) expect(begun).toBe(true);
          state = next;
        }
      }),
    );
  });

  it('never cancel what is at a supplier', () => {
    for (const state of AT_SUPPLIER) expect(nextState(LINE_TRANSITIONS, state, 'cancel')).toBeUndefined();
  });
});

describe('what a status is worked out of', () => {
  it('leaves out lines that are cancelled or need no shipping', () => {
    expect(getPlacementStatus([], false)).toBe('nothing_to_place');
    expect(getPlacementStatus(['cancelled', 'no_shipping'], false)).toBe('nothing_to_place');
    expect(getPlacementStatus(['cancelled', 'no_shipping', 'placed'], false)).toBe('placed');
    expect(getPlacementStatus(['manual'], false)).toBe('placed');
    expect(getPlacementStatus(['placing', 'unmapped', 'ready'], false)).toBe('placing');
  });

  it('leaves out supplier orders that failed or were withdrawn', () => {
    const paid = { state: 'placed', pay_state: 'paid' };
    for (const state of ['failed', 'cancelled'])
      expect(getPaymentStatus([paid, { state, pay_state: 'unpaid' }]), state).toBe('paid');
    for (const state of ['failed', 'cancelled'])
      expect(getPaymentStatus([{ state, pay_state: 'paid' }]), state).toBe('pending');
  });

  it.each(['requested', 'paying', 'unknown'])('takes a payment that is %s for one in progress', (pay_state) => {
    expect(getPaymentStatus([{ state: 'placed', pay_state }])).toBe('in_progress');
    expect(getPaymentStatus([{ state: 'placed', pay_state: 'unpaid' }])).toBe('pending');
  });

  it('counts no line without pieces, and nothing as fulfilled where there is nothing', () => {
    const line = { quantity: 1, refunded_quantity: 0, fulfillable_quantity: 0, requires_shipping: true };
    expect(getFulfillmentStatus([])).toBe('unfulfilled');
    expect(getFulfillmentStatus([{ ...line, refunded_quantity: 1 }])).toBe('unfulfilled');
    // A store that still counts pieces as open of a line that it emptied.
    expect(getFulfillmentStatus([line, { ...line, quantity: 0, fulfillable_quantity: 1 }])).toBe('fulfilled');
  });
});
