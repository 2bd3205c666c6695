import { TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../db/index.ts';
import { hashToken } from '../../http/session.ts';
import { everyCall, getName } from '../../testing/app/call-ids.ts';
import { expireConfirmation } from '../../testing/app/expire-confirmation.ts';
import { mailTo, OPERATOR } from '../../testing/app/mails.ts';
import { type Client, createClient, startTestApp } from '../../testing/app/test-app.ts';

const app = await startTestApp({ env: { QUAYSIDE_OPERATORS: OPERATOR } });
afterAll(() => app.stop());
const PASSWORD = 'correct horse battery';
const STRANGE_ID = '018f0000-0000-7000-8000-00000000dead';

let operator: Client;
let ada: Client;
beforeAll(async () => {
  operator = await app.signUp(OPERATOR);
  ada = await app.signUp();
});

const confirm = (who: Client, body: { password?: string; code?: string; mail_code?: string }) =>
  who.call('POST /auth/confirmation', { body });
const globally = (query: ReturnType<typeof sql>) => app.running.deps.db.global((tx) => tx.run(query));

describe('calls that create lasting access', () => {
  const guarded = everyCall.filter((call) => call.confirm);

  it('are these and no others: a call that leaves the list, or joins it, is noticed', () => {
    expect(guarded.map(getName).sort()).toEqual([
      'POST /api-tokens',
      'POST /auth/account/connect',
      'POST /auth/platform/{platform}/bind',
      'POST /auth/social/{social}/link',
      'POST /auth/suspensions/confirm',
      'POST /auth/two-factor/recovery-codes',
      'POST /notifications/webhook/secret',
      'POST /team/invitations',
      'POST /team/invitations/{invitation_id}/renew',
      'POST /team/ownership',
      'POST /team/ownership/accept',
      'PUT /notifications/webhook',
      'PUT /team/members/{member_id}',
    ]);
  });

  it('each refuse a session that has not confirmed for 10 minutes, and let one pass that has', async () => {
    const refused: string[] = [];
    const passed: string[] = [];
    const ask = (name: string) => {
      const [method = '', path = ''] = name.split(' ');
      const address = path
        .replace('{platform}', 'shopify')
        .replace('{social}', 'google')
        .replace(/\{\w+\}/, STRANGE_ID);
      return ada.raw(method, address, {});
    };
    const names = guarded.map(getName);
    await expireConfirmation(app, ada);
    for (const name of names) {
      const { http, status, code } = await ask(name);
      if (http === 403 && status === 103 && code === 'CONFIRM_IDENTITY') refused.push(name);
    }
    expect(refused).toEqual(names);
    expect((await confirm(ada, { password: PASSWORD })).http).toBe(200);
    for (const name of names) {
      const { code } = await ask(name);
      if (code !== 'CONFIRM_IDENTITY' && code !== 'SERVER_ERROR') passed.push(name);
    }
    expect(passed).toEqual(names);
  });

  it('are never an API token’s to make, whatever it was given', async () => {
    const { data } = await ada.call('POST /api-tokens', {
      body: { name: 'hooks', scopes: ['notifications.webhook'] },
    });
    const script = createClient(app.url, data.token, ada.accountId, ada.workplaceId);
    const hook = { url: 'https://example.com/hook', is_active: true, kinds: [] };
    expect(await script.call('PUT /notifications/webhook', { body: hook })).toMatchObject({
      http: 403,
      code: 'TOKEN_CANNOT_CONFIRM',
    });
    expect(await ada.call('PUT /notifications/webhook', { body: hook })).toMatchObject({ http: 200 });
    expect(await script.call('DELETE /notifications/webhook')).toMatchObject({ http: 200 });
  });
});

describe('a session', () => {
  it('is confirmed by the sign-in itself, alone among the sessions of its account', async () => {
    const here = await app.signUp('alone@example.com');
    const there = await app.signIn('alone@example.com', PASSWORD);
    await expireConfirmation(app, here);
    const until = async (who: Client) => (await who.call('GET /auth/confirmation')).data.confirmed_until;
    expect(await until(here)).toBeNull();
    expect(Date.parse((await until(there)) ?? '')).toBeGreaterThan(Date.now() + 9 * 60_000);
    await expireConfirmation(app, there);
    await confirm(here, { password: PASSWORD });
    expect(await until(here)).not.toBeNull();
    expect(await until(there)).toBeNull();
  });

  it('is not confirmed by a wrong password, which is paced as at the sign-in', async () => {
    const bob = await app.signUp();
    await expireConfirmation(app, bob);
    expect(await confirm(bob, {})).toMatchObject({ http: 422, errors: { password: expect.anything() } });
    // A mailbox is not enough where there is a password.
    expect(await bob.call('POST /auth/confirmation/mail')).toMatchObject({ code: 'CONFIRM_BY_PASSWORD' });
    for (let n = 0; n < 6; n += 1)
      expect(await confirm(bob, { password: `wrong ${n}` })).toMatchObject({ http: 422, code: 'WRONG_PASSWORD' });
    expect(await confirm(bob, { password: PASSWORD })).toMatchObject({ http: 429, code: 'TOO_MANY_GUESSES' });
    expect((await bob.call('GET /auth/confirmation')).data.confirmed_until).toBeNull();
  });

  it('asks for the second factor too, where it is on', async () => {
    const cleo = await app.signUp();
    const { data } = await cleo.call('POST /auth/two-factor/begin', { body: { password: PASSWORD } });
    const codeAt = (ahead: number) =>
      new TOTP({ secret: data.secret }).generate({ timestamp: Date.now() + ahead * 30_000 });
    const on = await cleo.call('POST /auth/two-factor/confirm', { body: { code: codeAt(0) } });
    await expireConfirmation(app, cleo);
    expect((await cleo.call('GET /auth/confirmation')).data).toMatchObject({ password: true, two_factor: true });
    expect(await confirm(cleo, { password: PASSWORD })).toMatchObject({ code: 'TWO_FACTOR_CODE_NEEDED' });
    expect(await confirm(cleo, { password: PASSWORD, code: '000000' })).toMatchObject({ code: 'WRONG_SECOND_CODE' });
    expect(await cleo.call('POST /auth/two-factor/recovery-codes')).toMatchObject({ code: 'CONFIRM_IDENTITY' });
    expect(await confirm(cleo, { password: PASSWORD, code: codeAt(1) })).toMatchObject({ http: 200 });
    await expireConfirmation(app, cleo);
    const recovery = on.data.recovery_codes[0] ?? '';
    expect(await confirm(cleo, { password: PASSWORD, code: recovery })).toMatchObject({ http: 200 });
  });

  it('without a password is confirmed by a mailed code: of this session, once, in its time, in five tries', async () => {
    const email = 'no-password@example.com';
    const dora = await app.signUp(email);
    const other = await app.signIn(email, PASSWORD);
    await globally(sql`update account set password_hash = null where account_id = ${dora.accountId}`);
    const codeIn = async (nth: number) =>
      /\b\d{6}\b/.exec((await mailTo(operator, email, 'confirm-code', nth)).text)?.[0];
    const send = (who: Client) => who.call('POST /auth/confirmation/mail');
    for (const one of [dora, other]) await expireConfirmation(app, one);

    expect(await confirm(dora, { mail_code: '000000' })).toMatchObject({ code: 'CONFIRM_CODE_WRONG' });
    expect(await send(dora)).toMatchObject({ http: 200 });
    const first = (await codeIn(1)) ?? '';
    expect(await confirm(other, { mail_code: first })).toMatchObject({ code: 'CONFIRM_CODE_WRONG' });
    await globally(sql`update session_code set expires_at = now() - interval '1 second'`);
    expect(await confirm(dora, { mail_code: first })).toMatchObject({ code: 'CONFIRM_CODE_WRONG' });

    await send(dora);
    const second = (await codeIn(2)) ?? '';
    expect(await confirm(dora, { mail_code: second })).toMatchObject({ http: 200 });
    expect(await confirm(dora, { mail_code: second })).toMatchObject({ code: 'CONFIRM_CODE_WRONG' });

    await send(dora);
    const third = (await codeIn(3)) ?? '';
    await globally(sql`update session_code set tries = 5 where token_hash = ${hashToken(dora.token)}`);
    expect(await confirm(dora, { mail_code: third })).toMatchObject({ code: 'CONFIRM_CODE_WRONG' });
    const rows = await app.running.deps.db.global((tx) =>
      tx.rows<{ code_hash: Buffer }>(sql`select code_hash from session_code`),
    );
    expect(JSON.stringify(rows)).not.toContain(third);
    // More codes are not more tries: asking for them is paced, and so are the guesses of one account.
    await send(dora);
    expect(await send(dora)).toMatchObject({ http: 429 });
  });
});
