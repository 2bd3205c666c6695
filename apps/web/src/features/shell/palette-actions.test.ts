import { getRoles, type Permission } from '@quayside/contracts/permissions.ts';
import { expect, it } from 'vitest';
import { actionsFor, matchesWords } from './palette-actions.ts';

const as = (role: 'owner' | 'buyer' | 'viewer') => (needs: Permission) => getRoles(needs).includes(role);
const keys = (...given: Parameters<typeof actionsFor>) => actionsFor(...given).map((action) => action.key);

it('offers the actions that a role may do', () => {
  expect(keys(as('owner'), false)).toEqual(['connectStore', 'placeOrders', 'topUp', 'invite', 'createToken']);
  expect(keys(as('buyer'), false)).toEqual(['placeOrders']);
  expect(keys(as('viewer'), false)).toEqual([]);
});

it('leaves out billing where it is hidden', () => {
  expect(keys(as('owner'), true)).not.toContain('topUp');
});

it('matches every word in any order, whatever the case', () => {
  expect(matchesWords('Top up wallet', 'WALLET top')).toBe(true);
  expect(matchesWords('Top up wallet', 'wallet store')).toBe(false);
  expect(matchesWords('Top up wallet', '')).toBe(true);
});
