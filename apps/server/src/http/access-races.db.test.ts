import type { Call } from '@quayside/contracts';
import { type AppError, newId, newToken } from '@quayside/kernel';
import Fastify from 'fastify';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Executor, type Sql, sql } from '../db/index.ts';
import { everyCall, getName } from '../testing/app/call-ids.ts';
import { during, untilWaiting } from '../testing/app/during.ts';
import { linkIn, mailTo, OPERATOR } from '../testing/app/mails.ts';
import { type Client, createClient, startTestApp } from '../testing/app/test-app.ts';
import { type HttpApp, route } from './route.ts';
import { createSessions, hashToken } from './session.ts';
import type { Who } from './who.ts';

/** Requests admitted before access ended and executed after. */

const CLAIMED = 'boss@example.com';
const app = await startTestApp({ env: { QUAYSIDE_OPERATORS: `${OPERATOR},${CLAIMED}` } });
afterAll(() => app.stop());
const PASSWORD = 'correct horse battery';
const OWNERS = 'a password of the owner';
const HOOK = { url: 'https://evil.example/hook', is_active: true, kinds: [] };
let operator: Client;
let anyone: Client;
beforeAll(async () => {
  operator = await app.signUp(OPERATOR);
  anyone = await app.signUp();
});

const newEmail = (): string => `raced-${newId()}@example.com`;
const login = (email: string, password: string) => anyone.raw('POST', '/auth/login', { email, password });
const opens = async (token: string): Promise<number> =>
  (await createClient(app.url, token, '', '').call('GET /auth/account')).http;
const inviteBody = (email: string) => ({ email, role: 'manager' as const, store_ids: null });
const linkToken = (link: string): string => link.slice(link.lastIndexOf('/') + 1);
const resetLink = async (email: string) => {
  await anyone.raw('POST', '/auth/forgot-password', { email });
  return linkIn(app, (await mailTo(operator, email, 'reset')).text);
};
const waitingLink = (accountId: string): Sql =>
  sql`select 1 from account_link where account_id = ${accountId} and used_at is null for update`;

/** A squatter with a manager, an open invitation and two accomplices. */
async function squat(email: string) {
  const squatter = await app.signUp(email);
  const [manager, friend, invitedEmail] = [await app.signUp(), await app.signUp(), newEmail()];
  const invited = await app.signUp(invitedEmail);
  const connected = { body: { email, password: PASSWORD } };
  expect((await manager.call('POST /auth/account/connect', connected)).http).toBe(200);
  const { link } = (await squatter.call('POST /team/invitations', { body: inviteBody(invitedEmail) })).data;
  const { data } = await squatter.call('POST /auth/two-factor/begin', { body: { password: PASSWORD } });
  const code = new TOTP({ secret: data.secret }).generate();
  const inside = (who: Client) => ({
    raw: (method: string, path: string, body?: unknown) =>
      who.raw(method, path, body, { 'workplace-id': squatter.workplaceId }),
  });
  return { squatter, manager, friend, invited, link, code, inside };
}

/** Every call that would outlast the squatter's access. */
function ways(
  { code, friend, inside, invited, link, manager, squatter }: Awaited<ReturnType<typeof squat>>,
  email: string,
) {
  return [
    () => login(email, PASSWORD),
    () => squatter.raw('POST', '/api-tokens', { name: 's', scopes: ['orders.read'], days: null }),
    () => friend.raw('POST', '/auth/account/connect', { email, password: PASSWORD }),
    () => invited.raw('POST', '/invitations/accept', { token: linkToken(link) }),
    () => squatter.raw('POST', '/team/invitations', inviteBody(newEmail())),
    () => inside(manager).raw('POST', '/team/invitations', { ...inviteBody(newEmail()), role: 'viewer' }),
    () => squatter.raw('PUT', '/notifications/webhook', HOOK),
    () => squatter.raw('POST', '/auth/two-factor/confirm', { code }),
    () =>
      squatter.raw('POST', '/auth/account/change-password', {
        current_password: PASSWORD,
        password: 'the squatter was here',
      }),
  ];
}

async function expectNothingLeft(squatted: Awaited<ReturnType<typeof squat>>, email: string, answers: Answers) {
  expect(answers.map((one) => [one.http, one.code])).toEqual([
    [401, 'WRONG_EMAIL_OR_PASSWORD'],
    [401, 'SESSION_ENDED'],
    [422, 'WRONG_EMAIL_OR_PASSWORD'],
    [404, 'INVITATION_OVER'],
    [401, 'SESSION_ENDED'],
    [403, 'WORKPLACE_NOT_YOURS'],
    [401, 'SESSION_ENDED'],
    [401, 'SESSION_ENDED'],
    [401, 'SESSION_ENDED'],
  ]);
  expect((await login(email, 'the squatter was here')).http).toBe(401);
  const owner = await app.signIn(email, OWNERS);
  const { accountId, workplaceId } = owner;
  const { friend, inside, invited, manager } = squatted;
  for (const one of [friend, invited, manager])
    expect((await inside(one).raw('GET', '/team')).http, 'a member of the squatter sees the team').toBe(403);
  const left = await app.db.tenant({ accountId, workplaceId }, (tx) =>
    tx.rows(sql`select 'invitation' as left from invitation where workplace_id = ${workplaceId} and revoked_at is null
        and accepted_at is null
      union all select 'webhook' from notification_webhook where workplace_id = ${workplaceId} and suspended_at is null
      union all select 'member' from member where workplace_id = ${workplaceId} and role <> 'owner' and suspended_at is null
      union all select 'token' from api_token where workplace_id = ${workplaceId} and revoked_at is null
      union all select 'two-factor' from account where account_id = ${accountId} and two_factor_at is not null`),
  );
  expect(left).toEqual([]);
  return owner;
}
type Answers = Awaited<ReturnType<Client['raw']>>[];

describe('what a request in progress leaves behind', () => {
  it('is nothing, once the owner of the e-mail has chosen a new password', async () => {
    const email = newEmail();
    const squatted = await squat(email);
    const { accountId } = squatted.squatter;
    const { id, code } = await resetLink(email);
    const reset = () => anyone.raw('POST', '/auth/reset-password', { id, code, password: OWNERS });
    const { answers, ended, waited } = await during(app, waitingLink(accountId), reset, ways(squatted, email));
    expect(ended.http).toBe(200);
    expect(waited).toBe(9);
    await expectNothingLeft(squatted, email, answers);
  });

  it('is nothing, once an operator has claimed the account', async () => {
    const squatted = await squatOperator();
    const link = app.running.operatorLinks.find((one) => one.email === CLAIMED)?.url ?? '';
    const { id, code } = linkIn(app, link);
    const claim = () => anyone.raw('POST', '/auth/operator/claim', { id, code, password: OWNERS });
    const claimRow = sql`select 1 from operator_claim where email = ${CLAIMED} for update`;
    const { answers, ended } = await during(app, claimRow, claim, ways(squatted, CLAIMED));
    expect(ended.http).toBe(200);
    const owner = await expectNothingLeft(squatted, CLAIMED, answers);
    expect((await owner.call('GET /operator/mails')).http).toBe(200);
  });

  it('is nothing, once the person changed the password and ended the other sessions', async () => {
    const email = newEmail();
    const here = await app.signUp(email);
    const there = await app.signIn(email, PASSWORD);
    const friend = await app.signUp();
    await resetLink(email);
    const change = () =>
      here.raw('POST', '/auth/account/change-password', { current_password: PASSWORD, password: OWNERS });
    const { answers, ended } = await during(app, waitingLink(here.accountId), change, [
      () => login(email, PASSWORD),
      () => there.raw('POST', '/api-tokens', { name: 's', scopes: ['orders.read'], days: null }),
      () =>
        there.raw('POST', '/auth/account/change-password', { current_password: PASSWORD, password: 'a third one 33' }),
      () => there.raw('POST', '/auth/confirmation', { password: PASSWORD }),
      () => friend.raw('POST', '/auth/account/connect', { email, password: PASSWORD }),
    ]);
    expect(ended.http).toBe(200);
    expect(answers.map((one) => one.code)).toEqual([
      'WRONG_EMAIL_OR_PASSWORD',
      'SESSION_ENDED',
      'SESSION_ENDED',
      'WRONG_PASSWORD',
      'WRONG_EMAIL_OR_PASSWORD',
    ]);
    expect(await opens(here.token)).toBe(200);
    expect(await opens(there.token)).toBe(401);
    expect((await login(email, OWNERS)).http).toBe(200);
  });

  it('is no session by the password alone, once two-factor authentication is on', async () => {
    const email = newEmail();
    const here = await app.signUp(email);
    const { data } = await here.call('POST /auth/two-factor/begin', { body: { password: PASSWORD } });
    const on = () =>
      here.raw('POST', '/auth/two-factor/confirm', { code: new TOTP({ secret: data.secret }).generate() });
    const spare = await app.signIn(email, PASSWORD);
    const theirs = sql`select 1 from session_token where account_id = ${here.accountId}
      and created_at = (select max(created_at) from session_token where account_id = ${here.accountId}) for update`;
    const { answers, ended } = await during(app, theirs, on, [() => login(email, PASSWORD)]);
    expect(ended.http).toBe(200);
    expect(answers.map((one) => one.code)).toEqual(['WRONG_EMAIL_OR_PASSWORD']);
    expect(await opens(spare.token)).toBe(401);
  });
});

describe('a new password', () => {
  it('is not held up by a transaction that has a row of the account and still refers to the account', async () => {
    const email = newEmail();
    const squatter = await app.signUp(email);
    expect((await squatter.raw('PUT', '/notifications/webhook', HOOK)).http).toBe(200);
    const { id, code } = await resetLink(email);
    const reset = () => anyone.raw('POST', '/auth/reset-password', { id, code, password: OWNERS });
    const scope = { accountId: squatter.accountId, workplaceId: squatter.workplaceId };
    const [held, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const other = app.db.tenant(scope, async (tx) => {
      await tx.run(sql`update notification_webhook set updated_at = now() where workplace_id = ${scope.workplaceId}`);
      held.resolve();
      await go.promise;
      // Same lock as every foreign key to the account, not a deadlock hidden by a retry.
      await tx.run(sql`select 1 from account where account_id = ${scope.accountId} for key share nowait`);
    });
    await held.promise;
    const ended = reset();
    await untilWaiting(app);
    go.resolve();
    await other;
    expect((await ended).http).toBe(200);
    expect((await app.signIn(email, OWNERS)).accountId).toBe(scope.accountId);
  });

  it('waits for its turn among saves of the webhook that do not end', async () => {
    const email = newEmail();
    const squatter = await app.signUp(email);
    const { id, code } = await resetLink(email);
    let over = false;
    const answers = new Set<number>();
    const hammers = Array.from({ length: 12 }, async () => {
      while (!over) answers.add((await squatter.raw('PUT', '/notifications/webhook', HOOK)).http);
    });
    await untilWaiting(app);
    const ended = await anyone.raw('POST', '/auth/reset-password', { id, code, password: OWNERS });
    over = true;
    await Promise.all(hammers);
    expect(ended.http).toBe(200);
    expect([...answers]).not.toContain(500);
    const owner = await app.signIn(email, OWNERS);
    expect((await owner.call('GET /auth/suspensions')).data.items).toMatchObject([{ kind: 'webhook' }]);
  });
});

describe('calls that outlive the session', () => {
  const guarded = everyCall.filter((call) => call.confirm || call.recheck);

  it('are, besides those that ask for a confirmation, these and no others', () => {
    expect(
      guarded
        .filter((call) => !call.confirm)
        .map(getName)
        .sort(),
    ).toEqual([
      'DELETE /auth/account/delete',
      'DELETE /team/members/{member_id}',
      'GET /auth/platform/{platform}/callback',
      'GET /shopify/shop/install',
      'POST /auth/account/change-password',
      'POST /auth/account/export',
      'POST /auth/platform/{platform}/install',
      'POST /auth/platform/{platform}/link',
      'POST /auth/store-migrate/verify',
      'POST /auth/two-factor/begin',
      'POST /auth/two-factor/confirm',
      'POST /auth/two-factor/end',
      'POST /center/products/listings/elastic-products/feeds',
      'POST /center/products/listings/elastic-products/feeds/{feed_id}/rotate',
      'POST /connections/suppliers',
      'POST /connections/{store_id}/reconnect',
      'POST /core/stores/migrate',
      'POST /invitations/accept',
      'POST /orders/v4/guards/{order_id}/approve',
    ]);
  });

  it('write nothing once the session has ended in the middle of them', async () => {
    const { config, db } = app.running.deps;
    const fastify = Fastify();
    const limits = { hit: async () => undefined };
    const http = { fastify, sessions: createSessions(db, config), limits, calls: [], checkAnswers: false } as unknown;
    const flags = async (who: Who) =>
      db.read(who.own, (ex) => ex.rows(sql`select flag from account_flag where account_id = ${who.account.id}`));
    const token = newToken(32);
    const wrote: Record<string, number> = {};
    for (const { access, confirm, method, needs, path, recheck } of guarded) {
      const bare = { id: 'own', access, confirm, method, needs, path, recheck, summary: '', data: z.unknown() } as Call;
      route(http as HttpApp, bare as Call & { access: 'workplace' }, async (_input, who) => {
        const before = (await flags(who)).length;
        await db.global((tx) => tx.run(sql`delete from session_token where token_hash = ${who.tokenHash}`));
        const write = (tx: Executor) =>
          tx.run(sql`insert into account_flag (account_id, flag) values (${who.account.id}, 'written')`);
        const refused = await db.tenant(who.scope, write).catch((error: AppError) => error.code);
        wrote[`${refused} ${method} ${path}`] = (await flags(who)).length - before;
        await db.global(async () => undefined);
      });
    }
    for (const { method, path } of guarded) {
      await db.global((tx) =>
        tx.run(sql`insert into session_token (token_hash, account_id, expires_at, confirmed_at)
          values (${hashToken(token)}, ${operator.accountId}, now() + interval '1 day', now())`),
      );
      const url = `/api${path.replace(/\{\w+\}/g, newId())}`;
      const answer = await fastify.inject({ method, url, headers: { authorization: `Bearer ${token}` } });
      expect(answer.json(), getName({ method, path } as Call)).toMatchObject({ code: 'SESSION_ENDED' });
    }
    expect(wrote).toEqual(Object.fromEntries(guarded.map((call) => [`SESSION_ENDED ${getName(call)}`, 0])));
  });
});

/** Operators' emails can't be signed up: the squatter did so before the email was configured. */
async function squatOperator() {
  const before = newEmail();
  const squatted = await squat(before);
  await app.db.owner((tx) =>
    tx.run(sql`update account set email = ${CLAIMED} where account_id = ${squatted.squatter.accountId}`),
  );
  return squatted;
}
