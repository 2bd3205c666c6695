import { expect, test } from 'vitest';
import { authorizeUrl, finishAuthorize } from './authorize.ts';
import { isOlder } from './verify.ts';

const http = {
  send: () => {
    throw new Error('no call is made');
  },
};
const keys = {
  key_id: 1,
  user_id: 'state-1',
  consumer_key: 'ck_a',
  consumer_secret: 'cs_b',
  key_permissions: 'read_write',
};
const finish = (body: unknown, expectedState = 'state-1') =>
  finishAuthorize(http, {
    baseUrl: 'https://shop.example',
    expectedState,
    query: {},
    rawBody: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
    appCredentials: {},
    now: 0,
  });

test('the shop’s page is asked for keys that may read and write', () => {
  const url = new URL(
    authorizeUrl({
      baseUrl: 'https://shop.example/store',
      state: 's & t',
      returnUrl: 'https://app.example/back?x=1',
      callbackUrl: 'https://app.example/keys',
      appCredentials: {},
    }),
  );
  expect(url.origin + url.pathname).toBe('https://shop.example/store/wc-auth/v1/authorize');
  expect(Object.fromEntries(url.searchParams)).toEqual({
    app_name: 'Quayside',
    scope: 'read_write',
    user_id: 's & t',
    return_url: 'https://app.example/back?x=1',
    callback_url: 'https://app.example/keys',
  });
});

test('keys come back with our state, or not at all', async () => {
  expect(await finish(keys)).toEqual({ consumerKey: 'ck_a', consumerSecret: 'cs_b' });
  await expect(finish(keys, 'state-2')).rejects.toMatchObject({ kind: 'rejected' });
  await expect(finish({ ...keys, key_permissions: 'read' })).rejects.toMatchObject({
    kind: 'auth',
    code: 'missing_scope',
    detail: 'write',
  });
  for (const bad of ['', 'nonsense', [], { ...keys, consumer_key: 'x' }])
    await expect(finish(bad)).rejects.toMatchObject({ kind: 'rejected' });
});

test.each([
  ['5.7.9', true],
  ['5.8', false],
  ['5.8.0-beta.1', false],
  ['10.3.5', false],
  ['4.9', true],
])('%s is older than 5.8: %s', (version, older) => expect(isOlder(version, '5.8')).toBe(older));
