import { expect, it } from 'vitest';
import { counted, missing } from './tally.ts';

it('finds the tables of which not everything arrived as it left', () => {
  let tally = counted({}, 'left', 'sales_order', { rows: 2, sum: '9223372036854775807' });
  tally = counted(tally, 'left', 'sales_order', { rows: 1, sum: '9223372036854775807' });
  tally = counted(tally, 'left', 'order_line', { rows: 1, sum: '5' });
  expect(missing(tally)).toEqual(['sales_order', 'order_line']);
  tally = counted(tally, 'arrived', 'sales_order', { rows: 3, sum: '18446744073709551614' });
  tally = counted(tally, 'arrived', 'order_line', { rows: 1, sum: '6' });
  expect(missing(tally)).toEqual(['order_line']);
});
