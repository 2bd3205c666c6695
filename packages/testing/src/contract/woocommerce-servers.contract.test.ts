import { type ConnectorContext, createGuardedHttp, type HttpRequest, type HttpResponse } from '@quayside/connector-kit';
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
 * The servers on which WooCommerce is met: over https, with a host that drops the Authorization header, behind a proxy
 * that WordPress does not know of, with plain permalinks, an old version, an address that moved. What is expected here
 * was also seen of a WooCommerce 9.2 on WordPress 7.
 */
const SHOP = 'fjord-living';
const folder = temporaryFolder('quayside-woo-');
const network = { strip: false, aware: true, to: '', caches: false };
/** What a cache in front of the shop keeps, by address. */
const cached = new Map<string, HttpResponse>();
let sandbox: RunningSandbox;
let direct: ReturnType<typeof createGuardedHttp>;
let credentials: Record<string, string>;
let sent: string[];

beforeAll(async () => {
  sandbox = await startSandbox({ dataDir: folder.path, port: 0, standIns: [standIn], secrets: FIXED_SECRETS });
  direct = createGuardedHttp({ allowHosts: () => [`127.0.0.1:${sandbox.port}`] });
  const key = (await post('keys', { permissions: 'read_write' })) as Record<string, string>;
  credentials = { consumerKey: key.consumer_key ?? '', consumerSecret: key.consumer_secret ?? '' };
});
afterAll(async () => {
  await direct.close();
  await sandbox.close();
  folder.remove();
});
beforeEach(async () => {
  sent = [];
  Object.assign(network, { strip: false, aware: true, to: '', caches: false });
  cached.clear();
  await post('settings', { permalinks: 'pretty', stripsAuthorization: false, version: '10.3.5', siteAddress: '' });
});

async function post(path: string, body: unknown): Promise<unknown> {
  const answer = await fetch(`${sandbox.baseUrl}/woo/${SHOP}/wp-admin/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return answer.json();
}

/** https://fjord.example, that ends at the sandbox: what a TLS proxy does, said in the headers it sets. */
const proxied = {
  async send(request: HttpRequest): Promise<HttpResponse> {
    const url = request.url.replace(/^https:\/\/(www\.)?fjord\.example/, `${sandbox.baseUrl}/woo/${SHOP}`);
    const headers = { ...request.headers };
    if (network.strip) delete headers.authorization;
    if (network.aware) headers['x-forwarded-proto'] = 'https';
    sent.push(
      /oauth_/.test(url) ? 'oauth' : /consumer_key/.test(url) ? 'query' : headers.authorization ? 'basic' : 'open',
    );
    const known = network.caches && request.method === 'GET' ? cached.get(url) : undefined;
    const { status, headers: answered, body, text } = known ?? (await direct.send({ ...request, url, headers }));
    if (network.caches && request.method === 'GET') cached.set(url, { status, headers: answered, body, text });
    return {
      status,
      headers: answered,
      body,
      text,
      url: network.to ? request.url.replace('https://fjord', network.to) : request.url,
    };
  },
};

function context(more: Partial<ConnectorContext> = {}): ConnectorContext {
  const ctx: ConnectorContext = {
    http: proxied,
    clock: systemClock,
    baseUrl: 'https://fjord.example',
    credentials: { ...credentials },
    async saveCredentials(next) {
      ctx.credentials = next;
    },
    ...more,
  };
  return ctx;
}

describe('keys', () => {
  test('over https they travel in the header', async () => {
    const ctx = context();
    expect(await woocommerce.verify(ctx)).toMatchObject({
      currency: 'EUR',
      name: 'Fjord Living',
      timeZone: 'Europe/Oslo',
    });
    expect(new Set(sent)).toEqual(new Set(['open', 'basic']));
  });

  test('where the header is dropped they go into the query, and that is remembered', async () => {
    await post('settings', { stripsAuthorization: true });
    const ctx = context();
    await woocommerce.verify(ctx);
    expect(ctx.credentials).toMatchObject({ ...credentials, auth: 'query' });
    sent = [];
    await woocommerce.listOrders(ctx, { updatedAfter: new Date().toISOString() });
    expect(sent).toEqual(['query']);
  });

  test('a WordPress that does not know that it is behind https wants signatures over its http address', async () => {
    network.aware = false;
    await post('settings', { siteAddress: 'http://fjord.example' });
    const ctx = context();
    await woocommerce.verify(ctx);
    expect(ctx.credentials.auth).toBe('oauth');
    sent = [];
    await woocommerce.listOrders(ctx, { updatedAfter: new Date().toISOString() });
    expect(sent).toEqual(['oauth']);
  });

  test('a wrong secret is a matter for a person, over http and https', async () => {
    const wrong = { ...credentials, consumerSecret: 'cs_wrong' };
    for (const baseUrl of ['https://fjord.example', `${sandbox.baseUrl}/woo/${SHOP}`])
      expect((await toFailure(woocommerce.verify(context({ baseUrl, credentials: wrong })))).kind).toBe('auth');
  });

  test('a key that may only write is told from a wrong one', async () => {
    const key = (await post('keys', { permissions: 'write' })) as Record<string, string>;
    const given = { consumerKey: key.consumer_key ?? '', consumerSecret: key.consumer_secret ?? '' };
    const error = await toFailure(woocommerce.verify(context({ credentials: given })));
    expect([error.kind, error.code, error.detail]).toEqual(['auth', 'missing_scope', 'read']);
  });
});

describe('addresses', () => {
  test.each(['https://fjord.example', 'signed'])('plain permalinks are found out and remembered (%s)', async (base) => {
    await post('settings', { permalinks: 'plain' });
    const ctx = context(base === 'signed' ? { baseUrl: `${sandbox.baseUrl}/woo/${SHOP}` } : {});
    await woocommerce.verify(ctx);
    expect(ctx.credentials.rest).toBe('plain');
    const input = getListing([{ name: 'Colour', values: ['Sand', 'Slate'] }], 'EUR');
    expect((await woocommerce.createListing(ctx, input)).variants).toHaveLength(2);
  });

  test('an address that moved to www is told, so that it can be kept', async () => {
    network.to = 'https://www.fjord';
    expect(await woocommerce.verify(context())).toMatchObject({ baseUrl: 'https://www.fjord.example' });
  });

  test('too old a WooCommerce is named with its version', async () => {
    await post('settings', { version: '4.9.1' });
    const error = await toFailure(woocommerce.verify(context()));
    expect([error.kind, error.code]).toEqual(['rejected', 'version_too_old']);
    expect(error.detail).toContain('4.9.1');
  });
});

describe('a cache in front of the shop that keeps answers by their address, whatever headers say', () => {
  test('hides no new order, no parcel and no product', async () => {
    network.caches = true;
    const ctx = context();
    const input = getListing([], 'EUR');
    expect(await woocommerce.findListing(ctx, input)).toBeUndefined();
    const listed = await woocommerce.createListing(ctx, input);
    expect(await woocommerce.findListing(ctx, input)).toMatchObject({ externalProductId: listed.externalProductId });
    const since = { updatedAfter: new Date(Date.now() - 1000).toISOString() };
    const before = await woocommerce.listOrders(ctx, since);
    const lines = [{ productId: listed.externalProductId, variantId: listed.externalProductId, quantity: 1 }];
    const answer = await fetch(`${sandbox.baseUrl}/shop/woocommerce/${SHOP}/orders`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...SHOPPER, lines }),
    });
    const { orderId } = (await answer.json()) as { orderId: string };
    const { items } = await woocommerce.listOrders(ctx, since);
    expect(items.length).toBe(before.items.length + 1);
    const order = await woocommerce.getOrder(ctx, orderId);
    await woocommerce.createFulfillment(ctx, {
      externalOrderId: orderId,
      ref: 'a-parcel',
      lines: [{ externalLineId: order?.lines[0]?.externalLineId ?? '', quantity: 1 }],
      tracking: { carrier: 'Harbour Post', number: 'HP1' },
      notifyCustomer: false,
      completesOrder: true,
    });
    expect(await woocommerce.getOrder(ctx, orderId)).toMatchObject({ fulfillmentStatus: 'fulfilled' });
    expect(await woocommerce.listFulfillments(ctx, orderId)).toHaveLength(1);
  });
});

describe('the trash', () => {
  const throwAway = (ctx: ConnectorContext, id: string) =>
    createClient(ctx).send('DELETE', { path: `products/${id}`, shape: z.unknown() });

  test.each([
    ['without options', []],
    ['with options', [{ name: 'Colour', values: ['Sand', 'Slate'] }]],
  ])('a listing %s that the merchant threw away is made anew', async (_which, options) => {
    const ctx = context();
    const input = getListing(options, 'EUR');
    const first = await woocommerce.createListing(ctx, input);
    await throwAway(ctx, first.externalProductId);
    expect(await woocommerce.findListing(ctx, input)).toBeUndefined();
    const error = await toFailure(woocommerce.updateListing(ctx, first.externalProductId, input));
    expect(error.kind).toBe('not-found');
    const second = await woocommerce.createListing(ctx, input);
    expect(second.externalProductId).not.toBe(first.externalProductId);
    expect(second.variants.map(({ sku }) => sku)).toEqual(input.variants.map(({ sku }) => sku));
  });

  test('what others threw away stays there, and is named', async () => {
    const ctx = context();
    const input = getListing([], 'EUR');
    const theirs = await woocommerce.createListing(ctx, input);
    await throwAway(ctx, theirs.externalProductId);
    const error = await toFailure(woocommerce.createListing(ctx, { ...input, ref: `${input.ref}x` }));
    expect([error.kind, error.code]).toEqual(['rejected', 'already_exists']);
    expect(error.detail).toContain(`product ${theirs.externalProductId} in the store's trash`);
  });

  test('only whole products are kept out by the trash: variations take its SKUs', async () => {
    const ctx = context();
    const input = getListing([{ name: 'Colour', values: ['Sand', 'Slate'] }], 'EUR');
    await throwAway(ctx, (await woocommerce.createListing(ctx, input)).externalProductId);
    const other = await woocommerce.createListing(ctx, { ...input, ref: `${input.ref}x` });
    expect(other.variants.map(({ sku }) => sku)).toEqual(input.variants.map(({ sku }) => sku));
  });
});

describe('time', () => {
  test('changes are read by GMT although the shop lives in another zone', async () => {
    const ctx = context();
    const input = getListing([], 'EUR');
    const listed = await woocommerce.createListing(ctx, input);
    const before = new Date(Date.now() - 1000).toISOString();
    const lines = [{ productId: listed.externalProductId, variantId: listed.externalProductId, quantity: 1 }];
    const answer = await fetch(`${sandbox.baseUrl}/shop/woocommerce/${SHOP}/orders`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...SHOPPER, lines }),
    });
    const { orderId } = (await answer.json()) as { orderId: string };
    const { items } = await woocommerce.listOrders(ctx, { updatedAfter: before });
    expect(items.map((order) => order.externalOrderId)).toContain(orderId);
    const later = await woocommerce.listOrders(ctx, { updatedAfter: new Date(Date.now() + 5000).toISOString() });
    expect(later).toEqual({ items: [] });
  });
});
