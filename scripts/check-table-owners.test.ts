import { describe, expect, it } from 'vitest';
import { ownerFaults, tableUses, useFaults } from './check-table-owners.mjs';

const OWNERS = { orders: ['sales_order', 'order_line'], wallet: ['wallet', 'warehouse.payment'] };
const uses = (files: Record<string, string>) => tableUses(new Map(Object.entries(files)), OWNERS);
const inWallet = (text: string) => uses({ 'apps/server/src/features/wallet/a.ts': text });

describe('uses of tables', () => {
  it.each([
    ['sql`select 1 from sales_order o`'],
    ['sql`select 1 from wallet w join sales_order o using (id)`'],
    ['sql`insert into sales_order (a) values (1)`'],
    ['sql`update sales_order set a = 1`'],
    ['sql`delete from sales_order`'],
    ['sql`lock table sales_order`'],
    ['sql`update wallet w set a = 1 from wallet x, sales_order o where true`'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of a template.
    ['sql`select 1 from wallet where ${sql`exists (select 1 from sales_order)`}`'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of a template.
    ['sql`select ${one} from sales_order where a = ${two}`'],
  ])('finds %s', (text) => expect(inWallet(text)).toEqual({ 'wallet sales_order': 1 }));

  it.each([
    ['sql`select 1 from wallet`'],
    ['sql`select sales_order from wallet`'],
    ['sql`select 1 from sales_order()`'],
    ["const text = 'from sales_order';"],
    ['// sql`select 1 from sales_order`'],
  ])('leaves %s alone', (text) => expect(inWallet(text)).toEqual({}));

  it('counts by part of the server, and leaves out what reads across', () => {
    const text = 'sql`select 1 from sales_order` + sql`select 1 from sales_order`';
    expect(
      uses({
        'apps/server/src/features/orders/a.ts': text,
        'apps/server/src/features/reports/a.ts': text,
        'apps/server/src/http/a.ts': text,
      }),
    ).toEqual({ 'http sales_order': 2 });
  });
});

it('a use that is new fails, and so does a number that is too high', () => {
  expect(useFaults({ 'wallet sales_order': 2 }, { 'wallet sales_order': 2 }, OWNERS)).toEqual([]);
  expect(useFaults({ 'wallet sales_order': 2 }, { 'wallet sales_order': 1 }, OWNERS)).toEqual([
    'wallet names sales_order of orders 2 times, not 1: ask orders for it.',
  ]);
  expect(useFaults({}, { 'wallet sales_order': 1 }, OWNERS)).toEqual([
    'wallet names sales_order 0 times: lower the 1 in table-uses.json.',
  ]);
});

it('every table has one owner', () => {
  const schema = ['sales_order', 'order_line', 'wallet'].map((name) => `create table ${name} (\n);`).join('\n');
  expect(ownerFaults(`${schema}\ncreate table warehouse.payment (`, OWNERS)).toEqual([]);
  expect(ownerFaults(`${schema}\ncreate unlogged table odd (`, OWNERS)).toEqual([
    'No part of the server owns the table odd.',
    'There is no table warehouse.payment.',
  ]);
  expect(ownerFaults('create table a (', { one: ['a'], two: ['a'] })).toEqual(['Two parts own the table a.']);
});
