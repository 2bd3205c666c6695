import { ROLES } from '@quayside/contracts';
import { expect, it } from 'vitest';
import { manages, rolesGivenBy } from './manage.ts';

it('lets the owner manage everybody but an owner, and a manager nobody of his own rank', () => {
  expect(rolesGivenBy('owner')).toEqual(['manager', 'buyer', 'lister', 'viewer']);
  expect(rolesGivenBy('manager')).toEqual(['buyer', 'lister', 'viewer']);
  for (const role of ['buyer', 'lister', 'viewer'] as const) expect(rolesGivenBy(role)).toEqual([]);
  for (const role of ROLES) expect(manages(role, 'owner')).toBe(false);
});
