import { expect, it } from 'vitest';
import { ApiError } from './api.ts';
import { getQuotaRefusal, getTaskRefusal, quotaPrompt } from './quota-prompt.ts';

const data = {
  error_code: 'LISTING_PRODUCT_EXCEED_QUOTA_LIMIT',
  feature: 'PRODUCT_LISTING',
  by: 'limit',
  limit: 30,
  usage: 30,
};
const refused = (status: number, facts: unknown) =>
  new ApiError('POST /x', { status, code: 'QUOTA_LIMIT_REACHED', message: 'Full', data: facts });

it('B235, B236: a refusal of the plan opens the dialog with its limit and usage', () => {
  const refusal = getQuotaRefusal(refused(401, data));
  expect(refusal).toEqual({ feature: 'PRODUCT_LISTING', by: 'limit', limit: 30, usage: 30, text: 'Full' });
  if (refusal) quotaPrompt.ask(refusal);
  expect(quotaPrompt.refusal()).toEqual(refusal);
  quotaPrompt.close();
  expect(quotaPrompt.refusal()).toBeUndefined();
});

it('opens for credits that do not suffice for a copy', () => {
  const refusal = getQuotaRefusal(refused(401, { ...data, feature: 'WP_STORE_PRODUCT_COPY', by: 'credits' }));
  expect(refusal).toMatchObject({ feature: 'WP_STORE_PRODUCT_COPY', by: 'credits' });
});

it('B235: a task that stopped at the limit carries it too', () => {
  const key = 'LISTING_PRODUCT_EXCEED_QUOTA_LIMIT';
  const refusal = { feature: 'PRODUCT_LISTING', limit: 30, usage: 30, text: 'Full' };
  const params = { limit: 30, usage: 30, count: 4 };
  expect(getTaskRefusal({ key, text: 'Full', params })).toEqual({ ...refusal, by: 'limit' });
  expect(getTaskRefusal({ key, text: 'Full', params: { ...params, usage: 12 } })).toMatchObject({ by: 'credits' });
  expect(getTaskRefusal({ key: 'PUSH_ALL_PARTLY', text: 'Some', params })).toBeUndefined();
  expect(getTaskRefusal({ key, text: 'Full' })).toBeUndefined();
  expect(getTaskRefusal(null)).toBeUndefined();
});

it('leaves every other failure alone', () => {
  expect(getQuotaRefusal(refused(201, data))).toBeUndefined();
  expect(getQuotaRefusal(refused(401, null))).toBeUndefined();
  expect(getQuotaRefusal(refused(401, { ...data, feature: 'WORKSPACE' }))).toBeUndefined();
  expect(getQuotaRefusal(new Error('cut'))).toBeUndefined();
});
