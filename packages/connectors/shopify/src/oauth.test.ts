import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { fakeContext, getAnswer } from './fake-context.ts';
import { authorizeUrl, finishAuthorize } from './oauth.ts';
import { SCOPES } from './scopes.ts';

const app = { clientId: 'id-1', clientSecret: 'secret-1' };
const baseUrl = 'https://north-pier.myshopify.com';
const now = 1_795_000_000_000;

/** A callback as Shopify signs it: sorted, form-encoded, without the signature. */
function callback(change: Record<string, string> = {}, secret = app.clientSecret): Record<string, string> {
  const query: Record<string, string> = {
    code: 'c0de',
    host: 'YWRtaW4',
    shop: 'north-pier.myshopify.com',
    state: 'nonce',
    timestamp: String(now / 1000),
    ...change,
  };
  const text = Object.keys(query)
    .sort()
    .map((name) => `${name}=${encodeURIComponent(query[name] ?? '')}`)
    .join('&');
  return { ...query, hmac: createHmac('sha256', secret).update(text).digest('hex') };
}

const tokens = {
  access_token: 'shpat_new',
  scope: 'write_products',
  expires_in: 3600,
  refresh_token: 'shprt_new',
  refresh_token_expires_in: 7_776_000,
};
const finish = (query: Record<string, string>, more: { baseUrl?: string; at?: number } = {}) => {
  const ctx = fakeContext(() => getAnswer(200, tokens));
  const input = { baseUrl: more.baseUrl ?? baseUrl, expectedState: 'nonce', query, appCredentials: app };
  return { ctx, done: finishAuthorize(ctx.http, { ...input, now: more.at ?? now }) };
};

test('the page asks for our scopes, and tells where to come back', () => {
  const input = { baseUrl, state: 'nonce', returnUrl: 'https://q.example/r', callbackUrl: 'https://q.example/c' };
  const url = new URL(authorizeUrl({ ...input, appCredentials: app }));
  expect(url.origin + url.pathname).toBe(`${baseUrl}/admin/oauth/authorize`);
  expect(Object.fromEntries(url.searchParams)).toEqual({
    client_id: 'id-1',
    scope: [...SCOPES, 'read_markets'].join(','),
    redirect_uri: 'https://q.example/c',
    state: 'nonce',
  });
  expect(() => authorizeUrl({ ...input, appCredentials: {} })).toThrow(/no Shopify app/);
});

test('a good callback becomes an expiring offline token, kept with what renews it', async () => {
  const { ctx, done } = finish(callback());
  expect(await done).toEqual({
    ...app,
    accessToken: 'shpat_new',
    accessTokenExpiresAt: String(now + 3_600_000),
    refreshToken: 'shprt_new',
    refreshTokenExpiresAt: String(now + 7_776_000_000),
    scope: 'write_products',
  });
  expect(ctx.sent).toHaveLength(1);
  expect(ctx.sent[0]?.url).toBe(`${baseUrl}/admin/oauth/access_token`);
  expect(JSON.parse(String(ctx.sent[0]?.body))).toEqual({
    client_id: 'id-1',
    client_secret: 'secret-1',
    code: 'c0de',
    expiring: '1',
  });
});

describe('nothing is sent for a callback that cannot be trusted', () => {
  test.each([
    ['another state', callback({ state: 'other' }), {}],
    ['a changed parameter', { ...callback(), code: 'stolen' }, {}],
    ['a parameter too many', { ...callback(), extra: '1' }, {}],
    ['a signature by another secret', callback({}, 'other'), {}],
    ['no signature', { ...callback(), hmac: '' }, {}],
    ['another shop', callback({ shop: 'south-pier.myshopify.com' }), {}],
    ['a host that is no shop', callback({ shop: 'north-pier.myshopify.com.evil.example' }), {}],
    ['no code', callback({ code: '' }), {}],
    ['an old callback', callback(), { at: now + 91_000 }],
    ['a callback from the future', callback(), { at: now - 91_000 }],
    ['no timestamp', callback({ timestamp: '' }), {}],
  ])('%s', async (_what, query, more) => {
    const { ctx, done } = finish(query, more);
    await expect(done).rejects.toMatchObject({ kind: 'rejected', code: 'invalid_input' });
    expect(ctx.sent).toEqual([]);
  });
});

test('90 seconds are still good, and a shop below a path is known by its handle', async () => {
  await finish(callback(), { at: now + 90_000 }).done;
  await finish(callback(), { baseUrl: 'http://127.0.0.1:4100/shopify/north-pier' }).done;
  const other = finish(callback(), { baseUrl: 'http://127.0.0.1:4100/shopify/quay-co' });
  await expect(other.done).rejects.toMatchObject({ kind: 'rejected' });
});

test.each([
  [400, { error: 'invalid_request', error_description: 'used already' }, 'auth'],
  [401, {}, 'auth'],
  [404, 'Not Found', 'rejected'],
  [429, '', 'rate-limited'],
  [502, '<html>', 'temporary'],
  [200, '<html>', 'unexpected'],
  [200, { scope: 'x' }, 'unexpected'],
])('a token endpoint that answers %i %j is %s', async (status, body, kind) => {
  const ctx = fakeContext(() => getAnswer(status, body));
  const input = { baseUrl, expectedState: 'nonce', query: callback(), appCredentials: app, now };
  await expect(finishAuthorize(ctx.http, input)).rejects.toMatchObject({ kind });
});
