import { expect, it } from 'vitest';
import { forgetInstallClick, installClick, saveInstallClick } from './install-click.ts';

it('B046: remembers for five minutes with which shop connecting began', () => {
  const jar = { cookie: '' };
  saveInstallClick('shopify', 'north-pier.myshopify.com', jar);
  expect(jar.cookie).toContain('max-age=300');
  expect(installClick('shopify', jar)).toBe('north-pier.myshopify.com');
  expect(installClick('woocommerce', jar)).toBeUndefined();
  expect(installClick('shopify', { cookie: 'a=b' })).toBeUndefined();
  forgetInstallClick(jar);
  expect(jar.cookie).toContain('max-age=0');
});
