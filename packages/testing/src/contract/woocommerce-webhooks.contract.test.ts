import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ConnectorContext, createGuardedHttp } from '@quayside/connector-kit';
import { woocommerce } from '@quayside/connector-woocommerce';
import { createClient } from '@quayside/connector-woocommerce/client.ts';
import { systemClock } from '@quayside/kernel';
import { type RunningSandbox, startSandbox } from '@quayside/sandbox';
import { FIXED_SECRETS } from '@quayside/sandbox/fixed-secrets.ts';
import { woocommerce as standIn } from '@quayside/sandbox/woocommerce/index.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { temporaryFolder } from './temporary-folder.ts';

/** What a shop does while nobody answers its webhooks, as a WooCommerce 10.0.2 did while Quayside was away for 40 seconds. */
const SHOP = 'fjord-living';
const folder = temporaryFolder('quayside-woo-webhooks-');
let sandbox: RunningSandbox;
let ctx: ConnectorContext;
let http: ReturnType<typeof createGuardedHttp>;
let receiver: Server;
let address: string;
let answersWith = 200;

beforeAll(async () => {
  receiver = createServer((request, response) => {
    request.resume().on('end', () => {
      response.statusCode = answersWith;
      response.end();
    });
  });
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
  address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks`;
  sandbox = await startSandbox({ dataDir: folder.path, port: 0, standIns: [standIn], secrets: FIXED_SECRETS });
  http = createGuardedHttp({ allowHosts: () => [`127.0.0.1:${sandbox.port}`] });
  const answer = await fetch(`${sandbox.baseUrl}/woo/${SHOP}/wp-admin/keys`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ permissions: 'read_write' }),
  });
  const key = (await answer.json()) as Record<string, string>;
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
  receiver.closeAllConnections();
  receiver.close();
  folder.remove();
});

const hook = z.object({ id: z.number(), topic: z.string(), status: z.string() });
const states = async () =>
  Object.fromEntries(
    (await createClient(ctx).all({ path: 'webhooks', query: { status: 'all' }, shape: hook })).map((one) => [
      one.topic,
      one.status,
    ]),
  );
const ensure = (secret = 'a secret') => woocommerce.ensureWebhooks(ctx, { address, secret });

test('webhooks that the shop switched off are counted and switched on again; a new secret alone is no fault', async () => {
  const { missing: topics } = await ensure();
  expect(topics).toBeGreaterThan(0);
  expect(await ensure()).toEqual({ missing: 0 });

  answersWith = 503;
  const client = createClient(ctx);
  for (let n = 0; n < 8; n += 1)
    await client.send('POST', { path: 'orders', shape: z.object({ id: z.number() }), body: { line_items: [] } });
  await expect
    .poll(states, { timeout: 20_000 })
    .toMatchObject({ 'order.created': 'disabled', 'order.updated': 'disabled', 'product.updated': 'active' });

  answersWith = 200;
  expect(await ensure()).toEqual({ missing: 2 });
  expect(new Set(Object.values(await states()))).toEqual(new Set(['active']));
  expect(await ensure('another secret')).toEqual({ missing: 0 });
});
