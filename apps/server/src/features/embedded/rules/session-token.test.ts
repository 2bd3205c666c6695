import { SignJWT, UnsecuredJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { claimedShop, readSessionToken, SessionTokenFault } from './session-token.ts';

const APP = { clientId: 'our-app', clientSecret: 'the secret of our app' };
const SHOP = 'north-pier.myshopify.com';
const NOW = Date.parse('2026-11-20T10:00:00Z');
const seconds = NOW / 1000;

const CLAIMS: Record<string, unknown> = {
  iss: `https://${SHOP}/admin`,
  dest: `https://${SHOP}`,
  aud: APP.clientId,
  sub: '42',
  exp: seconds + 50,
  nbf: seconds - 10,
  iat: seconds - 10,
  jti: 'f8912129-1af6-4cad-9ca3-76b0f7621087',
  sid: 'aaea182f2732d44c',
};

const signed = (claims: object = {}, secret = APP.clientSecret, alg = 'HS256'): Promise<string> =>
  new SignJWT({ ...CLAIMS, ...claims }).setProtectedHeader({ alg }).sign(new TextEncoder().encode(secret));

async function fault(token: string | Promise<string>, shop = SHOP): Promise<string> {
  const thrown = await readSessionToken(await token, APP, shop, NOW).catch((error: unknown) => error);
  return thrown instanceof SessionTokenFault ? thrown.fault : `believed: ${JSON.stringify(thrown)}`;
}

describe('a session token', () => {
  it('says who came, from which shop', async () => {
    const token = await signed();
    expect(claimedShop(token)).toBe(SHOP);
    expect(await readSessionToken(token, APP, SHOP, NOW)).toEqual({ shop: SHOP, subject: '42' });
    const unified = await signed({ iss: 'https://admin.shopify.com/store/north-pier' });
    expect(await readSessionToken(unified, APP, SHOP, NOW)).toMatchObject({ subject: '42' });
  });

  it('is taken some seconds early and late, and no more', async () => {
    const late = await signed({ exp: seconds - 9 });
    const early = await signed({ nbf: seconds + 9 });
    for (const token of [late, early]) expect(await readSessionToken(token, APP, SHOP, NOW)).toBeTruthy();
    expect(await fault(signed({ exp: seconds - 11 }))).toBe('time');
    expect(await fault(signed({ nbf: seconds + 11 }))).toBe('time');
    expect(await fault(signed({ exp: seconds + 86_400 }))).toBe('time');
  });

  it('is refused with another secret, another way of signing, or none', async () => {
    expect(await fault(signed({}, 'the secret of another app'))).toBe('signature');
    expect(await fault(signed({}, APP.clientSecret.padEnd(64, '-'), 'HS512'))).toBe('signature');
    const none = new UnsecuredJWT(CLAIMS).encode();
    expect(await fault(none)).not.toMatch(/^believed/);
    const [, body] = (await signed()).split('.');
    const header = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
    expect(await fault(`${header}.${body}.`)).not.toMatch(/^believed/);
    expect(await fault(`${header}.${body}.x`)).not.toMatch(/^believed/);
  });

  it('is refused when a claim was changed after signing', async () => {
    const [header, , signature] = (await signed()).split('.');
    const other = Buffer.from(JSON.stringify({ ...CLAIMS, sub: '1' })).toString('base64url');
    expect(await fault(`${header}.${other}.${signature}`)).toBe('signature');
  });

  it('is refused when it is meant for another app', async () => {
    expect(await fault(signed({ aud: 'another-app' }))).toBe('audience');
  });

  it('is refused when it is of another shop, in either place', async () => {
    expect(await fault(signed(), 'quay-co.myshopify.com')).toBe('shop');
    expect(await fault(signed({ dest: 'https://quay-co.myshopify.com' }))).toBe('shop');
    expect(await fault(signed({ iss: 'https://quay-co.myshopify.com/admin' }))).toBe('shop');
    expect(await fault(signed({ iss: 'https://admin.shopify.com/store/quay-co' }))).toBe('shop');
    expect(await fault(signed({ dest: `http://${SHOP}` }))).toBe('shop');
    expect(await fault(signed({ dest: `https://${SHOP}.evil.example` }))).toBe('shop');
  });

  it('is refused when something is missing or it is no token', async () => {
    for (const claim of ['iss', 'dest', 'sub', 'exp', 'nbf', 'aud'])
      expect(await fault(signed({ [claim]: undefined })), claim).not.toMatch(/^believed/);
    expect(await fault(signed({ sub: '' }))).toBe('form');
    for (const text of ['', 'x.y.z', 'not a token at all']) {
      expect(await fault(text)).toBe('form');
      expect(() => claimedShop(text)).toThrow(SessionTokenFault);
    }
  });
});
