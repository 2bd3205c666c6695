import { expect, it } from 'vitest';
import { connectionHelp, helpAddress, helpPage } from './help-links.ts';

it('B015: help says how to connect each platform, in our help center or in the one that the operator set', () => {
  expect(connectionHelp('https://help.test/', 'shopify')).toBe('https://help.test/connect-shopify');
  expect(connectionHelp('https://help.test', 'woocommerce')).toBe('https://help.test/connect-woocommerce');
  expect(connectionHelp(null, 'shopify')).toBe('/help/connect-a-store#shopify');
});

it('an address of the operator replaces that of our own help center', () => {
  expect(helpAddress(undefined, 'payment-failed')).toBe('/help/payment-failed');
  expect(helpAddress(null, 'payment-failed', 'wallet')).toBe('/help/payment-failed#wallet');
  expect(helpAddress('https://help.test/', 'payment-failed', 'wallet')).toBe('https://help.test/payment-failed');
  expect(helpPage('https://help.test/en')).toBe('https://help.test/en');
  expect(helpPage(null)).toBeUndefined();
});
