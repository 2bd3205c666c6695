import { expect, it } from 'vitest';
import { embedding } from './embedding.ts';
import { queryHmac } from './oauth-query.ts';

const APP = { clientId: 'our-app', clientSecret: 'the secret of our app' };
const NOW = Date.parse('2026-11-20T10:00:00Z');

/** Whether an address that Shopify signed some seconds ago is believed. */
const isSigned = (age: number, more: Record<string, string> = {}): boolean => {
  const query = { shop: 'north-pier.myshopify.com', timestamp: String(NOW / 1000 - age) };
  return embedding.isSigned({ ...query, hmac: queryHmac(query, APP.clientSecret), ...more }, APP, NOW);
};

it('believes an address that Shopify signed within a day', () => {
  expect(isSigned(0)).toBe(true);
  expect(isSigned(86_000)).toBe(true);
  expect(isSigned(86_500)).toBe(false);
  expect(isSigned(365 * 86_400)).toBe(false);
  expect(isSigned(-60)).toBe(true);
  expect(isSigned(-3600)).toBe(false);
});

it('believes no other signature, and none without a time', () => {
  expect(isSigned(0, { hmac: 'ff' })).toBe(false);
  expect(isSigned(0, { shop: 'evil.myshopify.com' })).toBe(false);
  const timeless = { shop: 'north-pier.myshopify.com' };
  const hmac = queryHmac(timeless, APP.clientSecret);
  expect(embedding.isSigned({ ...timeless, hmac }, APP, NOW)).toBe(false);
});
