import type { SupplierOrder } from '@quayside/connector-kit';
import { describe, expect, it } from 'vitest';
import { until } from './sandbox-control.ts';
import { fails, fillCart, paid, placed, type SupplierSetup } from './supplier-world.ts';

const DAY = 24 * 3_600_000;
const RANK = ['created', 'unpaid', 'paid', 'processing', 'shipped', 'delivered'];

const pieces = (list: { sourceVariantId: string; quantity: number }[]): string[] => {
  const total = new Map<string, number>();
  for (const { sourceVariantId, quantity } of list)
    total.set(sourceVariantId, (total.get(sourceVariantId) ?? 0) + quantity);
  return [...total].map(([id, quantity]) => `${id} x ${quantity}`).sort();
};

export function parcelTests(world: () => SupplierSetup): void {
  describe('on the way', () => {
    const read = async (id: string): Promise<SupplierOrder> => {
      const order = await world().connector.getOrder(world().context(), id);
      if (!order) throw new Error(`order ${id} is gone`);
      return order;
    };

    it('moves forward with the clock until every piece is delivered', async () => {
      const { advance } = world();
      const order = await placed(world(), await fillCart(world(), [2, 1]));
      await paid(world(), order);
      const states: string[] = [(await read(order.supplierOrderId)).state];
      await until('the delivery', async () => {
        await advance(DAY);
        const now = await read(order.supplierOrderId);
        if (states.at(-1) !== now.state) states.push(now.state);
        for (const parcel of now.parcels) expect(parcel.trackingNumber).not.toBe('');
        return now.state === 'delivered';
      });
      const ranks = states.map((state) => RANK.indexOf(state));
      expect(ranks).toEqual([...ranks].sort((a, b) => a - b));
      expect(states).toContain('shipped');
      const done = await read(order.supplierOrderId);
      expect(pieces(done.parcels.flatMap((parcel) => parcel.lines))).toEqual(pieces(done.lines));
      for (const parcel of done.parcels) expect(parcel.state).toBe('delivered');
    });

    it('comes in several parcels for some orders, each piece in one of them', async () => {
      const { advance } = world();
      const cart = await fillCart(world(), [2, 1, 1]);
      const orders: SupplierOrder[] = [];
      // A third of them is split: of 28, that none or all are happens once in 85,000 runs.
      for (let count = 0; count < 28; count++) {
        const order = await placed(world(), cart);
        await paid(world(), order);
        orders.push(order);
      }
      const done = await until('all of the parcels', async () => {
        await advance(DAY);
        const now = await Promise.all(orders.map((order) => read(order.supplierOrderId)));
        return now.every((order) => order.state === 'shipped' || order.state === 'delivered') && now;
      });
      const split = done.filter((order) => order.parcels.length > 1);
      expect(split.length).toBeGreaterThan(0);
      expect(split.length).toBeLessThan(done.length);
      for (const order of done) {
        expect(pieces(order.parcels.flatMap((parcel) => parcel.lines))).toEqual(pieces(order.lines));
        const numbers = order.parcels.map((parcel) => parcel.trackingNumber);
        expect(new Set(numbers).size).toBe(numbers.length);
      }
      await listedWhole(orders);
    });

    /** A part must never be told as the order itself: its smaller total would look like money that came back. */
    async function listedWhole(orders: SupplierOrder[]): Promise<void> {
      const { connector, context } = world();
      const told: SupplierOrder[] = [];
      let cursor: string | undefined;
      do {
        const updatedAfter = new Date(Date.now() - DAY).toISOString();
        const page = await connector.listOrders(context(), { updatedAfter, ...(cursor ? { cursor } : {}) });
        told.push(...page.items);
        cursor = page.nextCursor;
      } while (cursor);
      for (const order of orders) {
        const words = told.filter((one) => one.reference === order.reference);
        expect(words.length).toBeGreaterThan(0);
        for (const one of words) {
          expect([one.supplierOrderId, one.total]).toEqual([order.supplierOrderId, order.total]);
          expect(pieces(one.lines)).toEqual(pieces(order.lines));
        }
      }
    }

    it('can no longer be cancelled', async () => {
      const { connector, context, advance } = world();
      if (!connector.cancelOrder) return expect(connector.capabilities.cancel).toBe(false);
      const order = await placed(world(), await fillCart(world(), [1]));
      await paid(world(), order);
      await until('the parcel', async () => {
        await advance(DAY);
        return (await read(order.supplierOrderId)).parcels.length > 0;
      });
      await expect(connector.cancelOrder(context(), order.supplierOrderId, 'too late')).rejects.toMatchObject(
        fails('rejected'),
      );
    });
  });
}
