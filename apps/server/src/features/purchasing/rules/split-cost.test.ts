import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type OrderShare, splitAmount, splitCosts } from './split-cost.ts';

it('splits an amount to the cent, the cents left to the largest remainders', () => {
  expect(splitAmount(1_000, [1, 1, 1])).toEqual([334, 333, 333]);
  expect(splitAmount(100, [2, 1, 1])).toEqual([50, 25, 25]);
  expect(splitAmount(5, [1, 2, 4])).toEqual([1, 1, 3]);
  expect(splitAmount(7, [0, 0])).toEqual([4, 3]);
});

it('splits items by their cost, shipping by quantity, and the total by both', () => {
  const shares: OrderShare[] = [
    { order_id: 'a', items: 3_000, pieces: 1 },
    { order_id: 'b', items: 1_000, pieces: 3 },
  ];
  expect(splitCosts({ items: 4_000, shipping: 800, total: 4_800 }, shares)).toEqual([
    { items: 3_000, shipping: 200, total: 3_200 },
    { items: 1_000, shipping: 600, total: 1_600 },
  ]);
  // A refund of no order lowers the total only.
  expect(splitCosts({ items: 4_000, shipping: 800, total: 2_400 }, shares).map((one) => one.total)).toEqual([
    1_600, 800,
  ]);
});

it('lowers the part of the order that got a refund', () => {
  const shares: OrderShare[] = [
    { order_id: 'a', items: 3_000, pieces: 1, refunded: 1_000 },
    { order_id: 'b', items: 1_000, pieces: 3 },
  ];
  const totals = (total: number) => splitCosts({ items: 4_000, shipping: 800, total }, shares).map((one) => one.total);
  expect(totals(3_800)).toEqual([2_200, 1_600]);
  // The supplier changed its items after it refunded one: what an order got beyond its part lowers the others'.
  const gone: OrderShare[] = shares.map((share, at) => (at === 0 ? { ...share, refunded: 3_500 } : share));
  expect(splitCosts({ items: 4_000, shipping: 800, total: 1_300 }, gone).map((one) => one.total)).toEqual([0, 1_300]);
});

it('always adds up, whatever the costs and orders', () => {
  const cost = fc.option(fc.integer({ min: 0, max: 100_000_000 }));
  const share = fc.record({
    order_id: fc.uuid(),
    items: cost,
    pieces: fc.integer({ min: 1, max: 500 }),
    refunded: fc.nat(1_000_000),
  });
  fc.assert(
    fc.property(
      fc.array(share, { minLength: 2, maxLength: 12 }),
      fc.record({ items: cost, shipping: cost, total: cost }),
      (shares, costs) => {
        const parts = splitCosts(costs, shares);
        for (const key of ['items', 'shipping', 'total'] as const) {
          const sum = parts.reduce((all, one) => all + (one[key] ?? 0), 0);
          expect(sum).toBe(costs[key] ?? 0);
          expect(parts.every((one) => (one[key] === null) === (costs[key] === null))).toBe(true);
          expect(parts.every((one) => (one[key] ?? 0) >= 0)).toBe(true);
        }
      },
    ),
  );
});
