import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { connectorRegistry } from './connectors.ts';

const world = { baseUrl: 'http://127.0.0.1:4001', addresses: {}, credentials: {}, stores: {} };
const none = { channels: {}, suppliers: {}, payments: {} };
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

test('without a sandbox nothing lies in it', () => {
  const live = connectorRegistry(readConfig({}, [], '/tmp'), none, undefined);
  expect(live.isSandboxUrl('http://127.0.0.1:4001/woo')).toBe(false);
  expect(live.baseUrl('quayside', 'sandbox')).toBeUndefined();
});
