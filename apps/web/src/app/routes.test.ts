import { createMemoryHistory, createRouter } from '@tanstack/react-router';
import { expect, it } from 'vitest';
import { routeTree } from './routes.tsx';

const router = createRouter({ routeTree, history: createMemoryHistory() });
const paths = Object.keys(router.routesByPath);

/** The path of the screen that an address leads to. */
const screenAt = (address: string): string | undefined =>
  router.getMatchedRoutes(address)[2]?.fullPath.replace(/(?<=.)\/$/, '');

it('every address of the app leads to its own screen, and to no other', () => {
  expect(paths.length).toBeGreaterThan(40);
  for (const path of paths) expect(screenAt(path.replaceAll(/\$\w+/g, 'x1')), path).toBe(path);
});

it('B018: a named segment wins over one that may be anything', () => {
  for (const path of paths.filter((one) => one.includes('$'))) {
    const others = paths.filter((one) => !one.includes('$') && one.split('/').length === path.split('/').length);
    for (const other of others) expect(screenAt(other), `${other} beside ${path}`).toBe(other);
  }
  // Beside an address with a name that may be anything, the named one is another screen.
  expect(screenAt('/auth/google/callback')).toBe('/auth/$social/callback');
  expect(screenAt('/auth/platform/shopify/callback')).toBe('/auth/platform/$platform/callback');
  expect(screenAt('/auth/email-verification')).toBe('/auth/email-verification');
  expect(screenAt('/app/products-center/editor/1')).toBe('/app/products-center/editor/$productCenterId');
});

it('B017, A43: general settings, the account and signing in stand where it was decided', () => {
  for (const path of ['/app/setting', '/app/setting/account', '/login']) expect(paths).toContain(path);
});
