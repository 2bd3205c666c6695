import { verify } from '@node-rs/argon2';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sql } from '../db/index.ts';
import { type Client, startTestApp } from '../testing/app/test-app.ts';

vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>();
  return { ...real, verify: vi.fn(real.verify) };
});
const compare = vi.mocked(verify);

/**
 * Account abuse by strangers. Password guessing, links and OAuth states are covered in recovery, security and social.
 */

const app = await startTestApp();
afterAll(() => app.stop());
let ada: Client;
beforeAll(async () => {
  ada = await app.signUp('abuse@example.com');
});

describe('another site in the same browser', () => {
  it('cannot act with the cookie alone: only the header signs in, which a foreign page cannot send', async () => {
    // The last one changes state although it is a GET, as the specification has it.
    const status = '/center/products/018f0000-0000-7000-8000-000000000001/set-status/draft';
    for (const path of ['/auth/account', '/auth/sessions', '/auth/two-factor', status]) {
      const response = await fetch(`${app.url}/api${path}`, { headers: { cookie: `quayside_token=${ada.token}` } });
      expect(response.status, path).toBe(401);
    }
    const form = await fetch(`${app.url}/api/auth/sessions/end-all`, {
      method: 'POST',
      headers: { cookie: `quayside_token=${ada.token}`, 'content-type': 'application/x-www-form-urlencoded' },
      body: 'a=b',
    });
    expect(form.status).toBe(401);
    expect(await ada.call('GET /auth/account')).toMatchObject({ http: 200 });
  });

  it('is not told that it may read: no answer allows a foreign origin', async () => {
    const response = await fetch(`${app.url}/api/auth/account`, {
      headers: { authorization: `Bearer ${ada.token}`, origin: 'https://evil.example' },
    });
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('cannot frame a page, and learns no address from a link that leads out', async () => {
    for (const path of ['/login', '/reset-password?id=a&code=b', '/app/setting/account']) {
      const { headers } = await fetch(`${app.url}${path}`);
      expect(headers.get('content-security-policy'), path).toContain("frame-ancestors 'none'");
      expect(headers.get('referrer-policy'), path).toBe('no-referrer');
      expect(headers.get('x-content-type-options'), path).toBe('nosniff');
    }
  });
});

describe('whoever wants to know who has an account', () => {
  it('does not learn it by how long an answer takes: every sign-in compares its password with one hash', async () => {
    await app.signUp('timed@example.com');
    const signIn = (email: string) => ada.raw('POST', '/auth/login', { email, password: 'not it at all' });
    const compared = async (email: string): Promise<string[]> => {
      compare.mockClear();
      expect((await signIn(email)).http).toBe(401);
      // The hash starts with its cost parameters.
      return compare.mock.calls.map(([hashed]) => String(hashed).split('$').slice(0, 4).join('$'));
    };
    const known = await compared('timed@example.com');
    expect(known).toEqual([expect.stringContaining('argon2id')]);
    expect(await compared('nobody-timed@example.com')).toEqual(known);
  });

  it('nor by what is done before the answer to who forgot his password: a job looks him up', async () => {
    const jobs = async (): Promise<number> => {
      const counted = sql`select count(*)::int as n from pgboss.job where name = 'answer-mail-request'`;
      return (await app.db.global((tx) => tx.first<{ n: number }>(counted)))?.n ?? 0;
    };
    const added = async (email: string): Promise<number> => {
      const before = await jobs();
      expect((await ada.raw('POST', '/auth/forgot-password', { email })).http).toBe(200);
      return (await jobs()) - before;
    };
    expect(await added('timed@example.com')).toBe(1);
    expect(await added('nobody-timed@example.com')).toBe(1);
  });
});

describe('a method that a path does not have', () => {
  it('203: is said to be none, apart from a path that is none', async () => {
    for (const method of ['DELETE', 'GET'])
      expect(await ada.raw(method, '/auth/login'), method).toMatchObject({ http: 405, status: 203 });
    const none = await ada.raw('GET', '/auth/no-such-call');
    expect(none).toMatchObject({ http: 404, status: 202, code: 'CALL_NOT_FOUND' });
    const long = await ada.raw('GET', `/auth/verify-email/${'x'.repeat(301)}/code`);
    expect(long).toMatchObject({ http: 404, status: 202, code: 'CALL_NOT_FOUND' });
    // Nor does an unknown webhook or a file removed by an update return the app's page.
    for (const path of ['/webhooks/nobody', '/assets/gone-1a2b3c.js', '/api'])
      expect((await fetch(`${app.url}${path}`)).status, path).toBe(404);
  });
});

describe('a body that asks for more', () => {
  it('gives nobody a field that is not his to set', async () => {
    for (const extra of [
      { is_operator: true },
      { is_demo: true },
      { email_verified_at: '2020-01-01' },
      { account_id: 'x' },
    ]) {
      const body = {
        first_name: 'Eve',
        last_name: 'X',
        email: 'eve@example.com',
        password: 'a long password',
        ...extra,
      };
      expect(await ada.raw('POST', '/auth/register', body)).toMatchObject({ http: 422, status: 204 });
      const profile = { first_name: 'Eve', last_name: 'X', ...extra };
      expect(await ada.raw('PUT', '/auth/account/profile', profile)).toMatchObject({ http: 422, status: 204 });
    }
    expect((await ada.call('GET /auth/account')).data).toMatchObject({
      is_operator: false,
      is_demo: false,
      name: 'Ada Owner',
    });
  });

  it('is refused when it is too large, too long or no JSON, without an error of ours', async () => {
    const send = (body: string, type = 'application/json') =>
      fetch(`${app.url}/api/auth/login`, { method: 'POST', headers: { 'content-type': type }, body });
    expect((await send(JSON.stringify({ email: 'x'.repeat(5 * 1024 * 1024) }))).status).toBe(413);
    expect((await send(JSON.stringify({ email: 'a@b.co', password: 'x'.repeat(73) }))).status).toBe(422);
    expect((await send('{"email":')).status).toBe(400);
    expect((await send('<login/>', 'application/xml')).status).toBe(400);
    expect((await send('{"__proto__":{"is_operator":true},"email":"a@b.co","password":"p"}')).status).toBe(400);
  });

  it('puts nothing into a header by a language, a zone or a name of a program with a line break', async () => {
    const response = await fetch(`${app.url}/api/auth/login`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        locale: 'de%0d%0aSet-Cookie: a=b',
        'time-zone': 'x'.repeat(2_000),
      },
      body: '{}',
    });
    expect(response.status).toBe(422);
    expect(response.headers.get('set-cookie')).toBeNull();
  });
});
