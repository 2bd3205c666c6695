import { z } from 'zod';
import { call } from './call.ts';
import { monitoringSettingSchema } from './monitoring.ts';
import { platformSchema, timeSchema } from './shapes.ts';
import { splitOptionsSchema, splitOptionsShape } from './split.ts';

/** Listing options of a workspace before any are saved. Source: rule B317. */
export const LISTING_DEFAULTS = { is_publish: true, allow_sell_out_of_stock: false } as const;

const listingShape = {
  /** Published in the store, or added as a draft. */
  is_publish: z.boolean(),
  /** Customers can buy what the supplier doesn't have in stock. */
  allow_sell_out_of_stock: z.boolean(),
};
/** A channel's own options; an absent one follows the workspace's. */
const channelOptionsSchema = z.strictObject(listingShape).partial().meta({ id: 'ChannelListingOptions' });
const channelsSchema = z.record(platformSchema, channelOptionsSchema);
export type ChannelListingOptions = z.output<typeof channelOptionsSchema>;

/** The revision shown on screen; refused if the settings were changed since. */
const revision = z.int().min(0);

const settingSchema = z
  .object({
    /** Counts the saved changes; 0: never saved, so all values are defaults. */
    revision: z.int(),
    auto_split_variant_options: z.object(splitOptionsShape),
    product_listings: z.object({
      ...listingShape,
      /** Imported products get a proposal of better texts: the rule of AI writing. */
      auto_optimize_content: z.boolean(),
      /** Imported products get proposals of better images: the rule of AI images. */
      auto_optimize_image: z.boolean(),
    }),
    channels: channelsSchema,
    updated_at: timeSchema.nullable(),
  })
  .meta({ id: 'ProductSettings' });
export type ProductSettings = z.output<typeof settingSchema>;

const listingsSchema = z
  .object({
    revision: z.int(),
    product_listings: z.object(listingShape),
    /** Channels of this installation with the options in effect; `own`: those that don't follow the workspace's. */
    items: z.array(z.object({ channel: platformSchema, ...listingShape, own: channelOptionsSchema })),
  })
  .meta({ id: 'ListingSettings' });
export type ListingSettingsView = z.output<typeof listingsSchema>;

const automationSchema = z
  .object({
    ai_writing: z.object({
      is_enable: z.boolean(),
      turned_on_by: z.string().nullable(),
      turned_on_at: timeSchema.nullable(),
    }),
    ai_images: z.object({
      is_enable: z.boolean(),
      turned_on_by: z.string().nullable(),
      turned_on_at: timeSchema.nullable(),
    }),
    /** The workspace's price rule on import. */
    selling_price: z.object({ for_imports: z.boolean(), suggested_first: z.boolean() }),
    monitoring: monitoringSettingSchema,
  })
  .meta({ id: 'ProductAutomation' });
export type ProductAutomation = z.output<typeof automationSchema>;

/** Defaults for pushing products: splitting by variants, and listing options by channel. */
export const productSettings = {
  get: call({
    id: 'C137',
    method: 'GET',
    path: '/center/products/setting/get',
    access: 'workplace',
    needs: 'products.read',
    summary: 'Get the product settings: how products with many variants are split, and how products are listed.',
    data: settingSchema,
  }),
  update: call({
    id: 'C138',
    method: 'PUT',
    path: '/center/products/setting/update',
    access: 'workplace',
    needs: 'workspace.change',
    summary: 'Save the product settings. Pushes that name no options of their own use them.',
    body: z.strictObject({
      revision,
      auto_split_variant_options: splitOptionsSchema,
      product_listings: z.strictObject({
        ...listingShape,
        /** Absent: AI writing stays as it is. */
        auto_optimize_content: z.boolean().optional(),
        /** Absent: AI images stay as they are. */
        auto_optimize_image: z.boolean().optional(),
      }),
      /** All channels with their own options; absent: unchanged. */
      channels: channelsSchema.optional(),
    }),
    data: settingSchema,
  }),
  all: call({
    id: 'C141',
    method: 'GET',
    path: '/center/products/setting/all',
    access: 'workplace',
    needs: 'products.read',
    summary: 'Get the product settings, the listing options by channel, and the automations of products.',
    data: z.object({ setting: settingSchema, listings: listingsSchema, automation: automationSchema }),
  }),
  automation: call({
    id: 'C142',
    method: 'GET',
    path: '/center/products/setting/internal-automation',
    access: 'workplace',
    needs: 'products.read',
    summary:
      'Get the settings of what happens to products automatically: AI writing, prices of imports and monitoring.',
    data: automationSchema,
  }),
  listings: call({
    id: 'C149',
    method: 'GET',
    path: '/center/products/setting/listings',
    access: 'workplace',
    needs: 'products.read',
    summary: 'Get the listing options in effect on each channel.',
    data: listingsSchema,
  }),
  saveListings: call({
    id: 'C150',
    method: 'PUT',
    path: '/center/products/setting/listings',
    access: 'workplace',
    needs: 'workspace.change',
    summary: 'Save the listing options of the workspace and of its channels. A channel left out follows the workspace.',
    body: z.strictObject({ revision, product_listings: z.strictObject(listingShape), channels: channelsSchema }),
    data: listingsSchema,
  }),
  saveChannel: call({
    id: 'C153',
    method: 'PUT',
    path: '/center/products/setting/update_channel',
    access: 'workplace',
    needs: 'workspace.change',
    summary: "Save one channel's listing options. An option left out follows the workspace.",
    body: z.strictObject({ revision, channel: platformSchema, options: channelOptionsSchema }),
    data: listingsSchema,
  }),
};
