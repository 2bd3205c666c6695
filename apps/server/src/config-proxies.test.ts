import { expect, it } from 'vitest';
import { readConfig } from './config.ts';

const proxies = (env: Record<string, string>) => readConfig(env, [], '/tmp').proxies;

it('trusts X-Forwarded-For from nobody without a public address, and with one from this machine alone', () => {
  expect(proxies({})).toEqual([]);
  expect(proxies({ APP_URL: 'https://quayside.example.com' })).toEqual(['loopback']);
});

it('a proxy is named by address, range or kind, or none is believed', () => {
  expect(proxies({ QUAYSIDE_PROXIES: '203.0.113.4, 2001:db8::/32' })).toEqual(['203.0.113.4', '2001:db8::/32']);
  expect(proxies({ APP_URL: 'https://quayside.example.com', QUAYSIDE_PROXIES: 'none' })).toEqual([]);
  for (const bad of ['true', '10.0.0.0/33', 'proxy.example.com', '1'])
    expect(() => proxies({ QUAYSIDE_PROXIES: bad }), bad).toThrow(/QUAYSIDE_PROXIES is not valid/);
});
