import { expect, it } from 'vitest';
import { getReturnable } from './returnable.ts';

const line = { line_id: 'a', quantity: 5, refunded_quantity: 1 };
const taken = (state: Parameters<typeof getReturnable>[1][number]['state'], change: object = {}, received?: number) =>
  getReturnable(
    [line],
    [{ return_id: 'r', state, customer_keeps: false, ...change }],
    [{ return_id: 'r', line_id: 'a', quantity: 3, received: received ?? null }],
  ).get('a');

it.each([
  ['requested', {}, undefined, 1],
  ['received', {}, 2, 1],
  ['refunded', {}, 2, 2],
  ['exchanged', {}, 3, 1],
  ['refunded', { customer_keeps: true }, undefined, 1],
  ['rejected', {}, undefined, 4],
  ['canceled', {}, undefined, 4],
  ['closed', {}, 0, 4],
] as const)('with a return that is %s %o, %s arrived: %i', (state, change, received, left) =>
  expect(taken(state, change, received)).toBe(left),
);

it('is never below zero, and of every line', () => {
  const found = getReturnable(
    [line, { line_id: 'b', quantity: 1, refunded_quantity: null }],
    [{ return_id: 'r', state: 'approved', customer_keeps: false }],
    [{ return_id: 'r', line_id: 'a', quantity: 9, received: null }],
  );
  expect(Object.fromEntries(found)).toEqual({ a: 0, b: 1 });
});
