import type { Money } from '@quayside/kernel';
import type { ChannelAddress, Page, RawWebhook, WebhookEvent } from './channel.ts';
import type { ConnectorContext } from './context.ts';
import type { ConnectorId, ConnectorManifest } from './manifest.ts';

export type SupplierId = ConnectorId;

/** A page of a catalogue's feed, and beside it the ids of products that are no longer sold. */
export interface FeedPage extends Page<SourceProduct> {
  removed?: string[];
}

/** Countries to which a supplier ships at the same prices. A product may still not go to each of them. */
export interface PriceZone {
  code: string;
  countries: string[];
  /** Differs whenever the prices do. Where a supplier names none, new prices are seen with the products only. */
  priceList?: string;
}

export interface ZonePrice {
  /** Code of a zone that `priceZones` lists. */
  zone: string;
  cost: Money;
  daysMin?: number;
  daysMax?: number;
}

export interface SourceProductSummary {
  sourceProductId: string;
  title: string;
  imageUrls: string[];
  /** Supplier cost, lowest and highest over the variants. */
  costFrom: Money;
  costTo: Money;
  categoryPath?: string[];
  rating?: number;
  reviewsCount?: number;
  orderVolume?: number;
  listingsCount?: number;
  storeName?: string;
  productUrl?: string;
  /** Suggested retail price, when the supplier gives one. */
  suggestedPrice?: Money;
  totalVariants?: number;
  shipCountries?: string[];
  /** Cheapest shipping of one piece of the cheapest variant, by price zone; a zone that is left out is unknown. */
  zonePrices?: ZonePrice[];
  /** Country it is made in. */
  madeIn?: string;
  /** Countries of the shelves it lies on: of a whole product all of them, of a search those that the search was about. */
  shipsFrom?: string[];
  /** Countries it goes to without a charge. */
  freeShippingTo?: string[];
  /** Days at most on its way to the US by the fastest service. */
  fastestUsDays?: number;
  /** The supplier itself lists it as trending, or no longer does. */
  trending?: boolean;
  updatedAt?: string;
}

export interface SourceVariant {
  sourceVariantId: string;
  sku: string;
  optionValues: string[];
  cost: Money;
  imageUrl?: string;
  weightGrams?: number;
  /** Pieces in stock; undefined when the supplier does not say. */
  stock?: number;
}

export interface SourceProduct extends SourceProductSummary {
  descriptionHtml: string;
  options: { name: string; values: { value: string; imageUrl?: string }[] }[];
  variants: SourceVariant[];
  specifications: { name: string; value: string }[];
  /** partial: variants are still loading on the supplier's side. */
  status: 'full' | 'partial';
}

export interface ShippingOption {
  /** The supplier's own name or code; sent back when ordering. */
  serviceName: string;
  amount: Money;
  /** Business days before it leaves; days on the way. */
  processingDaysMin?: number;
  processingDaysMax?: number;
  deliveryDaysMin?: number;
  deliveryDaysMax?: number;
  tracked?: boolean;
}

export interface SupplierOrderInput {
  /** Our reference: unique at the supplier, the idempotency key of the purchase. */
  reference: string;
  /** For which of our connections it is bought, where one account at the supplier serves many; see ensureWebhooks. */
  account?: string;
  /** What the shopper's order is called, for the packing slip. */
  orderName: string;
  address: ChannelAddress;
  shippingMethod: string;
  /** Where the goods leave from, when the supplier has a choice. */
  shipFrom?: string;
  lines: { ref: string; sourceProductId: string; sourceVariantId: string; sku: string; quantity: number }[];
}

/** created: known to the supplier, unpaid. The rest as the words say. */
export type SupplierOrderState = 'created' | 'unpaid' | 'paid' | 'processing' | 'shipped' | 'delivered' | 'cancelled';

export interface SupplierParcel {
  /** The supplier's id of the parcel, else the tracking number. */
  parcelId: string;
  carrier?: string;
  trackingNumber: string;
  trackingUrl?: string;
  lines: { sourceVariantId: string; quantity: number }[];
  state?: ShipmentState;
  events?: TrackingEvent[];
}

export type ShipmentState =
  | 'not_found'
  | 'info_received'
  | 'in_transit'
  | 'available_for_pickup'
  | 'out_for_delivery'
  | 'delivered'
  | 'expired'
  | 'delivery_failure'
  | 'exception';

export interface TrackingEvent {
  at: string;
  state: ShipmentState;
  description: string;
  location?: string;
}

/** Money that a supplier gave back for an order. */
export interface SupplierRefund {
  /** Unique within the order: each id is booked once. */
  refundId: string;
  /** Positive, in the currency of the order. */
  amount: Money;
  /** ISO time, where the supplier gives one. */
  at?: string;
}

export interface SupplierOrder {
  supplierOrderId: string;
  /** What the supplier calls the order towards people, where that is not its id. */
  number?: string;
  reference: string;
  state: SupplierOrderState;
  itemsCost: Money;
  shippingCost: Money;
  total: Money;
  lines: { sourceVariantId: string; quantity: number; state?: 'open' | 'refused' | 'shipped'; reason?: string }[];
  parcels: SupplierParcel[];
  cancelReason?: string;
  /** When it was placed, where the supplier says. */
  placedAt?: string;
  paidAt?: string;
  /**
   * All refunds of the order so far, those of a cancelled order too. Leave undefined if the supplier's interface does not list
   * refunds: an expected refund then waits for a person to confirm it. Never derived from a smaller total.
   */
  refunds?: SupplierRefund[];
}

export interface SupplierCapabilities {
  /** wallet: the operator's account pays and our wallet is charged; own-account: the owner's balance at the supplier. */
  payers: ('wallet' | 'own-account')[];
  cancel: boolean;
  /** The whole catalogue may be read as a feed and kept searchable here. */
  feed: boolean;
  /** Lists of its own that a search may be held to; see SupplierSearch. */
  lists?: readonly SupplierList[];
  /** getStock answers many variants in one question, with their costs. */
  bulkStock?: boolean;
  /** Its orders list what it gave back; see SupplierOrder. */
  refunds?: boolean;
  /** It takes disputes over what it sent. */
  disputes?: boolean;
  /** It has what buyers wrote of its products. */
  reviews?: boolean;
  /** It finds products by a picture. */
  imageSearch?: boolean;
}

/** trending: what the supplier lists as trending now. us_shelf: what lies on a shelf in the United States. */
export type SupplierList = 'trending' | 'us_shelf';

export interface SupplierSearch {
  word?: string;
  categoryId?: string;
  /** Only what the supplier has on a list that is among its capabilities; the facts that follow from it are in the answer. */
  list?: SupplierList;
  priceFrom?: Money;
  priceTo?: Money;
  shipTo: string;
  cursor?: string;
  size: number;
}

/** What a connector notes of the steps of one order's payment, for the next attempt, in whichever process that is. */
export interface PaymentNotes {
  kept: Readonly<Record<string, string>>;
  /** Written before it resolves. Throws where another worker pays the order now: nothing more may be sent. */
  keep(notes: Readonly<Record<string, string>>): Promise<void>;
}

/** What a payment may use between its requests. */
export interface PaymentSteps {
  notes?: PaymentNotes;
  /**
   * Resolves while the order may still be paid. Call it right before the request that moves the money, after everything that
   * takes time: other requests, a rate limit, a token. It may ask the store. Throws where nothing may be paid now: send
   * nothing more, and let the error through as it is.
   */
  beforeMoney?: () => Promise<void>;
}

/** One supplier. Every method may throw ConnectorError; see ChannelConnector on `reference` and unknown outcomes. */
export interface SupplierConnector extends ConnectorManifest {
  capabilities: SupplierCapabilities;
  /**
   * Every workspace is connected to it without being asked, wherever the installation has it; such a connection cannot be
   * removed.
   */
  isBuiltIn?: boolean;

  /** Proves the credentials (fetching tokens where needed, kept through saveCredentials) and tells who is connected. */
  verify(ctx: ConnectorContext): Promise<{ accountName: string; balance?: Money }>;
  search(ctx: ConnectorContext, query: SupplierSearch): Promise<Page<SourceProductSummary>>;
  /** All products, for suppliers with the feed capability; changed since a time when given. */
  feed?(ctx: ConnectorContext, input: { since?: string; cursor?: string; size: number }): Promise<FeedPage>;
  categories(ctx: ConnectorContext): Promise<{ id: string; parentId?: string; name: string }[]>;
  /** The zones that `zonePrices` refer to; suppliers without it have theirs learned from quotes. No country is in two. */
  priceZones?(ctx: ConnectorContext): Promise<PriceZone[]>;
  getProduct(ctx: ConnectorContext, sourceProductId: string, shipTo: string): Promise<SourceProduct | undefined>;
  getStock(
    ctx: ConnectorContext,
    sourceVariantIds: string[],
  ): Promise<{ sourceVariantId: string; stock?: number; cost?: Money }[]>;
  /** Empty list: cannot be shipped there. */
  quoteShipping(
    ctx: ConnectorContext,
    input: {
      countryCode: string;
      postalCode?: string;
      shipFrom?: string;
      lines: { sourceProductId: string; sourceVariantId: string; quantity: number }[];
    },
  ): Promise<ShippingOption[]>;

  createOrder(ctx: ConnectorContext, input: SupplierOrderInput): Promise<SupplierOrder>;
  /** What became of a createOrder with this reference; undefined: the supplier (now) knows nothing of it. */
  findOrder(ctx: ConnectorContext, reference: string): Promise<SupplierOrder | undefined>;
  getOrder(ctx: ConnectorContext, supplierOrderId: string): Promise<SupplierOrder | undefined>;
  /** Orders changed lately, to find what no webhook told. */
  listOrders(ctx: ConnectorContext, input: { updatedAfter: string; cursor?: string }): Promise<Page<SupplierOrder>>;
  cancelOrder?(ctx: ConnectorContext, supplierOrderId: string, reason: string): Promise<void>;

  /** Pays the exact amount of one order from the account behind the credentials. `paymentReference` is the idempotency key. */
  payOrder(
    ctx: ConnectorContext,
    input: { supplierOrderId: string; amount: Money; paymentReference: string } & PaymentSteps,
  ): Promise<{ paymentId: string; amount: Money }>;
  /**
   * What became of a payOrder, also where the supplier has cancelled the order since; undefined: not paid. `kept`: what payOrder
   * noted, without which the amount may be the order's total instead of what was charged.
   */
  findPayment(
    ctx: ConnectorContext,
    input: { supplierOrderId: string; paymentReference: string; kept?: PaymentNotes['kept'] },
  ): Promise<{ paymentId: string; amount: Money } | undefined>;

  /**
   * Erases the shoppers' personal data at the supplier, by our references (at most 100); unknown ones are ignored. Returns the
   * references of orders that are still to be packed or sent: they are left alone unless `isForced`.
   */
  eraseOrders?(
    ctx: ConnectorContext,
    input: { references: string[]; isForced: boolean },
  ): Promise<{ underWay: string[] }>;

  /**
   * Has the supplier tell of changes at an address. `account`: of the orders that were created for it alone, where the
   * supplier can tell them apart; the others ignore it.
   */
  ensureWebhooks?(ctx: ConnectorContext, input: { address: string; secret: string; account?: string }): Promise<void>;
  /** The secret that signs this supplier's webhooks, where it is the supplier's own choice and not the one we gave. */
  webhookSecretOf?(credentials: Record<string, string>): string | undefined;
  verifyWebhook?(raw: RawWebhook, secrets: { webhookSecret: string }): WebhookEvent;
}
