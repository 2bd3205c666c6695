import { expect, test } from 'vitest';
import { isSameOrder } from './duplicate.ts';

const item = (sku: string, quantity = 1) => ({ external_variant_id: null, sku, title: 'Lamp', quantity });
const ORDER = {
  address: {
    firstName: 'Jane',
    address1: '1 Main Street',
    city: 'Springfield',
    postalCode: '62701',
    countryCode: 'US',
  },
  items: [item('A'), item('B', 2)],
};

test.each([
  ['items in another order', { items: [item('B', 2), item('A')] }, true],
  ['another spelling', { address: { ...ORDER.address, address1: ' 1  main street', firstName: 'J.' } }, true],
  ['another quantity', { items: [item('A'), item('B')] }, false],
  ['another item', { items: [item('A'), item('C', 2)] }, false],
  ['one item more', { items: [...ORDER.items, item('C')] }, false],
  ['another street', { address: { ...ORDER.address, address1: '2 Main Street' } }, false],
  ['another country', { address: { ...ORDER.address, countryCode: 'CA' } }, false],
])('an order with %s: the same is %s', (_what, change, same) => {
  expect(isSameOrder(ORDER, { ...ORDER, ...change })).toBe(same);
});
