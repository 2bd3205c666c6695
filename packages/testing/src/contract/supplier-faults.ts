import { describe, expect, it } from 'vitest';
import { until } from './sandbox-control.ts';
import { fails, fillCart, orderInput, placed, type SupplierSetup } from './supplier-world.ts';

export function readFaultTests(world: () => SupplierSetup): void {
  describe('reading through trouble', () => {
    const search = () => {
      const { connector, context, word } = world();
      return connector.search(context(), { word, shipTo: 'US', size: 5 });
    };

    it('says how long to wait when asked too often', async () => {
      const { sandbox, standIn, calls } = world();
      await sandbox.fault({ standIn, match: calls.search, kind: 'status-429', times: 1, delayMs: 3_000 });
      await expect(search()).rejects.toMatchObject(fails('rate-limited', { retryAfterMs: 3_000 }));
      expect((await search()).items.length).toBeGreaterThan(0);
    });

    it.each(['status-500', 'status-503', 'timeout-before', 'reset-after', 'malformed'])(
      'is safe to repeat (%s)',
      async (kind) => {
        const { sandbox, standIn, calls } = world();
        await sandbox.fault({ standIn, match: calls.search, kind, times: 1, delayMs: 200 });
        await expect(search()).rejects.toMatchObject(fails(/^(temporary|unexpected)$/));
        expect((await search()).items.length).toBeGreaterThan(0);
      },
    );

    it('is not mistaken for nothing there when an order cannot be read', async () => {
      const { connector, context, sandbox, standIn, calls } = world();
      const order = await placed(world(), await fillCart(world(), [1]));
      await sandbox.fault({ standIn, match: calls.read, kind: 'status-500', times: 1 });
      await expect(connector.findOrder(context(), order.reference)).rejects.toMatchObject(fails('temporary'));
      expect(await connector.findOrder(context(), order.reference)).toMatchObject({ reference: order.reference });
    });
  });
}

export function orderFaultTests(world: () => SupplierSetup): void {
  describe('placing through trouble', () => {
    it.each(['reset-after', 'timeout-after', 'status-500-after', 'malformed'])(
      'finds exactly one order when the answer is lost (%s)',
      async (kind) => {
        const { connector, context, sandbox, standIn, calls, ordersInBooks } = world();
        const input = orderInput(await fillCart(world(), [1]));
        await sandbox.fault({ standIn, match: calls.create, kind, times: 1, delayMs: 200 });
        await expect(connector.createOrder(context(), input)).rejects.toMatchObject(fails('unknown'));
        const found = await connector.findOrder(context(), input.reference);
        expect(found).toMatchObject({ reference: input.reference });
        const again = await connector.createOrder(context(), input);
        expect(again.supplierOrderId).toBe(found?.supplierOrderId);
        expect(await ordersInBooks(input.reference)).toBe(1);
      },
    );

    it.each(['status-500', 'status-503', 'timeout-before'])('finds none when it never arrived (%s)', async (kind) => {
      const { connector, context, sandbox, standIn, calls, ordersInBooks } = world();
      const input = orderInput(await fillCart(world(), [1]));
      await sandbox.fault({ standIn, match: calls.create, kind, times: 1, delayMs: 200 });
      await expect(connector.createOrder(context(), input)).rejects.toMatchObject(fails(/^(unknown|temporary)$/));
      expect(await connector.findOrder(context(), input.reference)).toBeUndefined();
      expect(await ordersInBooks(input.reference)).toBe(0);
      await connector.createOrder(context(), input);
      expect(await ordersInBooks(input.reference)).toBe(1);
    });

    it('waits when asked too often, with nothing placed', async () => {
      const { connector, context, sandbox, standIn, calls, ordersInBooks } = world();
      const input = orderInput(await fillCart(world(), [1]));
      await sandbox.fault({ standIn, match: calls.create, kind: 'status-429', times: 1, delayMs: 2_000 });
      await expect(connector.createOrder(context(), input)).rejects.toMatchObject(
        fails('rate-limited', { retryAfterMs: 2_000 }),
      );
      expect(await ordersInBooks(input.reference)).toBe(0);
    });

    it('places one when the effect shows only later', async () => {
      const { connector, context, sandbox, standIn, calls, ordersInBooks } = world();
      const input = orderInput(await fillCart(world(), [1]));
      await sandbox.fault({ standIn, match: calls.create, kind: 'hide', times: 9, delayMs: 1_500 });
      await sandbox.fault({ standIn, match: calls.create, kind: 'reset-after', times: 1 });
      await expect(connector.createOrder(context(), input)).rejects.toMatchObject(fails('unknown'));
      expect(await connector.findOrder(context(), input.reference)).toBeUndefined();
      // Tried again too early: the same order or "cannot tell yet", never a second one and never a refusal.
      const early = await connector.createOrder(context(), input).then(
        () => 'placed',
        (error: { kind: string }) => error.kind,
      );
      expect(early).toMatch(/^(placed|unknown|temporary)$/);
      const found = await until('the order', () => connector.findOrder(context(), input.reference));
      expect(found.reference).toBe(input.reference);
      expect(await ordersInBooks(input.reference)).toBe(1);
    });
  });
}
