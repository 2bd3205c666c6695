import type { Money } from '@quayside/kernel';
import type { ChannelAddress, Page, RawWebhook, WebhookEvent } from './channel.ts';
import type { ConnectorContext } from './context.ts';
import type { ConnectorId, ConnectorManifest } from './manifest.ts';

export type SupplierId = ConnectorId;

/** A page of a catalog feed, with the ids of products that are no longer sold. */
export interface FeedPage extends Page<SourceProduct> {
  removed?: string[];
}

/** Countries with the same prices. Individual products may still not ship to all of them. */
export interface PriceZone {
  code: string;
  countries: string[];
  /** Changes whenever prices change. Without it, new prices are only noticed with the products. */
  priceList?: string;
}

export interface ZonePrice {
  /** Zone code from `priceZones`. */
  zone: string;
  cost: Money;
  daysMin?: number;
  daysMax?: number;
}

export interface SourceProductSummary {
  sourceProductId: string;
  title: string;
  imageUrls: string[];
  /** Supplier cost: lowest and highest of the variants. */
  costFrom: Money;
  costTo: Money;
  categoryPath?: string[];
  rating?: number;
  reviewsCount?: number;
  orderVolume?: number;
  listingsCount?: number;
  storeName?: string;
  productUrl?: string;
  /** Suggested retail price, if available. */
  suggestedPrice?: Money;
  totalVariants?: number;
  shipCountries?: string[];
  /** Lowest shipping cost for one item of the cheapest variant, by price zone; missing zones are unknown. */
  zonePrices?: ZonePrice[];
  /** Country of origin. */
  madeIn?: string;
  /** Warehouse countries: all of a product's, or those a search was limited to. */
  shipsFrom?: string[];
  /** Countries with free shipping. */
  freeShippingTo?: string[];
  /** Maximum days to the US with the fastest shipping method. */
  fastestUsDays?: number;
  /** Whether the supplier currently lists it as trending. */
  trending?: boolean;
  updatedAt?: string;
}

export interface SourceVariant {
  sourceVariantId: string;
  sku: string;
  /** As the supplier has it; absent: it gives none. */
  barcode?: string;
  optionValues: string[];
  cost: Money;
  imageUrl?: string;
  weightGrams?: number;
  /** Items in stock; undefined if the supplier does not report it. */
  stock?: number;
}

export interface SourceProduct extends SourceProductSummary {
  descriptionHtml: string;
  options: { name: string; values: { value: string; imageUrl?: string }[] }[];
  variants: SourceVariant[];
  specifications: { name: string; value: string }[];
  /** partial: the supplier is still loading variants. */
  status: 'full' | 'partial';
}

export interface ShippingOption {
  /** The supplier's name or code of the shipping method; sent back with the order. */
  serviceName: string;
  amount: Money;
  /** Business days before shipping; days in transit. */
  processingDaysMin?: number;
  processingDaysMax?: number;
  deliveryDaysMin?: number;
  deliveryDaysMax?: number;
  tracked?: boolean;
}

export interface SupplierWarehouse {
  /** Passed as `shipFrom`. */
  code: string;
  name: string;
  countryCode: string;
}

/** What a parcel declares to customs. */
export interface SupplierCustoms {
  /** Number in the Import One-Stop Shop, for parcels to the European Union. */
  ioss?: string;
  /** Declared value of the goods; absent: the supplier's price. */
  value?: Money;
}

export interface SupplierOrderInput {
  /** Our reference: unique at the supplier, and the purchase's idempotency key. */
  reference: string;
  /** Our connection that buys, where one supplier account serves many; see ensureWebhooks. */
  account?: string;
  /** Name of the customer's order, for the packing slip. */
  orderName: string;
  address: ChannelAddress;
  shippingMethod: string;
  /** Ignored by suppliers without the capability `customs`. */
  customs?: SupplierCustoms;
  /** Origin warehouse, if the supplier offers a choice. */
  shipFrom?: string;
  lines: { ref: string; sourceProductId: string; sourceVariantId: string; sku: string; quantity: number }[];
}

/** created: known to the supplier, unpaid. */
export type SupplierOrderState = 'created' | 'unpaid' | 'paid' | 'processing' | 'shipped' | 'delivered' | 'cancelled';

export interface SupplierParcel {
  /** The supplier's parcel id, else the tracking number. */
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

/** Money that a supplier refunded for an order. */
export interface SupplierRefund {
  /** Unique within the order, so that each refund is booked once. */
  refundId: string;
  /** Positive, in the currency of the order. */
  amount: Money;
  /** ISO time, if known. */
  at?: string;
}

export interface SupplierOrder {
  supplierOrderId: string;
  /** Display number of the order, if it differs from the id. */
  number?: string;
  reference: string;
  state: SupplierOrderState;
  itemsCost: Money;
  shippingCost: Money;
  total: Money;
  lines: { sourceVariantId: string; quantity: number; state?: 'open' | 'refused' | 'shipped'; reason?: string }[];
  parcels: SupplierParcel[];
  cancelReason?: string;
  /** When it was placed, if known. */
  placedAt?: string;
  paidAt?: string;
  /**
   * All refunds of the order so far, including those of a canceled order. Leave undefined if the supplier does not list
   * refunds: an expected refund then needs manual confirmation and is never derived from a smaller total.
   */
  refunds?: SupplierRefund[];
}

/** What a supplier accepts as an address. */
export interface AddressRules {
  /** Most characters; absent: no limit. `address` is for each of the two lines. */
  lengths: Partial<Record<'name' | 'address' | 'city' | 'province' | 'postalCode' | 'phone', number>>;
  /** Ships to PO boxes. */
  poBoxes: boolean;
  /** Refuses orders without a phone number. */
  needsPhone: boolean;
}

export interface SupplierCapabilities {
  /**
   * wallet: the operator's account pays and our wallet is charged; own-account: the owner's balance at the supplier.
   */
  payers: ('wallet' | 'own-account')[];
  cancel: boolean;
  /** The whole catalog can be read as a feed and searched locally. */
  feed: boolean;
  /** Lists that a search can be limited to; see SupplierSearch. */
  lists?: readonly SupplierList[];
  /** getStock returns stock and cost of many variants in one request. */
  bulkStock?: boolean;
  /** Orders list their refunds; see SupplierOrder. */
  refunds?: boolean;
  /** Accepts disputes about paid orders: openDispute, findDispute and getDispute. Without it, people send claims. */
  disputes?: boolean;
  /** Provides product reviews. */
  reviews?: boolean;
  /** Supports image search. */
  imageSearch?: boolean;
  /** Declares an IOSS number and a value to customs. */
  customs?: boolean;
  /** What it accepts as an address, where it has limits. */
  address?: AddressRules;
}

/** trending: currently listed as trending. us_shelf: in stock in the United States. */
export type SupplierList = 'trending' | 'us_shelf';

export interface SupplierSearch {
  word?: string;
  categoryId?: string;
  /** Limits the search to one of the supported lists; the results contain the facts that follow from it. */
  list?: SupplierList;
  priceFrom?: Money;
  priceTo?: Money;
  shipTo: string;
  cursor?: string;
  size: number;
}

/** A connector's notes on the steps of a payment, for the next attempt in any process. */
export interface PaymentNotes {
  kept: Readonly<Record<string, string>>;
  /** Resolves when stored. Throws when another worker is paying the order: send nothing more. */
  keep(notes: Readonly<Record<string, string>>): Promise<void>;
}

/** What a payment may use between its requests. */
export interface PaymentSteps {
  notes?: PaymentNotes;
  /**
   * Resolves while the order may still be paid; it may ask the store. Call it right before the request that moves the
   * money, after all slow steps, and let its error through without sending anything.
   */
  beforeMoney?: () => Promise<void>;
}

/** Why a dispute is opened. */
export type DisputeReason = 'item_not_received' | 'item_not_as_described' | 'defective_item' | 'damaged_item';

/** The items of an order that a dispute is about. */
export interface DisputedOrder {
  supplierOrderId: string;
  lines: { sourceVariantId: string; quantity: number }[];
  /** When we first asked for it; earlier disputes are others. */
  since: string;
  /** Ids of our other disputes about the order. */
  others: string[];
}

export interface DisputeInput extends DisputedOrder {
  /** Our reference, unique at the supplier if it accepts one. */
  reference: string;
  reason: DisputeReason;
  wants: 'refund' | 'replacement';
  /** Requested; zero for a replacement. */
  amount: Money;
  /** At most 500 characters. */
  message: string;
  /** URLs that the supplier can open for some days. */
  photoUrls: string[];
}

/** A dispute at the supplier. `replaced`: it sends the items again. */
export interface SupplierDispute {
  disputeId: string;
  state: 'open' | 'refunded' | 'replaced' | 'rejected' | 'cancelled';
  /** The final refund, if one was given. */
  refunded?: Money;
  /** Id of the order with the replacement. */
  replacementOrderId?: string;
}

/** A supplier. Every method may throw ConnectorError; see ChannelConnector about references and unknown outcomes. */
export interface SupplierConnector extends ConnectorManifest {
  capabilities: SupplierCapabilities;
  /** Connected to every workspace automatically, wherever installed, and can't be disconnected. */
  isBuiltIn?: boolean;

  /** Verifies the credentials (fetching tokens if needed, stored with saveCredentials) and returns the account. */
  verify(ctx: ConnectorContext): Promise<{ accountName: string; balance?: Money }>;
  search(ctx: ConnectorContext, query: SupplierSearch): Promise<Page<SourceProductSummary>>;
  /** All products, optionally those changed since a time. For suppliers with the feed capability. */
  feed?(ctx: ConnectorContext, input: { since?: string; cursor?: string; size: number }): Promise<FeedPage>;
  categories(ctx: ConnectorContext): Promise<{ id: string; parentId?: string; name: string }[]>;
  /** Zones of `zonePrices`, each country in at most one. Without it, zones are learned from quotes. */
  priceZones?(ctx: ConnectorContext): Promise<PriceZone[]>;
  getProduct(ctx: ConnectorContext, sourceProductId: string, shipTo: string): Promise<SourceProduct | undefined>;
  getStock(
    ctx: ConnectorContext,
    sourceVariantIds: string[],
  ): Promise<{ sourceVariantId: string; stock?: number; cost?: Money }[]>;
  /** Empty: can't be shipped there. */
  quoteShipping(
    ctx: ConnectorContext,
    input: {
      countryCode: string;
      postalCode?: string;
      shipFrom?: string;
      lines: { sourceProductId: string; sourceVariantId: string; quantity: number }[];
    },
  ): Promise<ShippingOption[]>;

  /** Warehouses that a quote or an order can name as its origin (`shipFrom`), where the supplier offers a choice. */
  warehouses?(ctx: ConnectorContext): Promise<SupplierWarehouse[]>;

  createOrder(ctx: ConnectorContext, input: SupplierOrderInput): Promise<SupplierOrder>;
  /** Looks up the result of a createOrder with this reference; undefined: not found. */
  findOrder(ctx: ConnectorContext, reference: string): Promise<SupplierOrder | undefined>;
  getOrder(ctx: ConnectorContext, supplierOrderId: string): Promise<SupplierOrder | undefined>;
  /** Recently changed orders, to find changes without a webhook. */
  listOrders(ctx: ConnectorContext, input: { updatedAfter: string; cursor?: string }): Promise<Page<SupplierOrder>>;
  cancelOrder?(ctx: ConnectorContext, supplierOrderId: string, reason: string): Promise<void>;
  /** Opens a dispute. Throws `rejected` when the supplier does not accept it, with its words as detail. */
  openDispute?(ctx: ConnectorContext, input: DisputeInput): Promise<SupplierDispute>;
  /** Looks up the result of an openDispute; undefined: none. */
  findDispute?(ctx: ConnectorContext, order: DisputedOrder): Promise<SupplierDispute | undefined>;
  /** A dispute's current state; undefined: not known there. */
  getDispute?(
    ctx: ConnectorContext,
    input: { supplierOrderId: string; disputeId: string },
  ): Promise<SupplierDispute | undefined>;

  /**
   * Pays the exact amount of one order from the account of the credentials. `paymentReference` is the idempotency key.
   */
  payOrder(
    ctx: ConnectorContext,
    input: { supplierOrderId: string; amount: Money; paymentReference: string } & PaymentSteps,
  ): Promise<{ paymentId: string; amount: Money }>;
  /**
   * Looks up the result of a payOrder, even for an order canceled since; undefined: not paid. Without `kept`, the notes
   * of payOrder, the amount may be the order's total instead of the charge.
   */
  findPayment(
    ctx: ConnectorContext,
    input: { supplierOrderId: string; paymentReference: string; kept?: PaymentNotes['kept'] },
  ): Promise<{ paymentId: string; amount: Money } | undefined>;

  /**
   * Erases customers' personal data at the supplier by our references (at most 100), ignoring unknown ones. Returns the
   * references of orders still to be packed or sent, which are skipped unless `isForced`.
   */
  eraseOrders?(
    ctx: ConnectorContext,
    input: { references: string[]; isForced: boolean },
  ): Promise<{ underWay: string[] }>;

  /**
   * Subscribes a URL to the supplier's webhooks. `account`: only orders created for it, where the supplier can
   * distinguish them; others ignore it.
   */
  ensureWebhooks?(ctx: ConnectorContext, input: { address: string; secret: string; account?: string }): Promise<void>;
  /** The webhook signing secret, if the supplier chooses it instead of us. */
  webhookSecretOf?(credentials: Record<string, string>): string | undefined;
  verifyWebhook?(raw: RawWebhook, secrets: { webhookSecret: string }): WebhookEvent;
}
