import { newId } from '@quayside/kernel';
import { describe, expect, it } from 'vitest';
import { fails, fillCart, NOWHERE, orderInput, paid, placed, type SupplierSetup } from './supplier-world.ts';

export function orderTests(world: () => SupplierSetup): void {
  describe('an order', () => {
    it('is created unpaid, at the prices that were told', async () => {
      const { connector, context, paidInBooks } = world();
      const cart = await fillCart(world(), [2, 1]);
      const input = orderInput(cart);
      const order = await connector.createOrder(context(), input);
      expect(order).toMatchObject({
        reference: input.reference,
        state: expect.stringMatching(/^(created|unpaid)$/),
        itemsCost: { amount: cart.goods, currency: 'USD' },
        shippingCost: cart.shipping.amount,
        total: { amount: cart.goods + cart.shipping.amount.amount, currency: 'USD' },
        parcels: [],
      });
      const quantities = order.lines.map((line) => [line.sourceVariantId, line.quantity]);
      expect(quantities.sort()).toEqual(input.lines.map((line) => [line.sourceVariantId, line.quantity]).sort());
      expect(await paidInBooks(order.supplierOrderId)).toEqual([]);
      const same = { supplierOrderId: order.supplierOrderId, reference: input.reference, total: order.total };
      expect(await connector.findOrder(context(), input.reference)).toMatchObject(same);
      expect(await connector.getOrder(context(), order.supplierOrderId)).toMatchObject(same);
    });

    it('is not found when nobody placed it', async () => {
      const { connector, context } = world();
      expect(await connector.findOrder(context(), newId())).toBeUndefined();
      expect(await connector.getOrder(context(), newId())).toBeUndefined();
    });

    it('is the same one when placed again with its reference, also at the same time', async () => {
      const { connector, context, ordersInBooks } = world();
      const input = orderInput(await fillCart(world(), [1]));
      const answers = await Promise.allSettled([1, 2, 3].map(() => connector.createOrder(context(), input)));
      const again = await connector.createOrder(context(), input);
      for (const answer of answers)
        if (answer.status === 'fulfilled') expect(answer.value.supplierOrderId).toBe(again.supplierOrderId);
      expect(answers.some((answer) => answer.status === 'fulfilled')).toBe(true);
      expect(await ordersInBooks(input.reference)).toBe(1);
    });

    it('is cancelled before it ships, and its goods are there again', async () => {
      const { connector, context } = world();
      if (!connector.cancelOrder) return expect(connector.capabilities.cancel).toBe(false);
      const cart = await fillCart(world(), [3]);
      const variant = cart.lines[0]?.sourceVariantId ?? '';
      const stock = async () => (await connector.getStock(context(), [variant]))[0]?.stock;
      const before = await stock();
      const order = await placed(world(), cart);
      expect(await stock()).toBe((before ?? 0) - 3);
      await connector.cancelOrder(context(), order.supplierOrderId, 'the shopper changed his mind');
      await connector.cancelOrder(context(), order.supplierOrderId, 'asked twice');
      expect((await connector.getOrder(context(), order.supplierOrderId))?.state).toBe('cancelled');
      expect(await stock()).toBe(before);
    });

    it('that was cancelled cannot be paid', async () => {
      const { connector, context, paidInBooks } = world();
      if (!connector.cancelOrder) return expect(connector.capabilities.cancel).toBe(false);
      const order = await placed(world(), await fillCart(world(), [1]));
      await connector.cancelOrder(context(), order.supplierOrderId, 'no longer wanted');
      await expect(paid(world(), order)).rejects.toMatchObject(fails('rejected'));
      expect(await paidInBooks(order.supplierOrderId)).toEqual([]);
    });

    it('shows in the list of those changed lately, page after page, none twice', async () => {
      const { connector, context } = world();
      const updatedAfter = new Date(Date.now() - 3_600_000).toISOString();
      const cart = await fillCart(world(), [1]);
      const made: string[] = [];
      for (let count = 0; count < 23; count++) made.push((await placed(world(), cart)).supplierOrderId);
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await connector.listOrders(context(), { updatedAfter, cursor });
        seen.push(...page.items.map((order) => order.supplierOrderId));
        cursor = page.nextCursor;
      } while (cursor);
      expect(seen).toEqual(expect.arrayContaining(made));
      expect(new Set(seen).size).toBe(seen.length);
    });
  });

  describe('an order is refused', () => {
    const refused = async (input: ReturnType<typeof orderInput>, expected: Record<string, unknown>): Promise<void> => {
      const { connector, context, ordersInBooks } = world();
      await expect(connector.createOrder(context(), input)).rejects.toMatchObject(fails('rejected', expected));
      expect(await ordersInBooks(input.reference)).toBe(0);
      expect(await connector.findOrder(context(), input.reference)).toBeUndefined();
    };

    it('with the line that is out of stock', async () => {
      const { setStock } = world();
      const input = orderInput(await fillCart(world(), [1, 1]));
      const short = input.lines[1];
      await setStock(short?.sourceVariantId ?? '', 0);
      await refused(input, { code: 'product_out_of_stock', lines: [short?.ref] });
      await setStock(short?.sourceVariantId ?? '', 500);
    });

    it('with the line that is unknown', async () => {
      const input = orderInput(await fillCart(world(), [1, 1]));
      const unknown = input.lines[0];
      if (unknown) Object.assign(unknown, { sourceVariantId: newId(), sku: 'NO-SUCH-SKU' });
      await refused(input, { code: 'error_not_found_sku', lines: [unknown?.ref] });
    });

    it('with an address that is not whole', async () => {
      const cart = await fillCart(world(), [1]);
      const { address } = orderInput(cart);
      for (const missing of ['city', 'address1', 'countryCode'] as const)
        await refused(orderInput(cart, { address: { ...address, [missing]: undefined } }), {
          code: 'error_save_all_address',
        });
    });

    it('with a shipping method that there is not', async () => {
      const input = orderInput(await fillCart(world(), [1]), { shippingMethod: 'Pigeon Post (CN)' });
      await refused(input, { code: 'shipping_method_unavailable' });
    });

    it('to a country that is not served', async () => {
      const cart = await fillCart(world(), [1]);
      const address = { ...orderInput(cart).address, countryCode: NOWHERE };
      const codes = /^(shipped_country_notfound|shipping_method_unavailable)$/;
      await refused(orderInput(cart, { address }), { code: expect.stringMatching(codes) });
    });
  });
}
