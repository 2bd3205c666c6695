import type { Money } from '@quayside/kernel';
import type { CollectionMembership, StoreCollection, WantedCollections } from './collections.ts';
import type { ConnectorContext } from './context.ts';
import type { ChooseKept, ListingToRead, StoreFields } from './listing-fields.ts';
import type { ConnectorId, ConnectorManifest } from './manifest.ts';
import type { MetafieldOutcome, MetafieldValue, StoreMetafieldDefinition, WantedMetafields } from './metafields.ts';
import type { CatalogItemPage, CatalogPage, CatalogProducts } from './store-catalog.ts';
import type { UnreadableOrder } from './unread.ts';

export type ChannelId = ConnectorId;

export interface StoreFacts {
  /** The store's public host (and path, if the shop is below one). */
  platformDomain: string;
  /** The store's actual URL after redirects (to www or https, say). The caller stores it instead of the entered one. */
  baseUrl?: string;
  name: string;
  /** ISO 4217. */
  currency: string;
  country?: string;
  timeZone?: string;
  ownerEmail?: string;
  ownerName?: string;
  planName?: string;
  /** Granted scopes or permissions, as named by the platform. */
  scopes: string[];
  /** Required scopes that the store did not grant. */
  missingScopes: string[];
}

export interface ListingImage {
  url: string;
  alt?: string;
  /** The store's alt text of a picture that it has already stays. */
  keepsAlt?: boolean;
}

export interface ListingVariantInput {
  /** Our variant id; returned beside the platform's id. */
  ref: string;
  sku: string;
  /** Values in the order of `options`; empty for a product without options. */
  optionValues: string[];
  price: Money;
  compareAtPrice?: Money;
  /** Available stock. undefined: stock is not tracked. */
  quantity?: number;
  /** null: not known; clears one that we wrote. */
  weightGrams?: number | null;
  imageUrl?: string;
  barcode?: string;
  /** Customs data; empty texts clear it. Present on channels with the capability. */
  customs?: { hsCode: string; originCountry: string };
}

export interface ListingInput {
  /** Our listing id: unguessable, unique, and written to the platform so that an unknown outcome can be reconciled. */
  ref: string;
  title: string;
  descriptionHtml: string;
  vendor?: string;
  productType?: string;
  tags: string[];
  /** Empty texts: the platform makes them from title and description. Present on channels with the capability. */
  seo?: { title: string; description: string };
  /** Of the packed product, in millimeters; null clears it. Present on channels with the capability. */
  dimensions?: { lengthMm: number | null; widthMm: number | null; heightMm: number | null };
  status: 'active' | 'draft';
  options: { name: string; values: string[] }[];
  variants: ListingVariantInput[];
  images: ListingImage[];
  /** Our base URL without a trailing slash. Images below it keep their identity when it changes. */
  ownAddress?: string;
  /** Continue selling when out of stock. */
  allowSellOutOfStock: boolean;
  /** Ids of publications to publish to (Shopify); undefined: the shop's default. */
  publicationIds?: string[];
  /** undefined: memberships stay as they are. */
  collections?: WantedCollections;
  /** undefined: metafields stay as they are. */
  metafields?: WantedMetafields;
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
  /** Storefront URL, if the platform returns one. */
  url?: string;
  adminUrl?: string;
  variants: ListedVariant[];
  /**
   * What the store answered to the write, as it words it, and never what a merchant made of it since: that would count as the
   * store's wording of ours. Absent: the product was found rather than written.
   */
  holds?: StoreFields;
  /** Present where the input has collections. */
  collections?: CollectionMembership;
  /** Present where the input has metafields, one for each value. */
  metafields?: MetafieldOutcome[];
  /** The chosen location can't be used, so that stock was left as it is. */
  leftStock?: true;
}

/** A variant in a store. `ref`: our variant id. */
export interface StockItem {
  externalProductId: string;
  externalVariantId: string;
  externalInventoryItemId?: string;
  ref: string;
}

/** A place where a store keeps stock. */
export interface StoreLocation {
  id: string;
  name: string;
  isActive: boolean;
  fulfillsOnlineOrders: boolean;
  /** Stock is written here unless another location is chosen. */
  isDefault: boolean;
}

/** Stock of a variant by location id; null: not kept there. */
export type StockLevels = ReadonlyMap<string, number | null>;

/** A change of a variant's stock at one location. */
export interface StockMove {
  externalInventoryItemId: string;
  locationId: string;
  /** What was read there; null: not kept there yet. */
  from: number | null;
  to: number;
}

/** Fields of a product to be written; see ChannelConnector.changeListing. */
export interface ListingChange {
  externalProductId: string;
  /** Absent: stays. */
  status?: 'active' | 'draft';
  /** `compareAtPrice`: null removes it; absent: it stays. */
  prices: readonly { externalVariantId: string; price: Money; compareAtPrice?: Money | null }[];
}

export interface PictureStates {
  /** Still being imported. */
  coming: number;
  /** Images that failed: position in the listing, from 1, and the store's reason. */
  failed: { place: number; reason: string }[];
}

export interface Publication {
  id: string;
  handle: string;
  name: string;
}

/** A product as the store has it, whether we created it or the merchant did. */
export interface StoreProduct {
  externalProductId: string;
  handle: string;
  title: string;
  descriptionHtml: string;
  vendor: string;
  productType: string;
  tags: string[];
  /** "active" or "draft", else the platform's own word. */
  status: string;
  /** ISO-8601; null: it was never published. */
  publishedAt: string | null;
  createdAt: string;
  updatedAt: string;
  /** Storefront URL, if shoppers see it. */
  url?: string;
  currency: string;
  options: { name: string; values: string[] }[];
  images: ListingImage[];
  variants: {
    externalVariantId: string;
    sku: string;
    optionValues: string[];
    price: Money;
    compareAtPrice: Money | null;
  }[];
}

/** A publication and whether a product is published there. */
export interface ProductPublication extends Publication {
  published: boolean;
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
  /** The recipient's tax number, where customs ask for it. */
  taxId?: string;
}

export interface ChannelOrderLine {
  externalLineId: string;
  externalProductId?: string;
  externalVariantId?: string;
  sku?: string;
  title: string;
  variantTitle?: string;
  quantity: number;
  /** Quantity that the platform still has to fulfill. */
  fulfillableQuantity: number;
  /** Part of `quantity` refunded before shipping, which never ships. Default 0. */
  refundedQuantity?: number;
  unitPrice: Money;
  discount: Money;
  requiresShipping: boolean;
  imageUrl?: string;
}

export type ChannelFinancialStatus =
  | 'pending'
  /** The payment was declined. The customer may try again. */
  | 'failed'
  | 'authorized'
  | 'partially_paid'
  | 'paid'
  | 'partially_refunded'
  | 'refunded'
  | 'voided';
export type ChannelFulfillmentStatus = 'unfulfilled' | 'in_progress' | 'partially_fulfilled' | 'fulfilled';

/** A private note that a person wrote on an order. */
export interface StaffNote {
  id: string;
  text: string;
  author?: string;
  /** ISO 8601. */
  at: string;
}

export type OrderNotes = Pick<ChannelOrder, 'note' | 'tags' | 'staffNotes'>;

export interface ChannelOrder {
  externalOrderId: string;
  /** Display name, e.g. "#1001". */
  name: string;
  createdAt: string;
  updatedAt: string;
  cancelledAt?: string;
  currency: string;
  subtotal: Money;
  shippingTotal: Money;
  taxTotal: Money;
  /** Amounts include tax: taxTotal is part of them and not added. */
  taxIncluded: boolean;
  /** Fees, duties and tips in addition to goods and shipping; negative for reductions. */
  feeTotal: Money;
  discountTotal: Money;
  /** subtotal + shippingTotal + feeTotal - discountTotal, plus taxTotal unless it is included. */
  total: Money;
  financialStatus: ChannelFinancialStatus;
  fulfillmentStatus: ChannelFulfillmentStatus;
  customerEmail?: string;
  customerName?: string;
  /** The customer's language at the time of purchase (BCP 47), e.g. "fr-CA". Absent: not reported. */
  customerLocale?: string;
  shippingAddress?: ChannelAddress;
  shippingMethodTitle?: string;
  /** Payment method. onDelivery: cash on delivery. */
  payment?: { method: string; onDelivery: boolean };
  /** The note that the platform keeps with the order. */
  note?: string;
  /** Absent: the platform has no order tags. */
  tags?: string[];
  /** Private notes of the store's staff, oldest first; absent: not read, or the platform has none. */
  staffNotes?: StaffNote[];
  /** Risk of fraud, as the platform judges it; absent: it doesn't (yet). */
  risk?: 'low' | 'medium' | 'high';
  /** A payment is disputed and the dispute isn't won; absent: the platform doesn't report disputes. */
  isDisputed?: boolean;
  lines: ChannelOrderLine[];
}

/** The part of an order that decides whether it may be bought. */
export type ChannelOrderState = Pick<
  ChannelOrder,
  'externalOrderId' | 'updatedAt' | 'cancelledAt' | 'financialStatus' | 'total' | 'risk' | 'isDisputed'
> & {
  /** Cash on delivery. */
  paysOnDelivery: boolean;
};

export interface Tracking {
  carrier: string;
  number: string;
  url?: string;
}

export interface FulfillmentInput {
  externalOrderId: string;
  /** Our shipment id; written to the platform where supported, and used to find the fulfillment again. */
  ref: string;
  lines: { externalLineId: string; quantity: number }[];
  tracking: Tracking;
  /** The fulfillment that already contains the parcel; identified by its items even if its tracking number changed. */
  externalFulfillmentId?: string;
  notifyCustomer: boolean;
  /** true when all shippable items of the order have left with this parcel. */
  completesOrder: boolean;
}

export interface ChannelFulfillment {
  externalFulfillmentId: string;
  ref?: string;
  trackingNumbers: string[];
  lines: { externalLineId: string; quantity: number }[];
}

/** New tracking for items that already have a fulfillment. */
export interface TrackingUpdate {
  externalOrderId: string;
  /** The fulfillment, as returned by createFulfillment. */
  externalFulfillmentId: string;
  /** Our shipment id. */
  ref: string;
  /** Our earlier tracking to replace; undefined: add `to` to the existing tracking. */
  from?: Tracking;
  to: Tracking;
  notifyCustomer: boolean;
}

/** done: the platform shows the new tracking. edited: someone else changed or removed ours there. */
export type TrackingState = 'done' | 'pending' | 'edited';

export interface RefundInput {
  externalOrderId: string;
  ref: string;
  amount: Money;
  lines: { externalLineId: string; quantity: number }[];
  reason?: string;
  restock: boolean;
  /**
   * The store's payment provider pays the customer back. false: the refund is only recorded, which needs
   * `capabilities.recordsRefunds`.
   */
  paysBack: boolean;
}

/** What the customer paid for an order, and the part of it that the store hasn't refunded. */
export interface RefundableAmount {
  paid: Money;
  left: Money;
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
    /** Held lines may ship now. */
    | 'released'
    | 'refund'
    | 'privacy'
    | 'ping'
    | 'other';
  topic: string;
  /** The platform's id of the event's subject. */
  resourceId?: string;
  /** Equal for every delivery of one event, to detect duplicates. */
  dedupeKey: string;
  occurredAt?: string;
}

/** A platform's privacy request for a customer or an uninstalled shop. */
export interface PrivacyRequest {
  kind: 'export' | 'erase' | 'erase_store';
  /** Platform domain of the shop. */
  platformDomain: string;
  /** The platform's request id, if it has one. */
  requestId?: string;
  customer: { id?: string; email?: string; phone?: string };
  /** The orders' ids in our format (externalOrderId). */
  orderIds: string[];
}

export interface Page<T> {
  items: T[];
  nextCursor?: string;
}

/** A page of orders, plus the unreadable ones, which block no others. */
export interface OrderPage extends Page<ChannelOrder> {
  unread?: UnreadableOrder[];
}

export interface RawWebhook {
  headers: Record<string, string>;
  body: Buffer;
}

/** Expected values for verifying a webhook. */
export interface WebhookExpectation {
  webhookSecret: string;
  appSecret?: string;
  /** The store that owns the webhook URL. */
  platformDomain?: string;
}

export interface ChannelCapabilities {
  publications: boolean;
  /** Maximum variants per product on the platform. */
  maxVariants: number;
  partialFulfillment: boolean;
  /** Products have a title and description for search engines. */
  seo?: true;
  /** Variants have an HS code and a country of origin. */
  customs?: true;
  /** Products have a length, width and height. */
  dimensions?: true;
  /** Products are put into collections or categories. Present with readCollections. */
  collections?: true;
  /** Products have metafields that the store defines. Present with readMetafieldDefinitions and readMetafields. */
  metafields?: true;
  /** Stores have several locations, one of which can be chosen. Present with readLocations, readStockAt and moveStock. */
  stockLocations?: true;
  refunds: boolean;
  /** A refund can be recorded without paying the customer back. */
  recordsRefunds?: true;
  /**
   * Writing a note to an order. replace: the order has one note; add: further staff notes. `longest`: in characters.
   */
  orderNotes: { kind: 'replace' | 'add'; longest: number };
  /** Limits of order tags: per order, and characters per tag. Absent: the platform has no order tags. */
  orderTags?: { most: number; longest: number };
  /** The platform reviews listings before customers see them. */
  listingReview?: boolean;
  /**
   * How long, in milliseconds, a product may appear late after a lost response. Until then "not found" means "not yet",
   * and creating it again could create a duplicate.
   */
  writesLastMs: number;
}

/** How a platform embeds us in its own admin. */
export interface ChannelEmbedding {
  /** Whether a framed page's query carries the platform's own, recent signature. `now`: milliseconds. */
  isSigned(query: Record<string, string>, appCredentials: Record<string, string>, now: number): boolean;
  /** Origins of a shop's admin, the only ones allowed to frame us for it. */
  adminOrigins(platformDomain: string): string[];
  /** Exchanges a verified session token for lasting credentials. Throws auth when it is refused. */
  exchange(
    http: ConnectorContext['http'],
    input: { baseUrl: string; sessionToken: string; appCredentials: Record<string, string>; now: number },
  ): Promise<Record<string, string>>;
}

/**
 * A sales channel. Every method may throw ConnectorError; methods that write take our `ref` and have a `find...`
 * counterpart, so that an unknown outcome is looked up instead of repeated blindly.
 */
export interface ChannelConnector extends ConnectorManifest {
  capabilities: ChannelCapabilities;
  /** Example of a store URL. */
  addressExample: string;
  /**
   * URL templates of the store's admin: {domain} is the store's domain, {order} the last part of the platform's order
   * id. Absent: none.
   */
  adminPages?: { home: string; order: string };

  /** Normalizes an entered store URL. Throws rejected/invalid_input. */
  normalizeAddress(typed: string): { baseUrl: string; platformDomain: string };

  /** URL where the owner grants access. `state` is ours, unguessable and single-use. */
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

  /** Verifies the credentials and reads the store's facts. */
  verify(ctx: ConnectorContext): Promise<StoreFacts>;

  createListing(ctx: ConnectorContext, input: ListingInput): Promise<Listed>;
  /** Looks up the result of a createListing with this ref; undefined: not found. */
  findListing(ctx: ConnectorContext, input: ListingInput): Promise<Listed | undefined>;
  /** Brings a product to the input's state, except for what `chooseKept` keeps; without it, everything is written. */
  updateListing(
    ctx: ConnectorContext,
    externalProductId: string,
    input: ListingInput,
    chooseKept?: ChooseKept,
  ): Promise<Listed>;
  /**
   * What the store holds of up to 50 listings, in as few calls as the platform allows, by the store's product id. A product
   * that is missing was deleted or trashed.
   */
  readListings?(ctx: ConnectorContext, listings: readonly ListingToRead[]): Promise<ReadonlyMap<string, StoreFields>>;
  deleteListing(ctx: ConnectorContext, externalProductId: string): Promise<void>;
  /** Whether the store deleted or trashed a product. Absent on channels that never send `product-deleted`. */
  isListingGone?(ctx: ConnectorContext, externalProductId: string): Promise<boolean>;
  /**
   * State of images that the store fetches after a push; a deleted product has none. Absent: a successful push includes
   * all images.
   */
  pictureStates?(ctx: ConnectorContext, externalProductId: string): Promise<PictureStates>;
  setStock(ctx: ConnectorContext, items: (StockItem & { quantity: number })[]): Promise<void>;
  /**
   * What the store has in stock where setStock writes it, in as few calls as the platform allows, by our variant id; null:
   * the store doesn't track it. A variant that is missing is gone from the store.
   */
  readStock?(ctx: ConnectorContext, items: readonly StockItem[]): Promise<ReadonlyMap<string, number | null>>;
  /** All locations of the store, deactivated ones too. */
  readLocations?(ctx: ConnectorContext): Promise<StoreLocation[]>;
  /** Stock at some locations, by our variant id. A variant that is missing is gone from the store or not tracked there. */
  readStockAt?(
    ctx: ConnectorContext,
    items: readonly StockItem[],
    locationIds: readonly string[],
  ): Promise<ReadonlyMap<string, { externalInventoryItemId: string; levels: StockLevels }>>;
  /**
   * Writes stock at several locations, everything or nothing. false: a level isn't what was read any more. Repeated with
   * the same key, it doesn't write again.
   */
  moveStock?(ctx: ConnectorContext, moves: readonly StockMove[], key: string): Promise<boolean>;
  /**
   * Writes a few fields of a product and leaves all others as the store has them. Writing the same again changes nothing.
   * Throws not-found.
   */
  changeListing?(ctx: ConnectorContext, change: ListingChange): Promise<void>;
  /** All collections or categories of the store. Absent: the platform has none, or can't change a product's. */
  readCollections?(ctx: ConnectorContext): Promise<StoreCollection[]>;
  /** All metafields that the store defines for products, whatever their type. */
  readMetafieldDefinitions?(ctx: ConnectorContext): Promise<StoreMetafieldDefinition[]>;
  /** Values of some metafields (`namespace.key`) by the store's product id. A product that is gone is missing. */
  readMetafields?(
    ctx: ConnectorContext,
    input: { externalProductIds: readonly string[]; ids: readonly string[] },
  ): Promise<ReadonlyMap<string, MetafieldValue[]>>;
  publications?(ctx: ConnectorContext): Promise<Publication[]>;
  /** A product with all its variants. Throws not-found. */
  readProduct?(ctx: ConnectorContext, externalProductId: string): Promise<StoreProduct>;
  /**
   * All products of the store, drafts too and trashed ones left out, a page at a time in an order that stays: one that is made
   * or deleted between two pages hides no other. `currency`: the store's. Reads only.
   */
  listProducts?(ctx: ConnectorContext, input: { currency: string; cursor?: string }): Promise<CatalogPage>;
  /**
   * Products that have all words of a keyword in their title, or the keyword as SKU of theirs or of a variant; an empty keyword finds
   * all. Pages like listProducts, but a product may be on two of them. Present on channels with listProducts. Reads only.
   */
  searchProducts?(ctx: ConnectorContext, input: { keyword: string; cursor?: string }): Promise<CatalogItemPage>;
  /** Up to MOST_CATALOG_IDS products by id, as listProducts returns them. Present with listProducts. Reads only. */
  getProducts?(
    ctx: ConnectorContext,
    input: { currency: string; externalProductIds: readonly string[] },
  ): Promise<CatalogProducts>;
  /** All publications of the shop, as they have a product. Throws not-found. */
  productPublications?(ctx: ConnectorContext, externalProductId: string): Promise<ProductPublication[]>;

  /**
   * Orders changed since a time, oldest change first. The cursor also resumes an interrupted run and is absent at the
   * end; the next run starts at the greatest `updatedAt`, minus a few minutes for changes committed late.
   */
  listOrders(ctx: ConnectorContext, input: { updatedAfter: string; cursor?: string }): Promise<OrderPage>;
  /** undefined: not found. Throws UnreadableOrderError when the order exists but can't be read. */
  getOrder(ctx: ConnectorContext, externalOrderId: string): Promise<ChannelOrder | undefined>;
  /**
   * Many orders in few calls, for platforms where that costs less than reading each alone. A missing order is deleted or
   * excluded from the platform's lists; getOrder tells which.
   */
  readOrders?(ctx: ConnectorContext, externalOrderIds: readonly string[]): Promise<Omit<OrderPage, 'nextCursor'>>;
  /**
   * Current state of many orders in few calls (at least 100 orders each). A missing order is deleted, unreadable or
   * excluded from the platform's lists; getOrder tells which.
   */
  orderStates(ctx: ConnectorContext, externalOrderIds: readonly string[]): Promise<ChannelOrderState[]>;

  /** With a known ref and additional lines, adds those lines under the same fulfillment. */
  createFulfillment(ctx: ConnectorContext, input: FulfillmentInput): Promise<ChannelFulfillment>;
  /** Existing fulfillments of an order, so that a parcel is reported once. */
  listFulfillments(ctx: ConnectorContext, externalOrderId: string): Promise<ChannelFulfillment[]>;
  /** Reads before writing and leaves others' edits alone. Idempotent. */
  updateTracking(ctx: ConnectorContext, input: TrackingUpdate): Promise<'done' | 'edited'>;
  findTracking(ctx: ConnectorContext, input: TrackingUpdate): Promise<TrackingState>;
  /** Notes and tags of an order as they are now; undefined: no such order. */
  readOrderNotes(ctx: ConnectorContext, externalOrderId: string): Promise<OrderNotes | undefined>;
  /**
   * Writes a note as `capabilities.orderNotes` says, without comparing: read first. Returns an added staff note. Throws
   * not-found without the order.
   */
  writeOrderNote(
    ctx: ConnectorContext,
    input: { externalOrderId: string; text: string },
  ): Promise<{ staffNote?: StaffNote }>;
  /** Adds or removes one tag and leaves all others. Idempotent. Throws not-found without the order. */
  changeOrderTag?(
    ctx: ConnectorContext,
    input: { externalOrderId: string; tag: string; kind: 'add' | 'remove' },
  ): Promise<void>;
  /** What can still be refunded; undefined: no such order. Present on channels with createRefund. */
  readRefundable?(ctx: ConnectorContext, externalOrderId: string): Promise<RefundableAmount | undefined>;
  createRefund?(ctx: ConnectorContext, input: RefundInput): Promise<{ externalRefundId: string }>;
  findRefund?(ctx: ConnectorContext, input: RefundInput): Promise<{ externalRefundId: string } | undefined>;

  /**
   * Subscribes `address` to the platform's webhooks. Idempotent; `missing`: number of absent or disabled subscriptions
   * that were restored.
   */
  ensureWebhooks(ctx: ConnectorContext, input: { address: string; secret: string }): Promise<{ missing: number }>;
  removeWebhooks(ctx: ConnectorContext, input: { address: string }): Promise<void>;
  /**
   * Verifies the raw bytes. Throws rejected for a wrong signature, a store other than `platformDomain`, or a malformed
   * body.
   */
  verifyWebhook(raw: RawWebhook, expected: WebhookExpectation): WebhookEvent;
  /**
   * Whether the store still grants us access; false: it refused our credentials. Throws without a clear response;
   * absent on channels that never send `app-uninstalled`.
   */
  isInstalled?(ctx: ConnectorContext): Promise<boolean>;
  /** Parses the body of a verified `privacy` webhook. Throws rejected for anything else. */
  readPrivacyRequest?(body: Buffer): PrivacyRequest;
}
