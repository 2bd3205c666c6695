import type { ChannelOrder, Listed, ListingInput } from '@quayside/connector-kit';
import { beforeAll, expect, test } from 'vitest';
import {
  type ChannelUnderTest,
  type ChannelWorld,
  getListing,
  SHOPPER,
  sumOfParts,
  toFailure,
} from './channel-world.ts';

/** Orders in: by signed webhook, by reading them again, and by back-fill. */
export function orderTests(under: ChannelUnderTest, world: () => ChannelWorld): void {
  const { connector, currency, secrets } = under;
  const timeout = 5000 * (under.patience ?? 1);
  let input: ListingInput;
  let listed: Listed;
  let cart: { productId: string; variantId: string; quantity: number }[];

  beforeAll(async () => {
    input = getListing([{ name: 'Colour', values: ['Sand', 'Slate'] }], currency, { allowSellOutOfStock: true });
    listed = await connector.createListing(world().ctx, input);
    const [shown] = await world().shown(input.title);
    cart = (shown?.variants ?? []).map((variant, index) => ({
      productId: shown?.id ?? '',
      variantId: variant.id,
      quantity: 2 - index,
    }));
  });

  const eventsOf = (orderId: string) =>
    world().delivered.flatMap((raw) => {
      try {
        const event = connector.verifyWebhook(raw, secrets);
        return event.resourceId === orderId && event.kind === 'order' ? [{ raw, event }] : [];
      } catch {
        return [];
      }
    });

  test('an order arrives by webhook, signed; a copy is recognised, a changed one is refused', async () => {
    const address = world().webhookAddress;
    const ensure = () => connector.ensureWebhooks(world().ctx, { address, secret: secrets.webhookSecret });
    expect((await ensure()).missing).toBeGreaterThan(0);
    expect(await ensure()).toEqual({ missing: 0 });
    const { orderId } = await world().buy(cart);
    await expect.poll(() => eventsOf(orderId).length, { timeout }).toBeGreaterThan(0);

    const [first] = eventsOf(orderId);
    if (!first) throw new Error('no event');
    expect(connector.verifyWebhook(first.raw, secrets)).toEqual(first.event);
    const perTopic = eventsOf(orderId).filter(({ event }) => event.topic === first.event.topic);
    expect(perTopic).toHaveLength(1);

    const changed = Buffer.from(first.raw.body);
    changed[changed.length - 2] = (changed[changed.length - 2] ?? 0) ^ 1;
    expect(() => connector.verifyWebhook({ ...first.raw, body: changed }, secrets)).toThrow(
      expect.objectContaining({ name: 'ConnectorError', kind: 'rejected' }),
    );
    const wrong = { webhookSecret: 'wrong', appSecret: 'wrong' };
    expect(() => connector.verifyWebhook(first.raw, wrong)).toThrow();
    expect(() => connector.verifyWebhook({ headers: {}, body: first.raw.body }, secrets)).toThrow();

    const other = await world().buy(cart);
    await expect.poll(() => eventsOf(other.orderId).length, { timeout }).toBeGreaterThan(0);
    const keys = [...eventsOf(orderId), ...eventsOf(other.orderId)].map(({ event }) => event.dedupeKey);
    expect(new Set(keys).size).toBe(keys.length);
  });

  test('an order is read whole: lines matched to our variants, exact money, the address as typed', async () => {
    const { orderId, name } = await world().buy(cart);
    const order = await connector.getOrder(world().ctx, orderId);
    expect(order).toMatchObject({
      externalOrderId: orderId,
      name,
      currency,
      financialStatus: under.unpaid ? 'pending' : 'paid',
      fulfillmentStatus: 'unfulfilled',
      customerEmail: SHOPPER.email,
      shippingAddress: {
        firstName: SHOPPER.firstName,
        lastName: SHOPPER.lastName,
        address1: SHOPPER.address1,
        address2: SHOPPER.address2,
        city: SHOPPER.city,
        provinceCode: 'CA',
        province: 'California',
        postalCode: SHOPPER.postalCode,
        countryCode: 'US',
        phone: SHOPPER.phone,
      },
    });
    const lines = order?.lines ?? [];
    expect(lines.map((line) => line.externalVariantId)).toEqual(
      listed.variants.map((variant) => variant.externalVariantId),
    );
    expect(lines.map((line) => [line.quantity, line.fulfillableQuantity, line.unitPrice.amount])).toEqual([
      [2, 2, 1999],
      [1, 1, 2000],
    ]);
    expect(lines.map((line) => line.title)).toEqual([input.title, input.title]);
    expect(lines.map((line) => line.variantTitle)).toEqual(['Sand', 'Slate']);
    expect(lines.map((line) => line.sku)).toEqual(input.variants.map((variant) => variant.sku));
    expect(order?.subtotal.amount).toBe(5998);
    expect(order && sumOfParts(order)).toBe(order?.total.amount);
    for (const time of [order?.createdAt, order?.updatedAt])
      expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
  });

  test('an order that does not exist is undefined', async () => {
    expect(await connector.getOrder(world().ctx, under.unknownOrderId)).toBeUndefined();
  });

  const readAll = async (updatedAfter: string, betweenPages: (page: ChannelOrder[]) => Promise<void>) => {
    const seen: ChannelOrder[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < 20; page += 1) {
      const answer = await connector.listOrders(world().ctx, { updatedAfter, ...(cursor ? { cursor } : {}) });
      seen.push(...answer.items);
      cursor = answer.nextCursor;
      if (cursor === undefined) return seen;
      await betweenPages(answer.items);
    }
    throw new Error('the pages do not end');
  };

  test('back-fill reads every change once and in order, over pages and within one second', async () => {
    const startedAt = new Date(Date.now() - 1000).toISOString();
    const placed = await world().buyOften(under.pageSize + 15, cart);
    let touched: string | undefined;
    const seen = await readAll(startedAt, async (page) => {
      // An order already read changes while we read on: it moves to the end, and nothing may slip past unread. In a
      // later second, that is: a platform that keeps whole seconds leaves a second change in one to the next run.
      if (touched) return;
      const last = Date.parse(page.at(-1)?.updatedAt ?? '');
      await expect.poll(() => Date.now() - last, { timeout }).toBeGreaterThan(1000);
      touched = page.find((order) => placed.includes(order.externalOrderId))?.externalOrderId;
      if (touched) await under.touchOrder(world().sandbox, touched);
    });
    expect(touched).toBeDefined();
    const times = seen.map((order) => order.updatedAt);
    expect(times).toEqual([...times].sort());
    const counts = new Map<string, number>();
    for (const order of seen) counts.set(order.externalOrderId, (counts.get(order.externalOrderId) ?? 0) + 1);
    for (const id of placed.filter((entry) => entry !== touched)) expect([id, counts.get(id)]).toEqual([id, 1]);
    expect(counts.get(touched ?? '')).toBe(2);
  });

  test('back-fill starts at the time it is told, inclusive', async () => {
    const { orderId } = await world().buy(cart);
    const order = await connector.getOrder(world().ctx, orderId);
    if (!order) throw new Error('no order');
    const from = await readAll(order.updatedAt, async () => undefined);
    expect(from.map((entry) => entry.externalOrderId)).toContain(orderId);
    const later = await readAll(new Date(Date.now() + 60_000).toISOString(), async () => undefined);
    expect(later).toEqual([]);
  });

  test('webhooks can be taken back', async () => {
    const address = world().webhookAddress;
    await connector.removeWebhooks(world().ctx, { address });
    await connector.removeWebhooks(world().ctx, { address });
    const { orderId } = await world().buy(cart);
    await connector.getOrder(world().ctx, orderId);
    const waiting = await fetch(`${world().sandbox.baseUrl}/control/webhooks?limit=1000`);
    const { webhooks } = (await waiting.json()) as { webhooks: { body: string }[] };
    expect(webhooks.filter((hook) => hook.body.includes(`"id":${JSON.stringify(orderId)}`))).toEqual([]);
    expect(eventsOf(orderId)).toEqual([]);
  });

  test('a webhook cut in half is refused', async () => {
    const [raw] = world().delivered.filter((entry) => entry.body.length > 50);
    if (!raw) throw new Error('nothing was delivered');
    const half = { ...raw, body: raw.body.subarray(0, raw.body.length / 2) };
    const error = await toFailure(Promise.resolve().then(() => connector.verifyWebhook(half, secrets)));
    expect(error.kind).toBe('rejected');
  });
}
