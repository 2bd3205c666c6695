import { expect, it } from 'vitest';
import { ApiError } from '../../lib/api.ts';
import { bulkToast, importFailure } from './import-failure.ts';

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

const missed = (source: string, status = 202) => ({ source, text: 'Words', error: failed(status) });
const overPlan = { source: 'quayside', text: 'Full', error: full };

it('B127: a bulk import names no failures of CJ and AliExpress, as their cards do', () => {
  const bulk = { imported: 0, showsToast: false, failures: [missed('cj'), missed('aliexpress')] };
  expect(bulkToast(bulk, false)).toBeUndefined();
  expect(bulkToast({ ...bulk, failures: [missed('cj'), missed('quayside')] }, false)).toMatchObject({
    kind: 'error',
    missed: [{ source: 'quayside' }],
  });
  expect(bulkToast({ ...bulk, imported: 2, showsToast: true }, false)).toMatchObject({ kind: 'success', added: 2 });
});
it('B308: on a small screen a bulk import shows a bad request from CJ too', () => {
  const bulk = { imported: 0, showsToast: false, failures: [missed('cj', 201)] };
  expect(bulkToast(bulk, true)).toMatchObject({ kind: 'error', missed: [{ source: 'cj' }] });
  expect(bulkToast(bulk, false)).toBeUndefined();
});
it('B310: a bulk import with notifications off never says what was added', () => {
  const bulk = { imported: 3, showsToast: false, failures: [] };
  expect(bulkToast(bulk, false)).toBeUndefined();
  const partly = { ...bulk, failures: [missed('quayside')] };
  expect(bulkToast(partly, false)).toMatchObject({ kind: 'warning', added: 0 });
  expect(bulkToast({ ...partly, showsToast: true }, false)).toMatchObject({ kind: 'warning', added: 3 });
});
it('B307, B309: a used-up plan is left to the banner only where nothing was imported', () => {
  const bulk = { imported: 0, showsToast: false, failures: [overPlan, overPlan], overQuota: true };
  expect(bulkToast(bulk, false)).toBeUndefined();
  expect(bulkToast(bulk, true)).toMatchObject({ kind: 'error' });
  expect(bulkToast({ ...bulk, imported: 1, overQuota: false }, false)).toMatchObject({ kind: 'warning' });
});
