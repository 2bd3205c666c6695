import { type ChannelListingOptions, LISTING_DEFAULTS, SPLIT_DEFAULTS } from '@quayside/contracts';
import type { ChannelOptions, SavedSettings } from '../setting-repo.ts';

/** Product settings before any are saved. Source: rules B316 and B317. */
export const DEFAULT_SETTINGS: SavedSettings = { split: SPLIT_DEFAULTS, ...LISTING_DEFAULTS, channels: {} };

/** The options in effect on a channel: its own ones before the workspace's. */
export const optionsOn = (settings: SavedSettings, channel: string): Required<ChannelListingOptions> => ({
  is_publish: settings.channels[channel]?.is_publish ?? settings.is_publish,
  allow_sell_out_of_stock: settings.channels[channel]?.allow_sell_out_of_stock ?? settings.allow_sell_out_of_stock,
});

/** Leaves out channels without own options. */
export const withOwnOptions = (channels: ChannelOptions): ChannelOptions =>
  Object.fromEntries(Object.entries(channels).filter(([, own]) => Object.keys(own).length > 0));
