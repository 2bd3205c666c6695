import { newId } from '@quayside/kernel';
import { beforeAll, describe, expect, it } from 'vitest';
import { fails, fillCart, paid, placed, type SupplierSetup } from './supplier-world.ts';

/** Disputes about paid orders, for suppliers that accept them through their API. */
export function disputeTests(world: () => SupplierSetup): void {
  describe('disputes', () => {
    let cart: Awaited<ReturnType<typeof fillCart>>;
    beforeAll(async () => {
      cart = await fillCart(world(), [2, 1]);
    });

    const bought = async () => {
      const order = await placed(world(), cart);
      await paid(world(), order);
      return order;
    };
    const [open, find, get] = ['openDispute', 'findDispute', 'getDispute'] as const;
    const call = <K extends typeof open | typeof find | typeof get>(name: K) => {
      const method = world().connector[name];
      if (!method) throw new Error(`the connector has no ${name}`);
      return method.bind(world().connector) as NonNullable<typeof method>;
    };
    type Order = Awaited<ReturnType<typeof bought>>;
    const about = (order: Order, lines = order.lines.slice(0, 1)) => ({
      supplierOrderId: order.supplierOrderId,
      lines: lines.map(({ sourceVariantId, quantity }) => ({ sourceVariantId, quantity })),
      since: new Date(world().context().clock.millis()).toISOString(),
      others: [] as string[],
    });
    const ask = (order: Order, change: object = {}) => ({
      ...about(order),
      reference: newId(),
      reason: 'damaged_item' as const,
      wants: 'refund' as const,
      amount: { amount: 100, currency: order.total.currency },
      message: 'The mug arrived in two pieces.',
      photoUrls: ['https://quayside.example/photo.jpg'],
      ...change,
    });

    it('is opened once, and found by its items', async () => {
      const order = await bought();
      const input = ask(order);
      expect(await call(find)(world().context(), input)).toBeUndefined();
      const made = await call(open)(world().context(), input);
      expect(made).toMatchObject({ state: 'open' });
      expect(await call(find)(world().context(), input)).toEqual(made);
      const { supplierOrderId } = order;
      expect(await call(get)(world().context(), { supplierOrderId, disputeId: made.disputeId })).toEqual(made);
      await expect(call(open)(world().context(), ask(order))).rejects.toMatchObject(fails('rejected'));
      expect(await world().disputes?.inBooks(supplierOrderId)).toBe(1);
    });

    it.each(['item_not_received', 'item_not_as_described', 'defective_item', 'damaged_item'] as const)(
      'accepts the reason %s',
      async (reason) => {
        const made = await call(open)(world().context(), ask(await bought(), { reason }));
        expect(made.state).toBe('open');
      },
    );

    it('is refused above what was paid, and for an order that is not paid', async () => {
      const order = await bought();
      const tooMuch = { amount: order.total.amount + 1, currency: order.total.currency };
      await expect(call(open)(world().context(), ask(order, { amount: tooMuch }))).rejects.toMatchObject(
        fails('rejected'),
      );
      const unpaid = await placed(world(), cart);
      await expect(call(open)(world().context(), ask(unpaid))).rejects.toMatchObject(fails(/rejected|not-found/));
      expect(await world().disputes?.inBooks(order.supplierOrderId)).toBe(0);
    });

    it.each([
      ['refund', { state: 'refunded', refunded: { amount: 100, currency: 'USD' } }],
      ['reissue', { state: 'replaced' }],
      ['reject', { state: 'rejected' }],
    ] as const)('ends with the decision to %s', async (decision, state) => {
      const order = await bought();
      const wants = decision === 'reissue' ? ('replacement' as const) : ('refund' as const);
      const input = ask(order, wants === 'replacement' ? { wants, amount: { amount: 0, currency: 'USD' } } : {});
      const { disputeId } = await call(open)(world().context(), input);
      await world().disputes?.decide(order.reference, decision);
      const now = await call(get)(world().context(), { supplierOrderId: order.supplierOrderId, disputeId });
      expect(now).toMatchObject({ disputeId, ...state });
      // Decided: the items can be disputed again.
      expect((await call(open)(world().context(), ask(order, { others: [disputeId] }))).disputeId).not.toBe(disputeId);
    });
  });
}
