import { expect, it } from 'vitest';
import { isOfTheOrder, unreadProblem } from './set-aside.ts';

it('names the place and what stands there', () => {
  expect(unreadProblem({ what: 'amount', where: 'total', value: '1,2' })).toEqual({
    key: 'ORDER_UNREAD_AMOUNT',
    params: { where: 'total', value: '1,2' },
  });
  expect(unreadProblem({ what: 'form', where: 'line_items' }).params).toEqual({ where: 'line_items', value: '' });
});

it('takes what the database says of the data for the order’s own, and nothing of the moment', () => {
  for (const code of ['22003', '22P05', '22021', '23502', '23514'])
    expect(isOfTheOrder(Object.assign(new Error('x'), { code }))).toBe(true);
  for (const code of ['40001', '40P01', '57014', '57P01', '08006', '23503', '23505', '53300', 'ECONNRESET'])
    expect(isOfTheOrder(Object.assign(new Error('x'), { code }))).toBe(false);
  expect(isOfTheOrder(new RangeError('not an integer amount'))).toBe(true);
  expect(isOfTheOrder(new Error('anything'))).toBe(false);
});
