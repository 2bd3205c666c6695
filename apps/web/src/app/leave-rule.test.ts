import { expect, it } from 'vitest';
import { GENERAL_SETTINGS, INSTALL, leavingFor } from './leave-rule.ts';

const at = (path: string, embedded = false) => ({ href: `${path}?a=1`, path, embedded });

it('B059: inside an admin the way leads to the install route, with what the address held', () => {
  expect(leavingFor('sign-out', at('/app/orders', true))).toEqual({
    forgets: ['everything'],
    to: { path: INSTALL, next: '/app/orders?a=1', afterMs: 0, fresh: false },
  });
  expect(leavingFor('sign-out', at('/auth/platform/shopify/install', true)).to).toBeUndefined();
});

it('B060: outside one a person is signed out after a second, and not before', () => {
  expect(leavingFor('sign-out', at('/app/orders'))).toEqual({
    forgets: [],
    to: { path: '/login', next: '/app/orders?a=1', afterMs: 1000, fresh: true },
  });
  for (const path of ['/login', '/signup']) expect(leavingFor('sign-out', at(path)).to).toBeUndefined();
});

it('B061: the store that is no longer theirs is forgotten, everywhere', () => {
  for (const where of [at('/app/orders'), at('/app/setting/account'), at('/app/orders', true)])
    expect(leavingFor('choose-store', where).forgets).toEqual(['store']);
});

it('B062: the way leads to the general settings after a second, unless one is there or inside an admin', () => {
  expect(leavingFor('choose-store', at('/app/orders')).to).toEqual({
    path: GENERAL_SETTINGS,
    afterMs: 1000,
    fresh: false,
  });
  for (const where of [at('/app/setting'), at('/app/setting/account'), at('/app/orders', true)])
    expect(leavingFor('choose-store', where).to).toBeUndefined();
});

it('a member who was taken out goes Home, in a workspace of his own', () => {
  expect(leavingFor('choose-workspace', at('/app/orders'))).toMatchObject({
    forgets: ['store', 'workplace'],
    to: { path: '/app', fresh: true },
  });
});
