import { z } from 'zod';
import { call } from './call.ts';
import { MOST_HTML, pageHtmlSchema } from './extension-messages.ts';
import { idSchema, problemSchema, timeSchema } from './shapes.ts';

/** App categories: document 2, section 9. */
export const APP_CATEGORIES = [
  'Marketing',
  'Sales',
  'Orders and shipping',
  'Customer service',
  'Social media',
  'Trust and security',
  'Store Design',
  'Advertising',
  'Affiliate',
  'Products',
  'Orders',
  'Reporting',
] as const;

/** Apps that this product recommends, from the known ones. Their descriptions are texts of the web app, by these keys. */
export const RECOMMENDED_APP_KEYS = [
  'klaviyo',
  'omnisend',
  'mailpoet',
  'judgeme',
  'loox',
  'trustpilot',
  'wordfence',
  'gorgias',
  'tidio',
  'smile',
  'reconvert',
  'loop',
  'pagefly',
  'elementor',
  'weglot',
  'meta',
  'tiktok',
  'goaffpro',
  'kiwi',
  'invoices',
  'analytics',
  'clarity',
  'yoast',
] as const;
export type RecommendedAppKey = (typeof RECOMMENDED_APP_KEYS)[number];

const recommendedAppSchema = z
  .object({
    key: z.enum(RECOMMENDED_APP_KEYS),
    name: z.string(),
    category: z.enum(APP_CATEGORIES),
    /** Where it is installed from. */
    url: z.string(),
    website: z.string(),
    /** The app store that lists it; null when its maker alone does. */
    app_store: z.object({ name: z.string(), platform: z.string() }).nullable(),
  })
  .meta({ id: 'RecommendedApp' });
export type RecommendedApp = z.output<typeof recommendedAppSchema>;

const knownAppSchema = z
  .object({
    name: z.string(),
    short_description: z.string(),
    long_description: z.string().optional(),
    app_store_url: z.string(),
    website_url: z.string(),
    script_pattern: z.string(),
    category: z.enum(APP_CATEGORIES),
  })
  .meta({ id: 'KnownApp' });

const profile = z.object({ url: z.string() }).optional();

/** Public data of a store's page: document 2, section 3. Missing values are null; missing profiles are absent. */
const shopInfoSchema = z
  .object({
    shopUriOrigin: z.string(),
    shopUri: z.string(),
    shopName: z.string(),
    themeName: z.string().nullable(),
    themeId: z.string().nullable(),
    themeUri: z.string().nullable(),
    themeStoreId: z.int().nullable(),
    storeId: z.string().nullable(),
    currencyActive: z.string().nullable(),
    bestSellingUrl: z.string().nullable(),
    facebook: profile,
    twitter: profile,
    instagram: profile,
    youtube: profile,
    linkedin: profile,
    pinterest: profile,
    title: z.string(),
    description: z.string(),
    logos: z.array(z.string()),
    country: z.string().nullable(),
    appUsed: z.array(knownAppSchema),
  })
  .meta({ id: 'ShopInfo' });
export type ShopInfo = z.output<typeof shopInfoSchema>;

const storefrontSchema = z
  .object({
    /** never: not read yet. reading: a job is running. read: see `info`. failed: see `problem`. */
    state: z.enum(['never', 'reading', 'read', 'failed']),
    read_at: timeSchema.nullable(),
    /** The last result; kept during a new reading. */
    info: shopInfoSchema.nullable(),
    problem: problemSchema.nullable(),
  })
  .meta({ id: 'Storefront' });
export type Storefront = z.output<typeof storefrontSchema>;

const pageSchema = z.strictObject(pageHtmlSchema.shape);
const ofStore = z.object({ store_id: idSchema });

export const storefronts = {
  recommendedApps: call({
    id: 'own',
    method: 'GET',
    path: '/recommended/apps',
    access: 'public',
    summary: 'Apps that suit stores of this product, each with its category and where it is installed from.',
    data: z.object({ items: z.array(recommendedAppSchema) }),
  }),
  detectedApps: call({
    id: 'own',
    method: 'GET',
    path: '/connections/storefronts/apps',
    access: 'workplace',
    needs: 'stores.read',
    summary: 'The known apps that the pages of the stores showed when they were read last, by name.',
    data: z.object({ items: z.array(z.object({ store_id: idSchema, apps: z.array(z.string()) })) }),
  }),
  storefront: call({
    id: 'own',
    method: 'GET',
    path: '/connections/{store_id}/storefront',
    access: 'workplace',
    needs: 'stores.read',
    summary: 'Get public storefront details as last read: theme, apps, social profiles.',
    params: ofStore,
    data: storefrontSchema,
  }),
  readStorefront: call({
    id: 'own',
    method: 'POST',
    path: '/connections/{store_id}/storefront/read',
    access: 'workplace',
    needs: 'stores.change',
    summary: 'Read the storefront again in the background. A live event of topic stores announces the result.',
    params: ofStore,
    data: storefrontSchema,
    perMinute: 20,
  }),
  takePages: call({
    id: 'own',
    method: 'POST',
    path: '/connections/{store_id}/storefront/pages',
    access: 'workplace',
    needs: 'stores.change',
    summary:
      "Submit a store's own pages as read by a browser where this server has no access. Only found values are saved; URLs must belong to the store.",
    params: ofStore,
    body: z.strictObject({
      /** The home page. */
      shop: pageSchema,
      /** A product page, because some apps only appear there. */
      product: pageSchema.optional(),
    }),
    // Two pages: at most three bytes per letter, two per quotation mark.
    limits: { bytes: 2 * 3 * MOST_HTML + 64 * 1024 },
    data: storefrontSchema,
    perMinute: 20,
  }),
};
