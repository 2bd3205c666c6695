import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ConnectorContext } from '@quayside/connector-kit';
import { createGuardedHttp } from '@quayside/connector-kit';
import { shopify } from '@quayside/connector-shopify';
import { money, newId, newToken, systemClock } from '@quayside/kernel';
import { type RunningSandbox, startSandbox } from '@quayside/sandbox';
import { FIXED_SECRETS } from '@quayside/sandbox/fixed-secrets.ts';
import { shopify as standIn } from '@quayside/sandbox/shopify/index.ts';
import { CUSTOM_APP, SANDBOX_APP } from '@quayside/sandbox/shopify/seed.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { getListing, SHOPPER, sumOfParts, toFailure } from './channel-world.ts';
import { temporaryFolder } from './temporary-folder.ts';

// What is particular to Shopify, beside what every channel must do (shopify.contract.test.ts).

const folder = temporaryFolder('quayside-shopify-');
let sandbox: RunningSandbox;
let http: ReturnType<typeof createGuardedHttp>;

beforeAll(async () => {
  sandbox = await startSandbox({ dataDir: folder.path, port: 0, standIns: [standIn], secrets: FIXED_SECRETS });
  http = createGuardedHttp({ allowHosts: () => [new URL(sandbox.baseUrl).host] });
});
afterEach(() => fetch(`${sandbox.baseUrl}/control/faults`, { method: 'DELETE' }));
afterAll(async () => {
  await http.close();
  await sandbox.close();
  folder.remove();
});

const baseUrl = (shop: string) => `${sandbox.baseUrl}/shopify/${shop}`;
const SHOP = 'quay-co';
const TOKEN = `shpat_sandbox_${SHOP}`;
const appCredentials: Record<string, string> = { ...SANDBOX_APP };
const callbackUrl = 'http://127.0.0.1:9/callback';

interface Kept extends ConnectorContext {
  saved: Record<string, string>[];
}

function contextOf(credentials: Record<string, string> = { accessToken: TOKEN }, shop = SHOP): Kept {
  const ctx: Kept = {
    http,
    clock: systemClock,
    baseUrl: baseUrl(shop),
    credentials: { ...credentials },
    saved: [],
    async saveCredentials(next) {
      ctx.saved.push(next);
      ctx.credentials = next;
    },
  };
  return ctx;
}

async function post(path: string, body: unknown, headers: Record<string, string> = {}) {
  const answer = await fetch(sandbox.baseUrl + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>) };
}

interface Answer {
  data?: Record<string, never> | null;
  errors?: { message: string; extensions?: { code?: string } }[];
  extensions?: { cost: { requestedQueryCost: number; actualQueryCost: number | null } };
}
async function ask(query: string, variables: object = {}, token = TOKEN, shop = SHOP): Promise<Answer> {
  const path = `/shopify/${shop}/admin/api/2026-10/graphql.json`;
  return (await post(path, { query, variables }, { 'x-shopify-access-token': token })).body as Answer;
}
const codeOf = (answer: Answer) => answer.errors?.[0]?.extensions?.code;

/** The owner on the shop's own page: reads what is asked, and installs. */
async function install(shop: string, state = 'nonce', decision = 'install') {
  const url = shopify.authorizeUrl?.({
    baseUrl: baseUrl(shop),
    state,
    returnUrl: callbackUrl,
    callbackUrl,
    appCredentials,
  });
  const page = await fetch(String(url));
  const html = await page.text();
  const fields = [...html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)].map(
    (match) =>
      [String(match[1]), String(match[2]).replaceAll(/&#(\d+);/g, (_all, sign) => String.fromCharCode(sign))] as const,
  );
  const form = new URLSearchParams([...fields, ['decision', decision]] as [string, string][]);
  const back = await fetch(String(url), { method: 'POST', body: form, redirect: 'manual' });
  const location = back.headers.get('location');
  return { html, query: location ? Object.fromEntries(new URL(location).searchParams) : undefined };
}

async function connect(shop: string): Promise<Record<string, string>> {
  const { query } = await install(shop);
  const input = { baseUrl: baseUrl(shop), expectedState: 'nonce', query: query ?? {}, appCredentials, now: Date.now() };
  return (await shopify.finishAuthorize?.(http, input)) ?? {};
}

const WIDE = [
  { name: 'Colour', values: ['Sand', 'Slate', 'Fern', 'Rust'] },
  { name: 'Size', values: ['S', 'M', 'L', 'XL', 'XXL'] },
  { name: 'Glaze', values: ['Matt', 'Satin', 'Gloss', 'Raw', 'Speckled'] },
];

const advance = (advanceMs: number) => post('/control/clock', { advanceMs });

describe('installing', () => {
  test('the page names the shop, the app and every scope, and comes back signed', async () => {
    const { html, query } = await install('north-pier', 'st&te');
    expect(html).toContain('Install Quayside in North Pier Goods?');
    expect(html).toContain('write_merchant_managed_fulfillment_orders');
    expect(query).toMatchObject({ state: 'st&te', shop: 'north-pier.myshopify.com' });
  });

  test('who cancels is not installed', async () => {
    const { query } = await install('north-pier', 'nonce', 'cancel');
    expect(query).toBeUndefined();
  });

  test('the code is good once, and what it gives opens the shop', async () => {
    const { query } = await install('north-pier');
    const input = { baseUrl: baseUrl('north-pier'), expectedState: 'nonce', query: query ?? {}, appCredentials };
    const credentials = await shopify.finishAuthorize?.(http, { ...input, now: Date.now() });
    expect(credentials).toMatchObject({
      accessToken: expect.stringMatching(/^shpat_/),
      clientId: SANDBOX_APP.clientId,
    });
    const facts = await shopify.verify(contextOf(credentials, 'north-pier'));
    expect(facts).toMatchObject({
      platformDomain: 'north-pier.myshopify.com',
      currency: 'USD',
      country: 'US',
      planName: 'Standard',
      missingScopes: [],
    });
    const again = shopify.finishAuthorize?.(http, { ...input, now: Date.now() }) ?? Promise.resolve();
    expect((await toFailure(again)).kind).toBe('auth');
    // One shop's token opens no other.
    expect((await toFailure(shopify.verify(contextOf(credentials, SHOP)))).kind).toBe('auth');
  });
});

describe('an app that the owner made for his own shops', () => {
  const own = { clientId: CUSTOM_APP.clientId, clientSecret: CUSTOM_APP.clientSecret };

  test('is connected by its id and secret alone, and given a new token a day later', async () => {
    const ctx = contextOf(own);
    expect(await shopify.verify(ctx)).toMatchObject({ platformDomain: `${SHOP}.myshopify.com`, missingScopes: [] });
    expect(ctx.saved).toHaveLength(1);
    await advance(86_400_000);
    await shopify.verify(ctx);
    expect(ctx.saved).toHaveLength(2);
  });

  test('that was uninstalled gets no further token, and is known to be gone', async () => {
    const ctx = contextOf(own, 'halyard');
    expect(await shopify.isInstalled?.(ctx)).toBe(true);
    await fetch(`${baseUrl('halyard')}/admin/apps/${CUSTOM_APP.clientId}/uninstall`, { method: 'POST' });
    expect(await shopify.isInstalled?.(ctx)).toBe(false);
  });

  test("with a wrong secret, or another organisation's app, is refused", async () => {
    for (const credentials of [{ ...own, clientSecret: 'wrong' }, { ...SANDBOX_APP }])
      expect((await toFailure(shopify.verify(contextOf(credentials)))).kind).toBe('auth');
  });
});

describe('tokens', () => {
  test('an ended token is renewed on the way, kept, and the old pair is worth nothing once the new one is used', async () => {
    const credentials = await connect(SHOP);
    await advance(3_601_000);
    const ctx = contextOf(credentials);
    await shopify.verify(ctx);
    expect(ctx.saved).toHaveLength(1);
    expect(ctx.credentials.accessToken).not.toBe(credentials.accessToken);

    const late = await post(`/shopify/${SHOP}/admin/oauth/access_token`, {
      client_id: SANDBOX_APP.clientId,
      client_secret: SANDBOX_APP.clientSecret,
      grant_type: 'refresh_token',
      refresh_token: credentials.refreshToken,
    });
    expect(late.status).toBe(400);
  });

  test('a renewal whose answer is lost costs nothing: the old refresh token works until the new pair is used', async () => {
    const credentials = await connect(SHOP);
    await advance(3_601_000);
    await post('/control/faults', {
      standIn: 'shopify',
      kind: 'timeout-after',
      match: 'oauth/access_token',
      times: 1,
      delayMs: 50,
    });
    const ctx = contextOf(credentials);
    expect((await toFailure(shopify.verify(ctx))).kind).toBe('temporary');
    expect(ctx.saved).toEqual([]);
    await shopify.verify(ctx);
    expect(ctx.saved).toHaveLength(1);
  });

  test('an app that was thrown out hears of it, and its token is dead', async () => {
    const delivered: string[] = [];
    const ctx = contextOf(await connect(SHOP));
    await shopify.ensureWebhooks(ctx, { address: 'http://127.0.0.1:9/hooks', secret: '' });
    expect(await shopify.isInstalled?.(ctx)).toBe(true);
    await fetch(`${baseUrl(SHOP)}/admin/apps/${SANDBOX_APP.clientId}/uninstall`, { method: 'POST' });
    const answer = await fetch(`${sandbox.baseUrl}/control/webhooks?standIn=shopify`);
    const { webhooks } = (await answer.json()) as { webhooks: { headers: Record<string, string>; body: string }[] };
    for (const hook of webhooks) delivered.push(String(hook.headers['X-Shopify-Topic']));
    expect(delivered).toEqual(['app/uninstalled']);
    const [hook] = webhooks;
    const raw = { headers: hook?.headers ?? {}, body: Buffer.from(hook?.body ?? '') };
    const event = shopify.verifyWebhook(raw, { webhookSecret: '', appSecret: SANDBOX_APP.clientSecret });
    expect(event.kind).toBe('app-uninstalled');
    expect((await toFailure(shopify.verify(ctx))).kind).toBe('auth');
    expect(await shopify.isInstalled?.(ctx)).toBe(false);
    // Nor is it told by a renewal, when the token would have ended in any case.
    await advance(3_601_000);
    expect(await shopify.isInstalled?.(ctx)).toBe(false);
  });

  test('whether an app is still installed is not guessed from a shop that does not answer', async () => {
    const ctx = contextOf(await connect(SHOP));
    await post('/control/faults', { standIn: 'shopify', kind: 'status-500', match: 'graphql', times: 1 });
    expect((await toFailure(shopify.isInstalled?.(ctx) ?? Promise.resolve())).kind).toBe('temporary');
    expect(await shopify.isInstalled?.(ctx)).toBe(true);
  });
});

describe('points', () => {
  test('an answer tells what it cost; a request of more than 1,000 points is refused', async () => {
    const small = await ask('{ shop { name plan { publicDisplayName } } }');
    expect(small.extensions?.cost).toMatchObject({ requestedQueryCost: 2, actualQueryCost: 2 });
    const none = await ask('{ orders(first: 100) { nodes { id lineItems(first: 5) { nodes { id } } } } }');
    expect(none.extensions?.cost).toMatchObject({ requestedQueryCost: 802, actualQueryCost: 2 });
    const large = await ask('{ orders(first: 250) { nodes { id lineItems(first: 5) { nodes { id } } } } }');
    expect(codeOf(large)).toBe('MAX_COST_EXCEEDED');
  });

  test('who does not heed the points is throttled; the connector waits for them, and is not', async () => {
    const [shop, token] = ['north-pier', 'shpat_sandbox_north-pier'];
    const dear = '{ products(first: 250) { nodes { id } } }';
    const flood = await Promise.all(Array.from({ length: 12 }, () => ask(dear.replace('250', '248'), {}, token, shop)));
    // What was not used comes back at once: an empty shop's pages cost next to nothing.
    expect(flood.map(codeOf)).toEqual(flood.map(() => undefined));
    await Promise.all(
      Array.from({ length: 3 }, () =>
        shopify.createListing(contextOf({ accessToken: token }, shop), getListing(WIDE, 'USD')),
      ),
    );
    const page = '{ products(first: 3) { nodes { variants(first: 100) { nodes { id inventoryItem { id } } } } } }';
    const spent = await Promise.all(Array.from({ length: 6 }, () => ask(page, {}, token, shop)));
    expect(spent.map(codeOf)).toContain('THROTTLED');
    const throttled = spent.find((answer) => codeOf(answer) === 'THROTTLED');
    expect(throttled?.extensions?.cost).toMatchObject({
      actualQueryCost: null,
      requestedQueryCost: expect.any(Number),
    });
    expect(throttled?.data).toBeUndefined();
    const ctx = contextOf({ accessToken: token }, shop);
    const facts = await Promise.all(Array.from({ length: 40 }, () => shopify.verify(ctx)));
    expect(facts).toHaveLength(40);
  });
});

describe('what the stand-in does not have, and what Shopify refuses', () => {
  test.each([
    ['a field', '{ shop { id billingAddress { id } } }'],
    ['a root field', '{ articles(first: 1) { nodes { id } } }'],
    ['an input', 'mutation { productSet(input: { title: "x", giftCard: true }) { product { id } } }'],
    ['a search', '{ orders(first: 1, query: "risk_level:high") { nodes { id } } }'],
    ['a sort', '{ orders(first: 1, sortKey: TOTAL_PRICE) { nodes { id } } }'],
    ['a node', '{ node(id: "gid://shopify/Article/1") { id } }'],
  ])('%s is refused aloud, never answered empty', async (_what, query) => {
    expect(codeOf(await ask(query))).toBe('NOT_IMPLEMENTED');
  });

  test('a document that the schema does not allow is refused by name', async () => {
    const answer = await ask('{ shop { nome } }');
    expect(answer.errors?.[0]?.message).toContain('nome');
    expect(answer.data).toBeUndefined();
  });

  test('what needs a key is refused without one, and another request may not use it', async () => {
    const set = (quantity: number, key?: string) =>
      ask(
        `mutation Set($input: InventorySetQuantitiesInput!) {
          inventorySetQuantities(input: $input) ${key ? `@idempotent(key: "${key}")` : ''} { userErrors { code } }
        }`,
        { input: { name: 'available', reason: 'correction', quantities: [{ ...there, quantity }] } },
      );
    const ctx = contextOf();
    const listed = await shopify.createListing(ctx, getListing([], 'EUR'));
    const { data } = (await ask('{ location { id } }')) as unknown as { data: { location: { id: string } } };
    const there = {
      inventoryItemId: listed.variants[0]?.externalInventoryItemId,
      locationId: data.location.id,
      changeFromQuantity: null,
    };
    expect((await set(3)).errors?.[0]?.message).toMatch(/@idempotent/);
    expect(await set(3, 'k1')).toMatchObject({ data: { inventorySetQuantities: { userErrors: [] } } });
    expect(await set(3, 'k1')).toMatchObject({ data: { inventorySetQuantities: { userErrors: [] } } });
    expect(await set(4, 'k1')).toMatchObject({
      data: { inventorySetQuantities: { userErrors: [{ code: 'IDEMPOTENCY_KEY_PARAMETER_MISMATCH' }] } },
    });
  });

  test('a number that is not what was expected changes nothing', async () => {
    const listed = await shopify.createListing(contextOf(), getListing([], 'EUR'));
    const { data } = (await ask('{ location { id } }')) as unknown as { data: { location: { id: string } } };
    const answer = await ask(
      `mutation Set($input: InventorySetQuantitiesInput!) {
        inventorySetQuantities(input: $input) @idempotent(key: "cas") { userErrors { code } }
      }`,
      {
        input: {
          name: 'available',
          reason: 'correction',
          quantities: [
            {
              inventoryItemId: listed.variants[0]?.externalInventoryItemId,
              locationId: data.location.id,
              quantity: 1,
              changeFromQuantity: 99,
            },
          ],
        },
      },
    );
    expect(answer).toMatchObject({
      data: { inventorySetQuantities: { userErrors: [{ code: 'CHANGE_FROM_QUANTITY_STALE' }] } },
    });
  });

  test('a missing scope is named when it is needed', async () => {
    const limited = contextOf({ accessToken: `${TOKEN}_limited` });
    const error = await toFailure(shopify.publications?.(limited) ?? Promise.resolve());
    expect(error).toMatchObject({ kind: 'auth', code: 'missing_scope' });
    expect(error.detail).toContain('read_publications');
  });

  test('a product that Shopify cannot take is refused with its words, and nothing is made', async () => {
    const options = ['A', 'B', 'C', 'D'].map((name) => ({ name, values: ['1'] }));
    const input = getListing(options, 'EUR');
    const error = await toFailure(shopify.createListing(contextOf(), input));
    expect(error).toMatchObject({ kind: 'rejected', detail: expect.stringContaining('maximum of 3 options') });
    expect(await shopify.findListing(contextOf(), input)).toBeUndefined();
  });
});

describe('large products', () => {
  const values = (name: string, count: number) => ({
    name,
    values: Array.from({ length: count }, (_none, at) => `${name} ${at}`),
  });

  test('900 variants with a picture each go in, in the background, within the points', async () => {
    const pictures = createServer((_request, response) => {
      response.setHeader('content-type', 'image/png');
      response.end('a picture');
    });
    await new Promise<void>((done) => pictures.listen(0, '127.0.0.1', done));
    const address = `http://127.0.0.1:${(pictures.address() as AddressInfo).port}`;
    const input = getListing([values('Colour', 15), values('Size', 15), values('Glaze', 4)], 'EUR');
    const variants = input.variants.map((variant, at) => ({ ...variant, imageUrl: `${address}/${at % 3}.png` }));
    const listed = await shopify.createListing(contextOf(), { ...input, variants });
    pictures.close();
    expect(new Set(listed.variants.map((variant) => variant.externalVariantId)).size).toBe(900);
    const query = `query ($id: ID!) {
      product(id: $id) {
        mediaCount { count }
        variants(first: 100) { nodes { media(first: 1) { nodes { id status } } } }
      }
    }`;
    const { data } = (await ask(query, { id: listed.externalProductId })) as unknown as {
      data: {
        product: { mediaCount: { count: number }; variants: { nodes: { media: { nodes: { status: string }[] } }[] } };
      };
    };
    expect(data.product.mediaCount.count).toBe(3);
    const states = data.product.variants.nodes.map((variant) => variant.media.nodes[0]?.status);
    expect(new Set(states)).toEqual(new Set(['READY']));
  });

  test('one variant more than 2,048 is refused by the operation, in its own words', async () => {
    const input = getListing([values('Colour', 683), values('Size', 3)], 'EUR');
    const error = await toFailure(shopify.createListing(contextOf(), input));
    expect(error).toMatchObject({ kind: 'rejected', code: 'store_plan_limit' });
  });
});

describe('pictures that Shopify cannot fetch', () => {
  const mediaOf = async (id: string) => {
    const query =
      'query ($id: ID!) { product(id: $id) { media(first: 9) { nodes { id alt status ... on MediaImage { image { url } } } } } }';
    const { data } = (await ask(query, { id })) as unknown as {
      data: {
        product: { media: { nodes: { id: string; alt: string; status: string; image: { url: string } | null }[] } };
      };
    };
    return data.product.media.nodes;
  };
  /** Nobody answers there; the bytes are here. */
  const hidden = (name: string) => `http://127.0.0.1:1/${name}`;
  const withPictures = (asked: string[]): Kept =>
    Object.assign(contextOf(), {
      async readPicture(url: string) {
        asked.push(url);
        return url.includes('127.0.0.1:1/')
          ? { bytes: Buffer.from(`picture ${url}`), contentType: 'image/webp' }
          : undefined;
      },
    });
  const images = [{ url: hidden('front.webp'), alt: 'Front' }, { url: hidden('side.webp') }];

  test('are sent to it, shown, given to their variants, and not sent again by an update', async () => {
    const asked: string[] = [];
    const ctx = withPictures(asked);
    const input = getListing([{ name: 'Colour', values: ['Sand', 'Slate'] }], 'EUR', { images });
    const variants = input.variants.map((variant, at) => ({ ...variant, imageUrl: images[at]?.url }));
    const listed = await shopify.createListing(ctx, { ...input, variants });
    expect(asked).toEqual(images.map((image) => image.url));
    const statuses = async () => (await mediaOf(listed.externalProductId)).map((one) => one.status);
    await expect.poll(statuses, { timeout: 5000 }).toEqual(['READY', 'READY']);
    const [front] = await mediaOf(listed.externalProductId);
    expect(front?.alt).toBe('Front');
    expect(await (await fetch(String(front?.image?.url))).text()).toBe(`picture ${hidden('front.webp')}`);

    await shopify.updateListing(ctx, listed.externalProductId, { ...input, variants, title: `${input.title} II` });
    expect(asked).toHaveLength(2);
    expect((await mediaOf(listed.externalProductId)).map((one) => one.id)).toContain(front?.id);
  });

  test('an update keeps the tags and pictures that the merchant added, and removes a picture of ours', async () => {
    const ctx = withPictures([]);
    const input = getListing([], 'EUR', { images, tags: ['ours'] });
    const { externalProductId: id } = await shopify.createListing(ctx, input);
    const ready = async (count: number) => {
      const statuses = async () => (await mediaOf(id)).map((one) => one.status);
      await expect.poll(statuses, { timeout: 5000 }).toEqual(Array.from({ length: count }, () => 'READY'));
      return mediaOf(id);
    };
    const [front, side] = await ready(2);
    const set = `mutation ($identifier: ProductSetIdentifiers, $input: ProductSetInput!) {
      productSet(identifier: $identifier, input: $input, synchronous: true) { userErrors { message } }
    }`;
    const files = [{ id: front?.id }, { id: side?.id }, { originalSource: front?.image?.url, filename: 'theirs.webp' }];
    await ask(set, { identifier: { id }, input: { title: input.title, tags: ['ours', 'theirs'], files } });
    const theirs = (await ready(3)).map((one) => one.id);
    await shopify.updateListing(ctx, id, input);
    await shopify.updateListing(ctx, id, input);
    expect((await mediaOf(id)).map((one) => one.id)).toEqual(theirs);
    await shopify.updateListing(ctx, id, { ...input, images: images.slice(0, 1), tags: ['ours', 'new'] });
    expect((await mediaOf(id)).map((one) => one.id)).toEqual([theirs[0], theirs[2]]);
    const { data } = (await ask('query ($id: ID!) { product(id: $id) { tags } }', { id })) as unknown as {
      data: { product: { tags: string[] } };
    };
    expect(data.product.tags).toEqual(['new', 'ours', 'theirs']);
  });

  test('are read whole', async () => {
    const input = getListing([], 'EUR', { images: [], tags: ['b', 'a'], productType: 'Lamp' });
    const { externalProductId: id } = await shopify.createListing(contextOf(), input);
    const read = await shopify.readProduct?.(contextOf(), id);
    expect(read).toMatchObject({
      externalProductId: id,
      title: input.title,
      productType: 'Lamp',
      tags: ['a', 'b'],
      status: 'active',
      currency: 'EUR',
      images: [],
    });
    expect(read?.variants.map(({ sku, price }) => ({ sku, price }))).toEqual(
      input.variants.map(({ sku, price }) => ({ sku, price })),
    );
    const gone = shopify.readProduct?.(contextOf(), 'gid://shopify/Product/1');
    expect((await toFailure(gone ?? Promise.resolve())).kind).toBe('not-found');
  });

  test('tell where they are published', async () => {
    const all = (await shopify.publications?.(contextOf())) ?? [];
    const [first] = all;
    const input = getListing([], 'EUR', { publicationIds: first ? [first.id] : [] });
    const { externalProductId: id } = await shopify.createListing(contextOf(), input);
    expect(await shopify.productPublications?.(contextOf(), id)).toEqual(
      all.map((one) => ({ ...one, published: one.id === first?.id })),
    );
    await shopify.updateListing(contextOf(), id, { ...input, status: 'draft' });
    const draft = (await shopify.productPublications?.(contextOf(), id)) ?? [];
    expect(draft.some((one) => one.published)).toBe(false);
    const gone = shopify.productPublications?.(contextOf(), 'gid://shopify/Product/1');
    expect((await toFailure(gone ?? Promise.resolve())).kind).toBe('not-found');
  });

  test('are told by their place and Shopify’s reason, once none is on its way any more', async () => {
    const [front, side] = images;
    const shown = { url: `${sandbox.baseUrl}/control/fonts/none`, alt: 'None' };
    const input = getListing([], 'EUR', { images: [front, shown, side].filter((one) => one !== undefined) });
    const listed = await shopify.createListing(withPictures([]), input);
    expect((await shopify.pictureStates?.(contextOf(), listed.externalProductId))?.coming).toBeGreaterThan(0);
    await expect
      .poll(() => shopify.pictureStates?.(contextOf(), listed.externalProductId), { timeout: 5000 })
      .toEqual({ coming: 0, failed: [{ place: 2, reason: 'Download failed' }] });
    expect(await shopify.pictureStates?.(contextOf(), 'gid://shopify/Product/1')).toEqual({ coming: 0, failed: [] });
  });

  test('a picture that another product has as well is known again, too', async () => {
    const asked: string[] = [];
    const ctx = withPictures(asked);
    const input = getListing([], 'EUR', { images });
    await shopify.createListing(ctx, getListing([], 'EUR', { images }));
    const listed = await shopify.createListing(ctx, input);
    const ids = async () => (await mediaOf(listed.externalProductId)).filter((one) => one.image).map((one) => one.id);
    await expect.poll(ids, { timeout: 5000 }).toHaveLength(2);
    const before = await ids();
    asked.length = 0;
    await shopify.updateListing(ctx, listed.externalProductId, input);
    expect([asked, await ids()]).toEqual([[], before]);
  });

  test('a lost answer on the way to its storage has done nothing; what the storage refuses is said', async () => {
    const ctx = withPictures([]);
    const input = getListing([], 'EUR', { images });
    const lost = { standIn: 'shopify', kind: 'reset-after', times: 1 };
    await post('/control/faults', { ...lost, match: 'graphql', matchBody: 'stagedUploadsCreate' });
    expect((await toFailure(shopify.createListing(ctx, input))).kind).toBe('temporary');
    await post('/control/faults', { ...lost, match: 'POST .*/staged' });
    expect((await toFailure(shopify.createListing(ctx, input))).kind).toBe('temporary');
    const text = { ...ctx, readPicture: async () => ({ bytes: Buffer.from('x'), contentType: 'text/html' }) };
    expect(await toFailure(shopify.createListing(text, input))).toMatchObject({
      kind: 'rejected',
      code: 'picture_unreachable',
    });
    expect(await shopify.findListing(ctx, input)).toBeUndefined();
    await shopify.createListing(ctx, input);
  });
});

describe('parcels', () => {
  const bought = async (
    more: { locale?: string } = {},
  ): Promise<{ orderId: string; lines: { externalLineId: string; quantity: number }[] }> => {
    const input = getListing([], 'EUR');
    await shopify.createListing(contextOf(), input);
    const shelf = await fetch(`${sandbox.baseUrl}/shop/shopify/${SHOP}/products.json`);
    const { products } = (await shelf.json()) as {
      products: { id: string; title: string; variants: { id: string }[] }[];
    };
    const product = products.find((one) => one.title === input.title);
    const lines = [{ productId: product?.id, variantId: product?.variants[0]?.id, quantity: 2 }];
    const { body } = await post(`/shop/shopify/${SHOP}/orders`, { ...SHOPPER, ...more, lines });
    const orderId = String(body.orderId);
    const order = await shopify.getOrder(contextOf(), orderId);
    return {
      orderId,
      lines: (order?.lines ?? []).map(({ externalLineId, quantity }) => ({ externalLineId, quantity })),
    };
  };
  const parcel = (orderId: string, lines: { externalLineId: string; quantity: number }[]) => ({
    externalOrderId: orderId,
    ref: newId(),
    lines,
    tracking: { carrier: 'yunexpress', number: `YT${newToken(6)}` },
    notifyCustomer: true,
    completesOrder: true,
  });
  const fulfillmentOrderOf = async (orderId: string): Promise<string> => {
    const query = 'query ($id: ID!) { order(id: $id) { fulfillmentOrders(first: 1) { nodes { id } } } }';
    let id: string | undefined;
    await expect
      .poll(
        async () => {
          const { data } = (await ask(query, { id: orderId })) as unknown as {
            data: { order: { fulfillmentOrders: { nodes: { id: string }[] } } };
          };
          id = data.order.fulfillmentOrders.nodes[0]?.id;
          return id;
        },
        { timeout: 5000 },
      )
      .toBeDefined();
    return String(id);
  };

  test('an order that is not routed yet is waited for', async () => {
    const { lines, orderId } = await bought();
    const told = await shopify.createFulfillment(contextOf(), parcel(orderId, lines));
    expect(told.externalFulfillmentId).toMatch(/^gid:\/\/shopify\/Fulfillment\//);
    const books = await fetch(`${sandbox.baseUrl}/control/books/shopify?shop=${SHOP}`);
    const { shops } = (await books.json()) as { shops: { orders: { id: string; fulfillments: unknown[] }[] }[] };
    const order = shops[0]?.orders.find((one) => one.id === orderId);
    expect(order?.fulfillments).toMatchObject([
      { status: 'SUCCESS', notified: true, tracking: { company: 'YunExpress' } },
    ]);
  });

  test('an order on hold is explained, and ships once it is released', async () => {
    const { lines, orderId } = await bought();
    const id = await fulfillmentOrderOf(orderId);
    await ask(
      `mutation ($id: ID!) {
        fulfillmentOrderHold(id: $id, fulfillmentHold: { reason: HIGH_RISK_OF_FRAUD, reasonNotes: "call first" }) {
          userErrors { message }
        }
      }`,
      { id },
    );
    const one = parcel(orderId, lines);
    const error = await toFailure(shopify.createFulfillment(contextOf(), one));
    expect(error).toMatchObject({
      kind: 'rejected',
      code: 'held_back',
      detail: 'High risk of fraud: call first',
      lines: lines.map((line) => line.externalLineId),
    });
    await ask('mutation ($id: ID!) { fulfillmentOrderReleaseHold(id: $id) { userErrors { message } } }', { id });
    await shopify.createFulfillment(contextOf(), one);
    expect(await shopify.listFulfillments(contextOf(), orderId)).toHaveLength(1);
  });

  test('more than was ordered is refused', async () => {
    const { lines, orderId } = await bought();
    const many = lines.map((line) => ({ ...line, quantity: 3 }));
    expect((await toFailure(shopify.createFulfillment(contextOf(), parcel(orderId, many)))).kind).toBe('rejected');
    expect(await shopify.listFulfillments(contextOf(), orderId)).toEqual([]);
  });

  test('an order is found by its fulfilment order, as a webhook names it', async () => {
    const { orderId } = await bought();
    const order = await shopify.getOrder(contextOf(), await fulfillmentOrderOf(orderId));
    expect(order?.externalOrderId).toBe(orderId);
  });

  test('an effect that queries show only later is not done twice', async () => {
    const { lines, orderId } = await bought();
    await fulfillmentOrderOf(orderId);
    await post('/control/faults', {
      standIn: 'shopify',
      kind: 'hide',
      match: 'graphql',
      matchBody: 'fulfillmentCreate',
      times: 1,
      delayMs: 60_000,
    });
    const one = parcel(orderId, lines);
    await shopify.createFulfillment(contextOf(), one);
    expect(await shopify.listFulfillments(contextOf(), orderId)).toEqual([]);
    // Shopify itself knows what is left, whatever its queries show: asking later will tell.
    expect((await toFailure(shopify.createFulfillment(contextOf(), one))).kind).toBe('temporary');
  });

  test('a piece that was sent and given back was ordered all the same, and none is left to send', async () => {
    const { lines, orderId } = await bought();
    await shopify.createFulfillment(contextOf(), parcel(orderId, lines));
    await shopify.createRefund?.(contextOf(), {
      externalOrderId: orderId,
      ref: newId(),
      amount: money(500, 'EUR'),
      lines: [{ externalLineId: lines[0]?.externalLineId ?? '', quantity: 1 }],
      restock: false,
      paysBack: true,
    });
    const order = await shopify.getOrder(contextOf(), orderId);
    expect(order?.lines.map(({ quantity, fulfillableQuantity }) => [quantity, fulfillableQuantity])).toEqual([[2, 0]]);
  });

  test('an order whose prices include tax adds up without it', async () => {
    const { orderId } = await bought();
    const order = await shopify.getOrder(contextOf(), orderId);
    expect(order).toMatchObject({ taxIncluded: true });
    expect(order?.taxTotal.amount).toBe(Math.round(((order?.total.amount ?? 0) * 19) / 119));
    expect(order && sumOfParts(order)).toBe(order?.total.amount);
  });

  test('an order whose shopper has an account is read with the scopes that are asked for, and no more', async () => {
    const { orderId } = await bought();
    const { data, errors } = await ask('query ($id: ID!) { order(id: $id) { customer { id } } }', { id: orderId });
    expect([data, errors?.[0]?.extensions?.code]).toEqual([{ order: { customer: null } }, 'ACCESS_DENIED']);
    const order = await shopify.getOrder(contextOf(await connect(SHOP)), orderId);
    expect(order?.customerName).toBe('Mara Lindqvist');
  });

  test('an order has the language of its shopper', async () => {
    const { orderId } = await bought({ locale: 'fr-CA' });
    expect((await shopify.getOrder(contextOf(), orderId))?.customerLocale).toBe('fr-CA');
  });

  test('an order whose shopper is kept back from the app comes in all the same, without him', async () => {
    const { orderId } = await bought();
    const basic = contextOf({ accessToken: `${TOKEN}_basic` });
    const order = await shopify.getOrder(basic, orderId);
    expect(order?.lines).toHaveLength(1);
    expect([order?.shippingAddress, order?.customerEmail, order?.customerName]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    const since = { updatedAfter: new Date(Date.parse(order?.updatedAt ?? '') - 1000).toISOString() };
    let page = await shopify.listOrders(basic, since);
    const seen = page.items;
    while (page.nextCursor) {
      page = await shopify.listOrders(basic, { ...since, cursor: page.nextCursor });
      seen.push(...page.items);
    }
    expect(seen.map((one) => one.externalOrderId)).toContain(orderId);
    // A scope that is missing is another matter.
    const limited = contextOf({ accessToken: `${TOKEN}_limited` });
    expect((await toFailure(shopify.createFulfillment(limited, parcel(orderId, [])))).code).toBe('missing_scope');
  });

  test('pieces taken back and restocked are on the shelf again', async () => {
    const { lines, orderId } = await bought();
    const [line] = lines;
    const refund = {
      externalOrderId: orderId,
      ref: newId(),
      amount: money(500, 'EUR'),
      lines: [{ externalLineId: line?.externalLineId ?? '', quantity: 1 }],
      restock: true,
      paysBack: true,
    };
    const made = await shopify.createRefund?.(contextOf(), refund);
    expect(await shopify.findRefund?.(contextOf(), refund)).toEqual(made);
    const order = await shopify.getOrder(contextOf(), orderId);
    expect(order?.lines.map(({ quantity, fulfillableQuantity }) => [quantity, fulfillableQuantity])).toEqual([[1, 1]]);
    const books = await fetch(`${sandbox.baseUrl}/control/books/shopify?shop=${SHOP}`);
    const { shops } = (await books.json()) as {
      shops: { products: { variants: { sku: string; available: number }[] }[] }[];
    };
    const sku = order?.lines[0]?.sku;
    const variant = shops[0]?.products.flatMap((product) => product.variants).find((one) => one.sku === sku);
    expect(variant?.available).toBe(9);
  });
});

describe('a first back-fill of very many orders', () => {
  const many = 260;
  let from: string;
  let placed: string[];

  beforeAll(async () => {
    const input = getListing([{ name: 'Colour', values: ['Sand', 'Slate'] }], 'EUR', { allowSellOutOfStock: true });
    await shopify.createListing(contextOf(), input);
    const shelf = await fetch(`${sandbox.baseUrl}/shop/shopify/${SHOP}/products.json`);
    const { products } = (await shelf.json()) as {
      products: { id: string; title: string; variants: { id: string }[] }[];
    };
    const product = products.find((one) => one.title === input.title);
    const lines = (product?.variants ?? []).map((variant) => ({
      productId: product?.id,
      variantId: variant.id,
      quantity: 1,
    }));
    from = new Date((await clockMillis()) - 1000).toISOString();
    placed = [];
    for (let at = 0; at < many; at += 1) {
      placed.push(String((await post(`/shop/shopify/${SHOP}/orders`, { ...SHOPPER, lines })).body.orderId));
    }
    // Times are kept to the second: those of the operation's own second are read twice.
    await advance(5000);
  });

  const clockMillis = async () => {
    const answer = await fetch(`${sandbox.baseUrl}/control/clock`);
    return Date.parse(((await answer.json()) as { now: string }).now);
  };

  async function readAll(between: (page: number) => Promise<void> = async () => undefined) {
    const seen: { id: string; at: string; lines: number }[] = [];
    let cursor: string | undefined;
    let pages = 0;
    do {
      const page = await shopify.listOrders(contextOf(), { updatedAfter: from, cursor });
      for (const order of page.items)
        seen.push({ id: order.externalOrderId, at: order.updatedAt, lines: order.lines.length });
      cursor = page.nextCursor;
      await between(pages);
      pages += 1;
    } while (cursor !== undefined);
    return { seen, pages };
  }

  test('is gathered by Shopify in the background, whole and in order', async () => {
    const { pages, seen } = await readAll();
    const mine = seen.filter((order) => placed.includes(order.id));
    expect(new Set(mine.map((order) => order.id)).size).toBe(many);
    expect(mine.every((order) => order.lines === 2)).toBe(true);
    // By pages of six it would have been 44.
    expect(pages).toBeLessThan(20);
  });

  test('what changes while it runs is read after it', async () => {
    const [first] = placed;
    const note = `changed ${newToken(4)}`;
    const query = 'mutation ($input: OrderInput!) { orderUpdate(input: $input) { userErrors { message } } }';
    const { seen } = await readAll(async (page) => {
      if (page === 3) await ask(query, { input: { id: first, note } });
    });
    expect(seen.filter((order) => order.id === first).length).toBeGreaterThan(1);
  });

  test('a query that is none for it is refused; a result cut in half is noticed, and read again', async () => {
    const limit = await ask('mutation { bulkOperationRunQuery(query: "{ shop { name } }") { userErrors { code } } }');
    expect(limit).toMatchObject({ data: { bulkOperationRunQuery: { userErrors: [{ code: 'INVALID' }] } } });
    await post('/control/faults', { standIn: 'shopify', kind: 'malformed', match: 'cdn/bulk', times: 1 });
    await expect(readAll()).rejects.toMatchObject({ kind: 'unexpected' });
    const { seen } = await readAll();
    expect(placed.every((id) => seen.some((order) => order.id === id))).toBe(true);
  });

  test('is read page by page once its file has expired, and retried while the file server fails', async () => {
    await post('/control/faults', { standIn: 'shopify', kind: 'status-503', match: 'cdn/bulk', times: 1 });
    await expect(readAll()).rejects.toMatchObject({ kind: 'temporary' });
    await post('/control/faults', { standIn: 'shopify', kind: 'status-402', match: 'cdn/bulk' });
    let page = await shopify.listOrders(contextOf(), { updatedAfter: from });
    while (page.items.length === 0 && page.nextCursor !== undefined)
      page = await shopify.listOrders(contextOf(), { updatedAfter: from, cursor: page.nextCursor });
    expect(page.items).toHaveLength(6);
    const next = JSON.parse(Buffer.from(page.nextCursor ?? '', 'base64url').toString());
    expect(next).toEqual({ since: from, after: expect.any(String) });
  });
});
