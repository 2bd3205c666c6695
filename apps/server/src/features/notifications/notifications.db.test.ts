import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { NotificationKind } from '@quayside/contracts';
import { newId } from '@quayside/kernel';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '../../db/index.ts';
import { SESSION_CHANNEL } from '../../http/session.ts';
import { mailTo, OPERATOR, until } from '../../testing/app/mails.ts';
import { type Client, createClient, startTestApp, type TestApp } from '../../testing/app/test-app.ts';
import { notify } from './index.ts';

interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

/** A receiver of webhooks that answers as it is told, 200 unless something waits. */
async function startReceiver(): Promise<{
  server: Server;
  url: string;
  host: string;
  got: Received[];
  answers: number[];
}> {
  const got: Received[] = [];
  const answers: number[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      got.push({ headers: request.headers, body });
      response.statusCode = answers.shift() ?? 200;
      response.end('taken');
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { server, url: `http://${host}/hook`, host, got, answers };
}

let receiver: Awaited<ReturnType<typeof startReceiver>>;
let app: TestApp;
let operator: Client;
beforeAll(async () => {
  receiver = await startReceiver();
  app = await startTestApp({ env: { QUAYSIDE_OPERATORS: OPERATOR, QUAYSIDE_PRIVATE_HOSTS: receiver.host } });
  operator = await app.signUp(OPERATOR);
});
afterAll(async () => {
  await app?.stop();
  receiver?.server.close();
});

let ada: Client;
beforeEach(async () => {
  ada = await app.signUp();
  receiver.got.length = 0;
  receiver.answers.length = 0;
});

/** Something happens in a workspace; answers when people can see it. */
async function happen(client: Client, ...kinds: NotificationKind[]): Promise<void> {
  const subjects = kinds.map((kind) => ({ kind, subject: { id: newId(), name: '#1' }, params: { name: 'CJ' } }));
  await app.db.tenant(client, (tx) => notify(tx, client.workplaceId, subjects));
}
const list = async (client: Client, query: object = {}, headers = {}) =>
  (await client.call('GET /core/list-notification', { query: query as never }, headers)).data;
const unread = async (client: Client, headers = {}) => {
  const { total, product, supplier, order, connection, wallet } = await list(client, {}, headers);
  return { total, product, supplier, order, connection, wallet };
};
const NOTHING = { total: 0, product: 0, supplier: 0, order: 0, connection: 0, wallet: 0 };

/** Somebody in Ada's workspace with a role. */
async function join(role: string, storeIds: string[] | null = null): Promise<Client> {
  const person = await app.signUp();
  await app.db.tenant({ accountId: person.accountId, workplaceId: ada.workplaceId }, async (tx) => {
    await tx.run(sql`insert into member (account_id, workplace_id, role, owner_id, store_ids)
      values (${person.accountId}, ${ada.workplaceId}, ${role}, ${ada.accountId}, ${storeIds}::uuid[])`);
    await tx.run(sql`select pg_notify(${SESSION_CHANNEL}, ${person.accountId})`);
  });
  const client = createClient(app.url, person.token, person.accountId, ada.workplaceId);
  const here = { 'workplace-id': ada.workplaceId };
  return { ...client, call: (key, input, headers) => client.call(key, input, { ...here, ...headers }) };
}

describe('the bell', () => {
  it('B072, B454: shows 1 to whoever never opened it, then what is unread, counted by what it concerns', async () => {
    expect((await list(ada)).badge).toBe('1');
    await ada.call('POST /setting-notification', { body: { seen: true } });
    expect(await list(ada)).toMatchObject({ badge: null, ...NOTHING, items: [] });
    await happen(ada, 'order_received', 'push_failed', 'price_changed', 'store_reconnect', 'wallet_low');
    expect(await list(ada)).toMatchObject({
      badge: '5',
      total: 5,
      order: 1,
      product: 1,
      supplier: 1,
      connection: 1,
      wallet: 1,
    });
  });

  it('is told of live, without anybody asking', async () => {
    const stop = new AbortController();
    const stream = await fetch(`${app.url}/api/events`, {
      headers: { authorization: `Bearer ${ada.token}` },
      signal: stop.signal,
    });
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
    let seen = '';
    const heard = (async () => {
      while (!seen.includes('"notifications"')) {
        const { value, done } = (await reader?.read()) ?? { done: true };
        if (done) throw new Error('the stream ended');
        seen += value ?? '';
        if (seen.includes('event: ready') && !seen.includes('told')) {
          seen += 'told';
          await happen(ada, 'order_received');
        }
      }
    })();
    await heard;
    stop.abort();
    const { items } = await list(ada);
    expect(items).toMatchObject([{ kind: 'order_received', is_read: false, count: 1 }]);
  });

  it('counts what is read by this person alone, one by one and all at once', async () => {
    const viewer = await join('viewer');
    await happen(ada, 'order_received', 'placement_failed', 'push_failed');
    const { items } = await list(ada);
    const first = items[0];
    await ada.call('POST /notifications/read', { body: { notification_ids: [first?.id ?? ''] } });
    expect((await unread(ada)).total).toBe(2);
    expect((await list(ada, { unread: 'true' })).items).toHaveLength(2);
    expect((await unread(viewer)).total).toBe(3);
    await ada.call('POST /notifications/read-all', { body: { until: items[0]?.at ?? '' } });
    expect(await unread(ada)).toEqual(NOTHING);
    expect((await list(ada)).items.every((row) => row.is_read)).toBe(true);
    await happen(ada, 'store_reconnect');
    expect((await unread(ada)).connection).toBe(1);
  });

  it('has something new again when more joins what was read', async () => {
    await happen(ada, 'order_received');
    const [first] = (await list(ada)).items;
    await ada.call('POST /notifications/read', { body: { notification_ids: [first?.id ?? ''] } });
    await happen(ada, 'order_received');
    const after = await list(ada);
    expect(after.items).toMatchObject([{ id: first?.id, count: 2, is_read: false }]);
    expect(after.total).toBe(1);
  });

  it('never reads what came after the moment that was on the screen', async () => {
    await happen(ada, 'order_received');
    const [seen] = (await list(ada)).items;
    await happen(ada, 'push_failed');
    await until('the second one', async () => ((await unread(ada)).total === 2 ? true : undefined));
    await ada.call('POST /notifications/read-all', { body: { until: seen?.at ?? '' } });
    expect(await unread(ada)).toMatchObject({ total: 1, product: 1 });
    const ahead = new Date(Date.now() + 3_600_000).toISOString();
    await ada.call('POST /notifications/read-all', { body: { until: ahead } });
    await happen(ada, 'wallet_low');
    expect((await unread(ada)).wallet).toBe(1);
  });

  it('pages by cursor and by number, narrowed by what it concerns', async () => {
    await happen(ada, 'order_received', 'placement_failed', 'payment_failed', 'report_failed', 'push_failed');
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await list(ada, { page_size: 2, area: 'order', ...(cursor ? { cursor } : {}) });
      seen.push(...page.items.map((row) => row.id));
      cursor = page.next_cursor;
    } while (cursor);
    expect(new Set(seen).size).toBe(4);
    const second = await list(ada, { page_size: 2, page: 2, area: 'order' });
    expect(second.items.map((row) => row.id)).toEqual(seen.slice(2, 4));
    expect((await list(ada, { recent: 'true' })).items).toHaveLength(5);
  });

  it('refuses what is not of this workspace', async () => {
    const bob = await app.signUp();
    await happen(bob, 'order_received');
    const [his] = (await list(bob)).items;
    const answer = await ada.call('POST /notifications/read', { body: { notification_ids: [his?.id ?? ''] } });
    expect(answer).toMatchObject({
      http: 404,
      code: 'NOTIFICATION_NOT_FOUND',
      errors: { notification_ids: [expect.any(String)] },
    });
    expect((await unread(bob)).total).toBe(1);
    expect((await list(ada)).items).toEqual([]);
  });
});

describe('who is told', () => {
  it('goes by the role, the stores and what a person chose', async () => {
    const [mine, other] = [newId(), newId()];
    const lister = await join('lister');
    const limited = await join('manager', [mine]);
    await app.db.tenant(ada, (tx) =>
      tx.run(sql`insert into notification (workplace_id, notification_id, kind, area, group_key, store_id, created_at, at)
        select ${ada.workplaceId}, i, 'order_received', 'order', i::text, s, clock_timestamp(), clock_timestamp()
        from unnest(${[newId(), newId()]}::uuid[], ${[mine, other]}::uuid[]) as r(i, s) returning 1`),
    );
    await happen(ada, 'push_failed');
    expect(await unread(ada)).toMatchObject({ order: 2, product: 1 });
    expect(await unread(lister)).toEqual({ ...NOTHING, total: 1, product: 1 });
    expect(await unread(limited)).toMatchObject({ order: 1, product: 1 });
    await ada.call('POST /setting-notification', {
      body: { preferences: [{ kind: 'order_received', way: 'app', wanted: false }] },
    });
    expect(await unread(ada)).toMatchObject({ total: 1, order: 0, product: 1 });
    expect(await unread(limited)).toMatchObject({ order: 1 });
  });

  it('finds nothing unread that happened before he came, and leaves nothing behind when he goes', async () => {
    await happen(ada, 'order_received');
    await list(ada);
    const viewer = await join('viewer');
    expect((await list(viewer)).items).toMatchObject([{ is_read: true }]);
    await viewer.call('POST /setting-notification', { body: { maintenance_mode: true } });
    const rows = () =>
      app.db.tenant(ada, (tx) =>
        tx.rows(
          sql`select 1 from notification_member where workplace_id = ${ada.workplaceId} and account_id = ${viewer.accountId}`,
        ),
      );
    expect(await rows()).toHaveLength(1);
    await ada.call('DELETE /team/members/{member_id}', { params: { member_id: viewer.accountId } });
    expect(await rows()).toEqual([]);
  });
});

describe('mails', () => {
  const mailNow = (client: Client) =>
    app.db.global((tx) =>
      tx.run(sql`update pgboss.job set start_after = now() where name = 'mail-notices' and state = 'created'
        and data ->> 'workplaceId' = ${client.workplaceId}`),
    );
  const confirmed = (client: Client, language = 'en') =>
    app.db.global(async (tx) => {
      await tx.run(
        sql`update account set email_verified_at = now(), language = ${language} where account_id = ${client.accountId}`,
      );
      return (
        (await tx.first<{ email: string }>(sql`select email from account where account_id = ${client.accountId}`))
          ?.email ?? ''
      );
    });
  const mailed = (client: Client) =>
    app.db.global((tx) =>
      tx.rows<{ kind: string; subject: string }>(
        sql`select kind, subject from mail_outbox where account_id = ${client.accountId} and kind in ('notice', 'notices')`,
      ),
    );

  it('say in one mail, in the reader’s language, what is wanted and was not read', async () => {
    const email = await confirmed(ada, 'de');
    await happen(ada, 'order_received', 'supplier_reconnect', 'wallet_low', 'push_failed');
    const { items } = await list(ada);
    const low = items.find((row) => row.kind === 'wallet_low');
    await ada.call('POST /notifications/read', { body: { notification_ids: [low?.id ?? ''] } });
    await ada.call('POST /setting-notification', {
      body: { preferences: [{ kind: 'push_failed', way: 'mail', wanted: true }] },
    });
    await mailNow(ada);
    const mail = await mailTo(operator, email, 'notices');
    expect(mail.language).toBe('de');
    expect(mail.text).toContain('CJ muss neu verbunden werden');
    expect(mail.text).toContain('konnte nicht in');
    expect(mail.text).not.toContain('Wallet sind nur noch');
    expect(mail.text).not.toContain('Neue Bestellung');
    expect(mail.text).toContain(`${app.url}/app/notifications`);
    expect(await mailed(ada)).toHaveLength(1);
  });

  it('are not written to a member whom the owner has yet to confirm', async () => {
    const [held, reader] = [await join('manager'), await join('manager')];
    for (const one of [held, reader]) await confirmed(one);
    await app.db.tenant({ accountId: held.accountId, workplaceId: ada.workplaceId }, (tx) =>
      tx.run(sql`update member set suspended_at = now()
        where account_id = ${held.accountId} and workplace_id = ${ada.workplaceId}`),
    );
    await happen(ada, 'supplier_reconnect');
    await list(ada);
    await mailNow(ada);
    const waiting = () =>
      app.db.global((tx) =>
        tx.rows(sql`select 1 from pgboss.job where name = 'mail-notices' and state < 'completed'
          and data ->> 'workplaceId' = ${ada.workplaceId}`),
      );
    await expect.poll(waiting, { timeout: 10_000 }).toEqual([]);
    expect(await mailed(reader)).toHaveLength(1);
    expect(await mailed(held)).toEqual([]);
  });

  it('are ended by their own link with one click, signed out, and begun again by it', async () => {
    const reader = await join('manager');
    const email = await confirmed(reader);
    await happen(ada, 'supplier_reconnect');
    await list(ada);
    await mailNow(ada);
    const { text } = await mailTo(operator, email, 'notice');
    const link = new URL(/https?:\S+\/unsubscribe\/\S+/.exec(text)?.[0] ?? app.url);
    const token = link.pathname.split('/').at(-1) ?? '';
    const stranger = createClient(app.url, 'nobody', '', '');
    const mailing = async () => (await stranger.call('GET /notifications/mailing/{token}', { params: { token } })).data;
    const wants = async () => !(await reader.call('GET /notifications/settings')).data.maintenance_mode;
    expect(await mailing()).toMatchObject({ email, mails: true });

    const post = (path: string, body: string, type = 'application/x-www-form-urlencoded') =>
      fetch(`${app.url}${path}`, { method: 'POST', headers: { 'content-type': type }, body });
    // Whoever only looks (a scanner of links, a browser) ends nothing.
    expect((await post(link.pathname, '')).status).toBe(422);
    expect(await wants()).toBe(true);
    expect((await post(link.pathname, 'List-Unsubscribe=One-Click')).status).toBe(200);
    expect(await wants()).toBe(false);
    expect(await mailing()).toMatchObject({ mails: false });

    const changed = await stranger.call('POST /notifications/mailing', { body: { token, mails: true } });
    expect([changed.data.mails, await wants()]).toEqual([true, true]);
    const form = '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n';
    expect((await post(link.pathname, form, 'multipart/form-data; boundary=x')).status).toBe(200);
    expect(await wants()).toBe(false);

    const bent = `${token.slice(0, -4)}${token.endsWith('AAAA') ? 'BBBB' : 'AAAA'}`;
    for (const other of [bent, 'x', token.slice(0, 20)]) {
      expect((await post(`/unsubscribe/${other}`, 'List-Unsubscribe=One-Click')).status).toBe(404);
      const read = await stranger.call('GET /notifications/mailing/{token}', { params: { token: other } });
      expect(read).toMatchObject({ http: 404, code: 'MAILING_LINK_UNKNOWN' });
    }
    await ada.call('DELETE /team/members/{member_id}', { params: { member_id: reader.accountId } });
    expect(await stranger.call('POST /notifications/mailing', { body: { token, mails: true } })).toMatchObject({
      http: 404,
      code: 'MAILING_LINK_UNKNOWN',
    });
  });

  it('are ended by one address so many times in a minute, and what is too much is told to wait', async () => {
    const post = () => fetch(`${app.url}/unsubscribe/x`, { method: 'POST', body: 'List-Unsubscribe=One-Click' });
    let last = 0;
    for (let sent = 0; sent < 700 && last !== 429; sent += 50)
      for (const { status } of await Promise.all(Array.from({ length: 50 }, post))) last = status;
    expect(last).toBe(429);
    expect((await post()).headers.get('retry-after')).toMatch(/^\d+$/);
  });

  it('keep still in maintenance mode, and for an e-mail that nobody confirmed', async () => {
    const settings = await ada.call('POST /setting-notification', { body: { maintenance_mode: true } });
    expect(settings.data.maintenance_mode).toBe(true);
    await confirmed(ada);
    const other = await join('manager');
    const third = await join('manager');
    const email = await confirmed(third);
    await happen(ada, 'store_reconnect');
    await list(ada);
    await mailNow(ada);
    const mail = await mailTo(operator, email, 'notice');
    expect(mail.subject).toContain('needs to be reconnected');
    await until('the end of the mailing', async () => {
      const left = await app.db.global((tx) =>
        tx.rows(sql`select 1 from pgboss.job where name = 'mail-notices' and state < 'completed'
          and data ->> 'workplaceId' = ${ada.workplaceId}`),
      );
      return left.length === 0 ? true : undefined;
    });
    expect([...(await mailed(ada)), ...(await mailed(other))]).toEqual([]);
  });
});

describe('the webhook', () => {
  const KINDS: NotificationKind[] = ['order_received', 'store_reconnect'];
  const set = (url: string, change: object = {}) =>
    ada.call('PUT /notifications/webhook', { body: { url, is_active: true, kinds: KINDS, ...change } });
  const deliveries = async () => (await ada.call('GET /notifications/settings')).data.webhook?.deliveries ?? [];
  const verify = (one: Received | undefined, secret: string): void => {
    const [, t = '', v1 = ''] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(one?.headers['quayside-signature'])) ?? [];
    expect(v1).toBe(createHmac('sha256', secret).update(`${t}.${one?.body}`).digest('hex'));
    expect(Math.abs(Date.now() / 1000 - Number(t))).toBeLessThan(60);
  };

  it('is sent what was chosen, signed, with the same id at each try until it is taken', async () => {
    const secret = (await set(receiver.url)).data.secret ?? '';
    expect(secret).toMatch(/^whsec_/);
    expect((await set(receiver.url)).data.secret).toBeNull();
    receiver.answers.push(500);
    await happen(ada, 'order_received', 'push_failed');
    await list(ada);
    await until('the second try', async () => (receiver.got.length >= 2 ? true : undefined));
    const [first, second] = receiver.got;
    verify(first, secret);
    verify(second, secret);
    const body = JSON.parse(second?.body ?? '') as { id: string; type: string; notification: { count: number } };
    expect(body).toMatchObject({
      type: 'order_received',
      test: false,
      workspace: { id: ada.workplaceId },
      notification: { count: 1 },
    });
    expect(first?.headers['quayside-delivery']).toBe(body.id);
    expect(second?.headers['quayside-delivery']).toBe(body.id);
    const done = await until('the note that it was taken', async () =>
      (await deliveries()).find((one) => one.state === 'sent'),
    );
    expect(done).toMatchObject({ kind: 'order_received', attempts: 2, http_status: 200, error: null, is_test: false });
    expect(receiver.got).toHaveLength(2);
  });

  it('signs with a new secret from when there is one, and is tried by hand', async () => {
    const before = (await set(receiver.url)).data.secret ?? '';
    const after = (await ada.call('POST /notifications/webhook/secret')).data.secret;
    expect(after).not.toBe(before);
    const test = await ada.call('POST /notifications/webhook/test');
    expect(test.data).toMatchObject({ state: 'sent', is_test: true, http_status: 200 });
    verify(receiver.got[0], after);
    receiver.answers.push(404);
    const refused = await ada.call('POST /notifications/webhook/test');
    expect(refused.data).toMatchObject({
      state: 'failed',
      http_status: 404,
      error: 'The URL responded with 404 instead of 200.',
    });
    expect((await deliveries())[0]).toMatchObject({ state: 'failed', is_test: true });
    const { webhook } = (await ada.call('GET /notifications/settings')).data;
    expect(webhook?.secret_tail).toBe(after.slice(-4));
    expect(JSON.stringify(webhook)).not.toContain(after);
  });

  it('never goes to a private address, follows no redirect, and says why', async () => {
    await set('http://127.0.0.1:9/hook');
    const refused = await ada.call('POST /notifications/webhook/test');
    expect(refused.data.error).toContain('public address');
    expect(JSON.stringify(refused)).not.toContain('127.0.0.1');
    await set('http://169.254.169.254/latest/meta-data');
    expect((await ada.call('POST /notifications/webhook/test')).data.error).toContain('public address');
    await set(receiver.url);
    receiver.answers.push(302);
    expect((await ada.call('POST /notifications/webhook/test')).data).toMatchObject({
      state: 'failed',
      http_status: 302,
    });
    for (const url of ['ftp://example.com/x', 'https://user:word@example.com', 'not an address', 'javascript:alert(1)'])
      expect(await set(url)).toMatchObject({ http: 422, errors: { url: [expect.any(String)] } });
  });

  it('is silent when it is off or gone, and is the managers’ matter', async () => {
    await set(receiver.url, { is_active: false });
    await happen(ada, 'order_received');
    await list(ada);
    expect(await deliveries()).toEqual([]);
    const viewer = await join('viewer');
    expect((await viewer.call('GET /notifications/settings')).data).toMatchObject({
      webhook: null,
      may_webhook: false,
    });
    expect(
      (await viewer.call('PUT /notifications/webhook', { body: { url: receiver.url, is_active: true, kinds: [] } }))
        .code,
    ).toBe('ROLE_MAY_NOT');
    await ada.call('DELETE /notifications/webhook');
    expect((await ada.call('POST /notifications/webhook/test')).code).toBe('WEBHOOK_NOT_FOUND');
    const trail = (await ada.call('GET /audit', { query: { entity: 'webhook' } })).data.items;
    expect(trail.map((one) => one.change)).toEqual(['removed', 'created']);
    expect(JSON.stringify(trail)).not.toContain('"secret":');
    expect(receiver.got).toEqual([]);
  });
});
