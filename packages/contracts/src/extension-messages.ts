import { withoutBidiControls } from '@quayside/kernel/bidi-controls.ts';
import { z } from 'zod';
import { moneySchema, timeSchema } from './shapes.ts';

/**
 * Messages from a Quayside page to its browser extension, with their responses (rows C312 to C324; rule B009). Each is
 * an object with a `type`, parsed on both sides; the extension's manifest admits only this installation's URL.
 */

/** Marketplaces whose pages and sign-in the extension can read. */
export const MARKETPLACES = ['aliexpress', 'amazon', 'ebay', 'temu'] as const;
export type Marketplace = (typeof MARKETPLACES)[number];

const addressSchema = z
  .url({ protocol: /^https?$/ })
  .trim()
  .max(2_000);

/** A product page's structured data (schema.org, Open Graph). Missing values are null. */
export const pageProductSchema = z.object({
  /** Final URL. */
  address: addressSchema,
  /** Host of the page, without www. */
  site: z.string().max(255),
  title: z.string().min(1).max(500),
  /** Plain text. */
  description: z.string().max(5_000).nullable(),
  pictures: z.array(addressSchema).max(20),
  /** Lowest price, in minor units. */
  price: moneySchema.nullable(),
  /** Highest price, if there are several. */
  price_to: moneySchema.nullable(),
  in_stock: z.boolean().nullable(),
  brand: z.string().max(200).nullable(),
  /** Stars out of five. */
  rating: z.object({ value: z.number().min(0).max(5), count: z.int().min(0).nullable() }).nullable(),
});
export type PageProduct = z.output<typeof pageProductSchema>;

export const pageReviewSchema = z.object({
  author: z.string().max(200).nullable(),
  /** Stars out of five. */
  rating: z.number().min(0).max(5).nullable(),
  text: z.string().min(1).max(3_000),
  /** As on the page: a date or a time. */
  at: z.string().max(40).nullable(),
});
export type PageReview = z.output<typeof pageReviewSchema>;

/** A product page saved with the extension, to search for at suppliers. */
export const pageToSaveSchema = z.object({
  /** Created by the sender, so that saving twice saves once. */
  id: z.uuid(),
  address: addressSchema,
  title: z.string().overwrite(withoutBidiControls).trim().min(1).max(500),
  picture_url: addressSchema.nullable(),
  price: moneySchema.nullable(),
  saved_at: timeSchema,
});
export type PageToSave = z.output<typeof pageToSaveSchema>;

/** A manual order, with everything needed on the page where it is bought. */
export const manualOrderSchema = z.object({
  order_id: z.uuid(),
  name: z.string().max(80),
  /** Lines of the address in writing order, each with its field name. */
  ship_to: z.object({
    name: z.string().max(200),
    company: z.string().max(200),
    address1: z.string().max(300),
    address2: z.string().max(300),
    city: z.string().max(200),
    province: z.string().max(200),
    zip: z.string().max(40),
    country: z.string().max(100),
    country_code: z.string().max(2),
    phone: z.string().max(60),
  }),
  lines: z
    .array(
      z.object({
        title: z.string().max(500),
        variant: z.string().max(300),
        quantity: z.int().min(1),
        /** Where it is bought; null: not known. */
        address: addressSchema.nullable(),
      }),
    )
    .min(1)
    .max(100),
});
export type ManualOrder = z.output<typeof manualOrderSchema>;

/**
 * Why the extension failed. not_allowed: no permission for that site, granted in the extension's window. away: no
 * response. refused: an error or a captcha. nothing: not on the page. bad_request: message not understood.
 */
export const EXTENSION_PROBLEMS = ['not_allowed', 'away', 'refused', 'nothing', 'bad_request'] as const;
export type ExtensionProblem = (typeof EXTENSION_PROBLEMS)[number];

const answerOf = <D extends z.ZodType>(data: D) =>
  z.discriminatedUnion('ok', [
    z.object({ ok: z.literal(true), data }),
    z.object({ ok: z.literal(false), problem: z.enum(EXTENSION_PROBLEMS), host: z.string().max(255).optional() }),
  ]);

const ofPage = z.object({ address: addressSchema });
/** Same limit as the server's guarded HTTP client. */
export const MOST_HTML = 3 * 1024 * 1024;
export const pageHtmlSchema = z.object({ address: addressSchema, html: z.string().max(MOST_HTML) });
export type PageHtml = z.output<typeof pageHtmlSchema>;

const signInSchema = z.object({ state: z.enum(['signed_in', 'signed_out', 'unknown']), sign_in: addressSchema });
export type MarketplaceSignIn = z.output<typeof signInSchema>['state'];
/** `region`: a code of REGION_LISTS; default: the chosen one. */
const ofRegion = z.object({ region: z.string().max(10).optional() });
const signInCheck = { request: ofRegion, data: signInSchema };

const regionListsSchema = z.object({
  marketplaces: z.array(
    z.object({
      marketplace: z.enum(MARKETPLACES),
      /** The region whose sign-in is checked. */
      chosen: z.string().max(10),
      /** Code: ISO 3166-1 alpha-2, or "global" for a worldwide site. */
      regions: z.array(z.object({ code: z.string().max(10), address: addressSchema })).min(1),
    }),
  ),
});
export type RegionLists = z.output<typeof regionListsSchema>['marketplaces'];

/** Request and response data of every message. */
export const EXTENSION_MESSAGES = {
  /** C322, C324: the token of this sign-in; empty: forget it. The response marks the extension as installed. */
  TOKEN_UPDATE: {
    request: z.object({
      token: z.string().max(500),
      /** Account of the token: for another account, the extension first deletes the previous person's data. */
      account_id: z.uuid().optional(),
      workplace_id: z.uuid().optional(),
      /** Interface language: en, de, ... */
      language: z.string().max(10).optional(),
    }),
    data: z.object({ version: z.string().max(20) }),
  },
  /** C312 */
  FETCH_PRODUCT_DETAIL: { request: ofPage, data: pageProductSchema },
  /** C313 */
  FETCH_REVIEWS: { request: ofPage, data: z.object({ reviews: z.array(pageReviewSchema).max(100) }) },
  /** C314: a product page in the owner's own store. */
  FETCH_STORE_PRODUCT_PAGE_HTML: { request: ofPage, data: pageHtmlSchema },
  /** C315: the home page of the owner's own store. */
  FETCH_SHOP_PAGE_HTML: { request: ofPage, data: pageHtmlSchema },
  /** C316 to C319 */
  CHECK_LOGIN_TEMU: signInCheck,
  CHECK_LOGIN_EBAY: signInCheck,
  CHECK_LOGIN_AMAZON: signInCheck,
  CHECK_LOGIN_ALIEXPRESS: signInCheck,
  /** C320: sites of each marketplace and the chosen one; `choose` changes it. */
  REGION_LISTS: {
    request: z.object({
      choose: z.object({ marketplace: z.enum(MARKETPLACES), region: z.string().max(10) }).optional(),
    }),
    data: regionListsSchema,
  },
  /**
   * C321: stores the manual order and opens its pages without buying anything. `look`: returns only `before`, so that
   * the owner can be warned before buying twice.
   */
  ORDER_FULFILMENT: {
    request: z.object({ order: manualOrderSchema, look: z.boolean().optional() }),
    /** `before`: when the same order was opened earlier. */
    data: z.object({ opened: z.int().min(0), before: timeSchema.nullable() }),
  },
  /** C323: returns pages saved while signed out and deletes those in `taken`. */
  DATA_MIGRATION: {
    request: z.object({ taken: z.array(z.uuid()).max(500) }),
    data: z.object({ pages: z.array(pageToSaveSchema).max(500) }),
  },
} as const satisfies Record<string, { request: z.ZodType; data: z.ZodType }>;

export type ExtensionMessage = keyof typeof EXTENSION_MESSAGES;
export type ExtensionRequest<M extends ExtensionMessage> = z.input<(typeof EXTENSION_MESSAGES)[M]['request']>;
export type ExtensionData<M extends ExtensionMessage> = z.output<(typeof EXTENSION_MESSAGES)[M]['data']>;
export type ExtensionAnswer<M extends ExtensionMessage> =
  | { ok: true; data: ExtensionData<M> }
  | { ok: false; problem: ExtensionProblem; host?: string | undefined };

/** Schema of a message's response. */
export const extensionAnswer = <M extends ExtensionMessage>(type: M) => answerOf(EXTENSION_MESSAGES[type].data);
