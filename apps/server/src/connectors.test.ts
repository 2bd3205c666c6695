import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { connectorRegistry } from './connectors.ts';

const world = {
  baseUrl: 'http://127.0.0.1:4001',
  addresses: {},
  credentials: {},
  stores: {},
  shopsBelow: { woocommerce: 'http://127.0.0.1:4001/woo/' },
} as const;
const none = { channels: {}, suppliers: {}, payments: {}, trackers: {} };
const registry = connectorRegistry(readConfig({}, [], '/tmp'), none, world);

test.each([
  'http://127.0.0.1:4001',
  'http://127.0.0.1:4001/woo/fjord',
  'HTTP://127.0.0.1:4001/woo',
  'http://127.0.0.1:4001?x=1',
  'http://localhost:4001/woo',
  'http://127.1:4001/woo',
  'http://[::1]:4001/woo',
  'http://somebody@127.0.0.1:4001/woo',
])('%s lies in the sandbox', (url) => expect(registry.isSandboxUrl(url)).toBe(true));

test.each([
  'http://127.0.0.1:4001.shop.example/woo',
  'http://127.0.0.1:40010/woo',
  'http://127.0.0.1/woo',
  'https://shop.example',
  'https://shop.example/?to=http://127.0.0.1:4001/',
  'not an address',
])('%s does not', (url) => expect(registry.isSandboxUrl(url)).toBe(false));

test('of the sandbox only its shops are a store', () => {
  const isShop = (url: string) => registry.isSandboxShop('woocommerce', url);
  for (const url of ['http://127.0.0.1:4001/woo/fjord', 'http://localhost:4001/woo/fjord/'])
    expect(isShop(url), url).toBe(true);
  for (const path of ['', '/control', '/control/settings', '/woo', '/woo/../control/settings', '/stripe/v1', '/openai'])
    expect(isShop(`http://127.0.0.1:4001${path}`), path).toBe(false);
  expect(isShop('http://127.0.0.1:4002/woo/fjord')).toBe(false);
  expect(registry.isSandboxShop('shopify', 'http://127.0.0.1:4001/shopify/north-pier')).toBe(false);
});

test('without a sandbox nothing lies in it', () => {
  const live = connectorRegistry(readConfig({}, [], '/tmp'), none, undefined);
  expect(live.isSandboxUrl('http://127.0.0.1:4001/woo')).toBe(false);
  expect(live.baseUrl('quayside', 'sandbox')).toBeUndefined();
});
