import { ROLES } from '@quayside/contracts';
import { expect, it } from 'vitest';
import { growsAccess, manages, rolesGivenBy } from './manage.ts';

it('lets the owner manage everybody but an owner, and a manager nobody of his own rank', () => {
  expect(rolesGivenBy('owner')).toEqual(['manager', 'buyer', 'lister', 'viewer']);
  expect(rolesGivenBy('manager')).toEqual(['buyer', 'lister', 'viewer']);
  for (const role of ['buyer', 'lister', 'viewer'] as const) expect(rolesGivenBy(role)).toEqual([]);
  for (const role of ROLES) expect(manages(role, 'owner')).toBe(false);
});

it.each([
  ['viewer', null, 'manager', null, true],
  ['manager', null, 'viewer', null, false],
  ['buyer', null, 'lister', null, true],
  ['viewer', ['a'], 'viewer', ['a', 'b'], true],
  ['viewer', ['a', 'b'], 'viewer', ['b'], false],
  ['viewer', ['a'], 'viewer', null, true],
  ['viewer', null, 'viewer', ['a'], false],
  ['manager', null, 'manager', null, false],
] as const)('%s of %s made %s of %s: access grows %s', (role, stores, newRole, newStores, grows) => {
  expect(growsAccess({ role, store_ids: stores }, { role: newRole, store_ids: newStores })).toBe(grows);
});
