import { describe, expect, it } from 'vitest';
import { type Call, contracts } from './index.ts';
import {
  getRefusal,
  getRoles,
  INVITED_ROLES,
  may,
  NEVER_FOR_TOKENS,
  PERMISSIONS,
  ROLES,
  WHOLE_WORKSPACE,
} from './permissions.ts';

const calls: Call[] = Object.values(contracts).flatMap((feature) => Object.values(feature) as Call[]);

describe('the table of permissions', () => {
  it('is named by every call that concerns a workspace, and by no other', () => {
    const wrong = calls.filter((call) => (call.access === 'workplace') !== (call.needs !== undefined));
    expect(wrong.map((call) => `${call.method} ${call.path}`)).toEqual([]);
  });

  it('knows every permission that a call names, and has none that no call needs', () => {
    const needed = new Set(calls.flatMap((call) => call.needs ?? []));
    expect([...needed].filter((one) => !PERMISSIONS.includes(one))).toEqual([]);
  });

  it('lets the owner do everything', () => {
    expect(PERMISSIONS.filter((one) => !may({ role: 'owner' }, one))).toEqual([]);
  });

  it('lets a viewer change nothing', () => {
    expect(PERMISSIONS.filter((one) => may({ role: 'viewer' }, one) && !one.endsWith('.read'))).toEqual([]);
  });

  it('lets a buyer spend and a lister not, and a lister edit products and a buyer not', () => {
    const asked = ['orders.pay', 'products.change'] as const;
    expect(asked.map((one) => may({ role: 'buyer' }, one))).toEqual([true, false]);
    expect(asked.map((one) => may({ role: 'lister' }, one))).toEqual([false, true]);
  });

  it('keeps what concerns the whole workspace from members who are held to some stores', () => {
    for (const role of ROLES)
      for (const one of WHOLE_WORKSPACE) expect(may({ role, storeIds: [] }, one), `${role} ${one}`).toBe(false);
    expect(getRefusal({ role: 'manager', storeIds: ['s'] }, 'team.change')).toBe('stores');
    expect(may({ role: 'buyer', storeIds: ['s'] }, 'orders.pay')).toBe(true);
  });

  it('lets a token do what it was given, and never make itself more', () => {
    expect(getRefusal({ role: 'owner', scopes: ['orders.read'] }, 'orders.read')).toBeUndefined();
    expect(getRefusal({ role: 'owner', scopes: ['orders.read'] }, 'orders.change')).toBe('scope');
    for (const one of NEVER_FOR_TOKENS) expect(may({ role: 'owner', scopes: [one] }, one)).toBe(false);
  });

  it('invites nobody as an owner', () => {
    expect(INVITED_ROLES).not.toContain('owner');
    expect(getRoles('workspace.remove')).toEqual(['owner']);
  });
});
