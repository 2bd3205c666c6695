import { describe, expect, it } from 'vitest';
import { ApiError } from './api.ts';
import { fieldErrors, formFailure } from './field-errors.ts';

const refused = (errors: Record<string, string[]>) =>
  new ApiError('PUT /orders/order_no/update', { status: 204, code: 'INVALID', message: 'Check the fields.', errors });

describe('formFailure', () => {
  const isShown = (field: string) => field === 'order_no';

  it('is nothing without a failure, or when a shown field explains it', () => {
    expect(formFailure(undefined, isShown)).toBeUndefined();
    expect(formFailure(refused({ order_no: ['Too long.'] }), isShown)).toBeUndefined();
  });

  it('says the error of a field that the form does not show', () => {
    const failure = refused({ order_no: ['Too long.'], 'line_item_ids.0': ['Already bought.'] });
    expect(formFailure(failure, isShown)).toBe('Already bought.');
  });

  it('says a failure without fields', () => expect(formFailure(refused({}), isShown)).toBe('Check the fields.'));
});

it('finds the errors of fields', () => {
  expect(fieldErrors(refused({ order_no: ['Too long.'] }))).toEqual({ order_no: ['Too long.'] });
  expect(fieldErrors(new Error('x'))).toEqual({});
});
