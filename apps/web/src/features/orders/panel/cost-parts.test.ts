import { expect, it } from 'vitest';
import { costParts } from './cost-parts.ts';

const usd = (amount: number) => ({ amount, currency: 'USD' });
const line = (id: string, cost: number, supplierOrder: string | null) => ({
  id,
  quantity: 2,
  refunded_quantity: 0,
  requires_shipping: true,
  unit_cost: usd(cost),
  shipping_info: null,
  source_order: supplierOrder === null ? null : { id: supplierOrder, order_no: null },
});
const bought = (id: string, lines: string[], refunded: number | null, part?: number | null) => ({
  id,
  line_items: lines.map((one) => ({ id: one })),
  refunded: refunded === null ? null : usd(refunded),
  order_part: part === undefined ? null : { cost: usd(1), refunded: part === null ? null : usd(part) },
});

it('splits the cost into items and shipping', () => {
  const order = {
    cost: usd(2_500),
    cost_is_whole: true,
    line_items: [line('a', 1_000, 'p')],
    source_orders: [bought('p', ['a'], null)],
  };
  expect(costParts(order)).toEqual({ items: usd(2_000), shipping: usd(500), refunded: null });
});

it('shows a refund as its own part, so that shipping stays what was paid', () => {
  const order = {
    cost: usd(1_000),
    cost_is_whole: true,
    line_items: [line('a', 1_000, 'p')],
    source_orders: [bought('p', ['a'], 1_500)],
  };
  expect(costParts(order)).toEqual({ items: usd(2_000), shipping: usd(500), refunded: usd(1_500) });
});

it('takes only this order’s part of a shared supplier order', () => {
  const order = {
    cost: usd(2_100),
    cost_is_whole: true,
    line_items: [line('a', 1_000, 'p')],
    source_orders: [bought('p', ['a', 'other'], 1_500, 400)],
  };
  expect(costParts(order)).toEqual({ items: usd(2_000), shipping: usd(500), refunded: usd(400) });
});

it('leaves a refund with the supplier order whose item was bought again elsewhere', () => {
  const order = {
    cost: usd(2_500),
    cost_is_whole: true,
    line_items: [line('a', 1_000, 'q')],
    source_orders: [bought('p', ['a'], 2_400), bought('q', ['a'], null)],
  };
  expect(costParts(order)).toEqual({ items: usd(2_000), shipping: usd(500), refunded: null });
});

it('knows no shipping of items in another currency or below their price', () => {
  const order = { cost: usd(1_000), cost_is_whole: true, line_items: [line('a', 1_000, 'p')], source_orders: [] };
  expect(costParts(order).shipping).toBeNull();
  expect(costParts({ ...order, cost: { amount: 9_000, currency: 'EUR' } }).shipping).toBeNull();
});
