import type { HttpRequest, HttpResponse } from '@quayside/connector-kit';
import { expect, test } from 'vitest';
import { run } from './client.ts';
import { documents } from './documents.ts';
import { type FakeContext, fakeContext, getAnswer } from './fake-context.ts';
import { currentToken } from './token.ts';

const kept = (ctx: FakeContext | undefined, change: Record<string, string> = {}) => ({
  accessToken: 'shpat_1',
  accessTokenExpiresAt: String((ctx?.clock.millis() ?? Date.UTC(2026, 10, 20, 12)) + 3_600_000),
  refreshToken: `shprt_${Math.random()}`,
  clientId: 'id',
  clientSecret: 'secret',
  ...change,
});

const isRefresh = (request: HttpRequest) => request.url.endsWith('/admin/oauth/access_token');
let turns = 0;
const pair = (): HttpResponse => {
  turns += 1;
  return getAnswer(200, {
    access_token: `shpat_new_${turns}`,
    expires_in: 3600,
    refresh_token: `shprt_new_${turns}`,
    refresh_token_expires_in: 7_776_000,
  });
};
const location = getAnswer(200, { data: { location: { id: 'gid://shopify/Location/1' } } });
const tokenOf = (request: HttpRequest | undefined) => request?.headers?.['x-shopify-access-token'];

test('a token that lives is used as it is; one that does not end is never renewed', async () => {
  const ctx = fakeContext(() => location, kept(undefined));
  expect(await currentToken(ctx)).toBe('shpat_1');
  const pasted = fakeContext(() => location, { accessToken: ' shpat_pasted ' });
  pasted.pass(1e12);
  expect(await currentToken(pasted)).toBe('shpat_pasted');
  expect([ctx.sent, pasted.sent]).toEqual([[], []]);
});

test('a token about to end is renewed, and kept before it is used', async () => {
  const order: string[] = [];
  const ctx = fakeContext((request) => {
    order.push(isRefresh(request) ? 'refresh' : `use ${tokenOf(request)}`);
    return isRefresh(request) ? pair() : location;
  }, kept(undefined));
  const save = ctx.saveCredentials;
  ctx.saveCredentials = async (next) => {
    await new Promise((done) => setTimeout(done, 5));
    order.push(`keep ${next.accessToken} ${next.refreshToken}`);
    await save(next);
  };
  ctx.pass(3_600_000 - 4 * 60_000);
  await run(ctx, documents.primaryLocation);
  expect(order).toEqual(['refresh', `keep shpat_new_${turns} shprt_new_${turns}`, `use shpat_new_${turns}`]);
  expect(ctx.saved[0]).toMatchObject({ clientId: 'id', clientSecret: 'secret' });
  expect(Number(ctx.saved[0]?.accessTokenExpiresAt)).toBe(ctx.clock.millis() + 3_600_000);
});

test('many calls at once renew once', async () => {
  const ctx = fakeContext((request) => (isRefresh(request) ? pair() : location), kept(undefined));
  ctx.pass(4_000_000);
  await Promise.all(Array.from({ length: 10 }, () => run(ctx, documents.primaryLocation)));
  expect(ctx.sent.filter(isRefresh)).toHaveLength(1);
  expect(new Set(ctx.sent.filter((one) => !isRefresh(one)).map(tokenOf)).size).toBe(1);
});

test('a call that read its credentials before another one turned them goes on with the new pair', async () => {
  const answer = (request: HttpRequest) => (isRefresh(request) ? pair() : location);
  const first = fakeContext(answer, kept(undefined));
  const second = fakeContext(answer, { ...first.credentials });
  second.baseUrl = first.baseUrl;
  for (const ctx of [first, second]) ctx.pass(4_000_000);
  await currentToken(first);
  expect(await currentToken(second)).toBe(first.credentials.accessToken);
  expect(second.sent.filter(isRefresh)).toEqual([]);
});

test('a token refused on the way is renewed once, also for an effect: a refused token did nothing', async () => {
  let refused = 0;
  const ctx = fakeContext((request) => {
    if (isRefresh(request)) return pair();
    if (tokenOf(request) !== 'shpat_1') return location;
    refused += 1;
    return getAnswer(401, { errors: '[API] Invalid API key or access token' });
  }, kept(undefined));
  await run(ctx, documents.primaryLocation);
  expect([refused, ctx.sent.filter(isRefresh).length]).toEqual([1, 1]);
});

// Asking a person stopped a store for good when a token ended while its call waited in line: the fault drill found it.
test('a token refused although it was just given asks nobody to connect again: that would give such a one too', async () => {
  const unauthorized = getAnswer(401, { errors: '[API] Invalid API key or access token' });
  const renewing = fakeContext((request) => (isRefresh(request) ? pair() : unauthorized), kept(undefined));
  await expect(run(renewing, documents.primaryLocation)).rejects.toMatchObject({ kind: 'temporary' });
  expect(renewing.sent.filter(isRefresh)).toHaveLength(1);
  const removed = { input: { id: 'gid://shopify/Product/1' } };
  await expect(run(renewing, documents.deleteProduct, removed)).rejects.toMatchObject({ kind: 'temporary' });
});

test('a token that cannot be renewed and is refused is a matter for a person, after one try', async () => {
  const unauthorized = getAnswer(401, { errors: '[API] Invalid API key or access token' });
  const pasted = fakeContext(() => unauthorized);
  await expect(run(pasted, documents.primaryLocation)).rejects.toMatchObject({ kind: 'auth' });
  expect(pasted.sent).toHaveLength(1);
});

test('a refused or ended refresh token asks for a person, a broken endpoint only for patience', async () => {
  const ended = kept(undefined, { accessTokenExpiresAt: '0', refreshTokenExpiresAt: '1' });
  const failing: [HttpResponse, Record<string, string>, string][] = [
    [getAnswer(400, { error: 'invalid_request' }), kept(undefined, { accessTokenExpiresAt: '0' }), 'auth'],
    [pair(), ended, 'auth'],
    [getAnswer(503, ''), kept(undefined, { accessTokenExpiresAt: '0' }), 'temporary'],
  ];
  for (const [answer, credentials, kind] of failing) {
    const ctx = fakeContext(() => answer, credentials);
    await expect(currentToken(ctx)).rejects.toMatchObject({ kind });
    expect(ctx.saved).toEqual([]);
  }
});

test('no token at all is said so', async () => {
  await expect(currentToken(fakeContext(() => location, {}))).rejects.toMatchObject({ kind: 'auth' });
});

test('a pair that another worker turned meanwhile is used, and not turned again', async () => {
  const ctx = fakeContext((request) => (isRefresh(request) ? pair() : location), kept(undefined));
  ctx.renewing = (renew) => renew({ ...ctx.credentials, accessToken: 'shpat_theirs', refreshToken: 'shprt_theirs' });
  ctx.pass(3_600_000);
  expect(await currentToken(ctx)).toBe('shpat_theirs');
  expect(ctx.sent.filter(isRefresh)).toEqual([]);
  expect(ctx.credentials).toMatchObject({ refreshToken: 'shprt_theirs' });
});

test('alone among the workers it turns the pair itself', async () => {
  const ctx = fakeContext((request) => (isRefresh(request) ? pair() : location), kept(undefined));
  ctx.renewing = (renew) => renew({ ...ctx.credentials });
  ctx.pass(3_600_000);
  expect(await currentToken(ctx)).toBe(`shpat_new_${turns}`);
});

const ownApp = { clientId: 'id', clientSecret: 'secret' };
let given = 0;
const day = (): HttpResponse => {
  given += 1;
  return getAnswer(200, { access_token: `shpat_day_${given}`, scope: 'write_products', expires_in: 86_399 });
};

test("the owner's own app is given a token for its id and secret, which is kept and asked for anew a day later", async () => {
  const ctx = fakeContext((request) => (isRefresh(request) ? day() : location), ownApp);
  const save = ctx.saveCredentials;
  ctx.saveCredentials = async (next) => {
    await save(next);
    ctx.credentials = next;
  };
  await Promise.all(Array.from({ length: 5 }, () => run(ctx, documents.primaryLocation)));
  expect(ctx.sent.filter(isRefresh)).toHaveLength(1);
  expect(JSON.parse(String(ctx.sent.find(isRefresh)?.body))).toEqual({
    client_id: 'id',
    client_secret: 'secret',
    grant_type: 'client_credentials',
  });
  expect(ctx.saved).toEqual([
    { ...ownApp, accessToken: `shpat_day_${given}`, scope: 'write_products', accessTokenExpiresAt: expect.any(String) },
  ]);
  ctx.pass(86_400_000);
  await run(ctx, documents.primaryLocation);
  expect(tokenOf(ctx.sent.at(-1))).toBe(`shpat_day_${given}`);
  expect(ctx.sent.filter(isRefresh)).toHaveLength(2);
});

test('calls with credentials of before wait for the one that asks, and use its token', async () => {
  const answer = (request: HttpRequest) => (isRefresh(request) ? day() : location);
  const contexts = Array.from({ length: 4 }, () => fakeContext(answer, { ...ownApp }));
  for (const ctx of contexts) ctx.baseUrl = 'https://one-shop.myshopify.com';
  const tokens = await Promise.all(contexts.map(currentToken));
  expect(new Set(tokens)).toEqual(new Set([`shpat_day_${given}`]));
});

test('a token that another worker asked for meanwhile is used', async () => {
  const ctx = fakeContext((request) => (isRefresh(request) ? day() : location), {
    ...ownApp,
    accessToken: 'shpat_old',
    accessTokenExpiresAt: '0',
  });
  ctx.renewing = (renew) =>
    renew({ ...ownApp, accessToken: 'shpat_theirs', accessTokenExpiresAt: String(ctx.clock.millis() + 86_400_000) });
  expect(await currentToken(ctx)).toBe('shpat_theirs');
  expect(ctx.sent).toEqual([]);
});

test('an app that may not do this, or whose secret is wrong, is a matter for a person', async () => {
  for (const status of [400, 401]) {
    const ctx = fakeContext(() => getAnswer(status, { error: 'shop_not_permitted' }), ownApp);
    await expect(currentToken(ctx)).rejects.toMatchObject({
      kind: 'auth',
      detail: expect.stringContaining('shop_not_permitted'),
    });
  }
});

test('a pasted token that does not end stays what it is, also beside an id and a secret', async () => {
  const ctx = fakeContext(() => getAnswer(401, { errors: '[API] Invalid API key or access token' }), {
    ...ownApp,
    accessToken: 'shpat_pasted',
  });
  await expect(run(ctx, documents.primaryLocation)).rejects.toMatchObject({ kind: 'auth' });
  expect(ctx.sent).toHaveLength(1);
});
