import { describe, expect, it } from 'vitest';
import { canMove, getOrderState, type OrderFacts } from './order-states.ts';

const order = (change: Partial<OrderFacts> = {}): OrderFacts => ({
  cancelled_at: null,
  cancelled_by: null,
  tab: 'unfulfilled',
  ...change,
});
const canceled = { cancelled_at: '2026-01-01T00:00:00.000Z', tab: 'archived' } as const;

describe('the state of an order', () => {
  it('follows from who closed it', () => {
    expect(getOrderState(order())).toBe('open');
    expect(getOrderState(order({ tab: 'fulfilled' }))).toBe('open');
    expect(getOrderState(order({ tab: 'archived' }))).toBe('archived');
    expect(getOrderState(order({ ...canceled, cancelled_by: 'channel' }))).toBe('cancelled');
    expect(getOrderState(order({ ...canceled, cancelled_by: 'deletion' }))).toBe('deleted');
  });

  it('lets people archive open orders and revert archived ones, never canceled or deleted ones', () => {
    expect(canMove(order(), 'archive')).toBe(true);
    expect(canMove(order(), 'revert')).toBe(false);
    expect(canMove(order({ tab: 'archived' }), 'revert')).toBe(true);
    expect(canMove(order({ tab: 'archived' }), 'archive')).toBe(false);
    for (const by of ['channel', 'deletion'])
      for (const move of ['archive', 'revert'] as const)
        expect(canMove(order({ ...canceled, cancelled_by: by }), move)).toBe(false);
  });
});
