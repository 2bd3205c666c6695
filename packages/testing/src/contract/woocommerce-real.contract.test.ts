import { expect, test } from 'vitest';
import { channelSuite } from './channel-suite.ts';
import { getRealShop, getShopper, type RealShop, relayTo, throughRelay, touchOrder } from './real-woocommerce.ts';
import { type WooCommerceUnderTest, woocommerceFaults } from './woocommerce-faults.ts';
import { woocommerceUnderTest } from './woocommerce-under.ts';

/**
 * The same suites against a WooCommerce as it ships, when one is named:
 * QUAYSIDE_REAL_WOOCOMMERCE=address,key,secret,key that may only read,its secret. docs/guides/try-a-real-woocommerce.md says
 * what the shop needs.
 */
const shop = getRealShop(process.env.QUAYSIDE_REAL_WOOCOMMERCE);

test('a real shop is named by its address and two keys, or not at all', () => {
  expect(getRealShop(undefined)).toBeUndefined();
  expect(getRealShop('https://shop.example.com,ck_a,cs_a')).toBeUndefined();
  expect(getRealShop('https://shop.example.com/, ck_a,cs_a, ck_b,cs_b')).toEqual({
    address: 'https://shop.example.com',
    keys: { consumerKey: 'ck_a', consumerSecret: 'cs_a' },
    readKeys: { consumerKey: 'ck_b', consumerSecret: 'cs_b' },
  });
});

const underTest = (real: RealShop): WooCommerceUnderTest => ({
  ...woocommerceUnderTest,
  standIn: relayTo(real),
  shop: '',
  currency: process.env.QUAYSIDE_REAL_CURRENCY ?? 'USD',
  baseUrl: () => real.address,
  credentials: async () => ({ ...real.keys }),
  limitedCredentials: async () => ({ ...real.readKeys }),
  touchOrder: (_sandbox, orderId) => touchOrder(real, orderId),
  shopper: getShopper(real),
  reach: throughRelay(real),
  patience: 15,
  unpaid: true,
});

if (shop) {
  channelSuite('a real WooCommerce', underTest(shop));
  woocommerceFaults('a real WooCommerce', underTest(shop));
}
