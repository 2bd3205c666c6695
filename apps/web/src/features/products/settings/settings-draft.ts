import type { ProductSettings } from '@quayside/contracts';
import type { CallBody } from '../../../lib/api.ts';

export type Draft = Pick<ProductSettings, 'auto_split_variant_options' | 'channels'> &
  ProductSettings['product_listings'];
type Options = Draft['channels'][string];

/** The settings as they are edited; only channels of this installation. */
export function draftOf(
  { auto_split_variant_options, product_listings, channels }: ProductSettings,
  installed: readonly string[],
): Draft {
  const own = installed.flatMap((id) => {
    const options = channels[id];
    return options ? [[id, options] as const] : [];
  });
  return { auto_split_variant_options, ...product_listings, channels: Object.fromEntries(own) };
}

/** Sets an option of a channel; undefined follows the other channels again. */
export function withOption<K extends keyof Options>(
  draft: Draft,
  installed: readonly string[],
  channel: string,
  name: K,
  value: Options[K] | undefined,
): Draft {
  const { [name]: _, ...others } = draft.channels[channel] ?? {};
  const options: Options = value === undefined ? others : { ...others, [name]: value };
  const channels = { ...draft.channels, [channel]: options };
  const kept = installed.flatMap((id) => {
    const own = channels[id];
    return own && Object.keys(own).length > 0 ? [[id, own] as const] : [];
  });
  return { ...draft, channels: Object.fromEntries(kept) };
}

const canonical = (draft: Draft): string =>
  JSON.stringify(draft, (_key, value: unknown) =>
    value && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );

/** Whether two versions differ, in whatever order their options were set. Source: rule B246. */
export const differs = (a: Draft, b: Draft): boolean => canonical(a) !== canonical(b);

/** AI writing and AI images are sent only if they were changed here, or a save would undo a change made on its own page. */
export function toRequest(draft: Draft, saved: ProductSettings): CallBody<'PUT /center/products/setting/update'> {
  const { auto_split_variant_options, channels, auto_optimize_content, auto_optimize_image, ...listings } = draft;
  const before = saved.product_listings;
  return {
    revision: saved.revision,
    auto_split_variant_options,
    product_listings: {
      ...listings,
      ...(auto_optimize_content === before.auto_optimize_content ? {} : { auto_optimize_content }),
      ...(auto_optimize_image === before.auto_optimize_image ? {} : { auto_optimize_image }),
    },
    channels,
  };
}
