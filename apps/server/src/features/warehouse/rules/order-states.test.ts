import { nextState } from '@quayside/kernel';
import { describe, expect, it } from 'vitest';
import { ORDER_STATES, ORDER_TRANSITIONS, type OrderTransition, remaining } from './order-states.ts';

describe('the states of an order', () => {
  it('lead from creation to delivery', () => {
    const way = (['pay', 'pack', 'ship', 'deliver'] as OrderTransition[]).reduce<string | undefined>(
      (state, move) => state && nextState(ORDER_TRANSITIONS, state as 'created', move),
      'created',
    );
    expect(way).toBe('delivered');
  });

  it('end in delivered and cancelled', () => {
    const left = new Set<string>(Object.values(ORDER_TRANSITIONS).flatMap((move) => move.from));
    expect(ORDER_STATES.filter((state) => !left.has(state))).toEqual(['delivered', 'cancelled']);
  });

  it('let nobody pay twice, or cancel what is being packed', () => {
    expect(nextState(ORDER_TRANSITIONS, 'paid', 'pay')).toBeUndefined();
    expect(nextState(ORDER_TRANSITIONS, 'processing', 'cancel')).toBeUndefined();
    expect(nextState(ORDER_TRANSITIONS, 'shipped', 'refuse')).toBeUndefined();
  });
});

describe('what remains to be sent', () => {
  const lines = [
    { line_no: 1, quantity: 3, state: 'open' as const },
    { line_no: 2, quantity: 1, state: 'refused' as const },
    { line_no: 3, quantity: 2, state: 'open' as const },
  ];

  it('is what was ordered, less what left and what was refused', () => {
    expect(
      remaining(lines, [
        { line_no: 1, quantity: 1 },
        { line_no: 1, quantity: 1 },
      ]),
    ).toEqual([
      { line_no: 1, quantity: 1 },
      { line_no: 3, quantity: 2 },
    ]);
  });

  it('is nothing when all have left', () => {
    expect(
      remaining(lines, [
        { line_no: 1, quantity: 3 },
        { line_no: 3, quantity: 2 },
      ]),
    ).toEqual([]);
  });
});
