import { expect, it } from 'vitest';
import { nextPath } from './next-path.ts';

it('leads back into the app and nowhere else', () => {
  expect(nextPath('/app/orders?tab=open')).toBe('/app/orders?tab=open');
  expect(nextPath('/app')).toBe('/app');
  expect(nextPath('/invitation/a-b_C1')).toBe('/invitation/a-b_C1');
  expect(nextPath('/invitation/../login')).toBe('/app');
  for (const wish of ['//evil.test/app', 'https://evil.test/app', '/login', '/apple', undefined, ['/app']]) {
    expect(nextPath(wish)).toBe('/app');
  }
});
