import { afterAll, expect, it } from 'vitest';
import { startTestApp } from '../../testing/app/test-app.ts';

const free = await startTestApp();
const sold = await startTestApp({ env: { QUAYSIDE_PLAN: 'FREE_CREDIT' } });
afterAll(async () => {
  await free.stop();
  await sold.stop();
});

it('lets owners switch plans where the operator named none, and the limits are those of the new one', async () => {
  const ada = await free.signUp();
  const before = (await ada.call('GET /payments/user/v2/current-plan')).data;
  expect(before).toMatchObject({ can_choose: true, package: { features: { WORKSPACE: { limit: -1 } } } });
  const answer = await ada.call('POST /payments/user/choose-plan', { body: { plan_key: 'FREE_CREDIT' } });
  expect(answer.data.package.key).toBe('FREE_CREDIT');
  const refused = await ada.call('POST /auth/workplace/create', { body: { name: 'Second' } });
  expect(refused.status).not.toBe(200);
});

it('refuses a plan that is not sold, and any choice where the operator named one', async () => {
  const ada = await free.signUp();
  expect((await ada.call('POST /payments/user/choose-plan', { body: { plan_key: 'GIFT' } })).http).toBe(422);
  const bob = await sold.signUp();
  expect((await bob.call('GET /payments/user/v2/current-plan')).data.can_choose).toBe(false);
  const refused = await bob.call('POST /payments/user/choose-plan', { body: { plan_key: 'ENTERPRISE_CREDIT_TIER_3' } });
  expect(refused.code).toBe('PLAN_NOT_CHOSEN_HERE');
  expect((await bob.call('GET /payments/user/v2/current-plan')).data.package.key).toBe('FREE_CREDIT');
});
