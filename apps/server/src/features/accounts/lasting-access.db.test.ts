import { TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../db/index.ts';
import { hashToken } from '../../http/session.ts';
import { linkIn, mailTo, OPERATOR } from '../../testing/app/mails.ts';
import { type Client, startTestApp } from '../../testing/app/test-app.ts';
import { clearLeftovers } from './actions/clear-leftovers.ts';

const app = await startTestApp({ env: { QUAYSIDE_OPERATORS: OPERATOR } });
afterAll(() => app.stop());
const PASSWORD = 'correct horse battery';
const NEW = 'a new long password';
let operator: Client;
beforeAll(async () => {
  operator = await app.signUp(OPERATOR);
});

const globally = (query: ReturnType<typeof sql>) => app.running.deps.db.global((tx) => tx.run(query));
const tokenOf = async (who: Client) =>
  (await who.call('POST /api-tokens', { body: { name: 'Nightly', scopes: ['orders.read'], days: null } })).data.token;
/** Mails that were written to somebody so far. */
const countMails = async (to: string, kind: string): Promise<number> => {
  const rows = await app.running.deps.db.global((tx) =>
    tx.rows(sql`select 1 from mail_outbox where recipient = ${to} and kind = ${kind}`),
  );
  return rows.length;
};
const works = async (who: Client, token: string) =>
  (await who.call('GET /orders/v5/list', {}, { authorization: `Bearer ${token}` })).http === 200;

describe('a new password', () => {
  const change = (who: Client, body: object) =>
    who.raw('POST', '/auth/account/change-password', { current_password: PASSWORD, password: NEW, ...body });

  it('ends API tokens and other sessions unless the person keeps them', async () => {
    const here = await app.signUp('changes@example.com');
    const there = await app.signIn('changes@example.com', PASSWORD);
    const token = await tokenOf(here);
    expect(await change(here, { end_sessions: false, end_tokens: false })).toMatchObject({ http: 200 });
    expect(await works(here, token)).toBe(true);
    expect((await there.call('GET /auth/account')).http).toBe(200);
    const again = { current_password: NEW, password: 'another long password' };
    expect(await change(here, again)).toMatchObject({ http: 200 });
    await expect.poll(() => works(here, token)).toBe(false);
    expect((await here.call('GET /api-tokens')).data.items.map((one) => one.state)).toEqual(['revoked']);
    await expect.poll(async () => (await there.call('GET /auth/account')).http).toBe(401);
    expect((await here.call('GET /auth/account')).http).toBe(200);
  });

  it('by mail ends them too, of an account whose e-mail was proven long ago', async () => {
    const email = 'resets@example.com';
    const ada = await app.signUp(email);
    await globally(sql`update account set email_verified_at = now() where account_id = ${ada.accountId}`);
    const token = await tokenOf(ada);
    await ada.call('POST /auth/forgot-password', { body: { email } });
    const { id, code } = linkIn(app, (await mailTo(operator, email, 'reset')).text);
    const guessed = { id, code, password: 'Resets2026' };
    expect(await ada.raw('POST', '/auth/reset-password', guessed)).toMatchObject({ code: 'PASSWORD_TOO_COMMON' });
    expect((await ada.call('POST /auth/reset-password', { body: { id, code, password: NEW } })).http).toBe(200);
    await expect.poll(() => works(operator, token)).toBe(false);
  });

  it('is refused where it is easily guessed: at sign-up and at a change', async () => {
    const bob = await app.signUp('guessable@example.com');
    for (const password of ['password', 'Guessable1', 'QUAYSIDE2026'])
      expect(await change(bob, { password })).toMatchObject({
        http: 422,
        code: 'PASSWORD_TOO_COMMON',
        errors: { password: [expect.stringContaining('too common')] },
      });
    const body = { first_name: 'A', last_name: 'B', email: 'new-here@example.com', password: 'iloveyou' };
    expect(await bob.raw('POST', '/auth/register', body)).toMatchObject({ code: 'PASSWORD_TOO_COMMON' });
  });
});

describe('a session', () => {
  it('ends after 30 days without a request', async () => {
    const idle = await app.signUp('idle@example.com');
    const seen = (days: number) =>
      globally(sql`update session_token set last_seen_at = now() - make_interval(days => ${days}::int)
        where token_hash = ${hashToken(idle.token)}`);
    const status = async () => (await idle.call('GET /auth/account')).http;
    await seen(29);
    expect(await status()).toBe(200);
    await seen(31);
    await globally(sql`select pg_notify('quayside_session', ${idle.accountId})`);
    await expect.poll(status).toBe(401);
    await clearLeftovers(app.running.deps);
    const left = await app.running.deps.db.global((tx) =>
      tx.rows(sql`select 1 from session_token where account_id = ${idle.accountId}`),
    );
    expect(left).toEqual([]);
  });

  it('ends elsewhere when two-factor authentication is switched on here', async () => {
    const here = await app.signUp('two-factor-ends@example.com');
    const there = await app.signIn('two-factor-ends@example.com', PASSWORD);
    const { data } = await here.call('POST /auth/two-factor/begin', { body: { password: PASSWORD } });
    const code = new TOTP({ secret: data.secret }).generate();
    expect((await here.call('POST /auth/two-factor/confirm', { body: { code } })).http).toBe(200);
    await expect.poll(async () => (await there.call('GET /auth/account')).http).toBe(401);
    expect((await here.call('GET /auth/account')).http).toBe(200);
  });
});

describe('the owner is told by mail', () => {
  it('of a token, a member and a webhook of the workspace, and of new recovery codes', async () => {
    const email = 'is-told@example.com';
    const ada = await app.signUp(email);
    await tokenOf(ada);
    const made = await mailTo(operator, email, 'token-made');
    expect(made.text).toContain('Nightly');
    expect(made.text).toContain('/forgot-password');

    const hook = { url: 'https://hooks.example.com/in?key=secret', is_active: true, kinds: [] };
    expect((await ada.call('PUT /notifications/webhook', { body: hook })).http).toBe(200);
    const set = (await mailTo(operator, email, 'webhook-set')).text;
    expect(set.replaceAll('\u2060', '')).toContain('hooks.example.com');
    expect(set).not.toContain('secret');

    const guest = await app.signUp('guest-joins@example.com');
    const invited = await ada.call('POST /team/invitations', {
      body: { email: 'guest-joins@example.com', role: 'viewer', store_ids: null },
    });
    const token = invited.data.link.split('/').at(-1) ?? '';
    expect((await guest.call('POST /invitations/accept', { body: { token } })).http).toBe(200);
    expect((await mailTo(operator, email, 'member-joined')).text).toContain('guest-joins@example.com');

    const { data } = await ada.call('POST /auth/two-factor/begin', { body: { password: PASSWORD } });
    await ada.call('POST /auth/two-factor/confirm', { body: { code: new TOTP({ secret: data.secret }).generate() } });
    await ada.call('POST /auth/two-factor/recovery-codes');
    expect((await mailTo(operator, email, 'recovery-codes-renewed')).subject).toContain('recovery codes');
  });

  it('of a member who may do more than before, and of an offer of the workspace', async () => {
    const email = 'grows@example.com';
    const ada = await app.signUp(email);
    const guestEmail = 'grown@example.com';
    const guest = await app.signUp(guestEmail);
    const body = { email: guestEmail, role: 'buyer' as const, store_ids: null };
    const { link } = (await ada.call('POST /team/invitations', { body })).data;
    await guest.call('POST /invitations/accept', { body: { token: link.split('/').at(-1) ?? '' } });
    const become = (role: 'viewer' | 'manager') =>
      ada.call('PUT /team/members/{member_id}', {
        params: { member_id: guest.accountId },
        body: { role, store_ids: null },
      });
    // Less than before is no news; the one mail is of what came after.
    expect((await become('viewer')).http).toBe(200);
    expect((await become('manager')).http).toBe(200);
    const grown = (await mailTo(operator, email, 'member-changed')).text;
    expect(grown).toContain(guestEmail);
    expect(grown).toContain('Role: Manager');
    expect((await ada.call('POST /team/ownership', { body: { member_id: guest.accountId } })).http).toBe(200);
    expect((await mailTo(operator, email, 'ownership-offer-made')).text).toContain(guestEmail);
    expect(await countMails(email, 'member-changed')).toBe(1);
  });

  it('of a webhook once for each address and each time it is switched on, however often it is saved', async () => {
    const email = 'bombed@example.com';
    const ada = await app.signUp(email);
    const save = (hook: object) =>
      ada.raw('PUT', '/notifications/webhook', { url: 'https://a.example/in', is_active: true, kinds: [], ...hook });
    for (const hook of [{}, {}, { kinds: ['order_received'] }, { is_active: false }, { is_active: false }])
      expect((await save(hook)).http).toBe(200);
    expect(await countMails(email, 'webhook-set')).toBe(1);
    expect((await save({})).http).toBe(200);
    expect(await countMails(email, 'webhook-set')).toBe(2);
    expect((await save({ url: 'https://b.example/in' })).http).toBe(200);
    expect(await countMails(email, 'webhook-set')).toBe(3);
  });

  it('at a pace that no account can pass', async () => {
    const email = 'paced@example.com';
    const ada = await app.signUp(email);
    let saved = 0;
    const save = async (): Promise<string> => {
      const hook = { url: `https://${saved}.example/in`, is_active: true, kinds: [] };
      const { code, http } = await ada.raw('PUT', '/notifications/webhook', hook);
      if (http === 200) saved += 1;
      return code;
    };
    while ((await save()) === 'OK' && saved < 60);
    expect(saved).toBeLessThan(40);
    expect(await save()).toBe('RATE_LIMIT');
    expect(await countMails(email, 'webhook-set')).toBe(saved);
    // One pace for all that mails the owner.
    await globally(sql`update login_attempt set blocked_until = now() + interval '1 hour'
      where key = ${`owner-mails:${ada.accountId}`}`);
    const body = { name: 's', scopes: ['orders.read' as const], days: null };
    expect((await ada.call('POST /api-tokens', { body })).http).toBe(429);
  });

  it('of somebody who knows the password and fails the second factor, once; the wait outlives the hour', async () => {
    const email = 'guessed@example.com';
    const ada = await app.signUp(email);
    await globally(sql`update account set email_verified_at = now() where account_id = ${ada.accountId}`);
    const { data } = await ada.call('POST /auth/two-factor/begin', { body: { password: PASSWORD } });
    const codeAt = (ahead: number) =>
      new TOTP({ secret: data.secret }).generate({ timestamp: Date.now() + ahead * 30_000 });
    const on = await ada.call('POST /auth/two-factor/confirm', { body: { code: codeAt(0) } });
    const login = (code: string, password = PASSWORD) => ada.raw('POST', '/auth/login', { email, password, code });
    const key = `second:${ada.accountId}`;
    for (let n = 0; n < 5; n += 1) expect(await login(`00000${n}`)).toMatchObject({ code: 'WRONG_SECOND_CODE' });
    const mail = await mailTo(operator, email, 'second-factor-guessed');
    expect(mail.text).toContain('5 wrong');
    expect(mail.text).toContain('/forgot-password');

    // A day later, after many more: the next wait is eight hours, not two seconds.
    await globally(sql`update login_attempt set failures = 40, blocked_until = now() - interval '1 second',
      window_started_at = now() - interval '1 day' where key = ${key}`);
    await clearLeftovers(app.running.deps);
    expect(await login('000009')).toMatchObject({ code: 'WRONG_SECOND_CODE' });
    const held = await login(on.data.recovery_codes[0] ?? '');
    expect(held).toMatchObject({ http: 429, code: 'TOO_MANY_GUESSES' });
    expect(held.message).toMatch(/2(8|7)\d{3}/);

    // A new password shuts the guesser out and lets the owner in again.
    await ada.call('POST /auth/forgot-password', { body: { email } });
    const link = linkIn(app, (await mailTo(operator, email, 'reset')).text);
    await ada.call('POST /auth/reset-password', { body: { id: link.id, code: link.code, password: NEW } });
    expect(await login(on.data.recovery_codes[0] ?? '', NEW)).toMatchObject({ http: 200 });
  });
});
