import { cj } from '@quayside/connector-cj';
import type { ConnectorContext, HttpRequest } from '@quayside/connector-kit';
import { newId } from '@quayside/kernel';
import { DEMO_KEY } from '@quayside/sandbox/cj/accounts.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestSandbox, type TestSandbox } from './sandbox-control.ts';
import { fillCart, orderInput, type SupplierSetup } from './supplier-world.ts';

// Looking for news of orders where nothing tells us: CJ lets a free account ask once a second.

let sandbox: TestSandbox;
let credentials: Record<string, string> = {};
const asked: string[] = [];
const memory = new Map<string, unknown>();

/** A context that notes what CJ is asked, and remembers between calls as the server's does. */
function context(): ConnectorContext {
  const ctx = sandbox.context(`${sandbox.baseUrl}/cj/api2.0/v1`, { ...credentials });
  const send = (request: HttpRequest) => {
    asked.push(new URL(request.url).pathname.split('/').at(-1) ?? '');
    return ctx.http.send(request);
  };
  return { ...ctx, http: { send }, memory };
}

beforeAll(async () => {
  sandbox = await startTestSandbox(['cj']);
  const first = sandbox.context(`${sandbox.baseUrl}/cj/api2.0/v1`, { apiKey: DEMO_KEY });
  await cj.verify(first);
  credentials = first.credentials;
});
afterAll(() => sandbox.close());

/** A whole look, as the job does it: told references, and how often an order itself was read for it. */
async function look(stopAfter = 99) {
  asked.length = 0;
  const told: string[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < stopAfter; page += 1) {
    const found = await cj.listOrders(context(), {
      updatedAfter: new Date(Date.now() - 3_600_000).toISOString(),
      ...(cursor ? { cursor } : {}),
    });
    told.push(...found.items.map((order) => order.reference));
    cursor = found.nextCursor;
    if (cursor === undefined) break;
  }
  return { told, read: asked.filter((path) => path === 'getOrderDetail').length };
}

it('reads what is new or looks otherwise, and leaves the rest', async () => {
  const cart = await fillCart({ connector: cj, context, word: 'classic' } as SupplierSetup, [1]);
  const orders = [];
  for (let count = 0; count < 3; count += 1) orders.push(await cj.createOrder(context(), orderInput(cart)));
  const references = orders.map((order) => order.reference);

  expect((await look()).told).toEqual(expect.arrayContaining(references));
  expect(await look()).toEqual({ told: [], read: 0 });

  const [first] = orders;
  if (!first) throw new Error('no order');
  const { supplierOrderId, total } = first;
  await cj.payOrder(context(), { supplierOrderId, amount: total, paymentReference: newId() });
  expect((await look()).told).toEqual([first.reference]);
  expect(await look()).toEqual({ told: [], read: 0 });
});

it('tells again what was told to somebody who may have lost it', async () => {
  const cart = await fillCart({ connector: cj, context, word: 'classic' } as SupplierSetup, [1]);
  const order = await cj.createOrder(context(), orderInput(cart));
  const { supplierOrderId, total } = order;
  await cj.payOrder(context(), { supplierOrderId, amount: total, paymentReference: newId() });
  // Paid orders are on the first page; whoever died with it never asked for the second.
  expect((await look(1)).told).toContain(order.reference);
  expect((await look()).told).toContain(order.reference);
  expect((await look()).told).toEqual([]);
});
