import type { ProductSettings } from '@quayside/contracts';
import { SPLIT_DEFAULTS } from '@quayside/contracts/split.ts';
import { expect, it } from 'vitest';
import { differs, draftOf, toRequest, withOption } from './settings-draft.ts';

const installed = ['woocommerce', 'shopify'];
const saved: ProductSettings = {
  revision: 3,
  auto_split_variant_options: SPLIT_DEFAULTS,
  product_listings: {
    is_publish: true,
    auto_optimize_content: true,
    auto_optimize_image: false,
    allow_sell_out_of_stock: false,
  },
  channels: { shopify: { is_publish: false }, gone: { is_publish: false } },
  updated_at: null,
};
const start = draftOf(saved, installed);

it('B246: a change is seen, and one that was taken back is none', () => {
  const half = { ...start, auto_split_variant_options: { ...SPLIT_DEFAULTS, threshold: 50 } };
  expect(differs(half, start)).toBe(true);
  expect(differs({ ...half, auto_split_variant_options: { ...SPLIT_DEFAULTS, threshold: 100 } }, start)).toBe(false);
});

it('an option of a channel is set and removed again', () => {
  const woo = withOption(start, installed, 'woocommerce', 'allow_sell_out_of_stock', true);
  expect(woo.channels).toEqual({ woocommerce: { allow_sell_out_of_stock: true }, shopify: { is_publish: false } });
  const back = withOption(woo, installed, 'woocommerce', 'allow_sell_out_of_stock', undefined);
  expect(back.channels).toEqual({ shopify: { is_publish: false } });
  expect(differs(back, start)).toBe(false);
});

it('the order in which options were set is no difference', () => {
  const a = withOption(start, installed, 'shopify', 'allow_sell_out_of_stock', true);
  const b = withOption(
    withOption(a, installed, 'shopify', 'is_publish', undefined),
    installed,
    'shopify',
    'is_publish',
    false,
  );
  expect(differs(a, b)).toBe(false);
});

it('only a change of AI writing is sent, and no channel that is not installed', () => {
  expect(toRequest(start, saved)).toEqual({
    revision: 3,
    auto_split_variant_options: SPLIT_DEFAULTS,
    product_listings: { is_publish: true, allow_sell_out_of_stock: false },
    channels: { shopify: { is_publish: false } },
  });
  const off = toRequest({ ...start, auto_optimize_content: false }, saved);
  expect(off.product_listings.auto_optimize_content).toBe(false);
  const on = toRequest({ ...start, auto_optimize_image: true }, saved);
  expect(on.product_listings).toEqual({ is_publish: true, allow_sell_out_of_stock: false, auto_optimize_image: true });
});
