import { expect, it } from 'vitest';
import { isContentError, NOT_SAVED, unreadProblem } from './unreadable.ts';

it('names the place and what stands there', () => {
  expect(unreadProblem({ what: 'amount', where: 'total', value: '1,2' })).toEqual({
    key: 'ORDER_UNREAD_AMOUNT',
    params: { where: 'total', value: '1,2' },
  });
  expect(unreadProblem({ what: 'form', where: 'line_items' }).params).toEqual({ where: 'line_items', value: '' });
});

it('takes what the database says of the data for the order’s own, and nothing of the moment', () => {
  for (const code of ['22003', '22P05', '22021', '23502', '23514'])
    expect(isContentError(Object.assign(new Error('x'), { code }))).toBe(true);
  for (const code of ['40001', '40P01', '57014', '57P01', '08006', '23503', '23505', '53300', 'ECONNRESET'])
    expect(isContentError(Object.assign(new Error('x'), { code }))).toBe(false);
  expect(isContentError(new RangeError('not an integer amount'))).toBe(true);
  expect(isContentError(new Error('anything'))).toBe(false);
});

it.each([
  ['amount', 'ORDER_UNREAD_AMOUNT'],
  ['currency', 'ORDER_UNREAD_CURRENCY'],
  ['quantity', 'ORDER_UNREAD_QUANTITY'],
  ['time', 'ORDER_UNREAD_TIME'],
  ['state', 'ORDER_UNREAD_STATE'],
  ['form', 'ORDER_UNREAD_FORM'],
] as const)('has a sentence for what cannot be read: %s', (what, key) => {
  expect(unreadProblem({ what, where: 'x' }).key).toBe(key);
});

it('has a sentence for what cannot be kept', () => {
  expect(NOT_SAVED).toEqual({ key: 'ORDER_NOT_KEPT', params: {} });
});

it('knows a code by all of it', () => {
  for (const code of ['122003', '220031', '2200', 22003, undefined])
    expect(isContentError(Object.assign(new Error('x'), { code }))).toBe(false);
  for (const nothing of [undefined, null, 'text']) expect(isContentError(nothing)).toBe(false);
});
