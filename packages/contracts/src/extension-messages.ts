import { withoutBidiControls } from '@quayside/kernel/bidi-controls.ts';
import { z } from 'zod';
import { moneySchema, timeSchema } from './shapes.ts';

/**
 * What a page of Quayside says to its browser extension, and what that answers (rows C312 to C324; rule B009). Each message is
 * an object with its `type`; both sides parse what they get. Nobody else may speak: the extension's manifest names the one
 * address that it listens to.
 */

/** Marketplaces whose pages the extension reads and whose sign-in it can tell. */
export const MARKETPLACES = ['aliexpress', 'amazon', 'ebay', 'temu'] as const;
export type Marketplace = (typeof MARKETPLACES)[number];

const addressSchema = z
  .url({ protocol: /^https?$/ })
  .trim()
  .max(2_000);

/** A page of a product, as it describes itself to machines (schema.org, Open Graph). What is not told is null. */
export const pageProductSchema = z.object({
  /** Where it was read in the end. */
  address: addressSchema,
  /** Host of the page, without www. */
  site: z.string().max(255),
  title: z.string().min(1).max(500),
  /** Plain text. */
  description: z.string().max(5_000).nullable(),
  pictures: z.array(addressSchema).max(20),
  /** The lowest where there are several; minor units. */
  price: moneySchema.nullable(),
  /** The highest, where there are several. */
  price_to: moneySchema.nullable(),
  in_stock: z.boolean().nullable(),
  brand: z.string().max(200).nullable(),
  /** Stars of five. */
  rating: z.object({ value: z.number().min(0).max(5), count: z.int().min(0).nullable() }).nullable(),
});
export type PageProduct = z.output<typeof pageProductSchema>;

export const pageReviewSchema = z.object({
  author: z.string().max(200).nullable(),
  /** Stars of five. */
  rating: z.number().min(0).max(5).nullable(),
  text: z.string().min(1).max(3_000),
  /** As the page has it: a day, or a moment. */
  at: z.string().max(40).nullable(),
});
export type PageReview = z.output<typeof pageReviewSchema>;

/** A page of a product that was saved with the extension, to be looked for at suppliers. */
export const pageToSaveSchema = z.object({
  /** Made by whoever saves it, so that saving twice saves once. */
  id: z.uuid(),
  address: addressSchema,
  title: z.string().overwrite(withoutBidiControls).trim().min(1).max(500),
  picture_url: addressSchema.nullable(),
  price: moneySchema.nullable(),
  saved_at: timeSchema,
});
export type PageToSave = z.output<typeof pageToSaveSchema>;

/** An order that its owner buys by himself: what he needs at hand on the page where he buys. */
export const handOrderSchema = z.object({
  order_id: z.uuid(),
  name: z.string().max(80),
  /** Lines of the address in the order in which they are written, each with the name of its field. */
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
        /** Where it is bought; null: the owner finds it himself. */
        address: addressSchema.nullable(),
      }),
    )
    .min(1)
    .max(100),
});
export type HandOrder = z.output<typeof handOrderSchema>;

/**
 * Why the extension could not do it. not_allowed: it may not read that site; its own window is where that is allowed. away: the
 * site did not answer. refused: it answered with an error or a riddle for robots. nothing: the page does not tell it.
 * bad_request: the message was not understood.
 */
export const EXTENSION_PROBLEMS = ['not_allowed', 'away', 'refused', 'nothing', 'bad_request'] as const;
export type ExtensionProblem = (typeof EXTENSION_PROBLEMS)[number];

const answerOf = <D extends z.ZodType>(data: D) =>
  z.discriminatedUnion('ok', [
    z.object({ ok: z.literal(true), data }),
    z.object({ ok: z.literal(false), problem: z.enum(EXTENSION_PROBLEMS), host: z.string().max(255).optional() }),
  ]);

const ofPage = z.object({ address: addressSchema });
/** As large as the guarded client of the server takes a page. */
export const MOST_HTML = 3 * 1024 * 1024;
export const pageHtmlSchema = z.object({ address: addressSchema, html: z.string().max(MOST_HTML) });
export type PageHtml = z.output<typeof pageHtmlSchema>;

const signInSchema = z.object({ state: z.enum(['signed_in', 'signed_out', 'unknown']), sign_in: addressSchema });
export type MarketplaceSignIn = z.output<typeof signInSchema>['state'];
/** `region`: a code of the region lists; else the one chosen there. */
const ofRegion = z.object({ region: z.string().max(10).optional() });
const signInCheck = { request: ofRegion, data: signInSchema };

const regionListsSchema = z.object({
  marketplaces: z.array(
    z.object({
      marketplace: z.enum(MARKETPLACES),
      /** The one whose sign-in is asked for. */
      chosen: z.string().max(10),
      /** Code: ISO 3166-1 alpha-2, or "global" where one site serves all. */
      regions: z.array(z.object({ code: z.string().max(10), address: addressSchema })).min(1),
    }),
  ),
});
export type RegionLists = z.output<typeof regionListsSchema>['marketplaces'];

/** Every message by its type: what comes with it, and what an answer without a problem tells. */
export const EXTENSION_MESSAGES = {
  /** C322, C324: the bearer of this sign-in; empty: forget it. The answer makes the extension known as installed. */
  TOKEN_UPDATE: {
    request: z.object({
      token: z.string().max(500),
      /** Whose bearer it is: with another account, everything of the person before is forgotten first. */
      account_id: z.uuid().optional(),
      workplace_id: z.uuid().optional(),
      /** Of the screen: en, de, ... */
      language: z.string().max(10).optional(),
    }),
    data: z.object({ version: z.string().max(20) }),
  },
  /** C312 */
  FETCH_PRODUCT_DETAIL: { request: ofPage, data: pageProductSchema },
  /** C313 */
  FETCH_REVIEWS: { request: ofPage, data: z.object({ reviews: z.array(pageReviewSchema).max(100) }) },
  /** C314: a product's page in the owner's own store. */
  FETCH_STORE_PRODUCT_PAGE_HTML: { request: ofPage, data: pageHtmlSchema },
  /** C315: the first page of the owner's own store. */
  FETCH_SHOP_PAGE_HTML: { request: ofPage, data: pageHtmlSchema },
  /** C316 to C319 */
  CHECK_LOGIN_TEMU: signInCheck,
  CHECK_LOGIN_EBAY: signInCheck,
  CHECK_LOGIN_AMAZON: signInCheck,
  CHECK_LOGIN_ALIEXPRESS: signInCheck,
  /** C320: where each marketplace is, and which of its sites this browser uses; `choose` changes that. */
  REGION_LISTS: {
    request: z.object({
      choose: z.object({ marketplace: z.enum(MARKETPLACES), region: z.string().max(10) }).optional(),
    }),
    data: regionListsSchema,
  },
  /**
   * C321: keeps the order at hand and opens the pages where it is bought. Nothing is bought by itself. `look`: only tells what
   * is known of the order (`before`); nothing is kept and nothing opened, so that its owner is asked before he buys twice.
   */
  ORDER_FULFILMENT: {
    request: z.object({ order: handOrderSchema, look: z.boolean().optional() }),
    /** `before`: the same order was opened already, then. */
    data: z.object({ opened: z.int().min(0), before: timeSchema.nullable() }),
  },
  /** C323: hands over what was saved before anybody was signed in; pages named in `taken` arrived and are forgotten. */
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

/** The shape of a message's answer. */
export const extensionAnswer = <M extends ExtensionMessage>(type: M) => answerOf(EXTENSION_MESSAGES[type].data);
