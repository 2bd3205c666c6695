import { cj } from '@quayside/connector-cj';
import type { SupplierOrder } from '@quayside/connector-kit';
import { newId } from '@quayside/kernel';
import { DEMO_KEY } from '@quayside/sandbox/cj/accounts.ts';
import { findVariant } from '@quayside/sandbox/cj/catalogue.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestSandbox, type TestSandbox, until } from './sandbox-control.ts';
import { fillCart, orderInput, type SupplierSetup } from './supplier-world.ts';

let sandbox: TestSandbox;
let credentials: Record<string, string> = {};
const context = () => sandbox.context(`${sandbox.baseUrl}/cj/api2.0/v1`, { ...credentials });

beforeAll(async () => {
  sandbox = await startTestSandbox(['cj']);
  const first = sandbox.context(`${sandbox.baseUrl}/cj/api2.0/v1`, { apiKey: DEMO_KEY });
  await cj.verify(first);
  credentials = first.credentials;
});
afterAll(() => sandbox.close());

/** CJ splits one order in three of those with several lines. */
const MOST_ORDERS = 12;
const DAY = 24 * 3_600_000;

it('reports the lines of a part that CJ cancelled as refused, and returns what they cost', async () => {
  const cart = await fillCart({ connector: cj, context, word: 'classic' } as SupplierSetup, [2, 1]);
  const orders: SupplierOrder[] = [];
  for (let count = 0; count < MOST_ORDERS; count += 1) {
    const order = await cj.createOrder(context(), orderInput(cart));
    const { supplierOrderId, total } = order;
    await cj.payOrder(context(), { supplierOrderId, amount: total, paymentReference: newId() });
    orders.push(order);
  }
  const cancelPart = ({ reference }: SupplierOrder) =>
    sandbox.post('/cj/setup/orders/cancel', { orderNumber: reference, part: 2 }).then(
      () => true,
      () => false,
    );
  const order = await until('a split order', async () => {
    await sandbox.advance(DAY);
    for (const one of orders) if (await cancelPart(one)) return one;
    return undefined;
  });
  expect(await cancelPart(order)).toBe(false);

  const [kept, gone] = order.lines;
  const read = await cj.getOrder(context(), order.supplierOrderId);
  expect(read?.lines).toEqual([kept, { ...gone, state: 'refused' }]);
  expect(read?.state).not.toBe('cancelled');
  const { refunds } = await sandbox.book<{ refunds: object[] }>('cj');
  const amount = findVariant({ vid: gone?.sourceVariantId })?.variant.price;
  expect(refunds).toEqual([expect.objectContaining({ orderId: order.supplierOrderId, amount })]);
});

it('finds a payment whose answer was lost also after CJ cancelled its order', async () => {
  const cart = await fillCart({ connector: cj, context, word: 'classic' } as SupplierSetup, [1]);
  const order = await cj.createOrder(context(), orderInput(cart));
  const ask = { supplierOrderId: order.supplierOrderId, paymentReference: newId() };
  await sandbox.fault({ standIn: 'cj', match: '/payBalance', kind: 'reset-after', times: 1 });
  await expect(cj.payOrder(context(), { ...ask, amount: order.total })).rejects.toMatchObject({ kind: 'unknown' });
  await sandbox.post('/cj/setup/orders/cancel', { orderNumber: order.reference });
  expect((await cj.getOrder(context(), order.supplierOrderId))?.state).toBe('cancelled');
  expect(await cj.findPayment(context(), ask)).toMatchObject({ amount: order.total });
  // Asked for again, it is that payment too.
  expect(await cj.payOrder(context(), { ...ask, amount: order.total })).toMatchObject({ amount: order.total });
});

it('finds no payment of an order that CJ cancelled unpaid, and pays none', async () => {
  const cart = await fillCart({ connector: cj, context, word: 'classic' } as SupplierSetup, [1]);
  const order = await cj.createOrder(context(), orderInput(cart));
  const ask = { supplierOrderId: order.supplierOrderId, paymentReference: newId() };
  await sandbox.post('/cj/setup/orders/cancel', { orderNumber: order.reference });
  expect(await cj.findPayment(context(), ask)).toBeUndefined();
  await expect(cj.payOrder(context(), { ...ask, amount: order.total })).rejects.toMatchObject({ kind: 'rejected' });
});
