import { describe, expect, it } from 'vitest';
import { callBase, isPublicHost } from './reachability.ts';

describe('isPublicHost', () => {
  it.each(['shop.example.com', '8.8.8.8', '172.32.0.1', '[2606:4700::1111]'])('%s is public', (host) =>
    expect(isPublicHost(host)).toBe(true),
  );
  it.each([
    'localhost',
    'quayside',
    'nas.local',
    'a.localhost',
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.5',
    '169.254.169.254',
    '100.64.0.1',
    '[::1]',
    '[fd00::1]',
    '[fe80::1]',
  ])('%s is not', (host) => expect(isPublicHost(host)).toBe(false));
});

describe('callBase', () => {
  const own = { ownUrl: 'http://127.0.0.1:4000', needsHttps: false, purpose: 'connect' } as const;
  it('lets a sandbox store call this machine', () =>
    expect(callBase({ ...own, appUrl: undefined, mode: 'sandbox' })).toEqual({ base: 'http://127.0.0.1:4000' }));
  it.each([
    [undefined, false, 'APP_URL_NOT_SET'],
    ['http://192.168.1.5:4000', false, 'APP_URL_NOT_PUBLIC'],
    ['http://quay.example.com', true, 'APP_URL_NOT_HTTPS'],
  ])('a real store cannot call %s', (appUrl, needsHttps, key) =>
    expect(callBase({ ...own, appUrl, needsHttps, mode: 'live' })).toMatchObject({ reason: { key } }),
  );
  it('says of webhooks what hinders them, without advice on connecting', () =>
    expect(callBase({ ...own, appUrl: undefined, purpose: 'webhooks', mode: 'live' })).toEqual({
      reason: { key: 'WEBHOOKS_APP_URL_NOT_SET' },
    }));
  it('a real store calls a public address', () =>
    expect(callBase({ ...own, appUrl: 'https://quay.example.com', needsHttps: true, mode: 'live' })).toEqual({
      base: 'https://quay.example.com',
    }));
});
