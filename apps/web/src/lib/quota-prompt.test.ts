import { expect, it } from 'vitest';
import { ApiError } from './api.ts';
import { getQuotaRefusal, quotaPrompt } from './quota-prompt.ts';

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

it('leaves every other failure alone', () => {
  expect(getQuotaRefusal(refused(201, data))).toBeUndefined();
  expect(getQuotaRefusal(refused(401, null))).toBeUndefined();
  expect(getQuotaRefusal(refused(401, { ...data, feature: 'WORKSPACE' }))).toBeUndefined();
  expect(getQuotaRefusal(new Error('cut'))).toBeUndefined();
});
