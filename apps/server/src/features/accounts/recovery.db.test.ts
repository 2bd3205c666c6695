import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../db/index.ts';
import { linkIn, mailTo, OPERATOR } from '../../testing/app/mails.ts';
import { type Client, startTestApp } from '../../testing/app/test-app.ts';

const app = await startTestApp({ env: { QUAYSIDE_OPERATORS: OPERATOR } });
afterAll(() => app.stop());
const PASSWORD = 'correct horse battery';
let operator: Client;
let anyone: Client;
beforeAll(async () => {
  operator = await app.signUp(OPERATOR);
  anyone = await app.signUp();
});

const login = (email: string, password: string) => anyone.raw('POST', '/auth/login', { email, password });
const forgot = (email: string, headers = {}) => anyone.raw('POST', '/auth/forgot-password', { email }, headers);
const strange = '018f0000-0000-7000-8000-00000000dead';

describe('proving an e-mail', () => {
  it('is asked for in a mail that reads like one person wrote it', async () => {
    await app.signUp('reader@example.com');
    const mail = await mailTo(operator, 'reader@example.com', 'verify');
    const { id, code } = linkIn(app, mail.text);
    expect(mail.subject).toBe('Confirm your email for Quayside');
    expect(mail.text).toBe(
      `Hello Ada,

Confirm your email so we can reach you about your orders and help you sign in if you forget your password.

Confirm email:
${app.url}/auth/email-verification?id=${id}&code=${code}

The link works for 24 hours. If you didn’t sign up for Quayside, ignore this email.

-- 
Quayside at ${app.url}
You’re receiving this email because a Quayside account uses this address.`,
    );
  });

  it('is done by the link, with and without a slash at the end, and stays done when the page is loaded again', async () => {
    const ada = await app.signUp('prove@example.com');
    expect((await ada.call('GET /auth/account')).data).toMatchObject({
      email_verified: false,
      verification_wanted: true,
    });
    const { id, code } = linkIn(app, (await mailTo(operator, 'prove@example.com', 'verify')).text);
    const first = await ada.raw('GET', `/auth/verify-email/${id}/${code}/`);
    expect(first).toMatchObject({ http: 200, data: { email: 'prove@example.com' } });
    expect(await anyone.raw('GET', `/auth/verify-email/${id}/${code}`)).toMatchObject({ http: 200 });
    expect((await ada.call('GET /auth/account')).data).toMatchObject({
      email_verified: true,
      verification_wanted: false,
    });
  });

  it('refuses a link of somebody else and a wrong code alike', async () => {
    await app.signUp('careful@example.com');
    const { id, code } = linkIn(app, (await mailTo(operator, 'careful@example.com', 'verify')).text);
    for (const path of [`${strange}/${code}`, `${id}/${'0'.repeat(64)}`])
      expect(await anyone.raw('GET', `/auth/verify-email/${path}`)).toMatchObject({ http: 422, code: 'LINK_NOT_GOOD' });
  });

  it('can be asked for again, and once proven no further mail is written', async () => {
    const email = 'again@example.com';
    const ada = await app.signUp(email);
    await mailTo(operator, email, 'verify');
    expect(await anyone.raw('POST', '/auth/send-verification-email', { email })).toMatchObject({ http: 200 });
    const { id, code } = linkIn(app, (await mailTo(operator, email, 'verify', 2)).text);
    await ada.raw('GET', `/auth/verify-email/${id}/${code}`);
    await anyone.raw('POST', '/auth/send-verification-email', { email });
    await forgot(email);
    await mailTo(operator, email, 'reset');
    const { data } = await operator.call('GET /operator/mails');
    expect(data.items.filter((mail) => mail.recipient === email && mail.kind === 'verify')).toHaveLength(2);
  });
});

describe('a forgotten password', () => {
  it('is replaced by a link that works once, ends every session, and is told by mail', async () => {
    const email = 'forgetful@example.com';
    const ada = await app.signUp(email);
    await forgot(email);
    const mail = await mailTo(operator, email, 'reset');
    const { path, id, code } = linkIn(app, mail.text);
    expect(path).toBe('/reset-password');
    expect(mail.text).toContain('The link works once, for one hour. If it wasn’t you, ignore this email');
    const reset = (password: string) => anyone.raw('POST', '/auth/reset-password', { id, code, password });
    expect(await reset('short')).toMatchObject({ http: 422, status: 204 });
    expect(await reset('a new long password')).toMatchObject({ http: 200 });
    expect(await reset('a third long password')).toMatchObject({ http: 422, code: 'LINK_NOT_GOOD' });
    expect(await ada.call('GET /auth/account')).toMatchObject({ http: 401, code: 'SESSION_ENDED' });
    expect(await login(email, PASSWORD)).toMatchObject({ http: 401 });
    expect(await login(email, 'a new long password')).toMatchObject({ http: 200 });
    expect((await mailTo(operator, email, 'password-changed')).subject).toBe('Your Quayside password was changed');
    // The mail reached the person: the e-mail is proven.
    expect((await (await app.signIn(email, 'a new long password')).call('GET /auth/account')).data.email_verified).toBe(
      true,
    );
  });

  it('gives one of two that use the link at the same time the password', async () => {
    const email = 'race@example.com';
    await app.signUp(email);
    await forgot(email);
    const { id, code } = linkIn(app, (await mailTo(operator, email, 'reset')).text);
    const answers = await Promise.all(
      ['one long password', 'two long password'].map((password) =>
        anyone.raw('POST', '/auth/reset-password', { id, code, password }),
      ),
    );
    expect(answers.map((answer) => answer.http).sort()).toEqual([200, 422]);
  });

  it('cannot be replaced by a link older than an hour, nor by an earlier one once a later was used', async () => {
    const email = 'late@example.com';
    await app.signUp(email);
    await forgot(email);
    const early = linkIn(app, (await mailTo(operator, email, 'reset')).text);
    await forgot(email);
    const later = linkIn(app, (await mailTo(operator, email, 'reset', 2)).text);
    const use = ({ id, code }: { id: string; code: string }) =>
      anyone.raw('POST', '/auth/reset-password', { id, code, password: 'a new long password' });
    expect(await use(later)).toMatchObject({ http: 200 });
    expect(await use(early)).toMatchObject({ code: 'LINK_NOT_GOOD' });
    await forgot(email);
    const old = linkIn(app, (await mailTo(operator, email, 'reset', 3)).text);
    await app.db.owner((tx) =>
      tx.run(sql`update account_link set expires_at = now() - interval '1 second' where link_id = ${old.id}`),
    );
    expect(await use(old)).toMatchObject({ code: 'LINK_NOT_GOOD' });
  });

  it('answers the same whether or not there is such an account, and slows both down alike', async () => {
    await app.signUp('known@example.com');
    const seen: unknown[][] = [];
    for (const email of ['known@example.com', 'unknown@example.com']) {
      const answers = [];
      for (let n = 0; n < 6; n += 1) {
        const { http, status, code, message, data } = await forgot(email);
        answers.push({ http, status, code, message: message.replace(/\d+/, 'N'), data });
      }
      seen.push(answers);
    }
    expect(seen[0]).toEqual(seen[1]);
    expect(seen[0]?.at(0)).toMatchObject({ http: 200 });
    expect(seen[0]?.at(-1)).toMatchObject({ http: 429, code: 'TOO_MANY_GUESSES' });
  });

  it('keeps only hashes of codes, and nothing readable of a mail', async () => {
    const email = 'sealed@example.com';
    await app.signUp(email);
    await forgot(email);
    const { code } = linkIn(app, (await mailTo(operator, email, 'reset')).text);
    const dump = await app.db.owner((tx) =>
      tx.rows<{ text: string }>(sql`select row_to_json(l)::text as text from account_link l
        union all select row_to_json(m)::text from mail_outbox m
        union all select row_to_json(j)::text from pgboss.job j where name in ('send-mail', 'answer-mail-request')`),
    );
    expect(dump.filter(({ text }) => text.includes(code))).toEqual([]);
    expect(dump.filter(({ text }) => text.includes('Somebody asked'))).toEqual([]);
  });

  it('greets in the language of the account', async () => {
    const email = 'deutsch@example.com';
    await app.signUp(email).then((ada) => ada.call('PUT /auth/account/set-language', { body: { language: 'de' } }));
    await forgot(email);
    const mail = await mailTo(operator, email, 'reset');
    expect(mail.subject).toBe('Setze dein Quayside-Passwort zurück');
    expect(mail.text).toMatch(/^Hallo Ada,\n\nJemand hat angefordert, das Passwort/);
  });

  it('lets no name begin a header or markup of its own', async () => {
    const email = 'header@example.com';
    const evil = 'Ada\r\nBcc: everyone@example.com';
    const made = await anyone.raw('POST', '/auth/register', {
      first_name: evil,
      last_name: 'B',
      email,
      password: PASSWORD,
    });
    expect(made.http).toBe(200);
    expect((await mailTo(operator, email, 'verify')).text).toMatch(/^Hello,\n\nConfirm your email/);
    const lines = await anyone.raw('POST', '/auth/forgot-password', { email: 'a@b.co\r\nBcc: c@d.co' });
    expect(lines).toMatchObject({ http: 422, status: 204 });
  });
});

describe('changing the password', () => {
  it('asks for the old one, keeps this session and ends the others', async () => {
    const email = 'change@example.com';
    const here = await app.signUp(email);
    const elsewhere = await app.signIn(email, PASSWORD);
    const change = (current_password: string) =>
      here.call('POST /auth/account/change-password', { body: { current_password, password: 'a new long password' } });
    const wrong = await change('not the password');
    expect(wrong).toMatchObject({ http: 422, code: 'WRONG_PASSWORD' });
    expect(Object.keys(wrong.errors ?? {})).toEqual(['current_password']);
    expect(await change(PASSWORD)).toMatchObject({ http: 200 });
    expect(await here.call('GET /auth/account')).toMatchObject({ http: 200 });
    expect(await elsewhere.call('GET /auth/account')).toMatchObject({ http: 401 });
    expect(await login(email, 'a new long password')).toMatchObject({ http: 200 });
  });

  it('is slowed for whoever guesses at an open screen', async () => {
    const ada = await app.signUp();
    const body = { current_password: 'a wrong password', password: 'a new long password' };
    for (let n = 0; n < 6; n += 1) await ada.call('POST /auth/account/change-password', { body });
    expect(await ada.call('POST /auth/account/change-password', { body })).toMatchObject({ http: 429 });
  });
});
