import { afterAll, beforeAll, expect, it } from 'vitest';
import { expireConfirmation } from '../../testing/app/expire-confirmation.ts';
import { type Client, createClient, startTestApp } from '../../testing/app/test-app.ts';

const app = await startTestApp({ sandbox: true });
afterAll(() => app.stop());
const BINDING = 'b'.repeat(32);
let anyone: Client;
beforeAll(async () => {
  anyone = await app.signUp();
});

/** Signs in at the provider's page as somebody; returns what the provider sends back. */
async function visit(url: string, email: string): Promise<URLSearchParams> {
  const page = new URL(url);
  const response = await fetch(page, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ ...Object.fromEntries(page.searchParams), allow: 'yes', as_email: email }),
  });
  return new URL(response.headers.get('location') ?? '').searchParams;
}
const finish = (who: Client, params: URLSearchParams) =>
  who.raw('GET', `/auth/callback/google?${params}&binding=${BINDING}`);

async function signInByGoogle(email: string): Promise<Client> {
  const begun = await anyone.raw('GET', `/auth/social/google?binding=${BINDING}`);
  const { data } = await finish(anyone, await visit((begun.data as { url: string }).url, email));
  const entered = data as { token: string; user: { id: string } };
  return createClient(app.url, entered.token, entered.user.id, '');
}

it('a session without a password is confirmed by its own provider account, and by no other session or person', async () => {
  const email = 'confirms-by-google@example.com';
  const eve = await signInByGoogle(email);
  const elsewhere = await signInByGoogle(email);
  await expireConfirmation(app, eve);
  expect((await eve.call('GET /auth/confirmation')).data).toEqual({
    confirmed_until: null,
    password: false,
    two_factor: false,
    is_demo: false,
    socials: ['google'],
    mail: email,
  });
  const confirmed = async () => (await eve.call('GET /auth/confirmation')).data.confirmed_until !== null;
  const confirmAs = async (as: string) => {
    const begun = await eve.raw('POST', '/auth/confirmation/social/google', { binding: BINDING });
    return visit((begun.data as { url: string }).url, as);
  };

  expect(await finish(eve, await confirmAs('not-eve@example.com'))).toMatchObject({ code: 'CONFIRM_OTHER_SOCIAL' });
  for (const other of [elsewhere, anyone])
    expect(await finish(other, await confirmAs(email))).toMatchObject({ code: 'SOCIAL_STATE_UNKNOWN' });
  expect(await confirmed()).toBe(false);

  const params = await confirmAs(email);
  expect(await finish(eve, params)).toMatchObject({ http: 200, data: { state: 'confirmed' } });
  expect(await confirmed()).toBe(true);
  await expireConfirmation(app, eve);
  expect(await finish(eve, params)).toMatchObject({ code: 'SOCIAL_STATE_UNKNOWN' });
  expect(await confirmed()).toBe(false);

  expect(await eve.raw('POST', '/auth/confirmation/social/facebook', { binding: BINDING })).toMatchObject({
    code: 'SOCIAL_NOT_LINKED',
  });
  expect(await anyone.raw('POST', '/auth/confirmation/social/google', { binding: BINDING })).toMatchObject({
    code: 'CONFIRM_BY_PASSWORD',
  });
});
