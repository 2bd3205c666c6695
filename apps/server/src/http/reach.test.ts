import type { IncomingHttpHeaders } from 'node:http';
import { expect, it } from 'vitest';
import { demoDoor, isReachable, looksLocal, mayEnterDemo, maySeeSandbox } from './reach.ts';

const asked = (headers: IncomingHttpHeaders) => ({ headers, rawHeaders: Object.entries(headers).flat() as string[] });

const home = { host: '127.0.0.1', appUrl: undefined, sandbox: true, sandboxDemo: true };
const open = { host: '0.0.0.0', appUrl: undefined, sandbox: true, sandboxDemo: true };
const behindProxy = { host: '127.0.0.1', appUrl: 'https://quay.example.com', sandbox: true, sandboxDemo: true };

it('an installation is reachable by its public address, or by a host that is not this machine alone', () => {
  expect([home, open, behindProxy].map(isReachable)).toEqual([false, true, true]);
});

it.each(['127.0.0.1:4000', 'localhost:4000', 'LOCALHOST', '[::1]:4000', '127.0.0.2'])(
  '%s asks on this machine',
  (host) => expect(looksLocal(asked({ host }))).toBe(true),
);

it.each([
  'quay.example.com',
  'localhost.evil.example',
  'demo.localhost',
  '192.168.1.5:4000',
  '127.0.0.1.nip.io',
  '',
  'localhost:4000@x',
])('%s does not', (host) => expect(looksLocal(asked({ host }))).toBe(false));

it('nor does a request that names no host or two, or that somebody passed on', () => {
  expect(looksLocal(asked({}))).toBe(false);
  const twice = ['Host', 'localhost:4000', 'host', 'shop.example'];
  expect(looksLocal({ headers: { host: 'localhost:4000' }, rawHeaders: twice })).toBe(false);
  const passedOn =
    'forwarded via cdn-loop x-forwarded x-forwarded-for x-forwarded-host x-forwarded-proto x-forwarded-port ' +
    'x-forwarded-server x-forwarded-prefix x-original-host x-original-forwarded-for x-envoy-external-address x-real-ip client-ip ' +
    'x-client-ip x-cluster-client-ip true-client-ip fastly-client-ip fly-client-ip cf-connecting-ip cf-ray';
  for (const name of passedOn.split(' '))
    expect(looksLocal(asked({ host: 'localhost:4000', [name]: '127.0.0.1' })), name).toBe(false);
  const own = {
    app: 'web',
    locale: 'en',
    'time-zone': 'UTC',
    accept: '*/*',
    origin: 'http://localhost:4000',
    cookie: 'a=b',
  };
  expect(looksLocal(asked({ host: 'localhost:4000', ...own }))).toBe(true);
});

it('the demo account opens on this machine, by a made password where strangers come, and never without the sandbox', () => {
  expect([home, open, behindProxy, { ...home, sandbox: false }].map(demoDoor)).toEqual([
    'here',
    'password',
    'password',
    'closed',
  ]);
  expect(mayEnterDemo(home, { isHere: true })).toBe(true);
  expect(mayEnterDemo(home, { isHere: false })).toBe(false);
  expect(mayEnterDemo(home, {})).toBe(false);
  expect(mayEnterDemo({ ...open, sandbox: false }, { isHere: true })).toBe(false);
  expect(mayEnterDemo({ ...home, sandboxDemo: false }, { isHere: true })).toBe(false);
});

it('where strangers come, only the demo account and operators learn where the sandbox is', () => {
  const account = { isDemo: false, isOperator: false };
  expect(maySeeSandbox(home, { isHere: true, account })).toBe(true);
  const withoutDemo = { ...home, sandboxDemo: false };
  expect(maySeeSandbox(withoutDemo, { isHere: true, account })).toBe(true);
  expect(maySeeSandbox(home, { isHere: false, account: { ...account, isDemo: true } })).toBe(false);
  // Any client of an open port can send any Host header.
  expect(maySeeSandbox(open, { isHere: true, account })).toBe(false);
  expect(maySeeSandbox(open, { isHere: true })).toBe(false);
  expect(maySeeSandbox(behindProxy, { account: { ...account, isDemo: true } })).toBe(true);
  expect(maySeeSandbox(behindProxy, { account: { ...account, isOperator: true } })).toBe(true);
});
