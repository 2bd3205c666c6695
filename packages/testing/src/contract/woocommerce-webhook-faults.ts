import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RawWebhook } from '@quayside/connector-kit';
import { createClient } from '@quayside/connector-woocommerce/client.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { ChannelUnderTest, ChannelWorld } from './channel-world.ts';

const hook = z.object({ id: z.number(), topic: z.string(), status: z.string(), delivery_url: z.string() });
const order = z.object({ id: z.number() });
const SECRET = 'contract-suite-secret';

/** What shops do with webhooks: switch them off after failures, give several the same delivery id, leave deletions out. */
export function webhookFaults(under: ChannelUnderTest, world: () => ChannelWorld): void {
  const { connector } = under;
  const patience = under.patience ?? 1;
  const soon = { timeout: 20_000 * patience, interval: 100 };
  const client = () => createClient(world().ctx);
  const got: RawWebhook[] = [];
  let receiver: Server;
  let address: string;
  let status = 200;

  beforeAll(async () => {
    receiver = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const headers = Object.fromEntries(Object.entries(request.headers).map(([key, value]) => [key, String(value)]));
        got.push({ headers, body: Buffer.concat(parts) });
        response.statusCode = status;
        response.end();
      });
    });
    await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
    address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks`;
  });
  afterAll(async () => {
    await connector.removeWebhooks(world().ctx, { address });
    receiver.closeAllConnections();
    receiver.close();
  });

  const ensure = (secret = SECRET) => connector.ensureWebhooks(world().ctx, { address, secret });
  const place = async (): Promise<number> =>
    (await client().send('POST', { path: 'orders', shape: order, body: { line_items: [] } })).id;
  const states = async (): Promise<Record<string, string>> => {
    const all = await client().all({ path: 'webhooks', query: { status: 'all' }, shape: hook });
    return Object.fromEntries(all.filter((one) => one.delivery_url === address).map((one) => [one.topic, one.status]));
  };
  const about = (id: number): RawWebhook[] =>
    got.filter(({ body, headers }) => headers['x-wc-webhook-topic'] && JSON.parse(body.toString()).id === id);
  const verified = (delivery: RawWebhook) => connector.verifyWebhook(delivery, { webhookSecret: SECRET });

  test('tell of each change of one second apart, though they may carry one delivery id', async () => {
    await ensure();
    const id = await place();
    for (const note of ['first', 'second', 'third'])
      await client().send('PUT', { path: `orders/${id}`, shape: order, body: { customer_note: note } });
    const changes = () => about(id).filter(({ headers }) => headers['x-wc-webhook-topic'] === 'order.updated');
    await expect.poll(() => changes().some(({ body }) => body.includes('third')), soon).toBe(true);
    const bodies = new Map(changes().map((one) => [one.body.toString(), verified(one).dedupeKey]));
    expect(new Set(bodies.values()).size).toBe(bodies.size);
    // A real shop may deliver its queue so late that one delivery tells the last state alone.
    if (under.shopper) return;
    const deliveries = changes().map(({ headers }) => headers['x-wc-webhook-delivery-id']);
    expect(new Set(deliveries).size).toBeLessThan(deliveries.length);
  });

  test('tell of the trash, and nothing of a deletion for good', async () => {
    await ensure();
    const [gone, trashed] = [await place(), await place()];
    await client().send('DELETE', { path: `orders/${gone}`, query: { force: true }, shape: z.unknown() });
    await client().send('DELETE', { path: `orders/${trashed}`, shape: z.unknown() });
    const kinds = (id: number) => about(id).map((one) => verified(one).kind);
    await expect.poll(() => kinds(trashed), soon).toContain('order-deleted');
    expect(kinds(gone)).not.toContain('order-deleted');
  });

  test('that the shop switched off are counted and switched on again; a new secret alone is no fault', async () => {
    await ensure();
    expect(await ensure()).toEqual({ missing: 0 });
    status = 503;
    for (let n = 0; n < 8; n += 1) await place();
    await expect.poll(async () => (await states())['order.created'], soon).toBe('disabled');
    status = 200;
    const off = Object.values(await states()).filter((one) => one !== 'active').length;
    expect(await ensure()).toEqual({ missing: off });
    expect(new Set(Object.values(await states()))).toEqual(new Set(['active']));
    expect(await ensure('another secret')).toEqual({ missing: 0 });
  });
}
