import { newId } from '@quayside/kernel';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { sql, type WorkplaceScope } from '../db/index.ts';
import { giveBonus } from '../features/wallet/index.ts';
import { type Client, startTestApp } from '../testing/app/test-app.ts';
import { fillOrders } from './fill-orders.ts';
import { fillStore } from './fill-store.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });
const app = await startTestApp({ sandbox: true, products: 200 });
afterAll(() => app.stop());

const ORDERS = 40;
let ada: Client;
let scope: WorkplaceScope;

beforeAll(async () => {
  ada = await app.signUp();
  scope = { accountId: ada.accountId, workplaceId: ada.workplaceId };
  const { db, vault } = app.running.deps;
  const storeId = await fillStore(db, vault, scope, 'sandbox');
  await fillOrders(db, { scope, storeId, mode: 'sandbox', orders: ORDERS });
  await db.tenant(scope, (tx) =>
    giveBonus(tx, { accountId: ada.accountId, mode: 'sandbox', key: `bonus:${newId()}`, amount: 1_000_000 }),
  );
});

const listed = async (query: { keyword?: string; tab?: 'all' | 'unfulfilled' } = {}) =>
  (await ada.call('GET /orders/v5/list', { query: { tab: 'all', period: 'all', page_size: 100, ...query } as never }))
    .data.items;

it('fills orders that open', async () => {
  const orders = await listed();
  expect(orders).toHaveLength(ORDERS);
  for (const { id } of orders.slice(0, 5)) {
    const detail = await ada.call('GET /orders/v5/detail/{order_id}', { params: { order_id: id } });
    expect(detail).toMatchObject({ code: 'OK', data: { id, address_errors: {} } });
  }
});

it('adds nothing twice', async () => {
  const { db, vault } = app.running.deps;
  const storeId = await fillStore(db, vault, scope, 'sandbox');
  await fillOrders(db, { scope, storeId, mode: 'sandbox', orders: ORDERS });
  expect(await listed()).toHaveLength(ORDERS);
  const stores = await db.read(scope, (ex) =>
    ex.rows(sql`select 1 from store where workplace_id = ${scope.workplaceId}`),
  );
  expect(stores).toHaveLength(1);
});

it('finds them by number, customer and SKU', async () => {
  const [, order] = await listed();
  const sku = order?.line_items[0]?.sku ?? '';
  for (const keyword of [order?.name, order?.customer_name, order?.customer_email, sku]) {
    const found = await listed({ keyword: keyword ?? 'nothing' });
    expect(
      found.map((one) => one.id),
      keyword ?? '',
    ).toContain(order?.id);
  }
  expect((await listed({ keyword: sku })).length).toBeLessThan(ORDERS);
});

it('makes products and listings that open', async () => {
  const { items } = (
    await ada.call('GET /center/products/listings/elastic-products', { query: { page_size: 25 } as never })
  ).data;
  expect(items.length).toBeGreaterThan(10);
  const [first] = items;
  const detail = await ada.call('GET /center/products/{id}', { params: { id: first?.id ?? '' } });
  expect(detail).toMatchObject({ code: 'OK' });
});

it('names an id that leads nowhere as not found', async () => {
  for (const id of ['018f0000-0000-7000-8000-00000000dead', '00000000-0000-9000-c000-000000000001', 'nonsense']) {
    const answer = await ada.raw('GET', `/orders/v5/detail/${id}`);
    expect(answer).toMatchObject({ http: 404, message: expect.stringMatching(/not found|couldn’t find|isn’t in/) });
  }
});

it('prices and places them', async () => {
  const ready = (await listed({ tab: 'unfulfilled' })).filter((one) => one.placement_status === 'ready').slice(0, 7);
  expect(ready).toHaveLength(7);
  const orders = ready.map(({ id }) => ({ order_id: id }));
  const preview = async () => (await ada.call('POST /orders/v4/preview', { body: { orders } as never })).data;
  await vi.waitFor(async () => expect((await preview()).quotes_pending).toBe(false), {
    timeout: 60_000,
    interval: 200,
  });
  for (const one of (await preview()).orders) {
    expect(one.line_items.map((line) => line.problem)).toEqual(one.line_items.map(() => null));
    expect(one).toMatchObject({ can_place: true, problems: [], total: { currency: 'USD' } });
  }
  expect((await ada.call('POST /orders/v5/create', { body: { orders, pay: true } as never })).code).toBe('OK');
  await vi.waitFor(
    async () => {
      const after = (await listed()).filter((one) => orders.some(({ order_id }) => order_id === one.id));
      expect(after.map((one) => one.payment_status)).toEqual(orders.map(() => 'paid'));
    },
    { timeout: 100_000, interval: 300 },
  );
});
