import { expect, it } from 'vitest';
import { refuseDelete } from './delete-products.ts';

it.each([
  ['unpushed', 'imports', undefined],
  ['unpushed', 'center', undefined],
  ['unpushed', 'mapped', 'PRODUCT_NOT_LISTED'],
  ['pushed', 'imports', 'PRODUCT_IS_IN_STORE'],
  ['pushed', 'center', undefined],
  ['pushed', 'mapped', undefined],
  ['processing', 'imports', 'PRODUCT_IS_PROCESSING'],
  ['processing', 'center', 'PRODUCT_IS_PROCESSING'],
  ['processing', 'mapped', 'PRODUCT_IS_PROCESSING'],
] as const)('judges the deletion of a product that is %s from %s', (push_state, from, refusal) => {
  expect(refuseDelete({ push_state }, from, true)).toBe(refusal);
});

it('leaves products in stores to members who see every store', () => {
  expect(refuseDelete({ push_state: 'pushed' }, 'center', false)).toBe('PRODUCT_IN_OTHER_STORES');
  expect(refuseDelete({ push_state: 'unpushed' }, 'center', false)).toBeUndefined();
  expect(refuseDelete(undefined, 'center', true)).toBe('PRODUCT_NOT_FOUND');
});
