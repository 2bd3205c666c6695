import type { ConnectorContext } from '@quayside/connector-kit';
import { createClient } from '@quayside/connector-woocommerce/client.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type ChannelUnderTest, type ChannelWorld, getListing, openChannelWorld, sumOfParts } from './channel-world.ts';
import { webhookFaults } from './woocommerce-webhook-faults.ts';

export interface WooCommerceUnderTest extends ChannelUnderTest {
  /** Sets the tax of new orders, in percent, where the test may; otherwise the shop's own taxes count. */
  tax?(world: ChannelWorld, percent: number): Promise<void>;
}

const made = z.object({ id: z.number(), line_items: z.array(z.object({ id: z.number() })) });
const line = { name: 'Lamp', quantity: 3, subtotal: '30.00', total: '30.00' };

/** What shops do to orders and webhooks that once lost orders or money here. Each was seen of a WooCommerce 10.0.2. */
export function woocommerceFaults(name: string, under: WooCommerceUnderTest): void {
  const patience = under.patience ?? 1;
  describe(`${name}: what shops do`, { timeout: 60_000 * patience }, () => {
    let world: ChannelWorld | undefined;
    const opened = (): ChannelWorld => {
      if (!world) throw new Error('the sandbox is not open');
      return world;
    };
    beforeAll(async () => {
      world = await openChannelWorld(under);
    });
    afterAll(() => world?.close());

    describe('an order', () => orderFaults(under, opened));
    describe('many orders', () => manyOrderFaults(under, opened));
    describe('webhooks', () => webhookFaults(under, opened));
  });
}

function orderFaults(under: WooCommerceUnderTest, world: () => ChannelWorld): void {
  const { connector } = under;
  const send = <T extends z.ZodType>(method: 'POST' | 'PUT' | 'DELETE', path: string, shape: T, body: unknown = {}) =>
    createClient(world().ctx).send(method, { path, shape, body });
  const place = (change: object = {}) => send('POST', 'orders', made, { line_items: [line], ...change });
  const change = (id: number, body: object) => send('PUT', `orders/${id}`, z.unknown(), body);
  const read = async (id: number | string) => {
    const order = await connector.getOrder(world().ctx, String(id));
    if (!order) throw new Error(`no order ${id}`);
    return order;
  };
  const pieces = async (id: number) =>
    (await read(id)).lines.map((one) => [one.quantity, one.fulfillableQuantity, one.refundedQuantity]);

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

  test('is to be sent again when it was completed by mistake', async () => {
    const { id } = await place({ status: 'completed' });
    expect(await read(id)).toMatchObject({ fulfillmentStatus: 'fulfilled' });
    expect(await pieces(id)).toEqual([[3, 0, 0]]);
    await change(id, { status: 'processing' });
    expect(await read(id)).toMatchObject({ fulfillmentStatus: 'unfulfilled' });
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

  test('is gone for good, or in the trash, and then is no order any more', async () => {
    const [gone, trashed, kept] = [await place(), await place(), await place()];
    const query = { force: true };
    await createClient(world().ctx).send('DELETE', { path: `orders/${gone.id}`, query, shape: z.unknown() });
    await send('DELETE', `orders/${trashed.id}`, z.unknown());
    for (const { id } of [gone, trashed]) expect(await connector.getOrder(world().ctx, String(id))).toBeUndefined();
    const states = await connector.orderStates(
      world().ctx,
      [gone, trashed, kept].map(({ id }) => String(id)),
    );
    expect(states).toMatchObject([
      { externalOrderId: String(kept.id), financialStatus: 'pending', total: { currency: under.currency } },
    ]);
  });

  test('has sums that add up, with tax, discount and fees', async () => {
    await under.tax?.(world(), 12.5);
    const { id } = await place({
      line_items: [{ ...line, subtotal: '58.08', total: '52.27' }],
      shipping_lines: [{ method_id: 'flat_rate', method_title: 'Flat &amp; fast', total: '4.90' }],
      fee_lines: [
        { name: 'Gift wrapping', total: '2.50' },
        { name: 'Club', total: '-3.33' },
      ],
    });
    await under.tax?.(world(), 0);
    const order = await read(id);
    expect(order).toMatchObject({ feeTotal: { amount: -83 }, discountTotal: { amount: 581 } });
    if (under.tax) expect(order.taxTotal.amount).toBeGreaterThan(0);
    expect(sumOfParts(order)).toBe(order.total.amount);
    expect(order.shippingMethodTitle).toBe('Flat & fast');
  });

  test('of the block checkout reads as the shopper typed it', async () => {
    const listed = await connector.createListing(world().ctx, getListing([], under.currency));
    const variantId = listed.variants[0]?.externalVariantId ?? '';
    const cart = [{ productId: listed.externalProductId, variantId, quantity: 1 }];
    const { orderId } = await world().buy(cart, { company: 'Kunde GmbH & Co' });
    expect((await read(orderId)).shippingAddress?.company).toBe('Kunde GmbH & Co');
  });
}

function manyOrderFaults(under: WooCommerceUnderTest, world: () => ChannelWorld): void {
  const { connector } = under;
  const MANY = 250;
  let ids: string[] = [];
  let since = '';
  const asked: string[] = [];
  const counting = (): ConnectorContext =>
    world().context({
      http: {
        send(request) {
          asked.push(request.url);
          return world().http.send(request);
        },
      },
    });

  beforeAll(async () => {
    const listed = await connector.createListing(
      world().ctx,
      getListing([], under.currency, { allowSellOutOfStock: true }),
    );
    const variantId = listed.variants[0]?.externalVariantId ?? '';
    since = new Date(Date.now() - 1_000).toISOString();
    ids = await world().buyOften(MANY, [{ productId: listed.externalProductId, variantId, quantity: 1 }]);
  }, 600_000);

  test('of few seconds are all read, once, with questions that stay short', async () => {
    asked.length = 0;
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await connector.listOrders(counting(), { updatedAfter: since, ...(cursor ? { cursor } : {}) });
      seen.push(...page.items.map((order) => order.externalOrderId));
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    const ours = seen.filter((id) => ids.includes(id));
    expect(new Set(ours).size).toBe(MANY);
    expect(ours).toHaveLength(MANY);
    expect(Math.max(...asked.map((url) => url.length))).toBeLessThan(1000);
  });

  test('are asked about a hundred at a time', async () => {
    asked.length = 0;
    expect(await connector.orderStates(counting(), ids.slice(0, 101))).toHaveLength(101);
    expect(asked).toHaveLength(2);
  });
}
