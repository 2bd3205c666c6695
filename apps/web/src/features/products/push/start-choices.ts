import type { ProductSettings } from '@quayside/contracts';
import { SPLIT_DEFAULTS } from '@quayside/contracts/split.ts';
import type { PushChoices } from './push-request.ts';

/** What a push starts from: the product settings, or the defaults where they couldn't be read. Source: decision A13. */
export function startChoices(
  settings: ProductSettings | undefined,
): Pick<PushChoices, 'publish' | 'sellOutOfStock' | 'channels' | 'split'> {
  const publish = settings?.product_listings.is_publish ?? true;
  const sellOutOfStock = settings?.product_listings.allow_sell_out_of_stock ?? false;
  const channels = Object.entries(settings?.channels ?? {}).map(([channel, own]) => [
    channel,
    { publish: own.is_publish ?? publish, sellOutOfStock: own.allow_sell_out_of_stock ?? sellOutOfStock },
  ]);
  return {
    publish,
    sellOutOfStock,
    channels: Object.fromEntries(channels),
    split: settings?.auto_split_variant_options ?? SPLIT_DEFAULTS,
  };
}
