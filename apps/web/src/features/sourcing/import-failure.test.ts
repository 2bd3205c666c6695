import { expect, it } from 'vitest';
import { ApiError } from '../../lib/api.ts';
import { importFailure } from './import-failure.ts';

const failed = (status: number, data?: object) =>
  new ApiError('POST /center/products/import/{source}', { status, code: 'X', message: 'Words', data });
const full = failed(401, { feature: 'PRODUCT_IMPORT', by: 'limit', limit: 10, usage: 10 });

it('B127: a failed import from AliExpress or CJ speaks on its card alone, one from elsewhere in a toast too', () => {
  expect(importFailure(failed(202), 'cj', false)).toBe('card');
  expect(importFailure(failed(202), 'aliexpress', true)).toBe('card');
  expect(importFailure(failed(202), 'quayside', false)).toBe('toast');
});
it('B308: on a small screen a bad request is shown in a toast, whatever the source', () => {
  expect(importFailure(failed(201), 'cj', true)).toBe('toast');
  expect(importFailure(failed(201), 'cj', false)).toBe('card');
});
it('B309: a used-up plan is a toast on a small screen and the banner on a large one', () => {
  expect(importFailure(full, 'quayside', true)).toBe('toast');
  expect(importFailure(full, 'quayside', false)).toBe('quota');
});
