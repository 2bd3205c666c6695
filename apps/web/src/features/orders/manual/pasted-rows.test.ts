import { expect, it } from 'vitest';
import { type PasteResult, refusedRows, toSave } from './pasted-rows.ts';

const items = ['1', '2', '3', '4'].map((order_no) => ({ order: `#${order_no}`, order_no, source: 'ebay' as const }));
const result = (row: number, text?: string): PasteResult => ({
  row,
  status: text ? 'refused' : 'recorded',
  order_id: null,
  problem: text ? { key: 'X', text } : null,
  field: null,
});
const checked = { items, results: [result(0), result(1, 'No order has this name.'), result(2), result(3)] };

it('saves the rows that passed the check', () => {
  expect(toSave(checked).map((item) => item.order_no)).toEqual(['1', '3', '4']);
});

it('keeps rows that the check or saving refused, each with its reason', () => {
  const left = refusedRows(checked, [result(0), result(1, 'This order was canceled.'), result(2)]);
  expect(left.items.map((item) => item.order_no)).toEqual(['2', '3']);
  expect(left.results.map(({ row, problem }) => [row, problem?.text])).toEqual([
    [0, 'No order has this name.'],
    [1, 'This order was canceled.'],
  ]);
});

it('keeps nothing once all rows are saved', () => {
  const all = { items, results: items.map((_item, row) => result(row)) };
  expect(refusedRows(all, all.results).items).toEqual([]);
});
