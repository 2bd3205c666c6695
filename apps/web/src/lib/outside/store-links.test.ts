import { expect, it } from 'vitest';
import { setConnectors } from '../connectors.ts';
import { storeLinks } from './store-links.ts';

const channel = (id: string, admin_pages: { home: string; order: string } | null) => ({
  id,
  kind: 'channel' as const,
  label: id,
  homepage: null,
  mark: { letters: 'X', color: '#334455' },
  can: [],
  limits: {},
  admin_pages,
});

it('B044: leads into the admin of a store, with its domain and the number of an order', () => {
  setConnectors([
    channel('domain', { home: 'https://{domain}/admin', order: 'https://{domain}/admin/orders/{order}' }),
    channel('path', { home: 'https://{domain}/wp-admin', order: 'https://{domain}/wp-admin/post.php?post={order}' }),
    channel('none', null),
  ]);
  const one = storeLinks('domain', 'shop.test');
  expect(one?.order('77')).toBe('https://shop.test/admin/orders/77');
  expect(one?.order('gid://shop/Order/77')).toBe('https://shop.test/admin/orders/77');
  expect(one?.order('7/7&8')).toBe('https://shop.test/admin/orders/7%268');
  expect(one?.admin).toBe('https://shop.test/admin');
  const below = storeLinks('path', 'shop.test/de');
  expect(below?.order('77')).toBe('https://shop.test/de/wp-admin/post.php?post=77');
  expect(below?.admin).toBe('https://shop.test/de/wp-admin');
  expect(storeLinks('none', 'shop.test')).toBeUndefined();
  expect(storeLinks('unheard-of', 'shop.test')).toBeUndefined();
});
