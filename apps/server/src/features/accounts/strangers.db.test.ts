import { afterAll, describe, expect, it } from 'vitest';
import { sql } from '../../db/index.ts';
import { linkIn, mailTo, OPERATOR } from '../../testing/app/mails.ts';
import { startTestApp } from '../../testing/app/test-app.ts';

/** An installation that strangers can reach, behind a proxy on the same machine. */

const app = await startTestApp({
  env: { QUAYSIDE_OPERATORS: OPERATOR, HOST: '0.0.0.0', QUAYSIDE_PROXIES: 'loopback' },
});
afterAll(() => app.stop());
const PASSWORD = 'correct horse battery';

const login = async (email: string, password: string, forwarded = '198.51.100.1') => {
  const response = await fetch(`${app.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': forwarded },
    body: JSON.stringify({ email, password }),
  });
  return ((await response.json()) as { code: string }).code;
};

describe('guessing', () => {
  it('gets no further at once than one after another, and the right password waits like any other', async () => {
    await app.signUp('burst@example.com');
    const codes = await Promise.all(
      Array.from({ length: 25 }, (_one, n) => login('burst@example.com', `not it ${n}`, `203.0.113.${n}`)),
    );
    expect(codes.filter((code) => code === 'WRONG_EMAIL_OR_PASSWORD').length).toBeLessThanOrEqual(6);
    expect(codes).toContain('TOO_MANY_GUESSES');
    expect(await login('burst@example.com', PASSWORD, '203.0.113.99')).toBe('TOO_MANY_GUESSES');
  });

  it('is counted for the address that the proxy saw, not for one that the caller makes up', async () => {
    const codes: string[] = [];
    for (let n = 0; n < 27; n += 1)
      codes.push(await login(`nobody-${n}@example.com`, 'not it', `10.${n}.0.1, 192.0.2.${n}, 198.51.100.7`));
    expect(codes.at(-1)).toBe('TOO_MANY_GUESSES');
    // Somebody else's address is not held up by it.
    expect(await login('nobody-x@example.com', 'not it', '198.51.100.8')).toBe('WRONG_EMAIL_OR_PASSWORD');
  });

  it('is counted for a whole network where one caller has a whole network', async () => {
    const codes: string[] = [];
    for (let n = 0; n < 27; n += 1)
      codes.push(await login(`nowhere-${n}@example.com`, 'not it', `2001:db8:7:7::${n.toString(16)}`));
    expect(codes.at(-1)).toBe('TOO_MANY_GUESSES');
  });

  it('of who has an account, by signing up for others, is slowed as well', async () => {
    const one = await app.signUp('known@example.com');
    const codes: string[] = [];
    for (let n = 0; n < 27; n += 1) {
      const body = { first_name: 'A', last_name: 'B', email: 'known@example.com', password: PASSWORD };
      codes.push((await one.raw('POST', '/auth/register', body, { 'x-forwarded-for': '198.51.100.20' })).code);
    }
    expect(codes[0]).toBe('EMAIL_TAKEN');
    expect(codes.at(-1)).toBe('TOO_MANY_GUESSES');
  });
});

describe('whoever signs up with an e-mail of others', () => {
  it('loses every way in when the one who has the e-mail chooses a password', async () => {
    const operator = await app.signUp(OPERATOR);
    const email = 'whose@example.com';
    const squatter = await app.signUp(email);
    const { token } = (
      await squatter.call('POST /api-tokens', {
        body: { name: 'Kept', scopes: ['orders.read'], store_ids: null, days: null },
      })
    ).data;
    await app.db.owner((tx) =>
      tx.run(sql`insert into social_identity (provider, subject, account_id, email)
        values ('google', 'squatter', ${squatter.accountId}, 'squatter@example.com')`),
    );
    const script = { authorization: `Bearer ${token}` };
    expect((await squatter.call('GET /orders/v5/list', {}, script)).http).toBe(200);
    await squatter.call('POST /auth/forgot-password', { body: { email } });
    const { id, code } = linkIn(app, (await mailTo(operator, email, 'reset')).text);
    expect(
      (await operator.call('POST /auth/reset-password', { body: { id, code, password: 'a new long password' } })).http,
    ).toBe(200);
    expect((await squatter.call('GET /auth/account')).http).toBe(401);
    expect((await squatter.call('GET /orders/v5/list', {}, script)).http).toBe(401);
    const left = await app.db.owner((tx) =>
      tx.rows(sql`select 1 from social_identity where account_id = ${squatter.accountId}`),
    );
    expect(left).toEqual([]);
    // An account whose e-mail had been proven keeps its scripts where its owner wants to.
    const owner = await app.signIn(email, 'a new long password');
    const kept = (
      await owner.call('POST /api-tokens', {
        body: { name: 'Mine', scopes: ['orders.read'], store_ids: null, days: null },
      })
    ).data.token;
    await owner.call('POST /auth/forgot-password', { body: { email } });
    const again = linkIn(app, (await mailTo(operator, email, 'reset', 2)).text);
    await operator.call('POST /auth/reset-password', {
      body: { id: again.id, code: again.code, password: 'another long password', end_tokens: false },
    });
    expect((await owner.call('GET /orders/v5/list', {}, { authorization: `Bearer ${kept}` })).http).toBe(200);
  });
});
