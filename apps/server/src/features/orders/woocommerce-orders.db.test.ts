import { createGuardedHttp, type HttpClient } from '@quayside/connector-kit';
import { woocommerce } from '@quayside/connector-woocommerce';
import { createClient } from '@quayside/connector-woocommerce/client.ts';
import { newId, systemClock } from '@quayside/kernel';
import { startSandbox } from '@quayside/sandbox';
import { FIXED_SECRETS } from '@quayside/sandbox/fixed-secrets.ts';
import { woocommerce as standIn } from '@quayside/sandbox/woocommerce/index.ts';
import { SHOPPER } from '@quayside/testing/contract/channel-world.ts';
import { temporaryFolder } from '@quayside/testing/contract/temporary-folder.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { json, sql } from '../../db/index.ts';
import type { Deps } from '../../deps.ts';
import { testDatabase } from '../../testing/db/index.ts';
import { type FakeWorld, fakeWorld } from '../../testing/fakes/fake-deps.ts';
import * as orders from './index.ts';

/** What becomes of orders here when a WooCommerce shop changes them; each change was tried on a WooCommerce 10.0.2. */
const SHOP = 'tidewater';
const db = await testDatabase();
const folder = temporaryFolder('quayside-woo-orders-');
const sandbox = await startSandbox({ dataDir: folder.path, port: 0, standIns: [standIn], secrets: FIXED_SECRETS });
const direct = createGuardedHttp({ allowHosts: () => [`127.0.0.1:${sandbox.port}`] });
let asked: string[] = [];
const http: HttpClient = {
  send(request) {
    asked.push(
      `${request.method ?? 'GET'} ${request.url.replace(/\?.*/, '').replace(`${baseUrl}/wp-json/wc/v3/`, '')}`,
    );
    return direct.send(request);
  },
};
const baseUrl = `${sandbox.baseUrl}/woo/${SHOP}`;

let world: FakeWorld;
let deps: Deps;
let ordering: orders.OrdersFeature;
let credentials: Record<string, string>;
let scope: { accountId: string; workplaceId: string };
const storeId = newId();

beforeAll(async () => {
  const answer = await fetch(`${baseUrl}/wp-admin/keys`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ permissions: 'read_write' }),
  });
  const key = (await answer.json()) as { consumer_key: string; consumer_secret: string };
  credentials = { consumerKey: key.consumer_key, consumerSecret: key.consumer_secret };
  world = await fakeWorld(db, { channels: [woocommerce] });
  deps = { ...world.deps, http, connectors: { ...world.deps.connectors, sandboxStore: () => baseUrl } };
  ordering = orders.register(deps, {
    match: async (_ex, _workplaceId, _storeId, wanted) =>
      wanted.map(() => ({
        productId: newId(),
        variantId: newId(),
        source: 'quayside',
        sourceProductId: 'p',
        sourceVariantId: 'v',
        sourceSku: 's',
        cost: 500,
        currency: 'USD',
        imageUrl: null,
      })),
    mappedVariants: async () => new Set(),
    onNewOrders: async () => undefined,
    supplierOrders: async () => [],
    shipments: async () => [],
  });
  scope = await world.person();
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

const made = z.object({ id: z.number() });
const send = (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object, query: Record<string, boolean> = {}) =>
  createClient({ http, clock: systemClock, baseUrl, credentials, saveCredentials: async () => undefined }).send(
    method,
    {
      path,
      query,
      shape: made,
      ...(body ? { body } : {}),
    },
  );
const address = {
  first_name: SHOPPER.firstName,
  last_name: SHOPPER.lastName,
  address_1: SHOPPER.address1,
  city: SHOPPER.city,
  state: SHOPPER.province,
  postcode: SHOPPER.postalCode,
  country: SHOPPER.countryCode,
  phone: SHOPPER.phone,
};
const place = async (status: string): Promise<number> => {
  const line = { name: 'Lamp', quantity: 3, subtotal: '30.00', total: '30.00' };
  const billing = { ...address, email: SHOPPER.email };
  const fee_lines = [{ name: 'Gift wrapping', total: '2.50' }];
  const order = { status, billing, shipping: address, line_items: [line], fee_lines };
  return (await send('POST', 'orders', order)).id;
};
/** What Quayside says of an order after it read it, in the words of its API. */
const read = async (id: number) => {
  world.clock.pass(1_000);
  await ordering.onOrderChanged(scope, storeId, String(id));
  const found = await db.read(scope, async (ex) => {
    const row = await ex.first<{ order_id: string }>(sql`select order_id from sales_order
      where workplace_id = ${scope.workplaceId} and external_order_id = ${String(id)}`);
    const order = row && (await orders.findOrder(ex, scope.workplaceId, row.order_id));
    return order && { ...order, lines: await orders.findLines(ex, scope.workplaceId, [order.order_id]) };
  });
  if (!found) throw new Error(`order ${id} is not here`);
  return found;
};
const ready = { placement_status: 'ready', tab: 'unfulfilled', lines: [{ state: 'ready', taken_over_by: null }] };

it.each([
  ['seen while it was pending', true],
  ['seen first when it had failed', false],
])('an order whose payment failed can be bought once it is paid, %s', async (_when, seenBefore) => {
  const id = await place('pending');
  if (seenBefore) expect(await read(id)).toMatchObject({ ...ready, financial_status: 'pending' });
  await send('PUT', `orders/${id}`, { status: 'failed' });
  expect(await read(id)).toMatchObject({
    financial_status: 'failed',
    fulfillment_status: 'unfulfilled',
    placement_status: 'nothing_to_place',
  });
  await send('PUT', `orders/${id}`, { status: 'processing', set_paid: true });
  expect(await read(id)).toMatchObject({ ...ready, financial_status: 'paid' });
});

it('an order that was completed by mistake can be bought again', async () => {
  const id = await place('processing');
  expect(await read(id)).toMatchObject(ready);
  await send('PUT', `orders/${id}`, { status: 'completed' });
  expect(await read(id)).toMatchObject({ tab: 'fulfilled', lines: [{ state: 'manual', taken_over_by: 'store' }] });
  await send('PUT', `orders/${id}`, { status: 'processing' });
  expect(await read(id)).toMatchObject(ready);
});

it('an order of a back-fill that was refunded is neither placed nor open', async () => {
  const id = await place('refunded');
  expect(await read(id)).toMatchObject({
    placement_status: 'nothing_to_place',
    fulfillment_status: 'unfulfilled',
    tab: 'archived',
    lines: [{ state: 'cancelled' }],
  });
});

it('an order that was deleted for good is closed', async () => {
  const id = await place('pending');
  expect(await read(id)).toMatchObject({ ...ready, fee_total: 250, total: 3_250 });
  await send('DELETE', `orders/${id}`, undefined, { force: true });
  expect(await read(id)).toMatchObject({ tab: 'archived', cancelled_by: 'deletion', lines: [{ state: 'cancelled' }] });
});

it('orders reported at once are read together; one that cannot be read, and one that is not there, hold up none', async () => {
  const ids = await Promise.all(Array.from({ length: 12 }, () => place('processing')));
  const [broken = 0, deleted = 0, ...others] = ids;
  const distorted = await fetch(`${baseUrl}/wp-admin/orders/${broken}/distort`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ distorted: { customer_note: 5 }, told: false }),
  });
  expect(distorted.ok).toBe(true);
  await send('DELETE', `orders/${deleted}`, undefined, { force: true });
  const stored = async () =>
    (
      await db.read(scope, (ex) =>
        ex.rows<{
          id: string;
          lines: number;
        }>(sql`select o.external_order_id as id, count(*)::int as lines from sales_order o
          join order_line l on l.workplace_id = o.workplace_id and l.order_id = o.order_id
          where o.workplace_id = ${scope.workplaceId} and o.external_order_id = any(${ids.map(String)}::text[]) group by 1`),
      )
    ).sort((a, b) => Number(a.id) - Number(b.id));
  asked = [];
  const take = (): Promise<string[]> =>
    Promise.all(
      ids.map((id) =>
        ordering.onOrderChanged(scope, storeId, String(id)).then(
          () => 'taken',
          (error: Error) => error.message,
        ),
      ),
    );
  const outcomes = await take();
  expect(outcomes[1]).toContain('not found');
  expect(outcomes.filter((_outcome, at) => at !== 1)).toEqual(Array(11).fill('taken'));
  expect(await stored()).toEqual(others.map((id) => ({ id: String(id), lines: 1 })));
  expect(asked.filter((one) => one === 'GET orders')).toHaveLength(1);
  expect(asked.filter((one) => one.startsWith('GET orders/'))).toEqual([`GET orders/${deleted}`]);
  // Reported again, they are changed by no second read.
  await take();
  expect(await stored()).toHaveLength(others.length);
});

it('notes of staff come with many orders as with one, but not while an order is made', async () => {
  const ids = [await place('processing'), await place('processing')];
  const noted = ids[1] ?? 0;
  await send('POST', `orders/${noted}/notes`, { note: 'Call before sending', added_by_user: true });
  const staffNotes = () =>
    db.read(scope, (ex) =>
      ex.first<{ staff_notes: { text: string }[] }>(sql`select staff_notes from sales_order
        where workplace_id = ${scope.workplaceId} and external_order_id = ${String(noted)}`),
    );
  const take = () => Promise.all(ids.map((id) => ordering.onOrderChanged(scope, storeId, String(id))));
  world.clock.pass(Date.now() - world.clock.millis());
  await take();
  expect((await staffNotes())?.staff_notes).toEqual([]);
  world.clock.pass(Math.max(0, Date.now() - world.clock.millis()) + 2 * 60_000);
  await take();
  expect((await staffNotes())?.staff_notes).toMatchObject([{ text: 'Call before sending' }]);
});
