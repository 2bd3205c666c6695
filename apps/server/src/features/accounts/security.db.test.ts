import { TOTP } from 'otpauth';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../db/index.ts';
import { mailTo, OPERATOR, until } from '../../testing/app/mails.ts';
import { type Client, startTestApp } from '../../testing/app/test-app.ts';
import { noteEvent } from './index.ts';
import { endAccountsJob } from './jobs/account-jobs.ts';

const app = await startTestApp({ env: { QUAYSIDE_OPERATORS: OPERATOR } });
afterAll(() => app.stop());
const PASSWORD = 'correct horse battery';
let operator: Client;
let anyone: Client;
beforeAll(async () => {
  operator = await app.signUp(OPERATOR);
  anyone = await app.signUp();
});

const login = (email: string, code?: string, password = PASSWORD) =>
  anyone.raw('POST', '/auth/login', { email, password, ...(code ? { code } : {}) });

describe('sessions', () => {
  it('are listed to their own account alone, and one of them can be ended', async () => {
    const here = await app.signUp('sessions@example.com');
    const there = await app.signIn('sessions@example.com', PASSWORD);
    const { items } = (await here.call('GET /auth/sessions')).data;
    expect(items.map((one) => one.is_current)).toEqual([true, false]);
    const stranger = await app.signUp();
    const other = items[1]?.session_id ?? '';
    const end = (who: Client) => who.call('DELETE /auth/sessions/{session_id}', { params: { session_id: other } });
    expect(await end(stranger)).toMatchObject({ http: 404, code: 'SESSION_NOT_FOUND' });
    expect(await there.call('GET /auth/account')).toMatchObject({ http: 200 });
    expect(await end(here)).toMatchObject({ http: 200 });
    expect(await there.call('GET /auth/account')).toMatchObject({ http: 401, code: 'SESSION_ENDED' });
    expect(await end(here)).toMatchObject({ http: 404 });
    expect(JSON.stringify(items)).not.toContain(here.token);
  });

  it('all end at once, here too', async () => {
    const here = await app.signUp('everywhere@example.com');
    const there = await app.signIn('everywhere@example.com', PASSWORD);
    await here.call('POST /auth/sessions/end-all');
    for (const one of [here, there]) expect(await one.call('GET /auth/account')).toMatchObject({ http: 401 });
  });
});

describe('the second factor', () => {
  /** The code that an app shows, `ahead` steps from now. */
  const codeOf = (uri: string, ahead = 0) => {
    const parts = new URL(uri.replace('otpauth://', 'https://'));
    return new TOTP({ secret: parts.searchParams.get('secret') ?? '' }).generate({
      timestamp: Date.now() + ahead * 30_000,
    });
  };

  async function switchOn(email: string) {
    const ada = await app.signUp(email);
    const begun = await ada.call('POST /auth/two-factor/begin', { body: { password: PASSWORD } });
    const on = await ada.call('POST /auth/two-factor/confirm', { body: { code: codeOf(begun.data.uri) } });
    expect(on.http, JSON.stringify(on)).toBe(200);
    return { ada, uri: begun.data.uri, codes: on.data.recovery_codes };
  }

  it('asks for the password first, and counts only once a code of it was confirmed', async () => {
    const email = 'half@example.com';
    const ada = await app.signUp(email);
    const wrong = await ada.call('POST /auth/two-factor/begin', { body: { password: 'not it at all' } });
    expect(wrong).toMatchObject({ http: 422, code: 'WRONG_PASSWORD' });
    const { data } = await ada.call('POST /auth/two-factor/begin', { body: { password: PASSWORD } });
    expect(data.uri).toMatch(/^otpauth:\/\/totp\/Quayside:half%40example\.com\?/);
    expect(await login(email)).toMatchObject({ http: 200 });
    expect(await ada.call('POST /auth/two-factor/confirm', { body: { code: '000000' } })).toMatchObject({
      code: 'WRONG_SECOND_CODE',
    });
    expect((await ada.call('GET /auth/two-factor')).data).toEqual({ on_since: null, recovery_codes_left: 0 });
  });

  it('is asked for at sign-in after the password, takes each code once, and is told by mail', async () => {
    const email = 'twice-sure@example.com';
    const { uri } = await switchOn(email);
    expect(await login(email, undefined, 'a wrong password')).toMatchObject({ code: 'WRONG_EMAIL_OR_PASSWORD' });
    const asked = await login(email);
    expect(asked).toMatchObject({ http: 422, code: 'TWO_FACTOR_CODE_NEEDED', data: null });
    expect(asked.errors?.code?.[0]).toBe('Enter the code from your authenticator app.');
    const code = codeOf(uri, 1);
    // Of two at the same time, one.
    const both = await Promise.all([login(email, code), login(email, code)]);
    expect(both.map((answer) => answer.http).sort()).toEqual([200, 422]);
    expect(await login(email, code)).toMatchObject({ http: 422, code: 'WRONG_SECOND_CODE' });
    // The one that switched it on is of an earlier step: worth nothing any more.
    expect(await login(email, codeOf(uri))).toMatchObject({ code: 'WRONG_SECOND_CODE' });
    expect((await mailTo(operator, email, 'two-factor-on')).text).toContain(
      'Keep the recovery codes where you can reach them',
    );
  });

  it('lets in by a recovery code, each once, and by none of those before new ones were made', async () => {
    const email = 'lost-phone@example.com';
    const { ada, codes } = await switchOn(email);
    expect(codes).toHaveLength(10);
    expect(await login(email, codes[0]?.toUpperCase().replace('-', ' '))).toMatchObject({ http: 200 });
    expect(await login(email, codes[0])).toMatchObject({ code: 'WRONG_SECOND_CODE' });
    expect((await ada.call('GET /auth/two-factor')).data.recovery_codes_left).toBe(9);
    const fresh = await ada.call('POST /auth/two-factor/recovery-codes');
    expect(await login(email, codes[1])).toMatchObject({ code: 'WRONG_SECOND_CODE' });
    expect(await login(email, fresh.data.recovery_codes[1])).toMatchObject({ http: 200 });
  });

  it('is slowed for whoever guesses codes', async () => {
    const email = 'guessed-code@example.com';
    const { codes } = await switchOn(email);
    for (let n = 0; n < 6; n += 1) await login(email, `00000${n}`);
    expect(await login(email, codes[0])).toMatchObject({ http: 429, code: 'TOO_MANY_GUESSES' });
  });

  it('is switched off by password and code together, and not with one of them', async () => {
    const email = 'off@example.com';
    const { ada, codes } = await switchOn(email);
    const off = (password: string, code: string) => ada.call('POST /auth/two-factor/end', { body: { password, code } });
    expect(await off(PASSWORD, '000000')).toMatchObject({ code: 'WRONG_SECOND_CODE' });
    expect(await off('a wrong password', codes[0] ?? '')).toMatchObject({ code: 'WRONG_PASSWORD' });
    expect(await off(PASSWORD, codes[0] ?? '')).toMatchObject({ http: 200 });
    expect(await login(email)).toMatchObject({ http: 200 });
  });

  it('keeps its secret sealed', async () => {
    const { ada, uri, codes } = await switchOn('sealed-secret@example.com');
    const secret = new URL(uri.replace('otpauth://', 'https://')).searchParams.get('secret') ?? '?';
    const rows = await app.db.tenant({ accountId: ada.accountId }, (tx) =>
      tx.rows<{ text: string }>(sql`select row_to_json(t)::text as text from account_totp t
        union all select row_to_json(c)::text from account_recovery_code c`),
    );
    expect(rows).toHaveLength(11);
    for (const { text } of rows) for (const kept of [secret, ...codes]) expect(text).not.toContain(kept);
  });
});

describe('what happened to an account', () => {
  it('is told to its owner alone: ways in, password, second factor, tokens', async () => {
    const email = 'watched@example.com';
    const ada = await app.signUp(email);
    const bob = await app.signUp();
    const begun = await ada.call('POST /auth/two-factor/begin', { body: { password: PASSWORD } });
    const code = new TOTP({
      secret: new URL(begun.data.uri.replace('otpauth://', 'https://')).searchParams.get('secret') ?? '',
    }).generate();
    const { recovery_codes: codes } = (await ada.call('POST /auth/two-factor/confirm', { body: { code } })).data;
    await login(email, codes[0]);
    await ada.call('POST /auth/account/change-password', {
      body: { current_password: PASSWORD, password: 'another long password' },
    });
    const { item } = (
      await ada.call('POST /api-tokens', {
        body: { name: 'Nightly', scopes: ['orders.read'], store_ids: null, days: 1 },
      })
    ).data;
    await ada.call('POST /api-tokens/{token_id}/revoke', { params: { token_id: item.token_id } });
    const { items } = (await ada.call('GET /auth/account/events')).data;
    expect(items.map((one) => one.kind)).toEqual([
      'token_revoked',
      'token_made',
      'password_changed',
      'signed_in',
      'recovery_code_used',
      'two_factor_on',
      'signed_in',
    ]);
    expect(items[1]).toMatchObject({ subject: 'Nightly', ip: '127.0.0.1' });
    expect((await bob.call('GET /auth/account/events')).data.items.map((one) => one.kind)).toEqual(['signed_in']);
    // Append only, and part of what one takes along.
    await expect(app.db.global((tx) => tx.run(sql`delete from account_event`))).rejects.toThrow(/permission denied/);
    await expect(app.db.global((tx) => tx.run(sql`update account_event set ip = ''`))).rejects.toThrow(
      /permission denied/,
    );
  });

  it('pages by cursor', async () => {
    const ada = await app.signUp('often@example.com');
    for (let n = 0; n < 30; n += 1)
      await app.db.global((tx) => noteEvent(tx, ada.accountId, 'signed_in', { ip: `${n}`, userAgent: '' }));
    const first = (await ada.call('GET /auth/account/events')).data;
    const second = (await ada.call('GET /auth/account/events', { query: { cursor: first.next_cursor } })).data;
    expect([first.items.length, second.items.length, second.next_cursor]).toEqual([25, 6, undefined]);
    expect(new Set([...first.items, ...second.items].map((one) => one.event_id)).size).toBe(31);
  });
});

describe('leaving', () => {
  it('gives everything one holds as JSON by a link that ends, without keys and hashes', async () => {
    const ada = await app.signUp('leaver@example.com');
    await ada.call('POST /guideline', { body: { step: 'PUSH_PRODUCT' } });
    expect(await ada.call('POST /auth/account/export', { body: { password: 'not it at all' } })).toMatchObject({
      code: 'WRONG_PASSWORD',
    });
    const { url } = (await ada.call('POST /auth/account/export', { body: { password: PASSWORD } })).data;
    const response = await fetch(`${app.url}${url}`);
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="quayside-\d{4}-\d\d-\d\d\.json"$/,
    );
    const text = await response.text();
    const data = JSON.parse(text) as {
      account: { email: string };
      tables: Record<string, unknown[]>;
      workspaces: { workplace_id: string; tables: Record<string, { name?: string }[]> }[];
    };
    expect(data.account.email).toBe('leaver@example.com');
    expect(data.tables.account_flag).toHaveLength(1);
    expect(data.tables.session_token).toHaveLength(1);
    expect(data.tables.account_event).toHaveLength(2);
    expect(data.workspaces.map((one) => one.workplace_id)).toEqual([ada.workplaceId]);
    expect(data.workspaces[0]?.tables.workplace?.[0]?.name).toBe("Ada's workspace");
    expect(data.workspaces[0]?.tables).toHaveProperty('sales_order');
    expect(text).not.toMatch(/password_hash|token_hash|code_hash|"credentials"|"secret"/);
    expect((await fetch(`${app.url}${url.slice(0, -4)}0000`)).status).toBe(404);
    await app.db.owner((tx) => tx.run(sql`update account_link set expires_at = now() where purpose = 'export'`));
    expect((await fetch(`${app.url}${url}`)).status).toBe(404);
  });

  it('ends every session, tells the day by mail, and signing in before then keeps the account', async () => {
    const email = 'stays@example.com';
    const ada = await app.signUp(email);
    const leave = (password: string) => ada.call('DELETE /auth/account/delete', { body: { password } });
    expect(await leave('not it at all')).toMatchObject({ http: 422, code: 'WRONG_PASSWORD' });
    const asked = await leave(PASSWORD);
    const days = (Date.parse(asked.data.delete_at) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(13.9);
    expect(days).toBeLessThan(14.1);
    expect(await ada.call('GET /auth/account')).toMatchObject({ http: 401 });
    const mail = await mailTo(operator, email, 'account-leaving');
    const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(
      new Date(asked.data.delete_at),
    );
    expect(mail.text).toContain(`will be deleted on ${day}. To keep it, sign in before then.`);
    expect(await login(email)).toMatchObject({ http: 200, message: 'Welcome back. Your account won’t be deleted.' });
    expect(await login(email)).toMatchObject({ http: 200, message: '' });
  });

  it('leaves nothing of the account after its days, and everything of others', async () => {
    const email = 'gone@example.com';
    const ada = await app.signUp(email);
    const bob = await app.signUp();
    for (const one of [ada, bob]) await one.call('POST /guideline', { body: { step: 'PUSH_PRODUCT' } });
    const count = async (who: Client): Promise<Record<string, number>> => {
      const rows = await app.db.tenant(who, (tx) =>
        tx.rows<{
          name: string;
          n: number;
        }>(sql`select 'account' as name, count(*)::int as n from account where account_id = ${who.accountId}
          union all select 'session', count(*)::int from session_token where account_id = ${who.accountId}
          union all select 'workplace', count(*)::int from workplace where account_id = ${who.accountId}
          union all select 'member', count(*)::int from member where account_id = ${who.accountId}
          union all select 'flag', count(*)::int from account_flag where account_id = ${who.accountId}
          union all select 'event', count(*)::int from live_event where workplace_id = ${who.workplaceId}
          union all select 'what happened', count(*)::int from account_event where account_id = ${who.accountId}
          union all select 'mail', count(*)::int from mail_outbox where account_id = ${who.accountId}
          union all select 'posting', count(*)::int from ledger_posting where account_id = ${who.accountId}`),
      );
      return Object.fromEntries(rows.map(({ name, n }) => [name, n]));
    };
    for (const who of [ada, bob])
      await app.db.tenant(who, async (tx) => {
        const posting = who.workplaceId;
        await tx.run(sql`insert into ledger_posting (account_id, posting_id, mode, kind, idempotency_key)
          values (${who.accountId}, ${posting}, 'sandbox', 'bonus', 'b')`);
        await tx.run(sql`insert into ledger_entry (account_id, posting_id, entry_no, ledger_account, amount)
          values (${who.accountId}, ${posting}, 1, 'a', 5), (${who.accountId}, ${posting}, 2, 'b', -5)`);
      });
    const before = await count(bob);
    expect(before).toMatchObject({ account: 1, member: 1, flag: 1, posting: 1 });
    // Not before its time, whoever asks: the books stay, and the database itself refuses.
    await expect(
      app.db.tenant(ada, (tx) =>
        tx.run(
          sql`select erase_account_rows('ledger_entry', 'account_id', ${ada.accountId}::uuid, ${ada.accountId}::uuid)`,
        ),
      ),
    ).rejects.toThrow(/not to be erased/);
    await ada.call('DELETE /auth/account/delete', { body: { password: PASSWORD } });
    await app.db.owner((tx) =>
      tx.run(sql`update account set delete_at = now() - interval '1 second' where account_id = ${ada.accountId}`),
    );
    const { db, queue } = app.running.deps;
    await db.global((tx) => queue.send(tx, endAccountsJob, {}));
    await until('the account to be gone', async () => ((await count(ada)).account === 0 ? true : undefined));
    expect(Object.values(await count(ada)).every((n) => n === 0)).toBe(true);
    expect(await count(bob)).toEqual(before);
    // Whatever table, whatever column: nothing names the account, its workspace or its e-mail, guesses of the last hour apart.
    const admin = new pg.Client(app.db.superuserUrl);
    await admin.connect();
    try {
      const { rows: tables } = await admin.query<{ name: string }>(
        `select format('%I.%I', schemaname, tablename) as name from pg_tables
          where schemaname in ('public', 'warehouse') and tablename <> 'login_attempt'`,
      );
      expect(tables.length).toBeGreaterThan(60);
      const left: string[] = [];
      for (const { name } of tables) {
        const { rows } = await admin.query(`select 1 from ${name} t where t::text ~* any ($1::text[]) limit 1`, [
          [ada.accountId, ada.workplaceId, 'gone@example\\.com'],
        ]);
        if (rows.length > 0) left.push(name);
      }
      expect(left).toEqual([]);
    } finally {
      await admin.end();
    }
    expect(await login(email)).toMatchObject({ http: 401 });
    // The e-mail is free again.
    await app.signUp(email);
  });
});

describe('looking around', () => {
  it('puts onboarding keys away for good, refuses unknown ones, and has no demo mode by itself', async () => {
    const ada = await app.signUp();
    const before = (await ada.call('GET /auth/account')).data.remaining_meta_keys;
    expect(before).toMatchObject({ AI_ENHANCER: true, OB_MAPPED_BY_QUAYSIDE: true });
    expect(before).not.toHaveProperty('DEMO_MODE');
    await ada.call('POST /auth/account/update-meta', { body: { meta_key: 'AI_ENHANCER' } });
    expect((await ada.call('GET /auth/account')).data.remaining_meta_keys).not.toHaveProperty('AI_ENHANCER');
    expect(await ada.raw('POST', '/auth/account/update-meta', { meta_key: 'NOT_ONE' })).toMatchObject({ http: 422 });
  });

  it('notes the first visit once, and tells nobody of another', async () => {
    const ada = await app.signUp();
    const first = () => ada.call('GET /auth/first-time-in-app', { query: { owner_id: ada.accountId } });
    expect((await first()).data.first_time).toBe(true);
    expect((await first()).data.first_time).toBe(false);
    const other = await ada.call('GET /auth/first-time-in-app', { query: { owner_id: anyone.accountId } });
    expect(other).toMatchObject({ http: 403, code: 'ACCOUNT_NOT_YOURS' });
  });

  it('takes the apps of the switcher and no other, counts what one holds, and has no demo without the sandbox', async () => {
    const ada = await app.signUp();
    expect(await ada.raw('POST', '/auth/app?app=product_researcher')).toMatchObject({ http: 200 });
    expect(await ada.raw('POST', '/auth/app?app=other')).toMatchObject({ http: 422 });
    expect((await ada.call('GET /auth/account/statistic')).data).toEqual({
      workspaces: 1,
      stores: 0,
      products: 0,
      listings: 0,
      orders: 0,
      supplier_orders: 0,
    });
    expect(await anyone.raw('POST', '/auth/try-now', {})).toMatchObject({ http: 404, code: 'TRY_NOW_OFF' });
  });
});
