import { expect, it } from 'vitest';
import { creditsLeft, fitting, isOver, quotaRefusal, roomLeft } from './admission.ts';

const credits = (total_credit: number, total_credit_used: number) => ({ total_credit, total_credit_used });
const endless = { limit: -1, usage: 0 };

it('B136: 25 credits allow six imports', () => {
  expect(fitting('PRODUCT_IMPORT', endless, credits(25, 0))).toEqual({ fits: 6, by: 'credits' });
  expect(fitting('PRODUCT_IMPORT', endless, credits(25, 24)).fits).toBe(0);
});

it('B079: a limit allows what is below it, 0 nothing, -1 and -2 without end', () => {
  expect(roomLeft({ limit: 10, usage: 9 })).toBe(1);
  expect(roomLeft({ limit: 10, usage: 12 })).toBe(0);
  expect(roomLeft({ limit: 0, usage: 0 })).toBe(0);
  for (const limit of [-1, -2]) expect(roomLeft({ limit, usage: 999 })).toBe(Number.POSITIVE_INFINITY);
});

it('B083: credits without end are never short', () => {
  expect(creditsLeft(credits(-1, 100_000))).toBe(Number.POSITIVE_INFINITY);
  expect(isOver(endless, credits(-1, 100_000))).toBeUndefined();
});

it('B455: the limit of the feature speaks first, then the credits', () => {
  expect(fitting('PRODUCT_LISTING', { limit: 30, usage: 30 }, credits(150, 50))).toEqual({ fits: 0, by: 'limit' });
  expect(fitting('PRODUCT_IMPORT', { limit: 10, usage: 3 }, credits(25, 22))).toEqual({ fits: 0, by: 'credits' });
});

it('what costs nothing is not asked of the credits', () => {
  expect(fitting('ORDER_FULFILLMENT', { limit: 50, usage: 10 }, credits(25, 25)).fits).toBe(40);
});

it('is over beyond the end, not at it', () => {
  expect(isOver({ limit: 10, usage: 10 }, credits(25, 25))).toBeUndefined();
  expect(isOver({ limit: 10, usage: 11 }, credits(25, 0))).toBe('limit');
  expect(isOver({ limit: 10, usage: 10 }, credits(25, 26))).toBe('credits');
});

it('B122: is refused with the status of the plan', () => {
  const refusal = quotaRefusal('limit', 'PRODUCT_IMPORT', { limit: 10, usage: 10 }, credits(25, 0));
  expect(refusal).toMatchObject({ status: 'QUOTA_EXPIRED', code: 'QUOTA_LIMIT_REACHED', params: { limit: 10 } });
  expect(quotaRefusal('credits', 'PRODUCT_IMPORT', endless, credits(25, 25)).code).toBe('OUT_OF_CREDITS');
});

it('B235, B307: carries the key of the specification beside its own code, and the figures', () => {
  const full = { limit: 30, usage: 30 };
  expect(quotaRefusal('limit', 'PRODUCT_LISTING', full, credits(25, 0)).data).toEqual({
    error_code: 'LISTING_PRODUCT_EXCEED_QUOTA_LIMIT',
    feature: 'PRODUCT_LISTING',
    by: 'limit',
    limit: 30,
    usage: 30,
  });
  const keyOf = (by: 'limit' | 'credits') => quotaRefusal(by, 'PRODUCT_IMPORT', full, credits(25, 25)).data?.error_code;
  expect([keyOf('limit'), keyOf('credits')]).toEqual(['EXCEED_QUOTA_LIMIT', 'SYSTEM_QUOTA_EXCEEDED']);
});
