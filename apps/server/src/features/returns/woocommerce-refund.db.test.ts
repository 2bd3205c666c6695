import { ConnectorError, createGuardedHttp, type HttpClient } from '@quayside/connector-kit';
import { woocommerce } from '@quayside/connector-woocommerce';
import { createClient } from '@quayside/connector-woocommerce/client.ts';
import { newId, systemClock } from '@quayside/kernel';
import { startSandbox } from '@quayside/sandbox';
import { FIXED_SECRETS } from '@quayside/sandbox/fixed-secrets.ts';
import { woocommerce as emulator } from '@quayside/sandbox/woocommerce/index.ts';
import { SHOPPER } from '@quayside/testing/contract/channel-world.ts';
import { temporaryFolder } from '@quayside/testing/contract/temporary-folder.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
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

/** Refunds in the emulated WooCommerce, whose books say how often the customer got money back. */
const SHOP = 'tidewater';
const db = await testDatabase();
const folder = temporaryFolder('quayside-woo-returns-');
const sandbox = await startSandbox({ dataDir: folder.path, port: 0, standIns: [emulator], secrets: FIXED_SECRETS });
const direct = createGuardedHttp({ allowHosts: () => [`127.0.0.1:${sandbox.port}`] });
const baseUrl = `${sandbox.baseUrl}/woo/${SHOP}`;

/** What happens to the next refund: its answer is lost, or its metadata, or both. */
let loses: 'answer' | 'reference' | undefined;
const http: HttpClient = {
  async send(request) {
    if (loses === undefined || request.method !== 'POST' || !request.url.includes('/refunds'))
      return direct.send(request);
    const way = loses;
    loses = undefined;
    const body = way === 'reference' ? { ...JSON.parse(String(request.body)), meta_data: [] } : undefined;
    await direct.send(body ? { ...request, body: JSON.stringify(body) } : request);
    throw new ConnectorError('unknown', 'the answer was lost');
  },
};

const admin = async (path: string, body: object) => {
  const answer = await fetch(`${baseUrl}/wp-admin/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return (await answer.json()) as Record<string, string>;
};

let world: FakeWorld;
let deps: Deps;
let who: Who;
let ordering: orders.OrdersFeature;
let credentials: Record<string, string>;
const storeId = newId();
const patience = getPatience(60);

beforeAll(async () => {
  const made = await admin('keys', { permissions: 'read_write' });
  credentials = { consumerKey: made.consumer_key ?? '', consumerSecret: made.consumer_secret ?? '' };
  world = await fakeWorld(db, { channels: [woocommerce] });
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
      values (${scope.workplaceId}, ${storeId}, ${scope.accountId}, 'woocommerce', ${`${storeId}.example.com`}, ${baseUrl},
        'sandbox', 'active', 'A shop', 'USD', ${sealed})`);
  });
});
afterAll(async () => {
  await direct.close();
  await sandbox.close();
  folder.remove();
});

const client = () =>
  createClient({ http: direct, clock: systemClock, baseUrl, credentials, saveCredentials: async () => undefined });
const made = z.object({ id: z.number() });
const refunds = z.array(z.object({ amount: z.string(), refunded_payment: z.boolean() }));

let external: number;
let id: string;

/** A paid order of three lamps for 30.00 arrives; the customer keeps one of them and wants the money back. */
beforeEach(async () => {
  await admin('settings', { gatewayRefunds: 'pays' });
  const address = {
    first_name: SHOPPER.firstName,
    last_name: SHOPPER.lastName,
    address_1: SHOPPER.address1,
    city: SHOPPER.city,
    state: SHOPPER.province,
    postcode: SHOPPER.postalCode,
    country: SHOPPER.countryCode,
  };
  const order = {
    status: 'processing',
    set_paid: true,
    billing: { ...address, email: SHOPPER.email },
    shipping: address,
    line_items: [{ name: 'Lamp', quantity: 3, subtotal: '30.00', total: '30.00' }],
  };
  external = (await client().send('POST', { path: 'orders', query: {}, shape: made, body: order })).id;
  world.clock.pass(1_000);
  await ordering.onOrderChanged(who.scope, storeId, String(external));
  const row = await db.read(who.scope, (ex) =>
    ex.first<{ order_id: string; line_id: string }>(sql`select o.order_id, l.line_id from sales_order o
      join order_line l on l.workplace_id = o.workplace_id and l.order_id = o.order_id
      where o.workplace_id = ${who.workplaceId} and o.external_order_id = ${String(external)}`),
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

const inStore = () => client().get({ path: `orders/${external}/refunds`, query: { context: 'edit' }, shape: refunds });
const refund = (amount: number, method: 'gateway' | 'recorded' = 'gateway') =>
  requestReturnRefund(deps, who, id, { amount, method, restock: false, note: 'Broken' });
/** Works on what is requested until nothing is due, an hour at a time. */
async function settle(): Promise<void> {
  const ports = { createExchange: async () => ({ order_id: '', name: '' }), variants: async () => [] };
  const mailPorts = { findParcels: async () => [], findReturn: findMailedReturn, findPage: findTrackingPage };
  const returning = register(deps, ports, patience);
  const mailing = registerMail(deps, mailPorts);
  const handlers = [...ordering.jobs, ...(returning.jobs ?? []), ...(mailing.jobs ?? [])];
  for (let round = 0; round < 20; round++) {
    await world.jobs.drain(handlers);
    const view = await returnView(deps, who, id);
    if (view.state !== 'refunding') return;
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

describe('a refund in WooCommerce', () => {
  it.each(['gateway', 'recorded'] as const)('(%s) is made once, and the order is read again', async (method) => {
    const figures = await returnFigures(deps, who, id, { with_shipping: false, restocking_fee: 0 });
    expect(figures).toMatchObject({ amount: { amount: 1_000 }, left: { amount: 3_000 } });
    await refund(1_000, method);
    await settle();
    expect(await inStore()).toEqual([{ amount: '10.00', refunded_payment: method === 'gateway' }]);
    expect(await view()).toMatchObject({ state: 'refunded', refund: { reference: expect.stringMatching(/^\d+$/) } });
    const after = await returnFigures(deps, who, id, { with_shipping: false, restocking_fee: 0 });
    expect(after.left).toEqual({ amount: 2_000, currency: 'USD' });
  });

  it('whose answer was lost after the store made it is there once', async () => {
    await refund(1_000);
    loses = 'answer';
    await settle();
    expect(await inStore()).toHaveLength(1);
    expect((await view()).state).toBe('refunded');
  });

  it('that paid without keeping our reference waits for a person instead of paying again', async () => {
    await refund(1_000);
    loses = 'reference';
    await settle();
    expect(await inStore()).toHaveLength(1);
    expect(await view()).toMatchObject({
      state: 'refund_failed',
      refund: { problem: { key: 'RETURN_REFUND_EXISTS' } },
    });
  });

  it.each([
    ['declines', 'RETURN_REFUND_DECLINED', 'The payment gateway declined the refund.'],
    ['none', 'RETURN_REFUND_UNSUPPORTED', 'The payment gateway for this order does not support automatic refunds.'],
  ] as const)(
    'that the payment gateway refuses (%s) says what to do, with the shop’s words as details',
    async (gatewayRefunds, key, detail) => {
      await admin('settings', { gatewayRefunds });
      await refund(1_000);
      await settle();
      expect(await inStore()).toEqual([]);
      const { state, refund: tried } = await view();
      expect({ state, key: tried?.problem?.key }).toEqual({ state: 'refund_failed', key });
      expect(tried?.problem?.params?.detail).toBe(detail);
      expect(tried?.problem?.text).toMatch(/record the refund here\.$/);
      expect(tried?.problem?.text).not.toContain('woocommerce_rest');
    },
  );

  it('above what the shop has left is refused by field, also after a refund in the shop', async () => {
    await expect(refund(3_001)).rejects.toMatchObject({ fields: { amount: ['RETURN_REFUND_ABOVE_LEFT'] } });
    await client().send('POST', {
      path: `orders/${external}/refunds`,
      query: {},
      shape: made,
      body: { amount: '25.00', api_refund: false, line_items: [] },
    });
    await expect(refund(501)).rejects.toMatchObject({ fields: { amount: ['RETURN_REFUND_ABOVE_LEFT'] } });
    await refund(500);
    await settle();
    expect((await inStore()).map((one) => one.amount).sort()).toEqual(['25.00', '5.00']);
  });
});
