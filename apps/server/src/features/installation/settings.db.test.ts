import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../db/index.ts';
import { type Client, startTestApp } from '../../testing/app/test-app.ts';

const app = await startTestApp({
  env: {
    QUAYSIDE_PLAN: 'PRO_CREDIT_TIER_1',
    QUAYSIDE_DEMO_MODE: 'on',
    QUAYSIDE_ONBOARDING_V2: 'off',
    QUAYSIDE_ACTIVITY: 'off',
    SUPPORT_DOMAIN: 'agency.test',
  },
});
afterAll(() => app.stop());

let ada: Client;
beforeAll(async () => {
  ada = await app.signUp('ada@agency.test');
});
const account = async (who: Client, headers?: Record<string, string>) =>
  (await who.call('GET /auth/account', {}, headers)).data;
const plan = async (who: Client) => (await who.call('GET /payments/user/v2/current-plan')).data.package;

describe('settings of the installation', () => {
  it('QUAYSIDE_DEMO_MODE: new accounts begin in demo mode, and leave it for the plan of the installation', async () => {
    expect((await account(ada)).remaining_meta_keys).toHaveProperty('DEMO_MODE', true);
    expect((await plan(ada)).key).toBe('DEMO_MODE_QUAYSIDE');
    await ada.call('POST /auth/account/demo-mode', { body: { on: false } });
    const { key, features } = await plan(ada);
    expect(key).toBe('PRO_CREDIT_TIER_1');
    expect(features.WP_ADD_STORE?.limit).toBe(-1);
  });

  it('B063, B064: QUAYSIDE_ONBOARDING_V2 off leads by the usual ranks', async () => {
    const eve = await app.signUp();
    expect((await account(eve)).onboarding).toEqual(['pricing', 'order', 'normal_import']);
  });

  it('QUAYSIDE_ACTIVITY off: screens are told to report nothing, and nothing is kept of what is sent', async () => {
    expect((await account(ada)).reports_use).toBe(false);
    expect(await ada.call('POST /log/user_action', { body: { event_name: 'push' } })).toMatchObject({ http: 200 });
    const rows = await app.db.read({ accountId: ada.accountId }, (ex) =>
      ex.rows(sql`select 1 from activity_event where account_id = ${ada.accountId}`),
    );
    expect(rows).toEqual([]);
  });

  it('SUPPORT_DOMAIN: its people may join the agency trial', async () => {
    expect((await account(ada)).is_agency).toBe(true);
    expect((await account(await app.signUp())).is_agency).toBe(false);
  });
});

describe('where a person comes from', () => {
  const register = async (body: object, headers: Record<string, string> = {}) => {
    const answer = await ada.raw(
      'POST',
      '/auth/register',
      { first_name: 'Mia', last_name: 'Way', password: 'correct horse battery', ...body },
      headers,
    );
    return (answer.data as { user: Awaited<ReturnType<typeof account>> }).user;
  };

  it('B002, B065: the marketplace makes a marketplace user, until a store is connected', async () => {
    const user = await register({ email: 'market@example.com', from: 'marketplace' });
    expect(user).toMatchObject({ is_user_mkt: true, from_user_mkt: true, from_mobile: false });
    expect(user.onboarding).toContain('marketplace_import');
  });

  it('B065: the phone app makes one too, and so does sitting in it', async () => {
    const user = await register({ email: 'phone@example.com' }, { app: 'omni_mobile' });
    expect(user).toMatchObject({ from_mobile: true, is_user_mkt: false });
    expect(user.onboarding).toContain('marketplace_import');
    expect((await account(ada)).onboarding).toContain('normal_import');
    expect((await account(ada, { app: 'omni_mobile' })).onboarding).toContain('marketplace_import');
  });
});

describe('the person’s own settings', () => {
  it('keeps a time zone and a currency that there are, and refuses others by name', async () => {
    const change = (body: object) => ada.raw('PUT', '/auth/account/profile', body);
    expect(await change({ time_zone: 'Mars/Olympus' })).toMatchObject({
      http: 422,
      errors: { time_zone: [expect.any(String)] },
    });
    expect(await change({ display_currency: 'ZZZ' })).toMatchObject({
      http: 422,
      errors: { display_currency: [expect.any(String)] },
    });
    expect(await change({ time_zone: 'Asia/Tokyo', display_currency: 'eur' })).toMatchObject({ http: 200 });
    expect(await account(ada)).toMatchObject({ time_zone: 'Asia/Tokyo', display_currency: 'EUR', first_name: 'Ada' });
    const made = (await ada.call('POST /auth/workplace/create', { body: { name: 'Second' } })).data;
    expect(made.currency).toBe('EUR');
  });
});
