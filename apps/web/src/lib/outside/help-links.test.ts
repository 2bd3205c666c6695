import { expect, it } from 'vitest';
import { connectionHelp, helpPage } from './help-links.ts';

it('B015: help has a page for connecting each platform, where the operator set an address', () => {
  expect(connectionHelp('https://help.test/', 'shopify')).toBe('https://help.test/connect-shopify');
  expect(connectionHelp('https://help.test', 'woocommerce')).toBe('https://help.test/connect-woocommerce');
  expect(connectionHelp(null, 'shopify')).toBeUndefined();
  expect(helpPage(undefined, 'x')).toBeUndefined();
});
