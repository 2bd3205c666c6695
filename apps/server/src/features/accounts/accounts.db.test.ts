import { afterAll, describe, expect, it } from 'vitest';
import { startTestApp } from '../../testing/app/test-app.ts';

const app = await startTestApp();
afterAll(() => app.stop());

describe('accounts', () => {
  it('B100: signs up, tells who is signed in, and signs out so that the token is worth nothing', async () => {
    const ada = await app.signUp('ada@example.com');
    const me = await ada.call('GET /auth/account');
    expect(me.data).toMatchObject({ email: 'ada@example.com', has_shop: false, is_operator: false });
    expect(me.data.workplaces).toHaveLength(1);
    expect((await ada.call('POST /auth/logout', { body: undefined })).status).toBe(200);
    expect(await ada.call('GET /auth/account')).toMatchObject({ http: 401, status: 101, code: 'SESSION_ENDED' });
  });

  it('refuses a second account with the same e-mail, whatever its letters, and names the field', async () => {
    await app.signUp('twice@example.com');
    const body = { first_name: 'B', last_name: 'C', email: 'TWICE@example.com', password: 'another password' };
    const anyone = await app.signUp();
    const again = await anyone.raw('POST', '/auth/register', body);
    expect(again).toMatchObject({ http: 422, status: 204, code: 'EMAIL_TAKEN' });
    expect(again.errors?.email?.[0]).toMatch(/already/);
  });

  it('slows guessing down: after five wrong passwords the next try waits, also with the right one', async () => {
    const anyone = await app.signUp('guessed@example.com');
    const guess = (password: string) => anyone.raw('POST', '/auth/login', { email: 'guessed@example.com', password });
    for (let n = 0; n < 6; n += 1) expect(await guess('wrong password')).toMatchObject({ http: 401 });
    expect(await guess('correct horse battery')).toMatchObject({ http: 429, status: 229, code: 'TOO_MANY_GUESSES' });
  });

  it('answers the same to an unknown e-mail as to a wrong password', async () => {
    const anyone = await app.signUp();
    const unknown = await anyone.raw('POST', '/auth/login', {
      email: 'nobody@example.com',
      password: 'whatever it is',
    });
    expect(unknown).toMatchObject({ http: 401, code: 'WRONG_EMAIL_OR_PASSWORD' });
  });

  it('refuses a workplace and a store of somebody else instead of replacing them', async () => {
    const ada = await app.signUp();
    const bob = await app.signUp();
    expect(await ada.call('GET /guideline', {}, { 'workplace-id': bob.workplaceId })).toMatchObject({
      http: 403,
      code: 'WORKPLACE_NOT_YOURS',
    });
    const strangeStore = { 'store-id': '018f0000-0000-7000-8000-000000000000' };
    expect(await ada.call('GET /guideline', {}, strangeStore)).toMatchObject({
      status: 801,
      code: 'CURRENT_SHOP_ID_INVALID',
    });
  });

  it('B168: pays in earnest where there is no sandbox', async () => {
    const ada = await app.signUp();
    expect((await ada.call('GET /auth/account')).data.payment_mode).toBe('live');
    expect((await ada.call('GET /payments/user/wallets')).data.is_sandbox).toBe(false);
  });

  it('B067: keeps a done step of the quick start done', async () => {
    const ada = await app.signUp();
    const done = await ada.call('POST /guideline', { body: { step: 'PUSH_PRODUCT' } });
    expect(done.data.steps.find((step) => step.key === 'PUSH_PRODUCT')?.done).toBe(true);
    expect(done.data.step_active_key).toBe('FIND_AND_IMPORT');
    const bob = await app.signUp();
    expect((await bob.call('GET /guideline')).data.steps.filter((step) => step.done)).toHaveLength(1);
  });

  it('B051, B052: keeps name and language with the account, and refuses a language that nobody speaks', async () => {
    const ada = await app.signUp();
    await ada.call('PUT /auth/account/set-language', { body: { language: 'pt-BR' } });
    await ada.call('PUT /auth/account/profile', { body: { first_name: 'Ada', last_name: 'Lovelace' } });
    const me = await ada.call('GET /auth/account');
    expect(me.data).toMatchObject({ language: 'pt-BR', name: 'Ada Lovelace' });
    const klingon = await ada.raw('PUT', '/auth/account/set-language', { language: 'tlh' });
    expect(klingon).toMatchObject({ http: 422, status: 204 });
  });

  it('answers in the asked language', async () => {
    const ada = await app.signUp();
    const german = await ada.call(
      'GET /auth/account',
      {},
      { authorization: 'Bearer no-such-token-at-all', locale: 'de' },
    );
    expect(german.message).toBe('Deine Sitzung ist beendet. Melde dich erneut an.');
  });
});
