import { cj } from '@quayside/connector-cj';
import type { ConnectorError } from '@quayside/connector-kit';
import { newId } from '@quayside/kernel';
import { DEMO_KEY } from '@quayside/sandbox/cj/accounts.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestSandbox, type TestSandbox, until } from './sandbox-control.ts';
import { fillCart, orderInput, type SupplierSetup } from './supplier-world.ts';

interface Books {
  payments: { orderId: string; amount: number }[];
}

/** Notes that outlive the process which wrote them. */
function notebook() {
  let kept: Record<string, string> = {};
  return () => ({
    kept,
    keep: async (more: Readonly<Record<string, string>>) => {
      kept = { ...kept, ...more };
    },
  });
}

let sandbox: TestSandbox;
let credentials: Record<string, string> = {};
const context = () => sandbox.context(`${sandbox.baseUrl}/cj/api2.0/v1`, { ...credentials });

beforeAll(async () => {
  sandbox = await startTestSandbox(['cj']);
  const first = sandbox.context(`${sandbox.baseUrl}/cj/api2.0/v1`, { apiKey: DEMO_KEY });
  await cj.verify(first);
  credentials = first.credentials;
});
afterEach(() => sandbox.clearFaults());
afterAll(() => sandbox.close());

const STEPS = ['/addCart$', '/addCartConfirm', '/saveGenerateParentOrder', '/payBalance'];
const WAYS = [['status-500'], ['status-429'], ['reset-after'], ['malformed'], ['hide', 'reset-after']];
const WITH_NOTES = [true, false];

describe('paying at CJ takes four calls', () => {
  it.each(['/saveGenerateParentOrder', '/payBalanceV2'])(
    'and goes on by the bill in another process when the first one ends at %s',
    async (step) => {
      const cart = await fillCart({ connector: cj, context, word: 'classic' } as SupplierSetup, [1]);
      const order = await cj.createOrder(context(), orderInput(cart));
      const ask = { supplierOrderId: order.supplierOrderId, amount: order.total, paymentReference: newId() };
      const notes = notebook();
      await sandbox.fault({ standIn: 'cj', match: step, kind: 'status-500', times: 1 });
      await expect(cj.payOrder(context(), { ...ask, notes: notes() })).rejects.toMatchObject({ kind: 'unknown' });
      // What can be paid without its bill would be paid whatever it asks for.
      await sandbox.fault({ standIn: 'cj', match: '/payBalance$', kind: 'status-500', times: 10 });
      const payment = await cj.payOrder(context(), { ...ask, notes: notes() });
      expect(payment.amount).toEqual(order.total);
      const { payments } = await sandbox.book<Books>('cj');
      expect(payments.filter((row) => row.orderId === order.supplierOrderId)).toHaveLength(1);
    },
  );

  const cases = STEPS.flatMap((step) =>
    WAYS.flatMap((kinds) => WITH_NOTES.map((noted) => [step, kinds.join(' and '), noted] as const)),
  );
  it.each(cases)('and pays once when %s meets %s (notes: %s)', async (step, kinds, noted) => {
    const notes = noted ? notebook() : undefined;
    const cart = await fillCart({ connector: cj, context, word: 'classic' } as SupplierSetup, [1]);
    const order = await cj.createOrder(context(), orderInput(cart));
    for (const kind of kinds.split(' and '))
      await sandbox.fault({ standIn: 'cj', match: step, kind, times: 1, delayMs: 400 });
    const ask = { supplierOrderId: order.supplierOrderId, amount: order.total, paymentReference: newId() };
    const kindsSeen: string[] = [];
    const attempt = () =>
      cj.payOrder(context(), notes ? { ...ask, notes: notes() } : ask).catch((error: ConnectorError) => {
        kindsSeen.push(error.kind);
        return undefined;
      });
    const payment = await until('the payment', attempt);
    expect(payment.amount).toEqual(order.total);
    // Never "refused": the job would give the money back for an order that is paid.
    expect(new Set(kindsSeen)).not.toContain('rejected');
    expect(kindsSeen.length).toBeGreaterThan(0);
    const { payments } = await sandbox.book<Books>('cj');
    const paid = payments.filter((row) => row.orderId === order.supplierOrderId);
    expect(paid.map((row) => row.amount)).toEqual([order.total.amount]);
  });
});
