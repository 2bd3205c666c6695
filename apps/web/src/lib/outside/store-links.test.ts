import { expect, it } from 'vitest';
import { storeLinks } from './store-links.ts';

it('B044: leads into the admin of a store, with its domain and the number of an order', () => {
  const shopify = storeLinks('shopify', 'shop.test');
  expect(shopify?.order('77')).toBe('https://shop.test/admin/orders/77');
  expect(shopify?.order('gid://shopify/Order/77')).toBe('https://shop.test/admin/orders/77');
  expect(shopify?.product('red cup')).toBe('https://shop.test/products/red%20cup');
  const woo = storeLinks('woocommerce', 'shop.test/de');
  expect(woo?.order('77')).toBe('https://shop.test/de/wp-admin/post.php?post=77&action=edit');
  expect(woo?.checkout).toContain('tab=checkout');
  expect(storeLinks('google', 'shop.test')).toBeUndefined();
});
