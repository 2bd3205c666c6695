import { expect, it } from 'vitest';
import { storesOfChannels } from './channel-stores.ts';

const stores = [
  { storeId: 'w1', platform: 'woocommerce' as const, isDefault: false },
  { storeId: 'w2', platform: 'woocommerce' as const, isDefault: true },
  { storeId: 's1', platform: 'shopify' as const, isDefault: false },
];

it('takes the current store, else the default one, else the oldest', () => {
  expect(storesOfChannels(['woocommerce', 'shopify'], stores, 'w1').chosen).toEqual(['w1', 's1']);
  expect(storesOfChannels(['woocommerce'], stores, 's1').chosen).toEqual(['w2']);
  expect(storesOfChannels(['woocommerce'], stores.slice(0, 1), undefined).chosen).toEqual(['w1']);
});

it('names a channel that has no store', () =>
  expect(storesOfChannels(['tiktok', 'shopify'], stores, undefined)).toEqual({ chosen: ['s1'], missing: ['tiktok'] }));
