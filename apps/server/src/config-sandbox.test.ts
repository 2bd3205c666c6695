import { expect, it } from 'vitest';
import { readConfig } from './config.ts';

const sandbox = (env: Record<string, string>) => readConfig(env, [], '/tmp').sandbox;
const APP_URL = 'https://quayside.example.com';

it('the sandbox is on by default only on loopback and without outside accounts', () => {
  expect(sandbox({})).toBe(true);
  expect(sandbox({ HOST: 'localhost' })).toBe(true);
  expect(sandbox({ HOST: '0.0.0.0' })).toBe(false);
  expect(sandbox({ CJ_API_KEY: 'x' })).toBe(false);
});

it('a public address switches it off, whatever the host is', () => {
  expect(sandbox({ APP_URL })).toBe(false);
  expect(sandbox({ APP_URL, HOST: '127.0.0.1' })).toBe(false);
});

it('unless it is switched on by name', () => {
  expect(sandbox({ APP_URL, QUAYSIDE_SANDBOX: 'on' })).toBe(true);
  expect(sandbox({ HOST: '0.0.0.0', QUAYSIDE_SANDBOX: 'on' })).toBe(true);
  expect(sandbox({ QUAYSIDE_SANDBOX: 'off' })).toBe(false);
});

it('the demo account may be left out, and needs goods to sell', () => {
  expect(readConfig({}, [], '/tmp')).toMatchObject({
    sandboxDemo: true,
    demoHistory: true,
    sandboxProducts: undefined,
  });
  expect(readConfig({ QUAYSIDE_SANDBOX_DEMO: 'small' }, [], '/tmp')).toMatchObject({
    sandboxDemo: true,
    demoHistory: false,
  });
  const small = { QUAYSIDE_SANDBOX_PRODUCTS: '30' };
  expect(() => readConfig(small, [], '/tmp')).toThrow(/QUAYSIDE_SANDBOX_PRODUCTS is 30: .* at least 200/);
  expect(readConfig({ ...small, QUAYSIDE_SANDBOX_DEMO: 'off' }, [], '/tmp')).toMatchObject({
    sandboxDemo: false,
    sandboxProducts: 30,
  });
});

it('the demo account is refused as an operator, however it is written', () => {
  expect(() => readConfig({ QUAYSIDE_OPERATORS: 'ops@example.com, Demo@Quayside.test' }, [], '/tmp')).toThrow(
    /QUAYSIDE_OPERATORS names demo@quayside.test/,
  );
  expect(readConfig({ QUAYSIDE_OPERATORS: 'Ops@example.com' }, [], '/tmp').operators).toEqual(['ops@example.com']);
});
