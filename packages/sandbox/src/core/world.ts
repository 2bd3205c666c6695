import type { DatabaseSync } from 'node:sqlite';
import type { FastifyInstance } from 'fastify';

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
  address1: string;
  address2?: string;
  city: string;
  province?: string;
  postalCode: string;
  countryCode: string;
  phone?: string;
  lines: { variantId: string; productId: string; quantity: number }[];
}

/** What a store stand-in offers to the shared shop window pages at /shop/{platform}/{shop}. */
export interface ShopWindow {
  platform: 'woocommerce' | 'shopify';
  shops(): { shop: string; name: string; currency: string }[];
  products(shop: string): WindowProduct[];
  /** Places a paid order as the shopper; answers the order's name, e.g. "#1001". */
  buy(shop: string, order: ShopperOrder): { orderName: string; orderId: string; total: string };
}

/** What every stand-in is given. */
export interface World {
  /** The sandbox's own store. Each stand-in makes its own tables, prefixed with its name. */
  db: DatabaseSync;
  clock: SandboxClock;
  /** http://127.0.0.1:port, without a slash at the end. */
  baseUrl(): string;
  webhooks: { send(hook: OutgoingWebhook): void };
  /**
   * Real milliseconds from which an effect made now may be seen by the stand-in's own queries; later than now while the
   * fault "shown later" is on. Stand-ins keep it on the row and leave younger rows out of reads (not out of uniqueness).
   */
  visibleAt(standIn: string): number;
  addWindow(window: ShopWindow): void;
  /** Called about four times a second of real time: parcels move, due things happen. */
  onTick(work: () => void): void;
  /** What judges read: the other side's own books, by stand-in. */
  addBook(standIn: string, read: (query: Record<string, string>) => unknown): void;
}

/** One outside system. `prefix` is its path below the sandbox's base address. */
export interface StandIn {
  name: 'woocommerce' | 'shopify' | 'cj' | 'quayside' | 'stripe' | 'openai';
  prefix: string;
  register(app: FastifyInstance, world: World): void | Promise<void>;
}
