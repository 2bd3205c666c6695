import { SPLIT_DEFAULTS } from '@quayside/contracts/split.ts';
import { describe, expect, it } from 'vitest';
import type { PushProduct } from './push-product.ts';
import {
  canTake,
  getObstacle,
  ownPush,
  pushedCount,
  pushGroups,
  pushObstacle,
  ratesNeeded,
  sourcePush,
} from './push-request.ts';

const product = (id: string, variants = 3, more: Partial<PushProduct> = {}): PushProduct => ({
  key: id,
  kind: 'own',
  id,
  source: 'quayside',
  ship_to: 'US',
  title: id,
  image: null,
  price: { from: 8, to: 9 },
  cost_from: 3,
  cost_to: 5,
  currency: 'USD',
  total_variant: variants,
  is_sandbox: false,
  ...more,
});
const woo = { id: 'w', platform: 'woocommerce', currency: 'USD', is_sandbox: false, status: 'active' } as const;
const shop = { id: 's', platform: 'shopify', currency: 'EUR', is_sandbox: false, status: 'active' } as const;
const choices = {
  storeIds: ['w', 's'],
  publish: false,
  sellOutOfStock: false,
  channels: {},
  split: SPLIT_DEFAULTS,
  publications: {},
  rates: {},
  ending: 'exact',
} as const;

describe('where products may go', () => {
  it('keeps play and earnest apart', () => {
    const play = product('a', 1, { is_sandbox: true });
    expect(getObstacle(woo, [product('b')])).toBeUndefined();
    expect(getObstacle(woo, [play])).toBe('sandbox');
    expect(getObstacle({ ...woo, is_sandbox: true }, [product('b')])).toBe('live');
    expect(getObstacle(woo, [play, product('b')])).toBe('some-sandbox');
    expect([canTake(woo, [play]), canTake(woo, [play, product('b')])]).toEqual([false, true]);
  });

  it('asks to reconnect first', () => {
    expect(getObstacle({ ...woo, status: 'needs_reconnect' }, [product('b')])).toBe('reconnect');
  });
});

it('sends each product to the stores of its world', () => {
  const play = product('a', 1, { is_sandbox: true });
  const playShop = { ...shop, id: 'play', is_sandbox: true };
  const groups = pushGroups([play, product('b')], [woo, playShop, { ...woo, id: 'off', status: 'needs_reconnect' }]);
  expect(groups.map((group) => [group.products.map((one) => one.id), group.stores.map((one) => one.id)])).toEqual([
    [['a'], ['play']],
    [['b'], ['w']],
  ]);
  expect(pushGroups([play], [woo])).toEqual([]);
});

it('asks for a rate where currencies differ', () => {
  expect(ratesNeeded(pushGroups([product('a')], [woo]))).toEqual([]);
  expect(ratesNeeded(pushGroups([product('a'), product('b')], [woo, shop]))).toEqual([{ from: 'USD', to: 'EUR' }]);
});

it('counts what the stores will hold', () => {
  expect(pushedCount(pushGroups([product('a', 3), product('b', 250)], [woo, shop]), SPLIT_DEFAULTS)).toBe(8);
});

describe('what is sent', () => {
  it('carries draft as is_publish false for each channel, and publications for Shopify only', () => {
    const chosen = { ...choices, publications: { s: [{ id: 'gid://1', handle: 'online' }] }, rates: { EUR: 0.9 } };
    const body = ownPush([product('a')], chosen, [woo, shop]);
    expect(body.store_ids).toEqual(['w', 's']);
    expect(body.push_settings?.woocommerce).toEqual({
      is_publish: false,
      allow_sell_out_of_stock: false,
      sync_order: true,
    });
    expect(body.push_settings?.shopify?.publications).toEqual([{ id: 'gid://1', handle: 'online' }]);
    expect(body.rates).toEqual({ EUR: 0.9 });
  });

  it('carries the options of a channel that has its own', () => {
    const channels = { shopify: { publish: true, sellOutOfStock: true } };
    const { push_settings } = ownPush([product('a')], { ...choices, channels }, [woo, shop]);
    expect(push_settings).toMatchObject({
      woocommerce: { is_publish: false, allow_sell_out_of_stock: false },
      shopify: { is_publish: true, allow_sell_out_of_stock: true },
    });
  });

  it('leaves publications out when all are wanted', () => {
    expect(ownPush([product('a')], choices, [shop]).push_settings?.shopify).not.toHaveProperty('publications');
  });

  it('has the keys of a push of source products', () => {
    const body = sourcePush([product('a', 12, { kind: 'source' })], choices, woo);
    expect(Object.keys(body).toSorted()).toEqual([
      'optimize_preferences',
      'product_listings',
      'products',
      'store_id',
      'type',
      'variant_options',
    ]);
    expect(body.products).toEqual([
      { supplier_product_id: 'a', source: 'quayside', ship_to: 'US', total_variants: 12 },
    ]);
  });
});

it('says why nothing can be pushed yet', () => {
  const own = [product('a')];
  expect(pushObstacle([], [], {})).toBe('products');
  expect(pushObstacle(own, pushGroups(own, []), {})).toBe('stores');
  expect(pushObstacle(own, pushGroups(own, [shop]), {})).toBe('rates');
  expect(pushObstacle(own, pushGroups(own, [shop]), { EUR: 0.9 })).toBeUndefined();
});
