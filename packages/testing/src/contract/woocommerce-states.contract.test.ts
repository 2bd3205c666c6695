import { type ConnectorContext, createGuardedHttp } from '@quayside/connector-kit';
import { woocommerce } from '@quayside/connector-woocommerce';
import { createClient } from '@quayside/connector-woocommerce/client.ts';
import { systemClock } from '@quayside/kernel';
import { type RunningSandbox, startSandbox } from '@quayside/sandbox';
import { FIXED_SECRETS } from '@quayside/sandbox/fixed-secrets.ts';
import { woocommerce as standIn } from '@quayside/sandbox/woocommerce/index.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { SHOPPER, sumOfParts } from './channel-world.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** What becomes of orders in a WooCommerce shop. Every course here was also seen of a WooCommerce 10.0.2. */
const SHOP = 'fjord-living';
const folder = temporaryFolder('quayside-woo-states-');
let sandbox: RunningSandbox;
let ctx: ConnectorContext;
let http: ReturnType<typeof createGuardedHttp>;

beforeAll(async () => {
  sandbox = await startSandbox({ dataDir: folder.path, port: 0, standIns: [standIn], secrets: FIXED_SECRETS });
  http = createGuardedHttp({ allowHosts: () => [`127.0.0.1:${sandbox.port}`] });
  const key = (await admin('keys', { permissions: 'read_write' })) as Record<string, string>;
  ctx = {
    http,
    clock: systemClock,
    baseUrl: `${sandbox.baseUrl}/woo/${SHOP}`,
    credentials: { consumerKey: key.consumer_key ?? '', consumerSecret: key.consumer_secret ?? '' },
    saveCredentials: async () => undefined,
  };
});
afterAll(async () => {
  await http.close();
  await sandbox.close();
  folder.remove();
});

async function admin(path: string, body: unknown): Promise<unknown> {
  const answer = await fetch(`${sandbox.baseUrl}/woo/${SHOP}/wp-admin/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return answer.json();
}

const made = z.object({ id: z.number(), line_items: z.array(z.object({ id: z.number() })) });
const send = <T extends z.ZodType>(method: 'POST' | 'PUT' | 'DELETE', path: string, shape: T, body: unknown = {}) =>
  createClient(ctx).send(method, { path, shape, body });
const line = { name: 'Lamp', quantity: 3, subtotal: '30.00', total: '30.00' };
const place = (change: object = {}) => send('POST', 'orders', made, { line_items: [line], ...change });
const change = (id: number, body: object) => send('PUT', `orders/${id}`, z.unknown(), body);
const read = async (id: number) => {
  const order = await woocommerce.getOrder(ctx, String(id));
  if (!order) throw new Error(`no order ${id}`);
  return order;
};
const pieces = async (id: number) =>
  (await read(id)).lines.map((one) => [one.quantity, one.fulfillableQuantity, one.refundedQuantity]);

describe('an order in its shop', () => {
  test('is still to be sent after its payment failed, and paid when the shopper paid again', async () => {
    const { id } = await place({ status: 'pending' });
    expect(await read(id)).toMatchObject({ financialStatus: 'pending', fulfillmentStatus: 'unfulfilled' });
    await change(id, { status: 'failed' });
    expect(await read(id)).toMatchObject({ financialStatus: 'failed', fulfillmentStatus: 'unfulfilled' });
    expect(await pieces(id)).toEqual([[3, 3, 0]]);
    await change(id, { status: 'processing', set_paid: true });
    expect(await read(id)).toMatchObject({ financialStatus: 'paid', fulfillmentStatus: 'unfulfilled' });
    expect(await pieces(id)).toEqual([[3, 3, 0]]);
  });

  test('is not sent in part because a piece of it was refunded', async () => {
    const { id, line_items } = await place({ status: 'processing' });
    const [bought] = line_items;
    await send('POST', `orders/${id}/refunds`, z.unknown(), {
      api_refund: false,
      line_items: [{ id: bought?.id, quantity: 1, refund_total: 10 }],
    });
    expect(await read(id)).toMatchObject({ financialStatus: 'partially_refunded', fulfillmentStatus: 'unfulfilled' });
    expect(await pieces(id)).toEqual([[3, 2, 1]]);
    await change(id, { status: 'refunded' });
    expect(await read(id)).toMatchObject({ financialStatus: 'refunded', fulfillmentStatus: 'unfulfilled' });
    expect(await pieces(id)).toEqual([[3, 0, 3]]);
  });

  test('is gone without a word when it is deleted for good; the trash is told', async () => {
    const [gone, trashed, kept] = [await place(), await place(), await place()];
    await createClient(ctx).send('DELETE', { path: `orders/${gone.id}`, query: { force: true }, shape: z.unknown() });
    await send('DELETE', `orders/${trashed.id}`, z.unknown());
    for (const { id } of [gone, trashed]) expect(await woocommerce.getOrder(ctx, String(id))).toBeUndefined();
    const states = await woocommerce.orderStates(
      ctx,
      [gone, trashed, kept].map(({ id }) => String(id)),
    );
    expect(states).toMatchObject([
      { externalOrderId: String(kept.id), financialStatus: 'pending', total: { amount: 3000, currency: 'EUR' } },
    ]);
  });

  test('is looked at with a hundred others in one call', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 101; n += 1) ids.push(String((await place()).id));
    let calls = 0;
    const counting: ConnectorContext = {
      ...ctx,
      http: { send: (request) => http.send(request).finally(() => (calls += 1)) },
    };
    expect(await woocommerce.orderStates(counting, ids)).toHaveLength(101);
    expect(calls).toBe(2);
  });

  test('has sums that add up, with tax, discount and fees', async () => {
    await admin('settings', { taxPercent: 12.5 });
    const { id } = await place({
      line_items: [{ ...line, subtotal: '58.08', total: '52.27' }],
      shipping_lines: [{ method_title: 'Flat &amp; fast', total: '4.90' }],
      fee_lines: [
        { name: 'Gift wrapping', total: '2.50' },
        { name: 'Club', total: '-3.33' },
      ],
    });
    await admin('settings', { taxPercent: 0 });
    const order = await read(id);
    expect(order).toMatchObject({ feeTotal: { amount: -83 }, discountTotal: { amount: 581 } });
    expect(order.taxTotal.amount).toBeGreaterThan(0);
    expect(sumOfParts(order)).toBe(order.total.amount);
    expect(order.shippingMethodTitle).toBe('Flat & fast');
  });

  test('of the block checkout reads as the shopper typed it', async () => {
    const product = z.object({ id: z.number() });
    const { id } = await send('POST', 'products', product, { name: 'Bowl', regular_price: '9.00' });
    const answer = await fetch(`${sandbox.baseUrl}/shop/woocommerce/${SHOP}/orders`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        ...SHOPPER,
        company: 'Kunde GmbH & Co',
        lines: [{ productId: String(id), variantId: String(id), quantity: 1 }],
      }),
    });
    const { orderId } = (await answer.json()) as { orderId: string };
    const raw = await createClient(ctx).get({
      path: `orders/${orderId}`,
      shape: z.object({ shipping: z.object({ company: z.string() }) }),
    });
    expect(raw.shipping.company).toBe('Kunde GmbH &amp; Co');
    expect((await read(Number(orderId))).shippingAddress?.company).toBe('Kunde GmbH & Co');
  });
});
