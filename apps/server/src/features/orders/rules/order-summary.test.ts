import type { LineState } from '@quayside/contracts';
import { describe, expect, it } from 'vitest';
import { getActions, getCost, getProblems, getProfit, getWarnings } from './order-summary.ts';

const line = (state: LineState, more: object = {}) => ({
  state,
  block_key: null,
  quantity: 2,
  fulfillable_quantity: 2,
  pieces_per_unit: 1,
  unit_cost: 500,
  cost_currency: 'USD',
  ...more,
});
const address = { firstName: 'A', address1: 'B 1', city: 'C', countryCode: 'DE', postalCode: '10115' };
const paid = { cancelled_at: null, financial_status: 'paid' };
const purchase = { state: 'placed', items: 1000, shipping: 300, total: 1300, currency: 'USD' };

describe('what an order needs', () => {
  it('is silent about a good order', () => {
    expect(getProblems(paid, address, [line('ready')])).toEqual([]);
  });

  it('flags what the store changed after it was bought', () => {
    const cancelled = { ...paid, cancelled_at: '2026-01-01T00:00:00.000Z' };
    expect(getProblems(cancelled, address, [line('placed')])).toEqual(['ORDER_CANCELLED_AFTER_PLACING']);
    expect(getProblems(cancelled, address, [line('cancelled')])).toEqual([]);
    expect(getProblems(paid, address, [line('placed', { block_key: 'ORDER_LINE_CHANGED' })])).toEqual([
      'ORDER_LINE_CHANGED',
    ]);
  });

  it('asks for an address only while something is to be sent', () => {
    expect(getProblems(paid, {}, [line('ready')])).toEqual(['CustomerInformationIsNotValid']);
    expect(getProblems(paid, {}, [line('placed')])).toEqual([]);
    expect(getProblems({ ...paid, financial_status: 'refunded' }, address, [line('ready')])).toEqual([
      'ORDER_REFUNDED',
    ]);
  });

  it('offers what the states allow', () => {
    const open = {
      ...paid,
      is_manual: false,
      cancelled_by: null,
      tab: 'unfulfilled' as const,
      payment_status: 'pending' as const,
      problems: [],
    };
    expect(getActions(open, [line('ready')])).toContain('place');
    expect(getActions({ ...open, problems: [{ key: 'ORDER_REFUNDED' }] }, [line('ready')])).not.toContain('place');
    expect(getActions({ ...open, financial_status: 'failed' }, [line('ready')])).not.toContain('place');
    expect(getActions(open, [line('placed')])).toEqual(['pay', 'sync', 'archive']);
    expect(getActions({ ...open, tab: 'archived' }, [line('delivered')])).toEqual(['sync', 'revert']);
    const closed = { cancelled_at: 'x', tab: 'archived' as const };
    expect(getActions({ ...open, ...closed }, [line('ready')])).toEqual([]);
    const manual = { ...open, is_manual: true, financial_status: 'pending' };
    expect(getActions(manual, [line('placed')])).toEqual(['pay', 'sync', 'mark_paid', 'cancel_order', 'archive']);
    expect(getActions({ ...manual, financial_status: 'paid' }, [])).toEqual(['cancel_order', 'archive']);
    expect(getActions({ ...manual, ...closed }, [])).toEqual([]);
  });
});

it('says that a payment failed, and nothing else then', () => {
  expect(getWarnings({ financial_status: 'failed', pays_on_delivery: false })).toEqual(['ORDER_PAYMENT_FAILED']);
});

describe('cost and profit', () => {
  it('knows the profit of an order that is wholly placed in its own currency', () => {
    const cost = getCost([line('placed')], [purchase]);
    expect(cost).toEqual({ cost: 1300, cost_currency: 'USD', cost_is_whole: true });
    expect(
      getProfit({ is_sample: false, is_exchange: false, currency: 'USD', total: 3000, tax_total: 200, ...cost }),
    ).toBe(1500);
    expect(
      getProfit({ is_sample: false, is_exchange: false, currency: 'EUR', total: 3000, tax_total: 200, ...cost }),
    ).toBeUndefined();
    expect(
      getProfit({ is_sample: false, is_exchange: false, currency: 'EUR', total: 3000, tax_total: 200, ...cost }, '0.5'),
    ).toBe(2150);
    expect(
      getProfit({ is_sample: false, is_exchange: true, currency: 'USD', total: 0, tax_total: 0, ...cost }),
    ).toBeUndefined();
    expect(
      getProfit({ is_sample: true, is_exchange: false, currency: 'USD', total: 3000, tax_total: 200, ...cost }),
    ).toBeUndefined();
  });

  it('counts the shipping that suppliers said for lines that wait, and nothing of it where a part is unknown', () => {
    const expected = { amount: 400, currency: 'USD' };
    expect(getCost([line('ready'), line('blocked')], [], expected)).toEqual({
      cost: 2400,
      cost_currency: 'USD',
      cost_is_whole: true,
    });
    expect(getCost([line('placed'), line('ready')], [purchase], expected)).toMatchObject({
      cost: 2700,
      cost_is_whole: true,
    });
    expect(getCost([line('ready'), line('unmapped')], [], expected).cost_is_whole).toBe(false);
    expect(getCost([line('ready', { unit_cost: null })], [], expected)).toMatchObject({
      cost: 400,
      cost_is_whole: false,
    });
    expect(getCost([line('ready')], [], { amount: 400, currency: 'EUR' }).cost).toBeNull();
    expect(getCost([line('ready', { pieces_per_unit: 3 })], [], expected).cost).toBe(2 * 3 * 500 + 400);
    expect(getCost([line('placed')], [purchase], expected)).toMatchObject({ cost: 1300 });
  });

  it('invents nothing: an open line leaves the cost partial, mixed currencies leave none', () => {
    const partial = getCost([line('placed'), line('ready')], [purchase]);
    expect(partial).toEqual({ cost: 2300, cost_currency: 'USD', cost_is_whole: false });
    expect(
      getProfit({ is_sample: false, is_exchange: false, currency: 'USD', total: 3000, tax_total: 0, ...partial }),
    ).toBeUndefined();
    expect(getCost([line('ready', { cost_currency: 'EUR' })], [purchase]).cost).toBeNull();
    expect(getCost([line('unmapped', { unit_cost: null, cost_currency: null })], []).cost).toBeNull();
  });
});
