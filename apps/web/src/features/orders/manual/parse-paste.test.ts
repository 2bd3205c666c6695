import { expect, it } from 'vitest';
import { parsePaste } from './parse-paste.ts';

it('reads rows copied from a spreadsheet by the order of their columns', () => {
  expect(parsePaste('#1001\t12-345\tDHL\tJD1\n\n#1002\t12-346', 'ebay')).toEqual([
    { order: '#1001', order_no: '12-345', source: 'ebay', carrier: 'DHL', tracking_number: 'JD1' },
    { order: '#1002', order_no: '12-346', source: 'ebay' },
  ]);
});

it('reads CSV with a header in any order, quotes, costs and marketplaces', () => {
  const text =
    'order_no,order,cost,currency,source,shipping\r\n"8,1","#1 ""x""",12.50,eur,Temu,0\r\n9,#2,"1,99",,nowhere,';
  expect(parsePaste(text, 'amazon')).toEqual([
    {
      order: '#1 "x"',
      order_no: '8,1',
      source: 'temu',
      items_cost: { amount: 1250, currency: 'EUR' },
      shipping_cost: { amount: 0, currency: 'EUR' },
    },
    { order: '#2', order_no: '9', source: 'amazon', items_cost: { amount: 199, currency: 'USD' } },
  ]);
});

it.each([
  ['1500', 'JPY', 1500],
  ['¥1,500', 'JPY', 1500],
  ['1.250', 'KWD', 1250],
  ['1,234.50', 'USD', 123450],
  ['1.234,50 €', 'EUR', 123450],
  ['1 234,50', 'EUR', 123450],
])('reads a cost of %s %s', (cost, currency, amount) =>
  expect(parsePaste(`#1\t8\t\t\t\t\t\t${cost}\t\t${currency}`, 'ebay')).toMatchObject([
    { items_cost: { amount, currency } },
  ]),
);

it('leaves out a cost that is none', () => {
  for (const cost of ['-3', 'free', '--'])
    expect(parsePaste(`#1\t8\t\t\t\t\t\t${cost}`, 'ebay')).toEqual([{ order: '#1', order_no: '8', source: 'ebay' }]);
});

it('finds nothing in nothing', () => {
  expect(parsePaste(' \n', 'ebay')).toEqual([]);
});
