import { expect, it } from 'vitest';
import { nextPath } from './next-path.ts';

it('leads back into the app and nowhere else', () => {
  expect(nextPath('/app/orders?tab=open')).toBe('/app/orders?tab=open');
  expect(nextPath('/app')).toBe('/app');
  expect(nextPath('/invitation/a-b_C1')).toBe('/invitation/a-b_C1');
  expect(nextPath('/invitation/../login')).toBe('/app');
  for (const wish of ['//evil.test/app', 'https://evil.test/app', '/login', '/apple', undefined, ['/app']]) {
    expect(nextPath(wish)).toBe('/app');
  }
});

it('goes on with connecting a shop, where that was begun a moment ago', () => {
  const install = '/auth/platform/shopify/install?shop=north-pier.myshopify.com';
  expect(nextPath(install)).toBe(install);
  expect(nextPath('/auth/platform/shopify/callback?state=x')).toBe('/auth/platform/shopify/callback?state=x');
  const verify = '/auth/store-migrate-verification?id=1&code=2';
  expect(nextPath(verify)).toBe(verify);
  expect(nextPath('/auth/email-verification?id=1&code=2')).toBe('/auth/email-verification?id=1&code=2');
  for (const wish of ['/auth/platform/shopify/installer', '/auth/platform/../login/install', '/auth/google/callback'])
    expect(nextPath(wish)).toBe('/app');
  const cookies = 'a=b; quayside_install=shopify%3Anorth-pier.myshopify.com';
  expect(nextPath(undefined, cookies)).toBe('/auth/platform/shopify/install');
  expect(nextPath('/app/orders', cookies)).toBe('/app/orders');
  expect(nextPath(undefined, 'a=b')).toBe('/app');
});
