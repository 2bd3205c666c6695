import { SPLIT_DEFAULTS } from '@quayside/contracts/split.ts';
import { expect, it } from 'vitest';
import { startChoices } from './start-choices.ts';

it('A13: a push starts from the product settings, where a channel may have its own options', () => {
  const split = { ...SPLIT_DEFAULTS, threshold: 20 };
  const start = startChoices({
    revision: 1,
    auto_split_variant_options: split,
    product_listings: {
      is_publish: false,
      auto_optimize_content: true,
      auto_optimize_image: false,
      allow_sell_out_of_stock: true,
    },
    channels: { shopify: { is_publish: true } },
    updated_at: null,
  });
  expect(start).toEqual({
    publish: false,
    sellOutOfStock: true,
    channels: { shopify: { publish: true, sellOutOfStock: true } },
    split,
  });
});

it('B316, B317: else from the defaults', () => {
  expect(startChoices(undefined)).toEqual({
    publish: true,
    sellOutOfStock: false,
    channels: {},
    split: SPLIT_DEFAULTS,
  });
});
