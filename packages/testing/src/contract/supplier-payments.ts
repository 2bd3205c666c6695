import { type ConnectorContext, ConnectorError } from '@quayside/connector-kit';
import { newId } from '@quayside/kernel';
import { describe, expect, it } from 'vitest';
import { until } from './sandbox-control.ts';
import { fails, fillCart, paid, placed, type SupplierSetup } from './supplier-world.ts';

export function paymentTests(world: () => SupplierSetup): void {
  describe('a payment', () => {
    it('is of the exact amount, and found afterwards', async () => {
      const { connector, context, paidInBooks } = world();
      const order = await placed(world(), await fillCart(world(), [2]));
      const { supplierOrderId, total } = order;
      const ask = { supplierOrderId, paymentReference: newId() };
      expect(await connector.findPayment(context(), ask)).toBeUndefined();
      const payment = await connector.payOrder(context(), { ...ask, amount: total });
      expect(payment.amount).toEqual(total);
      expect(await connector.findPayment(context(), ask)).toEqual(payment);
      expect(await paidInBooks(supplierOrderId)).toEqual([total.amount]);
      const after = await connector.getOrder(context(), supplierOrderId);
      expect(after).toMatchObject({ state: expect.stringMatching(/^(paid|processing)$/), paidAt: expect.any(String) });
    });

    it('is made once, however often it is asked for', async () => {
      const { connector, context, paidInBooks } = world();
      const order = await placed(world(), await fillCart(world(), [1]));
      const ask = { supplierOrderId: order.supplierOrderId, amount: order.total, paymentReference: newId() };
      const together = await Promise.allSettled([1, 2, 3].map(() => connector.payOrder(context(), ask)));
      expect(together.some((answer) => answer.status === 'fulfilled')).toBe(true);
      const again = await connector.payOrder(context(), ask);
      expect(again.amount).toEqual(order.total);
      expect(await paidInBooks(order.supplierOrderId)).toEqual([order.total.amount]);
    });

    it('of another amount is refused and moves nothing', async () => {
      const { connector, context, paidInBooks } = world();
      const order = await placed(world(), await fillCart(world(), [1]));
      for (const change of [-1, 1]) {
        const amount = { ...order.total, amount: order.total.amount + change };
        const ask = { supplierOrderId: order.supplierOrderId, amount, paymentReference: newId() };
        await expect(connector.payOrder(context(), ask)).rejects.toMatchObject(fails('rejected'));
      }
      expect(await paidInBooks(order.supplierOrderId)).toEqual([]);
      await paid(world(), order);
      expect(await paidInBooks(order.supplierOrderId)).toEqual([order.total.amount]);
    });

    it('is checked once, right before the request that charges', async () => {
      const { connector, context, calls, paidInBooks } = world();
      const order = await placed(world(), await fillCart(world(), [1]));
      const ask = { supplierOrderId: order.supplierOrderId, amount: order.total, paymentReference: newId() };
      const plain = context();
      const requests: string[] = [];
      const http: ConnectorContext['http'] = {
        send(request) {
          requests.push(`${request.method} ${new URL(request.url).pathname}`);
          return plain.http.send(request);
        },
      };
      const beforeMoney = async () => {
        expect(await paidInBooks(order.supplierOrderId)).toEqual([]);
        requests.push('check');
      };
      await connector.payOrder({ ...plain, http }, { ...ask, beforeMoney });
      expect(requests.filter((one) => one === 'check')).toHaveLength(1);
      expect(requests.slice(requests.indexOf('check'))).toEqual(['check', expect.stringMatching(calls.pay)]);
      expect(await paidInBooks(order.supplierOrderId)).toEqual([order.total.amount]);
    });

    it('that may not be made any more charges nothing, and is made later', async () => {
      const { connector, context, paidInBooks } = world();
      const order = await placed(world(), await fillCart(world(), [1]));
      const ask = { supplierOrderId: order.supplierOrderId, amount: order.total, paymentReference: newId() };
      const refusal = new ConnectorError('temporary', 'the store did not answer');
      const beforeMoney = () => Promise.reject(refusal);
      await expect(connector.payOrder(context(), { ...ask, beforeMoney })).rejects.toBe(refusal);
      expect(await connector.findPayment(context(), ask)).toBeUndefined();
      expect(await paidInBooks(order.supplierOrderId)).toEqual([]);
      const payment = await connector.payOrder(context(), { ...ask, beforeMoney: async () => undefined });
      expect(payment.amount).toEqual(order.total);
      expect(await paidInBooks(order.supplierOrderId)).toEqual([order.total.amount]);
    });

    it.each(['reset-after', 'status-500-after', 'malformed'])(
      'is made once when its answer is lost (%s)',
      async (kind) => {
        const { connector, context, sandbox, standIn, calls, paidInBooks } = world();
        const order = await placed(world(), await fillCart(world(), [1]));
        const ask = { supplierOrderId: order.supplierOrderId, amount: order.total, paymentReference: newId() };
        await sandbox.fault({ standIn, match: calls.pay, kind, times: 1 });
        await expect(connector.payOrder(context(), ask)).rejects.toMatchObject(fails('unknown'));
        expect(await connector.findPayment(context(), ask)).toMatchObject({ amount: order.total });
        await connector.payOrder(context(), ask);
        expect(await paidInBooks(order.supplierOrderId)).toEqual([order.total.amount]);
      },
    );

    it('that never arrived is found to be missing, and then made', async () => {
      const { connector, context, sandbox, standIn, calls, paidInBooks } = world();
      const order = await placed(world(), await fillCart(world(), [1]));
      const ask = { supplierOrderId: order.supplierOrderId, amount: order.total, paymentReference: newId() };
      await sandbox.fault({ standIn, match: calls.pay, kind: 'status-500', times: 1 });
      await expect(connector.payOrder(context(), ask)).rejects.toMatchObject(fails('unknown'));
      expect(await connector.findPayment(context(), ask)).toBeUndefined();
      await connector.payOrder(context(), ask);
      expect(await paidInBooks(order.supplierOrderId)).toEqual([order.total.amount]);
    });

    it('that shows only later is still made once', async () => {
      const { connector, context, sandbox, standIn, calls, paidInBooks } = world();
      const order = await placed(world(), await fillCart(world(), [1]));
      const ask = { supplierOrderId: order.supplierOrderId, amount: order.total, paymentReference: newId() };
      await sandbox.fault({ standIn, match: calls.pay, kind: 'hide', times: 9, delayMs: 1_500 });
      await sandbox.fault({ standIn, match: calls.pay, kind: 'reset-after', times: 1 });
      await expect(connector.payOrder(context(), ask)).rejects.toMatchObject(fails('unknown'));
      expect(await connector.findPayment(context(), ask)).toBeUndefined();
      // Tried again too early: it may come out well or in doubt, but never as refused, and never twice.
      const early = await connector.payOrder(context(), ask).then(
        () => 'paid',
        (error: { kind: string }) => error.kind,
      );
      expect(early).toMatch(/^(paid|unknown|temporary)$/);
      const found = await until('the payment', () => connector.findPayment(context(), ask));
      expect(found.amount).toEqual(order.total);
      expect(await paidInBooks(order.supplierOrderId)).toEqual([order.total.amount]);
    });
  });
}

export function balanceTests(world: () => SupplierSetup): void {
  it('refuses a payment that the balance does not cover', async () => {
    const { connector, poor, paidInBooks } = world();
    if (!poor) throw new Error('a supplier with balances needs a poor account here');
    const account = await poor();
    const setup = { ...world(), context: () => account };
    const order = await placed(setup, await fillCart(setup, [1]));
    const ask = { supplierOrderId: order.supplierOrderId, amount: order.total, paymentReference: newId() };
    await expect(connector.payOrder(account, ask)).rejects.toMatchObject(
      fails('rejected', { code: 'balance_too_low' }),
    );
    expect(await connector.findPayment(account, ask)).toBeUndefined();
    expect(await paidInBooks(order.supplierOrderId)).toEqual([]);
  });
}

/** `named`: the supplier's interface lists what it gave back. */
export function refundTests(world: () => SupplierSetup, named: boolean): void {
  it('lists no refund of a paid order that stands', async () => {
    const { connector, context } = world();
    const order = await placed(world(), await fillCart(world(), [1]));
    await paid(world(), order);
    const read = await connector.getOrder(context(), order.supplierOrderId);
    expect(read?.refunds).toEqual(named ? [] : undefined);
  });

  if (!named) return;
  it('lists the refund of a cancelled, paid order with the exact amount, under the same id each time', async () => {
    const { connector, context } = world();
    const order = await placed(world(), await fillCart(world(), [2]));
    await paid(world(), order);
    await connector.cancelOrder?.(context(), order.supplierOrderId, 'a test');
    const read = await connector.getOrder(context(), order.supplierOrderId);
    expect(read).toMatchObject({
      state: 'cancelled',
      refunds: [{ refundId: expect.any(String), amount: order.total }],
    });
    await connector.cancelOrder?.(context(), order.supplierOrderId, 'a test');
    expect((await connector.findOrder(context(), order.reference))?.refunds).toEqual(read?.refunds);
    expect(Date.parse(read?.refunds?.[0]?.at ?? '')).not.toBeNaN();
  });

  it('lists no refund of a cancelled order that was never paid', async () => {
    const { connector, context } = world();
    const order = await placed(world(), await fillCart(world(), [1]));
    await connector.cancelOrder?.(context(), order.supplierOrderId, 'a test');
    expect(await connector.getOrder(context(), order.supplierOrderId)).toMatchObject({
      state: 'cancelled',
      refunds: [],
    });
  });
}
