import { expect, it } from 'vitest';
import { isCheckViolation, isUniqueViolation } from './errors.ts';

const duplicate = (name: string) => ({
  code: '23505',
  message: `duplicate key value violates unique constraint "${name}"`,
});

it.each([
  [{ ...duplicate('return_address_one'), constraint: 'return_address_one' }, true],
  [{ ...duplicate('return_address_one'), constraint: 'return_address_pkey' }, false],
  // From a worker of Citus.
  [duplicate('return_address_one_102414'), true],
  [duplicate('return_address_pkey_102414'), false],
  [duplicate('return_address_one_2'), false],
])('%o is of the key return_address_one: %s', (error, same) => {
  expect(isUniqueViolation(error, 'return_address_one')).toBe(same);
});

it('without a name, any key counts, and no other error', () => {
  expect(isUniqueViolation({ code: '23505', constraint: 'return_address_pkey' })).toBe(true);
  expect(isUniqueViolation({ code: '23514', constraint: 'return_address_pkey' })).toBe(false);
  expect(isCheckViolation({ code: '23514', constraint: 'topup_amount_check' }, 'topup_amount_check')).toBe(true);
  expect(isUniqueViolation(undefined)).toBe(false);
});
