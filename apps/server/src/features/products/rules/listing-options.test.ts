import { describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS, optionsOn, withOwnOptions } from './listing-options.ts';

describe('listing options of a channel', () => {
  it('B316, B317: the defaults', () => {
    expect(DEFAULT_SETTINGS).toEqual({
      split: {
        threshold: 100,
        split_logic: 'all',
        split_handle: 'max_variant',
        max_variants_per_product: 100,
        max_create_products: 100,
      },
      is_publish: true,
      allow_sell_out_of_stock: false,
      channels: {},
    });
  });

  it("follow the workspace's, except where the channel has its own", () => {
    const settings = { ...DEFAULT_SETTINGS, channels: { shopify: { is_publish: false }, ebay: {} } };
    expect(optionsOn(settings, 'shopify')).toEqual({ is_publish: false, allow_sell_out_of_stock: false });
    expect(optionsOn(settings, 'ebay')).toEqual({ is_publish: true, allow_sell_out_of_stock: false });
    expect(optionsOn({ ...settings, allow_sell_out_of_stock: true }, 'shopify').allow_sell_out_of_stock).toBe(true);
  });

  it('are kept only for channels with own ones', () => {
    expect(withOwnOptions({ shopify: { is_publish: false }, woocommerce: {} })).toEqual({
      shopify: { is_publish: false },
    });
  });
});
