import { type MailCatcher, startMailCatcher } from '@quayside/testing/fakes/mail-catcher.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATOR, until } from '../../testing/app/mails.ts';
import { type Client, startTestApp, type TestApp } from '../../testing/app/test-app.ts';
import { queueMail } from './index.ts';

let catcher: MailCatcher;
let app: TestApp;
let operator: Client;
beforeAll(async () => {
  catcher = await startMailCatcher();
  app = await startTestApp({
    env: { QUAYSIDE_OPERATORS: OPERATOR, SMTP_URL: catcher.url, MAIL_FROM: 'Quayside <harbour@example.com>' },
  });
  operator = await app.signUp(OPERATOR);
});
afterAll(async () => {
  await app?.stop();
  await catcher?.stop();
});

const caught = (to: string) => until(`a mail to ${to}`, async () => catcher.mails.find((mail) => mail.to.includes(to)));
const listed = async (to: string) =>
  (await operator.call('GET /operator/mails')).data.items.find((mail) => mail.recipient === to);

describe('mails through an SMTP server', () => {
  it('go out once, as text and HTML, from the set address, and their text leaves the outbox', async () => {
    await app.signUp('sailor@example.com');
    const mail = await caught('sailor@example.com');
    expect(mail.from).toBe('harbour@example.com');
    expect(mail.to).toEqual(['sailor@example.com']);
    expect(mail.headers).toMatchObject({
      from: 'Quayside <harbour@example.com>',
      to: 'sailor@example.com',
      subject: 'Confirm your email for Quayside',
      'auto-submitted': 'auto-generated',
    });
    expect(mail.raw).toMatch(/Content-Type: text\/plain; charset=utf-8/i);
    expect(mail.raw).toMatch(/Content-Type: text\/html; charset=utf-8/i);
    const row = await until('the note that it was sent', async () => {
      const found = await listed('sailor@example.com');
      return found?.state === 'sent' ? found : undefined;
    });
    const read = await operator.call('GET /operator/mails/{mail_id}', { params: { mail_id: row.mail_id } });
    expect(read.data.text).toBeNull();
    expect(mail.headers['message-id']).toBe(`<${row.mail_id}@example.com>`);
    expect(catcher.mails.filter(({ to }) => to.includes('sailor@example.com'))).toHaveLength(1);
  });

  it('that one can do without say how to get fewer', async () => {
    const ada = await app.signUp('member@example.com');
    await app.db.tenant(ada, (tx) =>
      queueMail(app.running.deps, tx, {
        kind: 'notice',
        accountId: ada.accountId,
        to: 'member@example.com',
        name: 'Ada',
        language: 'en',
        params: { workspace: 'Harbour www.evil.example', text: 'The wallet is low' },
        lines: ['The wallet is low'],
        url: `${app.url}/app/notifications`,
      }),
    );
    const mail = await until('the notice', async () =>
      catcher.mails.find((one) => one.headers.subject === 'The wallet is low'),
    );
    expect(mail.headers['list-unsubscribe']).toBe(`<${app.url}/app/setting/notification>`);
    expect(mail.raw).not.toContain('www.evil.example');
  });

  it('110: invite nobody in the name of an e-mail that was not proven', async () => {
    const email = 'inviter@example.com';
    const ada = await app.signUp(email);
    const invite = () =>
      ada.call('POST /team/invitations', {
        body: { email: 'guest@example.com', role: 'viewer', store_ids: null },
      });
    expect(await invite()).toMatchObject({ http: 403, status: 110, code: 'EMAIL_NOT_VERIFIED' });
    // A line of the mail may be broken by `=` where it is long.
    const text = (await caught(email)).raw.replace(/=\r?\n/g, '').replace(/=3D/g, '=');
    const [, id, code] = /email-verification\?id=([0-9a-f-]+)&(?:amp;)?code=([0-9a-f]+)/.exec(text) ?? [];
    expect((await ada.raw('GET', `/auth/verify-email/${id}/${code}`)).http, text).toBe(200);
    await expect.poll(async () => (await invite()).http).toBe(200);
    const invitation = await caught('guest@example.com');
    expect(invitation.headers.subject).toContain('Ada Owner');
    expect(invitation.raw.replace(/=\r?\n/g, '')).toContain('The link works once, for 7 days, only for this email.');
  });

  it('are tried again when the server is busy', async () => {
    catcher.refusals.push('451 busy');
    await app.signUp('busy@example.com');
    await caught('busy@example.com');
  });

  it('are noted as failed when the server refuses for good, without its words, and can be sent again', async () => {
    catcher.refusals.push('550 no such person as gone@example.com');
    await app.signUp('gone@example.com');
    const row = await until('the failure', async () => {
      const found = await listed('gone@example.com');
      return found?.state === 'failed' ? found : undefined;
    });
    expect(row.error).toBe('EENVELOPE 550');
    await operator.call('POST /operator/mails/{mail_id}/send', { params: { mail_id: row.mail_id } });
    await caught('gone@example.com');
  });
});
