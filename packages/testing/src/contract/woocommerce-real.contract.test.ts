import { expect, test } from 'vitest';
import { channelSuite } from './channel-suite.ts';
import { realShopOf, relayTo, shopperOf, throughRelay, touchOrder } from './real-woocommerce.ts';
import { woocommerceUnderTest } from './woocommerce-under.ts';

/**
 * The same suite against a WooCommerce as it ships, when one is named:
 * QUAYSIDE_REAL_WOOCOMMERCE=address,key,secret,key that may only read,its secret. The shop must be one to play with: it is
 * filled with products and orders. It needs pretty permalinks, cash on delivery, a shipping method for the United States,
 * and must be allowed to fetch from and to call 127.0.0.1.
 */
const shop = realShopOf(process.env.QUAYSIDE_REAL_WOOCOMMERCE);

test('a real shop is named by its address and two keys, or not at all', () => {
  expect(realShopOf(undefined)).toBeUndefined();
  expect(realShopOf('https://shop.example.com,ck_a,cs_a')).toBeUndefined();
  expect(realShopOf('https://shop.example.com/, ck_a,cs_a, ck_b,cs_b')).toEqual({
    address: 'https://shop.example.com',
    keys: { consumerKey: 'ck_a', consumerSecret: 'cs_a' },
    readKeys: { consumerKey: 'ck_b', consumerSecret: 'cs_b' },
  });
});

if (shop)
  channelSuite('a real WooCommerce', {
    ...woocommerceUnderTest,
    standIn: relayTo(shop),
    shop: '',
    currency: process.env.QUAYSIDE_REAL_CURRENCY ?? 'USD',
    baseUrl: () => shop.address,
    credentials: async () => ({ ...shop.keys }),
    limitedCredentials: async () => ({ ...shop.readKeys }),
    touchOrder: (_sandbox, orderId) => touchOrder(shop, orderId),
    shopper: shopperOf(shop),
    reach: throughRelay(shop),
    patience: 15,
    unpaid: true,
  });
