import type { Money } from '@quayside/kernel';
import type { ConnectorContext } from './context.ts';
import type { ConnectorId, ConnectorManifest } from './manifest.ts';
import type { UnreadOrder } from './unread.ts';

export type ChannelId = ConnectorId;

export interface StoreFacts {
  /** Host (and path, where the shop lives below one) by which people know the store. */
  platformDomain: string;
  /**
   * Where the store really answers, when that is not the address asked for (it redirects to www or https, say). The
   * caller keeps it in place of the old one.
   */
  baseUrl?: string;
  name: string;
  /** ISO 4217. */
  currency: string;
  country?: string;
  timeZone?: string;
  ownerEmail?: string;
  ownerName?: string;
  planName?: string;
  /** Scopes or permissions granted, in the platform's own words. */
  scopes: string[];
  /** Scopes the journey needs and the store did not grant. */
  missingScopes: string[];
}

export interface ListingImage {
  url: string;
  alt?: string;
}

export interface ListingVariantInput {
  /** Our variant id; returned beside the platform's id. */
  ref: string;
  sku: string;
  /** Values in the order of `options`; empty for a product without options. */
  optionValues: string[];
  price: Money;
  compareAtPrice?: Money;
  /** Pieces available. undefined: stock is not tracked. */
  quantity?: number;
  weightGrams?: number;
  imageUrl?: string;
  barcode?: string;
}

export interface ListingInput {
  /** Our listing id: unguessed, unique, written to the platform so that a lost answer can be reconciled. */
  ref: string;
  title: string;
  descriptionHtml: string;
  vendor?: string;
  productType?: string;
  tags: string[];
  status: 'active' | 'draft';
  options: { name: string; values: string[] }[];
  variants: ListingVariantInput[];
  images: ListingImage[];
  /** Our own address, without a slash at the end. It may change; a picture below it is the same one then. */
  ownAddress?: string;
  /** Continue selling when out of stock. */
  allowSellOutOfStock: boolean;
  /** Ids of publications to publish to (Shopify); undefined: all of the shop's own choice. */
  publicationIds?: string[];
}

export interface ListedVariant {
  ref: string;
  externalVariantId: string;
  externalInventoryItemId?: string;
  sku: string;
}

export interface Listed {
  externalProductId: string;
  handle?: string;
  /** Address where a shopper sees it, when the platform tells one. */
  url?: string;
  adminUrl?: string;
  variants: ListedVariant[];
}

export interface PictureStates {
  /** Still on their way. */
  coming: number;
  /** Those that did not get there: which of the listing's pictures, counted from 1, and why, in the store's own words. */
  failed: { place: number; reason: string }[];
}

export interface Publication {
  id: string;
  handle: string;
  name: string;
}

export interface ChannelAddress {
  firstName?: string;
  lastName?: string;
  company?: string;
  address1?: string;
  address2?: string;
  city?: string;
  province?: string;
  provinceCode?: string;
  postalCode?: string;
  /** ISO 3166-1 alpha-2. */
  countryCode?: string;
  phone?: string;
  email?: string;
}

export interface ChannelOrderLine {
  externalLineId: string;
  externalProductId?: string;
  externalVariantId?: string;
  sku?: string;
  title: string;
  variantTitle?: string;
  quantity: number;
  /** Pieces still to be fulfilled on the platform. */
  fulfillableQuantity: number;
  /** Pieces of `quantity` that were refunded before they were sent, and never will be. Default 0. */
  refundedQuantity?: number;
  unitPrice: Money;
  discount: Money;
  requiresShipping: boolean;
  imageUrl?: string;
}

export type ChannelFinancialStatus =
  | 'pending'
  /** The payment was declined. The shopper may try again. */
  | 'failed'
  | 'authorized'
  | 'partially_paid'
  | 'paid'
  | 'partially_refunded'
  | 'refunded'
  | 'voided';
export type ChannelFulfillmentStatus = 'unfulfilled' | 'in_progress' | 'partially_fulfilled' | 'fulfilled';

export interface ChannelOrder {
  externalOrderId: string;
  /** What the owner reads, e.g. "#1001". */
  name: string;
  createdAt: string;
  updatedAt: string;
  cancelledAt?: string;
  currency: string;
  subtotal: Money;
  shippingTotal: Money;
  taxTotal: Money;
  /** The other amounts contain their tax: taxTotal is a part of them and is not added. */
  taxIncluded: boolean;
  /** Fees, duties and tips beside goods and shipping; below zero where they are reductions. */
  feeTotal: Money;
  discountTotal: Money;
  /** subtotal + shippingTotal + feeTotal - discountTotal, and taxTotal unless it is included. */
  total: Money;
  financialStatus: ChannelFinancialStatus;
  fulfillmentStatus: ChannelFulfillmentStatus;
  customerEmail?: string;
  customerName?: string;
  shippingAddress?: ChannelAddress;
  shippingMethodTitle?: string;
  /** How the shopper pays. onDelivery: at the door, when the parcel arrives. */
  payment?: { method: string; onDelivery: boolean };
  note?: string;
  lines: ChannelOrderLine[];
}

/** The part of an order that decides whether it may be bought. */
export type ChannelOrderState = Pick<
  ChannelOrder,
  'externalOrderId' | 'updatedAt' | 'cancelledAt' | 'financialStatus' | 'total'
> & {
  /** The shopper pays at the door. */
  paysOnDelivery: boolean;
};

export interface Tracking {
  carrier: string;
  number: string;
  url?: string;
}

export interface FulfillmentInput {
  externalOrderId: string;
  /** Our shipment id; written to the platform where it has a place for it, and used to recognise the fulfilment again. */
  ref: string;
  lines: { externalLineId: string; quantity: number }[];
  tracking: Tracking;
  /** The fulfilment that the parcel was reported under before; its items count, whatever number it shows now. */
  externalFulfillmentId?: string;
  notifyCustomer: boolean;
  /** true when with this parcel every shippable piece of the order has left. */
  completesOrder: boolean;
}

export interface ChannelFulfillment {
  externalFulfillmentId: string;
  ref?: string;
  trackingNumbers: string[];
  lines: { externalLineId: string; quantity: number }[];
}

/** New tracking for items that were reported before. */
export interface TrackingUpdate {
  externalOrderId: string;
  /** The fulfilment that it concerns, as createFulfillment returned it. */
  externalFulfillmentId: string;
  /** Our shipment id. */
  ref: string;
  /** The tracking that we wrote there and that is replaced; undefined: `to` is added beside what is there. */
  from?: Tracking;
  to: Tracking;
  notifyCustomer: boolean;
}

/** done: the platform shows the new tracking. edited: somebody else changed or removed there what we wrote. */
export type TrackingState = 'done' | 'pending' | 'edited';

export interface RefundInput {
  externalOrderId: string;
  ref: string;
  amount: Money;
  lines: { externalLineId: string; quantity: number }[];
  reason?: string;
  restock: boolean;
}

export interface WebhookEvent {
  kind:
    | 'order'
    | 'order-deleted'
    | 'product'
    | 'product-deleted'
    | 'inventory'
    | 'app-uninstalled'
    | 'fulfillment-order'
    /** Lines that were held back may be sent now. */
    | 'released'
    | 'refund'
    | 'privacy'
    | 'ping'
    | 'other';
  topic: string;
  /** The platform's id of the thing the event is about. */
  resourceId?: string;
  /** Equal for every delivery of one event, so that duplicates are recognised. */
  dedupeKey: string;
  occurredAt?: string;
}

/** What a platform asks in the name of a shopper, or of a shop that has gone. */
export interface PrivacyRequest {
  kind: 'export' | 'erase' | 'erase_store';
  /** Of the shop, as the platform names it. */
  platformDomain: string;
  /** The platform's own number of the request, where it has one. */
  requestId?: string;
  customer: { id?: string; email?: string; phone?: string };
  /** Our form of the orders' ids (externalOrderId). */
  orderIds: string[];
}

export interface Page<T> {
  items: T[];
  nextCursor?: string;
}

/** A page of orders, and beside it those among them that cannot be read: they stop none of the others. */
export interface OrderPage extends Page<ChannelOrder> {
  unread?: UnreadOrder[];
}

export interface RawWebhook {
  headers: Record<string, string>;
  body: Buffer;
}

/** What a webhook of a store is checked against. */
export interface WebhookExpectation {
  webhookSecret: string;
  appSecret?: string;
  /** The store whose address the message came to. */
  platformDomain?: string;
}

export interface ChannelCapabilities {
  publications: boolean;
  /** Largest number of variants in one product, a fact of the platform. */
  maxVariants: number;
  partialFulfillment: boolean;
  refunds: boolean;
  /** It looks at a listing before shoppers see it. */
  listingReview?: boolean;
  /**
   * How long a product that was sent may still come to light unanswered, so that making it anew could make it twice.
   * Within it, "not found" means "not yet".
   */
  writesLastMs: number;
}

/** How a platform shows us inside its own admin. */
export interface ChannelEmbedding {
  /** Whether the query of a page that the platform opens carries the platform's own, recent signature. `now`: milliseconds. */
  isSigned(query: Record<string, string>, appCredentials: Record<string, string>, now: number): boolean;
  /** Origins of the admin of one shop, which alone may frame us for it. */
  adminOrigins(platformDomain: string): string[];
  /** Turns a session token that was verified already into credentials that last. Throws auth when it is refused. */
  exchange(
    http: ConnectorContext['http'],
    input: { baseUrl: string; sessionToken: string; appCredentials: Record<string, string>; now: number },
  ): Promise<Record<string, string>>;
}

/**
 * One sales channel. Every method may throw ConnectorError. Methods that change something take a `ref` of ours and have
 * a `find...` twin that answers what happened to a ref, so that an unknown outcome is asked for and never repeated blindly.
 */
export interface ChannelConnector extends ConnectorManifest {
  capabilities: ChannelCapabilities;
  /** What the address of a store looks like, as an example. */
  addressExample: string;
  /**
   * Pages of a store's own admin, with {domain} for the store's domain and {order} for the last part of an order's id at the
   * platform. Absent: it has none for us.
   */
  adminPages?: { home: string; order: string };

  /** Cleans what a person typed into the store's base address. Throws rejected/invalid_input. */
  normalizeAddress(typed: string): { baseUrl: string; platformDomain: string };

  /** Where to send the owner to grant access. `state` is ours, unguessable and single-use. */
  authorizeUrl?(input: {
    baseUrl: string;
    state: string;
    returnUrl: string;
    callbackUrl: string;
    appCredentials: Record<string, string>;
  }): string;
  /** Turns the platform's callback into credentials; verifies signatures and state. */
  finishAuthorize?(
    http: ConnectorContext['http'],
    input: {
      baseUrl: string;
      expectedState: string;
      query: Record<string, string>;
      rawBody?: Buffer;
      appCredentials: Record<string, string>;
      now: number;
    },
  ): Promise<Record<string, string>>;

  /** Absent: the platform has no admin that embeds apps. */
  embedding?: ChannelEmbedding;

  /** Proves the credentials and reads the store's facts. */
  verify(ctx: ConnectorContext): Promise<StoreFacts>;

  createListing(ctx: ConnectorContext, input: ListingInput): Promise<Listed>;
  /** What became of a createListing with this ref; undefined: nothing there. */
  findListing(ctx: ConnectorContext, input: ListingInput): Promise<Listed | undefined>;
  updateListing(ctx: ConnectorContext, externalProductId: string, input: ListingInput): Promise<Listed>;
  deleteListing(ctx: ConnectorContext, externalProductId: string): Promise<void>;
  /** Whether the store no longer has a product, or has it in its trash. Absent on channels that never send `product-deleted`. */
  isListingGone?(ctx: ConnectorContext, externalProductId: string): Promise<boolean>;
  /**
   * How the pictures fare that the store fetches by itself after a push. Absent: a push that succeeded has them all. A product
   * that is gone has none.
   */
  pictureStates?(ctx: ConnectorContext, externalProductId: string): Promise<PictureStates>;
  setStock(
    ctx: ConnectorContext,
    items: {
      externalProductId: string;
      externalVariantId: string;
      externalInventoryItemId?: string;
      quantity: number;
      ref: string;
    }[],
  ): Promise<void>;
  publications?(ctx: ConnectorContext): Promise<Publication[]>;

  /**
   * Orders changed at or after a time, oldest change first. The cursor continues, also across runs (an interrupted one
   * goes on where it stood); it is absent when nothing more is known. The next run then starts from the greatest
   * `updatedAt` seen, less an overlap of a few minutes for changes that the platform committed late.
   */
  listOrders(ctx: ConnectorContext, input: { updatedAfter: string; cursor?: string }): Promise<OrderPage>;
  /** undefined: there is none. Throws UnreadOrderError when it is there and cannot be read. */
  getOrder(ctx: ConnectorContext, externalOrderId: string): Promise<ChannelOrder | undefined>;
  /**
   * How orders are now, in few calls (100 orders or more each). An order that is absent from the answer is gone, cannot be
   * read, or is left out of the platform's lists: getOrder tells which.
   */
  orderStates(ctx: ConnectorContext, externalOrderIds: readonly string[]): Promise<ChannelOrderState[]>;

  /** With a ref reported before and further lines, those are reported too, under the same number. */
  createFulfillment(ctx: ConnectorContext, input: FulfillmentInput): Promise<ChannelFulfillment>;
  /** Fulfilments the platform already has for an order, so that a parcel is reported once. */
  listFulfillments(ctx: ConnectorContext, externalOrderId: string): Promise<ChannelFulfillment[]>;
  /** Reads before it writes: what somebody else edited is left alone. Repeating it changes nothing. */
  updateTracking(ctx: ConnectorContext, input: TrackingUpdate): Promise<'done' | 'edited'>;
  findTracking(ctx: ConnectorContext, input: TrackingUpdate): Promise<TrackingState>;
  createRefund?(ctx: ConnectorContext, input: RefundInput): Promise<{ externalRefundId: string }>;
  findRefund?(ctx: ConnectorContext, input: RefundInput): Promise<{ externalRefundId: string } | undefined>;

  /**
   * Makes the platform send its webhooks to `address`; repeating it changes nothing. `missing`: how many subscriptions were not
   * there or switched off, and now work.
   */
  ensureWebhooks(ctx: ConnectorContext, input: { address: string; secret: string }): Promise<{ missing: number }>;
  removeWebhooks(ctx: ConnectorContext, input: { address: string }): Promise<void>;
  /**
   * Verifies the raw bytes. Throws rejected when the signature is wrong, the message names another store than
   * `platformDomain`, or the body is malformed.
   */
  verifyWebhook(raw: RawWebhook, expected: WebhookExpectation): WebhookEvent;
  /**
   * Asks the store whether it still grants us access. false: it refused our credentials. Throws when there is no clear
   * answer. Absent on channels that never send `app-uninstalled`.
   */
  isInstalled?(ctx: ConnectorContext): Promise<boolean>;
  /** Reads the body of a verified webhook of the kind `privacy`. Throws rejected when it is none. */
  readPrivacyRequest?(body: Buffer): PrivacyRequest;
}
