import { newId } from '@quayside/kernel';
import { jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../db/index.ts';
import { publishSessionChange } from '../../http/session.ts';
import { expireConfirmation } from '../../testing/app/expire-confirmation.ts';
import { type Client, createClient, startTestApp } from '../../testing/app/test-app.ts';

const SECRET = 'the secret of the feedback board';
const app = await startTestApp({
  sandbox: true,
  demo: true,
  env: { FEEDBACK_URL: 'https://board.example.com/', FEEDBACK_SSO_SECRET: SECRET, QUAYSIDE_PROXIES: '127.0.0.1' },
});
afterAll(() => app.stop());
const PASSWORD = 'correct horse battery';
let anyone: Client;
beforeAll(async () => {
  anyone = await app.signUp();
});

const BINDING = 'b'.repeat(32);
/** How often the owner of an account was told of a new way to sign in. */
const linkMails = async (email: string): Promise<number> =>
  (
    await app.db.owner((tx) =>
      tx.rows(sql`select 1 from mail_outbox where recipient = ${email} and kind = 'sign-in-linked'`),
    )
  ).length;
interface Outcome {
  state: 'signed_in' | 'prove';
  token?: string;
  needs?: string;
  email?: string;
  id?: string;
  code?: string;
  user?: { email: string; email_verified: boolean; has_password: boolean };
}

/** Goes to the provider's page and presses a button there; answers what it sends back. */
async function away(provider: string, as: Record<string, string>, binding = BINDING): Promise<URLSearchParams> {
  const begun = await anyone.raw('GET', `/auth/social/${provider}?binding=${binding}`);
  const page = new URL((begun.data as { url: string }).url);
  expect(page.searchParams.get('code_challenge_method')).toBe('S256');
  expect((await fetch(page)).status).toBe(200);
  const response = await fetch(page, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ ...Object.fromEntries(page.searchParams), allow: 'yes', ...as }),
  });
  const back = new URL(response.headers.get('location') ?? '');
  expect(`${back.origin}${back.pathname}`).toBe(`${app.url}/auth/${provider}/callback`);
  return back.searchParams;
}

/** Calls are limited per address and minute, and these tests make more of them than a person does. */
let visits = 0;
const fromElsewhere = () => {
  visits += 1;
  return { 'x-forwarded-for': `203.0.113.${visits % 250}` };
};
const back = (provider: string, params: URLSearchParams, binding = BINDING) =>
  anyone.raw('GET', `/auth/callback/${provider}?${params}&binding=${binding}`, undefined, fromElsewhere());
const prove = (outcome: Outcome, proof: object) =>
  anyone.raw('POST', '/auth/social/prove', { id: outcome.id, link_code: outcome.code, ...proof });

describe.each(['google', 'facebook'])('signing in with %s', (provider) => {
  it('makes an account the first time and finds it again, without a password of ours', async () => {
    const as = { as_email: `new-${provider}@example.com`, as_first: 'Grace', as_last: 'Hopper' };
    const first = await back(provider, await away(provider, as));
    expect(first.http, JSON.stringify(first)).toBe(200);
    const outcome = first.data as Outcome;
    expect(outcome).toMatchObject({
      state: 'signed_in',
      // The sandbox's word proves nothing.
      user: { email: as.as_email, name: 'Grace Hopper', has_password: false, email_verified: false },
    });
    const again = (await back(provider, await away(provider, as))).data as Outcome & { user: { id: string } };
    expect(again.user.id).toBe((outcome as typeof again).user.id);
  });

  it('opens no account that has the same e-mail without its password, and both ways after it', async () => {
    const email = `known-${provider}@example.com`;
    await app.signUp(email);
    const as = { as_email: email.toUpperCase() };
    const outcome = (await back(provider, await away(provider, as))).data as Outcome;
    expect(outcome).toMatchObject({ state: 'prove', needs: 'password', email });
    expect(outcome.token).toBeUndefined();
    expect(await prove(outcome, {})).toMatchObject({ http: 422, errors: { password: ['Required.'] } });
    expect(await prove(outcome, { password: 'not the password' })).toMatchObject({ code: 'WRONG_EMAIL_OR_PASSWORD' });
    expect(await prove({ ...outcome, code: '0'.repeat(64) }, { password: PASSWORD })).toMatchObject({
      code: 'LINK_NOT_GOOD',
    });
    expect(await linkMails(email)).toBe(0);
    expect(await prove(outcome, { password: PASSWORD })).toMatchObject({ http: 200, data: { user: { email } } });
    expect(await linkMails(email)).toBe(1);
    expect(await prove(outcome, { password: PASSWORD })).toMatchObject({ code: 'LINK_NOT_GOOD' });
    expect((await back(provider, await away(provider, as))).data).toMatchObject({ state: 'signed_in' });
    expect(await anyone.raw('POST', '/auth/login', { email, password: PASSWORD })).toMatchObject({ http: 200 });
  });

  it('opens no account that has anything live, and ends what it opened before: this one is of the sandbox', async () => {
    const as = { as_email: `live-${provider}@example.com` };
    const enter = async () => back(provider, await away(provider, as));
    const first = (await enter()).data as Outcome & { user: { id: string; workplaces: { id: string }[] } };
    const accountId = first.user.id;
    const workplaceId = first.user.workplaces[0]?.id ?? '';
    const inside = createClient(app.url, first.token ?? '', accountId, workplaceId);
    const status = async () => (await inside.call('GET /auth/account')).http;
    // An account with a password of the same e-mail as somebody of the provider, asked to prove before it has anything live.
    const known = await app.signUp(`live-known-${provider}@example.com`);
    const knownAs = { as_email: `live-known-${provider}@example.com` };
    const asked = (await back(provider, await away(provider, knownAs))).data as Outcome;
    expect(await status()).toBe(200);
    for (const scope of [{ accountId, workplaceId }, known])
      await app.db.tenant({ accountId: scope.accountId, workplaceId: scope.workplaceId }, async (tx) => {
        await tx.run(sql`insert into supplier_connection (workplace_id, connection_id, supplier, label, mode, payer, status,
            credentials) values (${scope.workplaceId}, ${newId()}, 'cj', 'Mine', 'live', 'own-account', 'active', '{}')`);
        await publishSessionChange(tx, scope.workplaceId);
      });
    await expect.poll(status).toBe(401);
    const refused = { http: 403, code: 'SANDBOX_SIGN_IN_OPENS_NO_LIVE' };
    expect(await enter()).toMatchObject(refused);
    expect(await back(provider, await away(provider, knownAs))).toMatchObject(refused);
    expect(await prove(asked, { password: PASSWORD })).toMatchObject(refused);
    // A password vouches for itself.
    expect((await known.call('GET /auth/account')).http).toBe(200);
  });

  it('takes a state once, in its own browser, at its own provider, and says when the person declined', async () => {
    const as = { as_email: `state-${provider}@example.com` };
    const params = await away(provider, as);
    expect(await back(provider, params)).toMatchObject({ http: 200 });
    expect(await back(provider, params)).toMatchObject({ http: 422, code: 'SOCIAL_STATE_UNKNOWN' });
    expect(await back(provider, await away(provider, as), 'c'.repeat(32))).toMatchObject({
      code: 'SOCIAL_STATE_UNKNOWN',
    });
    const other = provider === 'google' ? 'facebook' : 'google';
    expect(await back(other, await away(provider, as))).toMatchObject({ code: 'SOCIAL_STATE_UNKNOWN' });
    const forged = new URLSearchParams({ state: 'made up', code: 'made up' });
    expect(await back(provider, forged)).toMatchObject({ code: 'SOCIAL_STATE_UNKNOWN' });
    expect(await back(provider, await away(provider, { ...as, allow: 'no' }))).toMatchObject({ code: 'SOCIAL_DENIED' });
    const wrong = await away(provider, as);
    wrong.set('code', 'not the code');
    expect(await back(provider, wrong)).toMatchObject({ http: 422, code: 'SOCIAL_FAILED' });
  });
});

it('refuses a Facebook account without an e-mail with words that help', async () => {
  const answer = await back('facebook', await away('facebook', { as_email: '' }));
  expect(answer).toMatchObject({ http: 422, code: 'SOCIAL_NO_EMAIL' });
});

it('says who one can sign in with, and enters the demo by one call', async () => {
  const meta = await anyone.call('GET /meta');
  expect(meta.data.social).toEqual([
    { id: 'google', is_sandbox: true },
    { id: 'facebook', is_sandbox: true },
  ]);
  expect((await anyone.call('POST /auth/try-now', { body: {} })).data.user).toMatchObject({ is_demo: true });
});

it('leads to the feedback board with a signed word of who comes, and nowhere else', async () => {
  const ada = await app.signUp('board@example.com');
  const { url } = (await ada.call('POST /auth/sso/featurebase')).data;
  const leads = new URL(url);
  expect(`${leads.origin}${leads.pathname}`).toBe('https://board.example.com/api/v1/auth/access/jwt');
  expect(leads.searchParams.get('return_to')).toBe('https://board.example.com');
  const { payload } = await jwtVerify(leads.searchParams.get('jwt') ?? '', new TextEncoder().encode(SECRET), {
    algorithms: ['HS256'],
  });
  expect(payload).toMatchObject({ email: 'board@example.com', name: 'Ada Owner', userId: ada.accountId });
  expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(300);
});

describe('houses of an account (C016 with a bearer)', () => {
  const linkAway = async (who: Client, provider: string, as: Record<string, string>, body: object) => {
    const begun = await who.raw('POST', `/auth/social/${provider}/link`, body);
    if (begun.http !== 200) return begun;
    const page = new URL((begun.data as { url: string }).url);
    const response = await fetch(page, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ ...Object.fromEntries(page.searchParams), allow: 'yes', ...as }),
    });
    return new URL(response.headers.get('location') ?? '').searchParams;
  };
  const finish = (who: Client, provider: string, params: URLSearchParams) =>
    who.raw('GET', `/auth/callback/${provider}?${params}&binding=${BINDING}`, undefined, fromElsewhere());
  const houses = async (who: Client) => (await who.call('GET /auth/social')).data.items;

  it('are added by who is signed in and confirmed it, and open the account from then on', async () => {
    const ada = await app.signUp('ada-of-houses@example.com');
    const as = { as_email: 'another-of-ada@example.com' };
    const body = { binding: BINDING };
    await expireConfirmation(app, ada);
    expect(await linkAway(ada, 'google', as, body)).toMatchObject({ http: 403, code: 'CONFIRM_IDENTITY' });
    await ada.call('POST /auth/confirmation', { body: { password: PASSWORD } });
    const params = (await linkAway(ada, 'google', as, body)) as URLSearchParams;
    // Nobody else can take it, and nobody is signed in by it.
    expect(await finish(anyone, 'google', params)).toMatchObject({ code: 'SOCIAL_STATE_UNKNOWN' });
    const again = (await linkAway(ada, 'google', as, body)) as URLSearchParams;
    expect(await finish(ada, 'google', again)).toMatchObject({ http: 200, data: { state: 'linked' } });
    expect(await linkMails('ada-of-houses@example.com')).toBe(1);
    expect(await houses(ada)).toEqual([
      expect.objectContaining({
        social: 'google',
        is_last_way: false,
        linked: expect.objectContaining({ email: as.as_email }),
      }),
      expect.objectContaining({ social: 'facebook', linked: null }),
    ]);
    const entered = (await back('google', await away('google', as))).data as { user: { id: string } };
    expect(entered.user.id).toBe(ada.accountId);
    const bob = await app.signUp();
    const taken = (await linkAway(bob, 'google', as, body)) as URLSearchParams;
    expect(await finish(bob, 'google', taken)).toMatchObject({ code: 'SOCIAL_TAKEN' });

    expect(await ada.raw('DELETE', '/auth/social/facebook')).toMatchObject({ code: 'SOCIAL_NOT_LINKED' });
    expect(await ada.raw('DELETE', '/auth/social/google')).toMatchObject({ http: 200 });
    expect((await houses(ada)).every((one) => one.linked === null)).toBe(true);
  });

  it('are not taken away when one is the last way in', async () => {
    const as = { as_email: 'only-google@example.com' };
    const entered = (await back('google', await away('google', as))).data as { token: string; user: { id: string } };
    const eve = createClient(app.url, entered.token, entered.user.id, '');
    expect((await houses(eve))[0]).toMatchObject({ is_last_way: true });
    expect(await eve.raw('DELETE', '/auth/social/google')).toMatchObject({ http: 422, code: 'SOCIAL_LAST_WAY' });
    const params = (await linkAway(eve, 'facebook', as, { binding: BINDING })) as URLSearchParams;
    expect(await finish(eve, 'facebook', params)).toMatchObject({ http: 200 });
    expect(await eve.raw('DELETE', '/auth/social/google')).toMatchObject({ http: 200 });
    expect(await eve.raw('DELETE', '/auth/social/facebook')).toMatchObject({ code: 'SOCIAL_LAST_WAY' });
  });

  it('an ended session beside a sign-in hinders nobody', async () => {
    const as = { as_email: 'stale-token@example.com' };
    const stale = createClient(app.url, 'x'.repeat(40), '', '');
    expect(await finish(stale, 'google', await away('google', as))).toMatchObject({ data: { state: 'signed_in' } });
  });
});
