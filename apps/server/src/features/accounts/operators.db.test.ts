import { type Call, contracts } from '@quayside/contracts';
import { newId, newToken } from '@quayside/kernel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../db/index.ts';
import { hashToken, SESSION_CHANNEL } from '../../http/session.ts';
import { DEAD_LETTER_QUEUE } from '../../jobs/dead-letters.ts';
import { type Client, startTestApp } from '../../testing/app/test-app.ts';
import { makeLink } from './actions/links.ts';
import { offerClaims } from './index.ts';

const [FIRST, SQUATTED, UNPROVEN, NEVER] = [
  'first@example.com',
  'squatted@example.com',
  'unproven@example.com',
  'never@example.com',
] as const;
const app = await startTestApp({
  sandbox: true,
  demo: true,
  env: { QUAYSIDE_OPERATORS: [FIRST, SQUATTED, UNPROVEN, NEVER].join(', ') },
});
afterAll(() => app.stop());

const PASSWORD = 'correct horse battery';
const linkOf = (email: string) => {
  const found = app.running.operatorLinks.find((one) => one.email === email);
  return Object.fromEntries(new URL(found?.url ?? app.url).searchParams) as { id: string; code: string };
};
/** A second link for SQUATTED, of a later start. */
let later: URLSearchParams;
let anyone: Client;
const claim = (link: { id: string; code: string }, password = PASSWORD) =>
  anyone.call('POST /auth/operator/claim', { body: { ...link, password } });

/** An account with an operator's e-mail that nobody claimed, however it came by it; proven unless said otherwise. */
async function withEmailOf(email: string, isProven = true): Promise<Client> {
  const client = await app.signUp();
  await app.db.owner(async (tx) => {
    await tx.run(
      sql`update account set email = ${email}, email_verified_at = case when ${isProven} then now() end
        where account_id = ${client.accountId}`,
    );
    // What is kept of a session is read again.
    await tx.run(sql`select pg_notify(${SESSION_CHANNEL}, ${client.accountId})`);
  });
  await expect.poll(async () => (await client.call('GET /auth/account')).data.email, { timeout: 10_000 }).toBe(email);
  return client;
}

beforeAll(async () => {
  anyone = await app.signUp();
});

describe('an operator’s account', () => {
  it('is not made by signing up with its e-mail', async () => {
    const body = { first_name: 'A', last_name: 'B', email: FIRST.toUpperCase(), password: PASSWORD };
    const answer = await anyone.raw('POST', '/auth/register', body);
    expect([answer.http, answer.code]).toEqual([422, 'OPERATOR_BY_LINK']);
  });

  it('is opened once by the link that the start printed, which is kept as a hash', async () => {
    const link = linkOf(FIRST);
    expect(app.running.greeting).toContain(`/claim-operator?id=${link.id}&code=${link.code}`);
    const kept = await app.db.global((tx) => tx.rows(sql`select row_to_json(c)::text as row from operator_claim c`));
    for (const plain of [link.code, Buffer.from(link.code).toString('hex')])
      expect(JSON.stringify(kept)).not.toContain(plain);
    expect((await claim({ ...link, code: newToken(32) })).code).toBe('LINK_NOT_GOOD');
    expect((await claim(link, 'short')).http).toBe(422);
    for (const guess of ['password1', FIRST]) expect((await claim(link, guess)).code).toBe('PASSWORD_TOO_COMMON');
    const { data } = await claim(link);
    expect(data.user).toMatchObject({ email: FIRST, is_operator: true, email_verified: true });
    expect((await claim(link)).code).toBe('LINK_NOT_GOOD');
    const operator = await app.signIn(FIRST, PASSWORD);
    expect((await operator.call('GET /operator/mails')).http).toBe(200);
  });

  it('is offered again at the next start until it is claimed, which ends every other link', async () => {
    const again = await offerClaims(app.running.deps);
    expect(again.map((one) => one.email)).toEqual([SQUATTED, UNPROVEN, NEVER]);
    later = new URL(again[0]?.url ?? '').searchParams;
  });

  it('is not opened by a link that has run out, or whose e-mail is no longer named', async () => {
    const late = { id: newId(), code: newToken(32) };
    const other = { id: newId(), code: newToken(32) };
    await app.db.owner(async (tx) => {
      await tx.run(sql`insert into operator_claim (claim_id, email, code_hash, expires_at)
        values (${late.id}, ${NEVER}, ${hashToken(late.code)}, now() - interval '1 second'),
          (${other.id}, 'gone@example.com', ${hashToken(other.code)}, now() + interval '1 day')`);
    });
    expect((await claim(late)).code).toBe('LINK_NOT_GOOD');
    expect((await claim(other)).code).toBe('LINK_NOT_GOOD');
  });

  it('that somebody made before is taken over: no session, token, house or second factor of before is left', async () => {
    const squatter = await withEmailOf(SQUATTED);
    const { token } = (
      await squatter.call('POST /api-tokens', {
        body: { name: 'Kept', scopes: ['orders.read'], store_ids: null, days: null },
      })
    ).data;
    await app.db.tenant({ accountId: squatter.accountId }, async (tx) => {
      await tx.run(sql`insert into social_identity (provider, subject, account_id, email)
        values ('google', 'squatter', ${squatter.accountId}, 'squatter@example.com')`);
      await tx.run(sql`insert into platform_identity (platform, mode, platform_domain, subject, account_id)
        values ('shopify', 'sandbox', 'north-pier.myshopify.com', '1', ${squatter.accountId})`);
      await tx.run(
        sql`insert into account_totp (account_id, secret, confirmed_at) values (${squatter.accountId}, '{}', now())`,
      );
      await tx.run(sql`update account set two_factor_at = now() where account_id = ${squatter.accountId}`);
    });
    expect((await squatter.call('GET /auth/account')).data.is_operator).toBe(false);
    const waiting = await app.db.owner((tx) =>
      makeLink(tx, { accountId: squatter.accountId, email: SQUATTED, purpose: 'reset' }),
    );
    const { data } = await claim(linkOf(SQUATTED), 'another good password');
    expect(data.user).toMatchObject({ id: squatter.accountId, is_operator: true });
    expect((await squatter.call('GET /auth/account')).http).toBe(401);
    expect((await squatter.call('GET /orders/v5/list', {}, { authorization: `Bearer ${token}` })).http).toBe(401);
    for (const table of ['social_identity', 'platform_identity', 'account_totp'])
      expect(
        (
          await app.db.tenant(squatter, (tx) =>
            tx.raw(`select 1 from ${table} where account_id = $1`, [squatter.accountId]),
          )
        ).rows,
      ).toEqual([]);
    await expect(app.signIn(SQUATTED, PASSWORD)).rejects.toThrow('WRONG_EMAIL_OR_PASSWORD');
    await app.signIn(SQUATTED, 'another good password');
    const reset = await anyone.raw('POST', '/auth/reset-password', { ...waiting, password: PASSWORD });
    expect(reset.code).toBe('LINK_NOT_GOOD');
    const other = { id: later.get('id') ?? '', code: later.get('code') ?? '' };
    expect((await claim(other)).code).toBe('LINK_NOT_GOOD');
  });

  it('whose e-mail nobody had proven is taken over with what others may use in it suspended', async () => {
    const squatter = await withEmailOf(UNPROVEN, false);
    const hook = { url: 'https://evil.example/hook', is_active: true, kinds: [] };
    expect((await squatter.call('PUT /notifications/webhook', { body: hook })).http).toBe(200);
    expect((await claim(linkOf(UNPROVEN))).data.user).toMatchObject({ email_verified: true, is_operator: true });
    const operator = await app.signIn(UNPROVEN, PASSWORD);
    const { items } = (await operator.call('GET /auth/suspensions')).data;
    expect(items.map((one) => one.kind)).toEqual(['webhook']);
  });
});

describe('what operators see', () => {
  const calls = Object.values(contracts)
    .flatMap((feature) => Object.values(feature) as Call[])
    .filter((call) => call.access === 'operator');
  const ids = {
    mail_id: '',
    job_id: newId(),
    order_id: newId(),
    parcel_id: newId(),
    installation_id: newId(),
    supplier_order_id: newId(),
  };
  const bodies: Record<string, object> = {
    '/operator/warehouse/orders/{order_id}/parcels': { carrier: 'UPS', tracking_number: 'X1' },
    '/operator/warehouse/orders/{order_id}/lines/{line_no}/refuse': { reason: 'gone' },
    '/operator/warehouse/parcels/{parcel_id}/events': { state: 'in_transit', description: 'on its way' },
    '/operator/warehouse/stock': { sku: 'S', pieces: 1 },
    '/operator/pending-refunds/{supplier_order_id}/confirm': { pending: 1, amount: 1, idempotency_key: 'of-a-test' },
    '/operator/warehouse/installations': { name: 'X', mode: 'live', role: 'client' },
  };
  const pathOf = (call: Call): string =>
    call.path.replace(/\{(\w+)\}/g, (_all, name: keyof typeof ids) => ids[name] ?? '1');
  const ask = (client: Client, call: Call) =>
    client.raw(call.method, pathOf(call), call.method === 'GET' ? undefined : (bodies[call.path] ?? {}));
  let ada: Client;
  let demo: Client;

  beforeAll(async () => {
    ada = await app.signUp('ada-of-operators@example.com');
    demo = await app.signIn('demo@quayside.test', 'quayside-demo');
    await app.db.owner(async (tx) => {
      const mail = await tx.first<{ mail_id: string }>(
        sql`select mail_id from mail_outbox where account_id = ${ada.accountId}`,
      );
      ids.mail_id = mail?.mail_id ?? '';
      const job = (id: string, workplaceId: string) =>
        tx.run(sql`insert into pgboss.job (id, name, state, data, source_name, source_created_on)
          values (${id}, ${DEAD_LETTER_QUEUE}, 'created', ${JSON.stringify({ accountId: ada.accountId, workplaceId })}::jsonb, 'poll-store', now())`);
      await job(ids.job_id, ada.workplaceId);
      await tx.run(sql`insert into warehouse.installation (installation_id, name, key_hash, mode, role)
        values (${ids.installation_id}, 'A real customer', ${hashToken('real')}, 'live', 'client')`);
      await tx.run(sql`insert into warehouse.purchase (order_id, installation_id, mode, reference, request_hash, order_name, state, address, shipping_service, currency, items_cost, shipping_cost)
        values (${ids.order_id}, ${ids.installation_id}, 'live', 'r', '\\x00', '#real-4711', 'paid', '{}', 'standard', 'USD', 100, 0)`);
    });
  });
  const foreign = (): string[] => [ada.accountId, ada.workplaceId, 'ada-of-operators', ...Object.values(ids), 'real'];

  it('is not for an account that only has an operator’s e-mail, and the refusal names the setting', async () => {
    const unclaimed = await withEmailOf(NEVER);
    for (const call of calls) {
      const answer = await ask(unclaimed, call);
      expect([answer.http, answer.code], call.path).toEqual([403, 'OPERATORS_ONLY']);
      expect(answer.data).toMatchObject({ details: expect.stringContaining('QUAYSIDE_OPERATORS') });
    }
  });

  it('is for the demo account where it is its own, and nothing of anybody else', async () => {
    expect(calls.length).toBeGreaterThan(15);
    for (const call of calls) {
      const answer = await ask(demo, call);
      const name = `${call.method} ${call.path}: ${JSON.stringify(answer)}`;
      if (!call.alsoDemo) expect([answer.http, answer.code], name).toEqual([403, 'OPERATORS_ONLY']);
      else expect([200, 404, 422], name).toContain(answer.http);
      for (const word of foreign()) expect(name.slice(name.indexOf(': ')), name).not.toContain(word);
    }
    const live = await demo.call('GET /operator/warehouse/orders', { query: { mode: 'live' } });
    expect(live.data).toMatchObject({ items: [], counts: { paid: 0 } });
    // What it named is as it was.
    const left = await app.db.owner((tx) =>
      tx.rows(sql`select (select state from warehouse.purchase where order_id = ${ids.order_id}) as order,
        (select count(*)::int from pgboss.job where id = ${ids.job_id}) as jobs,
        (select state from mail_outbox where mail_id = ${ids.mail_id}) as mail`),
    );
    expect(left).toEqual([{ order: 'paid', jobs: 1, mail: 'kept' }]);
  });

  it('of its own the demo account sees mails and failed jobs, and settles them', async () => {
    const own = { mail: newId(), job: newId() };
    await app.db.owner(async (tx) => {
      await tx.run(sql`insert into mail_outbox (mail_id, account_id, kind, recipient, language, subject, state)
        values (${own.mail}, ${demo.accountId}, 'notice', 'demo@quayside.test', 'en', 'Yours', 'kept')`);
      await tx.run(sql`insert into pgboss.job (id, name, state, data, source_name, source_created_on)
        values (${own.job}, ${DEAD_LETTER_QUEUE}, 'created', ${JSON.stringify({ workplaceId: demo.workplaceId })}::jsonb, 'poll-store', now())`);
    });
    const mails = await demo.call('GET /operator/mails');
    expect(mails.data.items.map((one) => one.mail_id)).toContain(own.mail);
    const jobs = await demo.call('GET /operator/jobs');
    expect(jobs.data.items.map((one) => one.job_id)).toEqual([own.job]);
    expect(jobs.data.kinds).toEqual([{ kind: 'poll-store', jobs: 1 }]);
    const drop = await demo.call('DELETE /operator/jobs/{job_id}', { params: { job_id: own.job } });
    expect(drop.http).toBe(200);
  });

  it('everything, for an operator', async () => {
    const operator = await app.signIn(FIRST, PASSWORD);
    const { data } = await operator.call('GET /operator/mails');
    expect(data.items.map((one) => one.recipient)).toContain('ada-of-operators@example.com');
    const jobs = await operator.call('GET /operator/jobs');
    expect(jobs.data.items.map((one) => one.job_id)).toContain(ids.job_id);
  });
});
