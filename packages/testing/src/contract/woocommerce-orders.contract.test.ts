import {
  type ConnectorContext,
  createGuardedHttp,
  type HttpClient,
  UnreadableOrderError,
} from '@quayside/connector-kit';
import { woocommerce } from '@quayside/connector-woocommerce';
import { createClient } from '@quayside/connector-woocommerce/client.ts';
import { systemClock } from '@quayside/kernel';
import { type RunningSandbox, startSandbox } from '@quayside/sandbox';
import { FIXED_SECRETS } from '@quayside/sandbox/fixed-secrets.ts';
import { woocommerce as standIn } from '@quayside/sandbox/woocommerce/index.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { getListing, SHOPPER, toFailure } from './channel-world.ts';
import { temporaryFolder } from './temporary-folder.ts';

/**
 * Reading orders as a WooCommerce 10 behind nginx was met: MySQL gives orders of one second in any order, another one for
 * each page, and headers beyond 4 KB are answered with 502.
 */
const SHOP = 'tidewater';
const folder = temporaryFolder('quayside-woo-orders-');
let sandbox: RunningSandbox;
let direct: ReturnType<typeof createGuardedHttp>;
let ctx: ConnectorContext;
let asked: string[] = [];
let source: number;

async function post(path: string, body: unknown): Promise<Record<string, unknown>> {
  const answer = await fetch(`${sandbox.baseUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Record<string, unknown>;
}
const admin = (path: string, body: unknown) => post(`/woo/${SHOP}/wp-admin/${path}`, body);
const madeAt = async (at: number, count: number) =>
  (await admin('import-orders', { from: source, count, at })).ids as number[];

beforeAll(async () => {
  sandbox = await startSandbox({ dataDir: folder.path, port: 0, standIns: [standIn], secrets: FIXED_SECRETS });
  direct = createGuardedHttp({ allowHosts: () => [`127.0.0.1:${sandbox.port}`] });
  const key = await admin('keys', { permissions: 'read_write' });
  const http: HttpClient = {
    send(request) {
      asked.push(request.url);
      return direct.send(request);
    },
  };
  ctx = {
    http,
    clock: systemClock,
    baseUrl: `${sandbox.baseUrl}/woo/${SHOP}`,
    credentials: { consumerKey: String(key.consumer_key), consumerSecret: String(key.consumer_secret) },
    async saveCredentials(next) {
      ctx.credentials = next;
    },
  };
  await woocommerce.verify(ctx);
  const product = await woocommerce.createListing(ctx, getListing([], 'USD', { allowSellOutOfStock: true }));
  const bought = await post(`/shop/woocommerce/${SHOP}/orders`, {
    ...SHOPPER,
    lines: [
      {
        productId: product.externalProductId,
        variantId: product.variants[0]?.externalVariantId,
        quantity: 2,
      },
    ],
  });
  source = Number(bought.orderId);
});
afterAll(async () => {
  await direct.close();
  await sandbox.close();
  folder.remove();
});
beforeEach(() => {
  asked = [];
});

const iso = (seconds: number): string => new Date(seconds * 1000).toISOString();

/** Every order's id as often as it was read. */
async function readAll(from: number, betweenPages?: (page: number) => Promise<void>): Promise<Map<number, number>> {
  const seen = new Map<number, number>();
  let cursor: string | undefined;
  for (let page = 1; page <= 100; page += 1) {
    const answer = await woocommerce.listOrders(ctx, { updatedAfter: iso(from), ...(cursor ? { cursor } : {}) });
    for (const { externalOrderId } of answer.items)
      seen.set(Number(externalOrderId), (seen.get(Number(externalOrderId)) ?? 0) + 1);
    cursor = answer.nextCursor;
    if (cursor === undefined) return seen;
    await betweenPages?.(page);
  }
  throw new Error('the pages do not end');
}
const never = (ids: number[], seen: Map<number, number>) => ids.filter((id) => !seen.has(id));

describe('many orders of one second', () => {
  test('every one is read, once, with questions and headers that stay short', async () => {
    const at = 1_700_000_000;
    const ids = [
      ...(await madeAt(at - 7, 40)),
      ...(await madeAt(at - 6, 90)),
      ...(await madeAt(at, 650)),
      ...(await madeAt(at + 1, 100)),
      ...(await madeAt(at + 5, 30)),
    ];
    const seen = await readAll(at - 60);
    expect(never(ids, seen)).toEqual([]);
    const twice = ids.filter((id) => seen.get(id) !== 1);
    expect(twice).toEqual([]);
    expect(asked.filter((url) => url.includes('/orders')).length).toBeLessThanOrEqual(15);
    expect(Math.max(...asked.map((url) => url.length))).toBeLessThan(1000);
  });

  test('one that changes while they are read takes none of the others along', async () => {
    const at = 1_701_000_000;
    const ids = await madeAt(at, 450);
    const touched = [...ids.slice(0, 30), ...ids.slice(100, 130)];
    const seen = await readAll(at - 60, async (page) => {
      if (page === 2) await admin('change-orders', { ids: touched, at: at + 60 });
    });
    expect(never(ids, seen)).toEqual([]);
  });

  test('a cursor of before this is begun anew', async () => {
    const at = 1_702_000_000;
    const ids = await madeAt(at, 120);
    const error = await woocommerce
      .listOrders(ctx, { updatedAfter: iso(at), cursor: `${iso(at).slice(0, 19)}|${ids.slice(0, 100).join(',')}` })
      .then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
    expect(error).toMatchObject({ kind: 'rejected' });
  });
});

describe('refunds', () => {
  const at = 1_703_000_000;
  let ids: number[];
  beforeAll(async () => {
    ids = await madeAt(at, 30);
    for (const id of ids) {
      const order = await woocommerce.getOrder(ctx, String(id));
      const line = order?.lines[0]?.externalLineId ?? '';
      await woocommerce.createRefund?.(ctx, {
        ref: `refund-${id}`,
        externalOrderId: String(id),
        amount: { amount: 1200, currency: 'USD' },
        lines: [{ externalLineId: line, quantity: 1 }],
        restock: false,
        paysBack: false,
      });
      await admin('change-orders', { ids: [id], at });
    }
  });

  const read = async () => {
    const { items } = await woocommerce.listOrders(ctx, { updatedAfter: iso(at) });
    const ours = items.filter((order) => ids.includes(Number(order.externalOrderId)));
    expect(ours).toHaveLength(30);
    expect(new Set(ours.map((order) => order.financialStatus))).toEqual(new Set(['partially_refunded']));
    expect(new Set(ours.map((order) => order.lines[0]?.fulfillableQuantity))).toEqual(new Set([1]));
    return asked.filter((url) => url.includes('refunds'));
  };

  test('of a page of orders are asked for together', async () => {
    asked = [];
    expect(await read()).toHaveLength(1);
  });

  test('are asked for one by one where WooCommerce is older than 9.0', async () => {
    await admin('settings', { version: '8.9.3' });
    asked = [];
    expect((await read()).length).toBeGreaterThanOrEqual(30);
    await admin('settings', { version: '10.3.5' });
  });
});

describe('a refund that the payment gateway pays back', () => {
  afterAll(() => admin('settings', { gatewayRefunds: 'none' }));

  const refundOf = async (orderId: number) => {
    const order = await woocommerce.getOrder(ctx, String(orderId));
    return {
      ref: `paid-back-${orderId}`,
      externalOrderId: String(orderId),
      amount: { amount: 500, currency: 'USD' },
      lines: [{ externalLineId: order?.lines[0]?.externalLineId ?? '', quantity: 1 }],
      reason: 'Wrong size',
      restock: false,
      paysBack: true,
    };
  };
  /** The refunds as the store lists them. */
  const inStore = async (id: number) => {
    let text = '';
    const http: HttpClient = {
      async send(request) {
        const answer = await direct.send(request);
        text = answer.text;
        return answer;
      },
    };
    await woocommerce.findRefund?.({ ...ctx, http }, await refundOf(id));
    return JSON.parse(text) as { refunded_payment: boolean }[];
  };
  /** WooCommerce died after it paid back: our reference wasn't written. */
  const withoutReference: HttpClient = {
    send({ body, ...request }) {
      const { meta_data: _meta, ...rest } = JSON.parse(String(body ?? '{}')) as Record<string, unknown>;
      return direct.send({ ...request, ...(body === undefined ? {} : { body: JSON.stringify(rest) }) });
    },
  };
  const make = async () => {
    const [id = 0] = await madeAt(1_704_000_000, 1);
    return id;
  };

  test.each(['none', 'declines'])('leaves nothing behind when refused (%s)', async (gatewayRefunds) => {
    await admin('settings', { gatewayRefunds });
    const id = await make();
    const error = await toFailure(woocommerce.createRefund?.(ctx, await refundOf(id)) ?? Promise.resolve());
    expect(error).toMatchObject({ kind: 'rejected' });
    expect(await inStore(id)).toEqual([]);
  });

  test('is paid once', async () => {
    await admin('settings', { gatewayRefunds: 'pays' });
    const id = await make();
    const refund = await refundOf(id);
    const made = await woocommerce.createRefund?.(ctx, refund);
    expect(await woocommerce.createRefund?.(ctx, refund)).toEqual(made);
    expect(await inStore(id)).toMatchObject([{ refunded_payment: true }]);
  });

  test('is not repeated where one without a reference may be it', async () => {
    await admin('settings', { gatewayRefunds: 'pays' });
    const id = await make();
    const refund = await refundOf(id);
    await woocommerce.createRefund?.({ ...ctx, http: withoutReference }, refund);
    const error = await toFailure(woocommerce.createRefund?.(ctx, refund) ?? Promise.resolve());
    expect(error).toMatchObject({ kind: 'rejected', code: 'already_exists' });
    expect(await inStore(id)).toHaveLength(1);
  });
});

describe('an order that cannot be read', () => {
  const distort = (id: number, distorted: Record<string, unknown>) =>
    admin(`orders/${id}/distort`, { distorted, told: false });
  const FAULTS: [string, Record<string, unknown>, object][] = [
    [
      'a quantity beyond what is counted',
      { 'line_items.0.quantity': 1e12 },
      { what: 'quantity', value: '1000000000000' },
    ],
    ['an empty total', { total: '' }, { what: 'amount', where: 'total' }],
    ['an amount of which the comma may mean either', { total: '1,234' }, { what: 'amount', value: '1,234' }],
    ['a currency that is none', { currency: 'USDT' }, { what: 'currency', where: 'currency', value: 'USDT' }],
    ['no date of its making', { date_created_gmt: null }, { what: 'time', where: 'date_created_gmt' }],
    ['a date that is none', { date_modified_gmt: 'soon' }, { what: 'time', value: 'soonZ' }],
    [
      'an amount that is missing',
      { 'line_items.0.subtotal': null },
      { what: 'amount', where: 'line_items.0.subtotal' },
    ],
    ['no lines at all', { line_items: null }, { what: 'form', where: 'line_items' }],
  ];

  test.each(FAULTS)('%s is named with its reason, and stops none of the others', async (_name, fault, reason) => {
    const at = 1_710_000_000 + FAULTS.findIndex(([, one]) => one === fault) * 1000;
    const ids = await madeAt(at, 5);
    const [, , bad = 0] = ids;
    await distort(bad, fault);
    await admin('change-orders', { ids, at });
    const page = await woocommerce.listOrders(ctx, { updatedAfter: iso(at) });
    const read = page.items.map((order) => Number(order.externalOrderId));
    expect(ids.filter((id) => !read.includes(id))).toEqual([bad]);
    const named = page.unread?.find((one) => one.externalOrderId === String(bad));
    expect(named).toMatchObject({ name: `#${bad}`, reason });
    const error = await toFailure(woocommerce.getOrder(ctx, String(bad)));
    expect(error).toBeInstanceOf(UnreadableOrderError);
    expect(error).toMatchObject({ kind: 'unexpected', unread: { externalOrderId: String(bad), reason } });
    await distort(bad, {});
    expect(await woocommerce.getOrder(ctx, String(bad))).toMatchObject({ externalOrderId: String(bad) });
  });

  test.each<[string, Record<string, unknown>]>([
    ['an empty total', { total: '' }],
    ['a currency that is none', { currency: 'USDT' }],
    ['no date of its last change', { date_modified_gmt: null }],
    ['a date that is none', { date_modified_gmt: 'soon' }],
  ])('%s leaves out that order alone when many are asked about', async (_name, fault) => {
    const ids = await madeAt(1_712_000_000, 5);
    const [, , bad = 0] = ids;
    await distort(bad, fault);
    const states = await woocommerce.orderStates(ctx, ids.map(String));
    await distort(bad, {});
    expect(states.map((state) => Number(state.externalOrderId)).toSorted((a, b) => a - b)).toEqual(
      ids.filter((id) => id !== bad).toSorted((a, b) => a - b),
    );
  });

  test('is named when many are read in one call, which leaves out the trash and what is not there', async () => {
    const ids = await madeAt(1_712_500_000, 130);
    const [, , bad = 0, trashed = 0] = ids;
    await distort(bad, { customer_note: 5 });
    await createClient(ctx).send('DELETE', { path: `orders/${trashed}`, shape: z.looseObject({ id: z.number() }) });
    asked = [];
    const page = await woocommerce.readOrders?.(ctx, [...ids.map(String), '999999999']);
    await distort(bad, {});
    const read = page?.items.map((order) => Number(order.externalOrderId)) ?? [];
    expect(read.toSorted((a, b) => a - b)).toEqual(ids.filter((id) => id !== bad && id !== trashed));
    expect(page?.unread).toMatchObject([{ externalOrderId: String(bad), reason: { what: 'form' } }]);
    expect(asked.filter((url) => url.includes('/orders?'))).toHaveLength(2);
    const [first] = page?.items ?? [];
    expect(first).toEqual(await woocommerce.getOrder(ctx, first?.externalOrderId ?? ''));
  });

  test('does not hold what the shopper wrote, but its number and the place', async () => {
    const [id = 0] = await madeAt(1_711_000_000, 1);
    await distort(id, { customer_note: { words: SHOPPER.email } });
    const error = await toFailure(woocommerce.getOrder(ctx, String(id)));
    expect(error).toMatchObject({ unread: { reason: { what: 'form', where: 'customer_note' } } });
    expect(JSON.stringify(error)).not.toContain(SHOPPER.email);
    await distort(id, {});
  });

  test('is one whose meaning is not certain: groups before a point, and what WooCommerce itself fills in, are read', async () => {
    const [id = 0] = await madeAt(1_712_000_000, 1);
    await distort(id, {
      total: '1,234.50',
      'line_items.0.subtotal': '',
      'line_items.0.total': '39.00',
      status: 'wc-shipped',
    });
    expect(await woocommerce.getOrder(ctx, String(id))).toMatchObject({
      total: { amount: 123_450 },
      subtotal: { amount: 3900 },
      lines: [{ unitPrice: { amount: 1950 }, discount: { amount: 0 } }],
    });
    await distort(id, { date_modified_gmt: null });
    const order = await woocommerce.getOrder(ctx, String(id));
    expect(order?.updatedAt).toBe(order?.createdAt);
    await distort(id, {});
  });

  test('does not lead the way with a time that cannot be', async () => {
    const at = 1_713_000_000;
    const ids = [...(await madeAt(at, 60)), ...(await madeAt(at + 5, 39)), ...(await madeAt(at + 6, 20))];
    const odd = ids[98] ?? 0;
    await distort(odd, { date_modified_gmt: '2099-01-01T00:00:00' });
    await admin('change-orders', { ids: [odd], at: at + 5 });
    await admin('change-orders', { ids: ids.slice(60, 98), at: at + 4 });
    const seen = await readAll(at - 60);
    expect(never(ids, seen)).toEqual([]);
    await distort(odd, {});
  });

  test.each(['soon', '2099-01-01T00:00:00'])(
    'is not skipped where the rest of its page shares one second (%s)',
    async (date) => {
      const at = 1_714_000_000 + (date === 'soon' ? 0 : 1000);
      const [odd = 0] = await madeAt(at - 5, 1);
      const ids = await madeAt(at, 120);
      const inSecond = ids[0] ?? 0;
      for (const id of [odd, inSecond]) await distort(id, { date_modified_gmt: date });
      await admin('change-orders', { ids: [odd], at: at - 5 });
      await admin('change-orders', { ids: [inSecond], at });
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await woocommerce.listOrders(ctx, { updatedAfter: iso(at - 60), ...(cursor ? { cursor } : {}) });
        seen.push(...[...page.items, ...(page.unread ?? [])].map((order) => order.externalOrderId));
        cursor = page.nextCursor;
      } while (cursor !== undefined);
      for (const id of [odd, inSecond]) await distort(id, {});
      const wanted = [odd, ...ids].map(String);
      expect(seen.filter((id) => wanted.includes(id)).toSorted()).toEqual(wanted.toSorted());
    },
  );
});
