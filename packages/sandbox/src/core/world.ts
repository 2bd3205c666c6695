import type { DatabaseSync } from 'node:sqlite';
import type { FastifyInstance } from 'fastify';
import type { SandboxSecrets } from './secrets.ts';

/** Time inside the sandbox: real time plus an offset, at a speed that a person or a test may raise. */
export interface SandboxClock {
  now(): string;
  millis(): number;
  speed(): number;
  set(change: { speed?: number; advanceMs?: number }): void;
}

/** A webhook that a stand-in wants delivered; kept in the sandbox's store until it is delivered or given up. */
export interface OutgoingWebhook {
  standIn: string;
  url: string;
  headers: Record<string, string>;
  body: string;
  /**
   * What the platform does after an answer it does not like: `none` tries once (WooCommerce), `backoff` tries nine times
   * in all, ever later (Shopify). Default `backoff`.
   */
  retry?: 'none' | 'backoff';
  /** The stand-in's own mark (a subscription's id, say), given back with the outcome. */
  tag?: string;
  /** Answers that count as delivered; default 200 to 299. */
  accepts?: { from: number; to: number };
}

/** One attempt at a delivery. `status` is undefined when no answer came. */
export interface WebhookOutcome {
  id: number;
  tag: string | undefined;
  url: string;
  attempt: number;
  status: number | undefined;
  delivered: boolean;
  /** No further attempt follows. */
  final: boolean;
}

/** A product as a shopper sees it in a shop window. Prices are decimal texts in the shop's currency. */
export interface WindowProduct {
  id: string;
  title: string;
  descriptionHtml: string;
  images: string[];
  options: { name: string; values: string[] }[];
  variants: { id: string; optionValues: string[]; price: string; inStock: boolean; imageUrl?: string }[];
}

export interface ShopperOrder {
  email: string;
  firstName: string;
  lastName: string;
  company?: string;
  address1: string;
  address2?: string;
  city: string;
  province?: string;
  postalCode: string;
  countryCode: string;
  phone?: string;
  /** The shopper's language (BCP 47). */
  locale?: string;
  lines: { variantId: string; productId: string; quantity: number }[];
}

/** What a store stand-in offers to the shared shop window pages at /shop/{platform}/{shop}. */
export interface ShopWindow {
  platform: 'woocommerce' | 'shopify';
  shops(): { shop: string; name: string; currency: string; tagline?: string }[];
  /** Where below a shop's address its owner works. */
  adminPath: string;
  /** By what a shop is connected, where that is not its address. */
  domainOf?(shop: string): string;
  /** Makes keys as the shop's owner does on its own pages, by the names of the connector's fields. */
  makeKeys?(shop: string): Record<string, string>;
  products(shop: string): WindowProduct[];
  /** Places a paid order as the shopper; answers the order's name, e.g. "#1001". Throws ShopRefusal. */
  buy(shop: string, order: ShopperOrder): Bought | Promise<Bought>;
}

export interface Bought {
  orderName: string;
  orderId: string;
  total: string;
}

/** A shop's no to a shopper (sold out, unknown variant), shown to him in these words. */
export class ShopRefusal extends Error {
  override readonly name = 'ShopRefusal';
}

/** What every stand-in is given. */
export interface World {
  /** The sandbox's own store. Each stand-in makes its own tables, prefixed with its name. */
  db: DatabaseSync;
  /** Runs `work` in one transaction of the store; nested calls join the outer one. */
  transaction<T>(work: () => T): T;
  /** A folder for files a stand-in keeps (pictures). */
  dataDir: string;
  log(line: string): void;
  /** Facts that Quayside tells the sandbox at POST /control/settings (where its own warehouse listens, say); kept. */
  setting(key: string): string | undefined;
  clock: SandboxClock;
  /** http://127.0.0.1:port, without a slash at the end. */
  baseUrl(): string;
  webhooks: {
    /** Keeps the webhook with the caller's transaction and delivers it soon after. */
    send(hook: OutgoingWebhook): void;
    /** Tells a stand-in how its deliveries went. */
    onOutcome(standIn: string, listener: (outcome: WebhookOutcome) => void): void;
  };
  /**
   * Real milliseconds from which an effect made now may be seen by the stand-in's own queries; later than now while the
   * fault "shown later" is on. Stand-ins keep it on the row and leave younger rows out of reads (not out of uniqueness).
   */
  visibleAt(standIn: string): number;
  /** What opens something here: this sandbox's own. */
  secrets: SandboxSecrets;
  addWindow(window: ShopWindow): void;
  /** Called about four times a second of real time: parcels move, due things happen. */
  onTick(work: () => void): void;
  /**
   * Takes what a stand-in is to hold since earlier, from POST /control/history/{standIn}/{key}. No platform has such a call: it is how
   * the demo account and its counterparts get the same past. It sends no webhooks.
   */
  addHistory(standIn: string, write: (body: unknown) => unknown): void;
  /** What judges read: the other side's own books, by stand-in. */
  addBook(standIn: string, read: (query: Record<string, string>) => unknown): void;
}

/** One outside system. `prefix` is its path below the sandbox's base address. */
export interface Emulator {
  name:
    | 'woocommerce'
    | 'shopify'
    | 'cj'
    | 'quayside'
    | 'stripe'
    | 'openai'
    | 'social'
    | 'mobile'
    | 'ecb'
    | 'track17'
    | 'aftership';
  prefix: string;
  /** A page on which a person plays the other side, below `prefix`. */
  backOffice?: { name: string; path: string };
  register(app: FastifyInstance, world: World): void | Promise<void>;
}
