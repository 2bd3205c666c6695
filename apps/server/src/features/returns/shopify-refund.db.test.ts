import { type ConnectorContext, ConnectorError, createGuardedHttp, type HttpClient } from '@quayside/connector-kit';
import { documents, shopify } from '@quayside/connector-shopify';
import { run } from '@quayside/connector-shopify/client.ts';
import { newId, systemClock } from '@quayside/kernel';
import { startSandbox } from '@quayside/sandbox';
import { FIXED_SECRETS } from '@quayside/sandbox/fixed-secrets.ts';
import { shopify as emulator } from '@quayside/sandbox/shopify/index.ts';
import { getListing, SHOPPER } from '@quayside/testing/contract/channel-world.ts';
import { temporaryFolder } from '@quayside/testing/contract/temporary-folder.ts';
import { Crash } from '@quayside/testing/fakes/fake-trade.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { json, sql } from '../../db/index.ts';
import type { Deps } from '../../deps.ts';
import type { Who } from '../../http/who.ts';
import { getPatience } from '../../jobs/effect/pauses.ts';
import { testDatabase } from '../../testing/db/index.ts';
import { type FakeWorld, fakeWorld } from '../../testing/fakes/fake-deps.ts';
import { findTrackingPage } from '../fulfilment/index.ts';
import * as orders from '../orders/index.ts';
import { register as registerMail } from '../shopper-mail/index.ts';
import { approveReturn } from './actions/decide-return.ts';
import { requestReturnRefund } from './actions/request-refund.ts';
import { requestReturn } from './actions/request-return.ts';
import { returnFigures } from './queries/figures.ts';
import { findMailedReturn } from './queries/mailed-return.ts';
import { returnView } from './queries/return-view.ts';
import { register } from './register.ts';

/** Refunds in the emulated Shopify, whose payments say how often the customer got money back. */
const SHOP = 'north-pier';
const credentials = { accessToken: `shpat_sandbox_${SHOP}` };
const db = await testDatabase();
const folder = temporaryFolder('quayside-shopify-returns-');
const sandbox = await startSandbox({ dataDir: folder.path, port: 0, standIns: [emulator], secrets: FIXED_SECRETS });
const direct = createGuardedHttp({ allowHosts: () => [`127.0.0.1:${sandbox.port}`] });
const baseUrl = `${sandbox.baseUrl}/shopify/${SHOP}`;

/** What happens to the next refund: its answer is lost, or our process is killed before or after Shopify has it. */
let next: 'lost' | 'killed-before' | 'killed-after' | undefined;
const http: HttpClient = {
  async send(request) {
    if (next === undefined || !String(request.body).includes('refundCreate')) return direct.send(request);
    const way = next;
    next = undefined;
    if (way === 'killed-before') throw new Crash('the process was killed');
    await direct.send(request);
    throw way === 'lost' ? new ConnectorError('unknown', 'the answer was lost') : new Crash('the process was killed');
  },
};
const ctx: ConnectorContext = {
  http: direct,
  clock: systemClock,
  baseUrl,
  credentials,
  saveCredentials: async () => undefined,
};

let world: FakeWorld;
let deps: Deps;
let who: Who;
let ordering: orders.OrdersFeature;
const storeId = newId();

beforeAll(async () => {
  world = await fakeWorld(db, { channels: [shopify] });
  deps = { ...world.deps, http, connectors: { ...world.deps.connectors, sandboxStore: () => baseUrl } };
  ordering = orders.register(deps, {
    match: async (_ex, _workplaceId, _storeId, wanted) => wanted.map(() => undefined),
    mappedVariants: async () => new Set(),
    onNewOrders: async () => undefined,
    supplierOrders: async () => [],
    shipments: async () => [],
  });
  const scope = await world.person();
  who = {
    account: {
      id: scope.accountId,
      email: 'ada@example.com',
      firstName: 'Ada',
      lastName: 'Owner',
      isOperator: false,
      isDemo: false,
      isProven: true,
    },
    scope,
    own: { accountId: scope.accountId },
    workplaceId: scope.workplaceId,
    memberships: [],
    role: 'owner',
    stores: new Set([storeId]),
    locale: 'en',
    timeZone: 'UTC',
    ip: '127.0.0.1',
    userAgent: 'test',
    tokenHash: Buffer.alloc(32),
  };
  await db.tenant(scope, async (tx) => {
    const sealed = json(deps.vault.seal(credentials, `store:${storeId}`));
    await tx.run(sql`insert into store (workplace_id, store_id, account_id, platform, platform_domain, base_url, mode, status,
        store_name, currency, credentials)
      values (${scope.workplaceId}, ${storeId}, ${scope.accountId}, 'shopify', ${`${storeId}.myshopify.com`}, ${baseUrl},
        'sandbox', 'active', 'A shop', 'USD', ${sealed})`);
  });
});
afterAll(async () => {
  await direct.close();
  await sandbox.close();
  folder.remove();
});

let external: string;
let id: string;

const call = async <T>(path: string, body?: object): Promise<T> => {
  const more = body
    ? { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    : {};
  return (await (await fetch(`${sandbox.baseUrl}/shop/shopify/${SHOP}${path}`, more)).json()) as T;
};

/** A paid order of three cups for 19.99 each arrives; the customer keeps one of them and wants the money back. */
beforeEach(async () => {
  next = undefined;
  const listing = getListing([{ name: 'Colour', values: ['Sand'] }], 'USD');
  await shopify.createListing?.(ctx, listing);
  const { products } = await call<{ products: { id: string; title: string; variants: { id: string }[] }[] }>(
    '/products.json',
  );
  const product = products.find((one) => one.title === listing.title);
  const lines = [{ productId: product?.id, variantId: product?.variants[0]?.id, quantity: 3 }];
  external = (await call<{ orderId: string }>('/orders', { ...SHOPPER, lines })).orderId;
  world.clock.pass(1_000);
  await ordering.onOrderChanged(who.scope, storeId, external);
  const row = await db.read(who.scope, (ex) =>
    ex.first<{ order_id: string; line_id: string }>(sql`select o.order_id, l.line_id from sales_order o
      join order_line l on l.workplace_id = o.workplace_id and l.order_id = o.order_id
      where o.workplace_id = ${who.workplaceId} and o.external_order_id = ${external}`),
  );
  id = await requestReturn(deps, who, {
    order_id: row?.order_id ?? '',
    kind: 'refund',
    reason: 'defective',
    customer_note: '',
    lines: [{ line_item_id: row?.line_id ?? '', quantity: 1 }],
    outside_window: false,
    idempotency_key: newId(),
  });
  await approveReturn(deps, who, id, { customer_keeps: true, instructions: '' });
});

/** What Shopify paid back, in cents. */
const inStore = async (): Promise<number[]> => {
  const { order } = await run(ctx, documents.payments, { id: external, lines: [] });
  return (order?.transactions ?? [])
    .filter((one) => one.kind === 'REFUND' && one.status === 'SUCCESS')
    .map((one) => Math.round(Number(one.amountSet.shopMoney.amount) * 100));
};
const refund = (amount: number) =>
  requestReturnRefund(deps, who, id, { amount, method: 'gateway', restock: false, note: 'Broken' });
/** Works on what is requested until nothing is due, an hour at a time. */
async function settle(): Promise<void> {
  const ports = { createExchange: async () => ({ order_id: '', name: '' }), variants: async () => [] };
  const mailPorts = { findParcels: async () => [], findReturn: findMailedReturn, findPage: findTrackingPage };
  const returning = register(deps, ports, getPatience(60));
  const mailing = registerMail(deps, mailPorts);
  const handlers = [...ordering.jobs, ...(returning.jobs ?? []), ...(mailing.jobs ?? [])];
  for (let round = 0; round < 20; round++) {
    await world.jobs.drain(handlers);
    if ((await view()).state !== 'refunding') return;
    await db.tenant(who.scope, (tx) =>
      tx.raw(
        `update order_return_refund set sent_at = seconds_after(sent_at, -3600), claimed_until = seconds_after(claimed_until, -3600),
          next_attempt_at = seconds_after(next_attempt_at, -3600) where workplace_id = $1`,
        [who.workplaceId],
      ),
    );
  }
  throw new Error('the refund does not end');
}
const view = () => returnView(deps, who, id);
const figures = () => returnFigures(deps, who, id, { with_shipping: false });

describe('a refund in Shopify', () => {
  it('is made once, through the payment, and the order is read again', async () => {
    const before = await figures();
    expect(before).toMatchObject({ amount: { amount: 1_999 }, methods: ['gateway', 'outside'] });
    await refund(1_999);
    await settle();
    expect(await inStore()).toEqual([1_999]);
    expect(await view()).toMatchObject({
      state: 'refunded',
      refund: { state: 'done', reference: expect.stringMatching(/^gid:\/\/shopify\/Refund\/\d+$/) },
    });
    expect((await figures()).left?.amount).toBe((before.left?.amount ?? 0) - 1_999);
  });

  it('whose answer was lost is looked up and there once', async () => {
    await refund(1_999);
    next = 'lost';
    await settle();
    expect(await inStore()).toEqual([1_999]);
    expect((await view()).state).toBe('refunded');
  });

  it.each(['killed-before', 'killed-after'] as const)(
    'of a process that is %s Shopify has it is made once',
    async (way) => {
      await refund(1_999);
      next = way;
      await settle();
      expect(next).toBeUndefined();
      expect(await inStore()).toEqual([1_999]);
      expect((await view()).state).toBe('refunded');
    },
  );

  it('above what the payment has left is refused by field, also after a refund in Shopify', async () => {
    const all = (await figures()).left?.amount ?? 0;
    await expect(refund(all + 1)).rejects.toMatchObject({ fields: { amount: ['RETURN_REFUND_ABOVE_LEFT'] } });
    const { order } = await run(ctx, documents.payments, { id: external, lines: [] });
    const sale = order?.transactions.find((one) => one.kind === 'SALE');
    const back = { orderId: external, parentId: sale?.id, gateway: sale?.gateway, kind: 'REFUND', amount: '50.00' };
    const input = {
      orderId: external,
      note: 'By the merchant',
      notify: false,
      refundLineItems: [],
      transactions: [back],
    };
    await run(ctx, documents.createRefund, { input, key: newId() });
    await expect(refund(all - 4_999)).rejects.toMatchObject({ fields: { amount: ['RETURN_REFUND_ABOVE_LEFT'] } });
    await refund(1_000);
    await settle();
    expect(await inStore()).toEqual([5_000, 1_000]);
  });

  it('of more than Shopify has left since the request says so, and nothing is paid back', async () => {
    await refund(1_999);
    const { order } = await run(ctx, documents.payments, { id: external, lines: [] });
    const sale = order?.transactions.find((one) => one.kind === 'SALE');
    const left = (await figures()).left?.amount ?? 0;
    const amount = ((left - 100) / 100).toFixed(2);
    const back = { orderId: external, parentId: sale?.id, gateway: sale?.gateway, kind: 'REFUND', amount };
    const input = {
      orderId: external,
      note: 'By the merchant',
      notify: false,
      refundLineItems: [],
      transactions: [back],
    };
    await run(ctx, documents.createRefund, { input, key: newId() });
    await settle();
    expect(await inStore()).toEqual([left - 100]);
    expect(await view()).toMatchObject({
      state: 'refund_failed',
      refund: { problem: { key: 'RETURN_REFUND_ABOVE_LEFT', params: { amount: '1.00 USD' } } },
    });
  });
});
