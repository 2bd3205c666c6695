/** What a shop of the stand-in holds. Ids are bare numbers; amounts are decimal texts in the shop's currency. */
export interface ShopSeed {
  /** The part of the path, and the first label of the shop's host. */
  shop: string;
  name: string;
  tagline: string;
  currency: string;
  country: string;
  timeZone: string;
  owner: string;
  email: string;
  plan: 'Standard' | 'Advanced' | 'Plus';
  /** Per cent of the price without tax. Its shop's prices contain it. */
  includedTax?: number;
  locationId: number;
  locationName: string;
  /** Further locations. */
  moreLocations?: { id: number; name: string; online: boolean }[];
  /** Markets of countries, each with at most one catalog that has a price list. */
  markets?: {
    id: number;
    name: string;
    isDraft?: true;
    countries: string[];
    /** `rate`: units of its currency for one of the shop's; `percent`: what computed prices differ by. */
    priceList?: { id: number; name: string; currency: string; rate: number; percent: number };
  }[];
  publications: { id: number; title: string; handle: string; autoPublish: boolean }[];
}

export interface VariantDoc {
  id: number;
  itemId: number;
  position: number;
  sku: string;
  barcode: string | null;
  price: string;
  compareAtPrice: string | null;
  policy: 'DENY' | 'CONTINUE';
  tracked: boolean;
  weight: { unit: string; value: number } | null;
  /** Customs data; absent in shops of before. */
  hsCode?: string | null;
  origin?: string | null;
  /** In the order of the product's options. */
  values: string[];
  /** Available pieces by location id. */
  levels: Record<string, number>;
  mediaId: number | null;
  createdAt: string;
  updatedAt: string;
}

export interface MediaDoc {
  id: number;
  alt: string | null;
  filename: string;
  source: string;
  status: 'PROCESSING' | 'READY' | 'FAILED';
  contentType: string | null;
  createdAt: string;
}

export interface MetafieldDoc {
  id: number;
  namespace: string;
  key: string;
  type: string;
  value: string;
}

export interface ProductDoc {
  id: number;
  title: string;
  handle: string;
  descriptionHtml: string;
  vendor: string;
  productType: string;
  status: 'ACTIVE' | 'DRAFT' | 'ARCHIVED';
  tags: string[];
  /** Absent: both texts are made from title and description. */
  seo?: { title: string | null; description: string | null };
  options: { id: number; name: string; values: { id: number; name: string }[] }[];
  variants: VariantDoc[];
  media: MediaDoc[];
  metafields: MetafieldDoc[];
  publications: { id: number; at: string }[];
  createdAt: string;
  updatedAt: string;
}

export interface OrderLineDoc {
  id: number;
  productId: number;
  variantId: number;
  title: string;
  variantTitle: string | null;
  sku: string;
  quantity: number;
  price: string;
  imageUrl: string | null;
}

export interface FulfillmentDoc {
  id: number;
  status: 'SUCCESS' | 'CANCELLED';
  tracking: {
    company: string | null;
    number: string | null;
    url: string | null;
    /** Further numbers, of the same carrier. */
    more?: { number: string; url: string | null }[];
  };
  notified: boolean;
  /** How often the shopper was written to about new tracking. */
  updatesNotified?: number;
  lines: { id: number; lineId: number; fulfillmentOrderLineId: number; quantity: number }[];
  createdAt: string;
  updatedAt: string;
  /** Real milliseconds from which queries show it. */
  visibleAt: number;
}

export interface FulfillmentOrderDoc {
  id: number;
  locationId: number;
  lines: { id: number; lineId: number; quantity: number }[];
  holds: { id: number; reason: string; notes: string | null }[];
  createdAt: string;
}

export interface TransactionDoc {
  id: number;
  kind: 'SALE' | 'REFUND';
  status: 'SUCCESS';
  gateway: string;
  amount: string;
  parentId: number | null;
  createdAt: string;
}

export interface RefundDoc {
  id: number;
  note: string | null;
  /** `removed`: pieces of it that had not left yet. */
  lines: { lineId: number; quantity: number; restockType: string; removed?: number }[];
  transactionIds: number[];
  amount: string;
  createdAt: string;
  visibleAt: number;
}

export interface AddressDoc {
  firstName: string;
  lastName: string;
  address1: string;
  address2: string | null;
  city: string;
  province: string | null;
  provinceCode: string | null;
  zip: string;
  countryCode: string;
  phone: string | null;
}

export interface OrderDoc {
  id: number;
  number: number;
  email: string;
  customerLocale?: string;
  note: string | null;
  tags?: string[];
  customerId: number;
  address: AddressDoc;
  shipping: { title: string; price: string };
  /** The part of the total that is tax. */
  includedTax?: string;
  lines: OrderLineDoc[];
  transactions: TransactionDoc[];
  fulfillmentOrders: FulfillmentOrderDoc[];
  fulfillments: FulfillmentDoc[];
  refunds: RefundDoc[];
  cancelledAt: string | null;
  /** Assessments of fraud, by Shopify and by apps. */
  risks?: { riskLevel: string }[];
  disputes?: { id: number; status: string }[];
  createdAt: string;
  updatedAt: string;
}

export interface WebhookDoc {
  id: number;
  topic: string;
  uri: string;
  format: string;
  includeFields: string[];
  filter: string | null;
  /** The app that asked for it; its secret signs. */
  clientId: string;
  createdAt: string;
}

export interface DefinitionDoc {
  id: number;
  ownerType: string;
  namespace: string;
  key: string;
  type: string;
  name: string;
  description?: string;
  validations?: { name: string; value: string }[];
  /** What other apps may do with it; absent: read and write. */
  access?: string;
}

export interface CollectionDoc {
  id: number;
  title: string;
  handle: string;
  /** A smart collection has the products with this tag; null: a manual one, with the products listed. */
  smartTag: string | null;
  productIds: number[];
  updatedAt: string;
}

export interface LocationDoc {
  id: number;
  name: string;
  isActive: boolean;
  isDeleted: boolean;
  fulfillsOnlineOrders: boolean;
  createdAt: string;
  updatedAt: string;
}

/** A price list with its fixed prices, by variant id. */
export interface PriceListDoc {
  id: number;
  isDeleted: boolean;
  fixed: Record<string, { price: string; compareAtPrice: string | null }>;
  updatedAt: string;
}

export interface OperationDoc {
  id: number;
  status: 'CREATED' | 'ACTIVE' | 'COMPLETE';
  productId: number | null;
  userErrors: { field: string[] | null; message: string; code: string }[];
  /** What is still to be done; undefined once it is. */
  work?: { clientId: string; identifier: unknown; input: unknown };
}

export interface BulkDoc {
  id: number;
  status: 'CREATED' | 'COMPLETED' | 'FAILED';
  query: string;
  clientId: string;
  scopes: string[];
  objectCount: number;
  rootObjectCount: number;
  fileSize: number | null;
  createdAt: string;
  completedAt: string | null;
}

export interface Docs {
  bulk: BulkDoc;
  product: ProductDoc;
  order: OrderDoc;
  webhook: WebhookDoc;
  definition: DefinitionDoc;
  collection: CollectionDoc;
  location: LocationDoc;
  operation: OperationDoc;
  priceList: PriceListDoc;
}
export type Kind = keyof Docs;
