import { expect, it } from 'vitest';
import { storeLinks } from './store-links.ts';

it('B044: leads into the admin of a store, with its domain and the number of an order', () => {
  const shopify = storeLinks('shopify', 'shop.test');
  expect(shopify?.order('77')).toBe('https://shop.test/admin/orders/77');
  expect(shopify?.order('gid://shopify/Order/77')).toBe('https://shop.test/admin/orders/77');
  expect(shopify?.admin).toBe('https://shop.test/admin');
  const woo = storeLinks('woocommerce', 'shop.test/de');
  expect(woo?.order('77')).toBe('https://shop.test/de/wp-admin/post.php?post=77&action=edit');
  expect(woo?.admin).toBe('https://shop.test/de/wp-admin');
  expect(storeLinks('google', 'shop.test')).toBeUndefined();
});
