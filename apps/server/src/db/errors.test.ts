import { expect, it } from 'vitest';
import { isCheckViolation, isUniqueViolation } from './errors.ts';

it.each([
  ['return_address_one', true],
  // The key of a shard of Citus.
  ['return_address_one_102414', true],
  ['return_address_one_2', false],
  ['return_address_pkey', false],
  [undefined, false],
])('the key %s is return_address_one: %s', (constraint, same) => {
  expect(isUniqueViolation({ code: '23505', constraint }, 'return_address_one')).toBe(same);
});

it('without a name, any key counts, and no other error', () => {
  expect(isUniqueViolation({ code: '23505', constraint: 'return_address_pkey' })).toBe(true);
  expect(isUniqueViolation({ code: '23514', constraint: 'return_address_pkey' })).toBe(false);
  expect(isCheckViolation({ code: '23514', constraint: 'topup_amount_check' }, 'topup_amount_check')).toBe(true);
  expect(isUniqueViolation(undefined)).toBe(false);
});
