import { z } from 'zod';

/** What each document's answer looks like. Names and nullability are those of the Admin schema of 2026-10. */
const userErrors = z.array(
  z.object({
    field: z.array(z.string()).nullish(),
    message: z.string(),
    code: z.string().nullish(),
  }),
);

const pageInfo = z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() });
const page = <T extends z.ZodType>(node: T) => z.object({ nodes: z.array(node), pageInfo });
const withId = z.object({ id: z.string() });
const text = z.string().nullable();

export const shop = z.object({
  shop: z.object({
    name: z.string(),
    myshopifyDomain: z.string(),
    currencyCode: z.string(),
    ianaTimezone: z.string(),
    email: z.string(),
    shopOwnerName: z.string(),
    plan: z.object({ publicDisplayName: z.string() }),
    shopAddress: z.object({ countryCodeV2: z.string().nullable() }),
  }),
  currentAppInstallation: z.object({ accessScopes: z.array(z.object({ handle: z.string() })) }),
});

const publication = z.object({
  id: z.string(),
  autoPublish: z.boolean(),
  catalog: z.object({ title: z.string() }).nullable(),
  channels: z.object({ nodes: z.array(z.object({ handle: z.string(), name: z.string() })) }).nullable(),
});
export type RawPublication = z.infer<typeof publication>;
export const publications = z.object({ publications: page(publication) });

export const productPublications = z.object({
  product: z
    .object({
      resourcePublicationsV2: page(
        z.object({ isPublished: z.boolean(), publication: z.object({ id: z.string() }).nullable() }),
      ),
    })
    .nullable(),
});

export const primaryLocation = z.object({ location: withId.nullable() });
export const stockLocation = z.object({ location: withId.extend({ isActive: z.boolean() }).nullable() });
export const locations = z.object({
  locations: page(
    withId.extend({
      name: z.string(),
      isActive: z.boolean(),
      fulfillsOnlineOrders: z.boolean(),
      isFulfillmentService: z.boolean(),
    }),
  ),
});

export const markets = z.object({
  markets: page(withId.extend({ name: z.string(), status: z.string() })),
});
/** A country, or a part of one. */
const region = z.object({ code: z.string().optional(), country: z.object({ code: z.string() }).optional() });
export const marketRegions = z.object({
  market: z
    .object({
      conditions: z
        .object({
          regionsCondition: z.object({ applicationLevel: z.string().nullable(), regions: page(region) }).nullable(),
        })
        .nullable(),
    })
    .nullable(),
});
export const marketCatalogs = z.object({
  market: z
    .object({
      catalogs: page(
        z.object({
          status: z.string(),
          priceList: withId
            .extend({
              name: z.string(),
              currency: z.string(),
              parent: z.object({ adjustment: z.object({ type: z.string(), value: z.number() }) }).nullable(),
            })
            .nullable(),
        }),
      ),
    })
    .nullable(),
});

const amount = z.object({ amount: z.string(), currencyCode: z.string() });
const fixedPrice = z.object({ variant: withId, price: amount, compareAtPrice: amount.nullable() });
export type RawFixedPrice = z.infer<typeof fixedPrice>;
export const marketPrices = z.object({
  priceList: z.object({ currency: z.string(), prices: page(fixedPrice.extend({ originType: z.string() })) }).nullable(),
});
export const setMarketPrices = z.object({
  priceListFixedPricesAdd: z.object({ prices: z.array(fixedPrice).nullable(), userErrors }).nullable(),
});
export const removeMarketPrices = z.object({
  priceListFixedPricesDelete: z
    .object({ deletedFixedPriceVariantIds: z.array(z.string()).nullable(), userErrors })
    .nullable(),
});

export const activateInventory = z.object({ inventoryActivate: z.object({ userErrors }).nullable() });
export const defineRef = z.object({ metafieldDefinitionCreate: z.object({ userErrors }).nullable() });

const inventoryItem = z.object({
  id: z.string(),
  harmonizedSystemCode: z.string().nullish(),
  countryCodeOfOrigin: z.string().nullish(),
  /** Only where it was asked for. */
  measurement: z.object({ weight: z.object({ unit: z.string(), value: z.number() }).nullable() }).nullish(),
});

/** What of a variant merchants edit. */
const heldVariant = z.object({
  id: z.string(),
  sku: z.string().nullable(),
  price: z.string(),
  compareAtPrice: z.string().nullish(),
  barcode: z.string().nullish(),
  inventoryPolicy: z.string(),
  /** Left out where it would cost points. */
  inventoryItem: inventoryItem.optional(),
});
export type RawHeldVariant = z.infer<typeof heldVariant>;
const variant = heldVariant.extend({
  selectedOptions: z.array(z.object({ name: z.string(), value: z.string() })),
  inventoryItem,
});
export type RawVariant = z.infer<typeof variant>;

const metafield = z.object({ value: z.string() }).nullish();
const option = z.object({ id: z.string(), name: z.string(), optionValues: z.array(z.object({ name: z.string() })) });
export type RawOption = z.infer<typeof option>;

/** What of a product merchants edit. */
const held = {
  title: z.string(),
  descriptionHtml: z.string(),
  vendor: z.string(),
  status: z.string(),
  /** Texts that Shopify makes from title and description itself are null. */
  seo: z.object({ title: z.string().nullable(), description: z.string().nullable() }),
};
export type RawHeld = z.infer<z.ZodObject<typeof held>>;
const heldProduct = z.object({ id: z.string(), ...held, variants: page(heldVariant) });
/** A node that is gone is null; one that isn't a product is empty. */
export const listings = z.object({
  nodes: z.array(z.union([heldProduct, z.object({}).transform(() => null)]).nullable()),
});
export const listedVariants = z.object({ product: z.object({ variants: page(heldVariant) }).nullable() });

const product = z.object({
  id: z.string(),
  ...held,
  handle: z.string(),
  legacyResourceId: z.union([z.string(), z.number()]).transform(String),
  onlineStoreUrl: z.string().nullable(),
  variants: page(variant),
});
export type RawProduct = z.infer<typeof product>;

export const collections = z.object({ collections: page(z.object({ id: z.string(), title: z.string() })) });
export const metafieldDefinitions = z.object({
  metafieldDefinitions: page(
    z.object({
      namespace: z.string(),
      key: z.string(),
      name: z.string(),
      description: text,
      type: z.object({ name: z.string() }),
      validations: z.array(z.object({ name: z.string(), value: text })),
      access: z.object({ admin: text }),
    }),
  ),
});
const metafieldValue = z.object({ namespace: z.string(), key: z.string(), type: z.string(), value: z.string() });
const heldMetafield = metafieldValue.extend({ compareDigest: z.string(), definition: withId.nullable() });
export type RawHeldMetafield = z.infer<typeof heldMetafield>;
export const heldMetafields = z.object({
  product: z.object({ metafields: z.object({ nodes: z.array(heldMetafield) }) }).nullable(),
});
/** A product that is gone is null; a node that isn't one has no metafields. */
export const metafieldsOf = z.object({
  nodes: z.array(
    z.object({ id: z.string(), metafields: z.object({ nodes: z.array(metafieldValue) }).optional() }).nullable(),
  ),
});
export const setMetafields = z.object({
  metafieldsSet: z
    .object({
      metafields: z.array(metafieldValue).nullable(),
      userErrors: z.array(
        z.object({
          field: z.array(z.string()).nullable(),
          message: z.string(),
          code: text,
          elementIndex: z.number().int().nullable(),
        }),
      ),
    })
    .nullable(),
});
/** A collection that is gone is null; a node that isn't one is empty. */
export const membership = z.object({
  nodes: z.array(
    z.union([z.object({ id: z.string(), hasProduct: z.boolean() }), z.object({}).transform(() => null)]).nullable(),
  ),
});
const updated = z.object({ userErrors }).nullable();
export const removeMetafields = z.object({ metafieldsDelete: updated, metafieldsSet: updated });
export const moveCollections = z.object({ productUpdate: updated });
export const moveAndRecord = z.object({ productUpdate: updated, metafieldsSet: updated });

export const setProduct = z.object({
  productSet: z.object({ product: product.nullable(), productSetOperation: withId.nullable(), userErrors }).nullable(),
});
export const productOperation = z.object({
  productOperation: z
    .object({
      status: z.string(),
      product: withId.nullable(),
      userErrors: userErrors.optional(),
    })
    .nullable(),
});
export const productByRef = z.object({
  productByIdentifier: product
    .extend({ resourcePublicationsCount: z.object({ count: z.number() }).nullable(), put: metafield })
    .nullable(),
});
export const productId = z.object({ productByIdentifier: withId.nullable() });
export const productToUpdate = z.object({
  product: z
    .object({
      ...held,
      tags: z.array(z.string()),
      productType: z.string(),
      options: z.array(option),
      put: metafield,
      variants: page(variant),
    })
    .nullable(),
});
export const variantPictures = z.object({
  product: z
    .object({ variants: page(z.object({ id: z.string(), media: z.object({ nodes: z.array(withId) }) })) })
    .nullable(),
});
export const detachPictures = z.object({ productVariantDetachMedia: z.object({ userErrors }).nullable() });
export const recordPut = z.object({ metafieldsSet: z.object({ userErrors }).nullable() });
export const productVariants = z.object({ product: z.object({ variants: page(variant) }).nullable() });
const media = z.object({
  id: z.string(),
  alt: z.string().nullish(),
  status: z.string(),
  mediaContentType: z.string().default('IMAGE'),
  mediaErrors: z.array(z.object({ message: z.string() })),
  image: z.object({ url: z.string() }).nullish(),
});
export type RawMedia = z.infer<typeof media>;
export const productMedia = z.object({
  product: z
    .object({
      media: page(media),
    })
    .nullable(),
});
export const variantImages = z.object({ productVariantsBulkUpdate: z.object({ userErrors }).nullable() });
export const publish = z.object({
  publishablePublish: z
    .object({ publishable: z.object({ onlineStoreUrl: text.optional() }).nullable(), userErrors })
    .nullable(),
});
export const publishAndRecord = publish.extend(recordPut.shape);
export const deleteProduct = z.object({
  productDelete: z.object({ deletedProductId: z.string().nullable(), userErrors }).nullable(),
});
export const inventoryItems = z.object({
  nodes: z.array(z.object({ id: z.string(), inventoryItem: withId.optional() }).nullable()),
});
export const productStatus = z.object({
  productUpdate: z.object({ product: withId.nullable(), userErrors }).nullable(),
});
export const productPut = z.object({ product: withId.extend({ put: metafield }).nullable() });
const stockLevel = z.object({
  id: z.string(),
  tracked: z.boolean().optional(),
  inventoryLevel: z.object({ quantities: z.array(z.object({ quantity: z.number() })) }).nullish(),
});
export type RawStockLevel = z.infer<typeof stockLevel>;
export const stockLevels = z.object({
  nodes: z.array(stockLevel.nullable()),
});
export const setQuantities = z.object({ inventorySetQuantities: z.object({ userErrors }).nullable() });

const stagedTarget = z.object({
  url: text,
  resourceUrl: text,
  parameters: z.array(z.object({ name: z.string(), value: z.string() })),
});
export type RawStagedTarget = z.infer<typeof stagedTarget>;
export const stageUploads = z.object({
  stagedUploadsCreate: z.object({ stagedTargets: z.array(stagedTarget).nullable(), userErrors }).nullable(),
});

const moneyBag = z.object({ shopMoney: z.object({ amount: z.string(), currencyCode: z.string() }) });
export type RawMoney = z.infer<typeof moneyBag>;

const orderLine = z.object({
  id: z.string(),
  title: z.string(),
  variantTitle: z.string().nullable(),
  sku: z.string().nullable(),
  quantity: z.number().int(),
  nonFulfillableQuantity: z.number().int(),
  unfulfilledQuantity: z.number().int(),
  requiresShipping: z.boolean(),
  product: withId.nullable(),
  variant: withId.nullable(),
  image: z.object({ url: z.string() }).nullable(),
  originalUnitPriceSet: moneyBag,
  totalDiscountSet: moneyBag,
});
export type RawOrderLine = z.infer<typeof orderLine>;

const orderHead = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  cancelledAt: text,
  currencyCode: z.string(),
  email: text,
  customerLocale: text,
  note: text,
  tags: z.array(z.string()),
  fullyPaid: z.boolean(),
  displayFinancialStatus: text,
  displayFulfillmentStatus: z.string(),
  paymentGatewayNames: z.array(z.string()),
  taxesIncluded: z.boolean(),
  dutiesIncluded: z.boolean(),
  totalShippingPriceSet: moneyBag,
  totalTaxSet: moneyBag.nullable(),
  totalDiscountsSet: moneyBag.nullable(),
  originalTotalDutiesSet: moneyBag.nullable(),
  originalTotalAdditionalFeesSet: moneyBag.nullable(),
  totalTipReceivedSet: moneyBag,
  totalPriceSet: moneyBag,
  risk: z.object({ assessments: z.array(z.object({ riskLevel: z.string() })) }).nullish(),
  disputes: z.array(z.object({ status: z.string() })).nullish(),
  shippingLine: z.object({ title: z.string() }).nullable(),
  billingAddress: z.object({ name: text }).nullable(),
  shippingAddress: z
    .object({
      firstName: text,
      lastName: text,
      company: text,
      address1: text,
      address2: text,
      city: text,
      province: text,
      provinceCode: text,
      zip: text,
      countryCodeV2: text,
      phone: text,
    })
    .nullable(),
});
const order = orderHead.extend({ lineItems: page(orderLine) });
/** What of an order is needed to name it, whatever else stands in it. */
const orderName = z.looseObject({ id: z.string() });
export type RawOrderName = z.infer<typeof orderName>;
export const wholeOrder = order;
export const wholeHead = orderHead;
export const wholeLine = orderLine;
export type RawOrderHead = z.infer<typeof orderHead>;
export type RawOrder = z.infer<typeof order>;

export const ordersCount = z.object({ ordersCount: z.object({ count: z.number() }).nullable() });
export const runBulk = z.object({
  bulkOperationRunQuery: z.object({ bulkOperation: withId.nullable(), userErrors }).nullable(),
});
export const bulk = z.object({
  bulkOperation: z
    .object({
      status: z.string(),
      url: text,
      fileSize: z.union([z.string(), z.number()]).transform(Number).nullable(),
      objectCount: z.union([z.string(), z.number()]).transform(Number),
      createdAt: z.string(),
    })
    .nullable(),
});
/** A line of a bulk operation's result: an order, or a line item that names its order. */
export const bulkRow = z.union([z.looseObject({ __parentId: z.string() }), orderName]);

// Each order is read by itself: one of another shape stops none of the others.
export const orders = z.object({ orders: page(orderName) });
export const orderById = z.object({ order: orderName.nullable() });
export const orderState = orderHead.pick({
  id: true,
  updatedAt: true,
  cancelledAt: true,
  fullyPaid: true,
  displayFinancialStatus: true,
  paymentGatewayNames: true,
  totalPriceSet: true,
  risk: true,
  disputes: true,
});
export type RawOrderState = z.infer<typeof orderState>;
export const orderStates = z.object({ nodes: z.array(orderName.nullable()) });
export const orderLines = z.object({ order: z.object({ lineItems: page(z.unknown()) }).nullable() });
export const orderOfFulfillmentOrder = z.object({
  fulfillmentOrder: z.object({ orderId: z.string() }).nullable(),
});

const fulfillment = z.object({
  id: z.string(),
  status: z.string(),
  trackingInfo: z.array(z.object({ company: text, number: text, url: text })),
});
export type RawFulfillment = z.infer<typeof fulfillment>;
export const fulfillments = z.object({ order: z.object({ fulfillments: z.array(fulfillment) }).nullable() });
export const fulfillmentLines = z.object({
  fulfillment: z
    .object({
      fulfillmentLineItems: page(z.object({ quantity: z.number().int().nullable(), lineItem: withId })),
    })
    .nullable(),
});

const fulfillmentOrder = z.object({
  id: z.string(),
  status: z.string(),
  fulfillAt: text,
  supportedActions: z.array(z.object({ action: z.string() })),
  fulfillmentHolds: z.array(z.object({ displayReason: z.string(), reasonNotes: text })),
  assignedLocation: z.object({ name: z.string(), location: withId.nullable() }),
});
export type RawFulfillmentOrder = z.infer<typeof fulfillmentOrder>;
export const fulfillmentOrders = z.object({
  order: z.object({ cancelledAt: text, fulfillmentOrders: page(fulfillmentOrder) }).nullable(),
});
export const fulfillmentOrderLines = z.object({
  fulfillmentOrder: z
    .object({
      lineItems: page(z.object({ id: z.string(), remainingQuantity: z.number().int(), lineItem: withId })),
    })
    .nullable(),
});
export const createFulfillment = z.object({
  fulfillmentCreate: z.object({ fulfillment: withId.nullable(), userErrors }).nullable(),
});
export const updateTracking = z.object({
  fulfillmentTrackingInfoUpdate: z.object({ fulfillment: withId.nullable(), userErrors }).nullable(),
});

export const orderNotes = z.object({ order: z.object({ note: text, tags: z.array(z.string()) }).nullable() });
export const writeNote = z.object({ orderUpdate: z.object({ order: withId.nullable(), userErrors }).nullable() });
const tagsChanged = z.object({ node: withId.nullable(), userErrors }).nullable();
export const addTags = z.object({ tagsAdd: tagsChanged });
export const removeTags = z.object({ tagsRemove: tagsChanged });

const refund = z.object({ id: z.string(), note: text });
export type RawRefund = z.infer<typeof refund>;
export const refunds = z.object({ order: z.object({ refunds: z.array(refund) }).nullable() });
const transaction = z.object({
  id: z.string(),
  kind: z.string(),
  status: z.string(),
  gateway: text,
  parentTransaction: withId.nullable(),
  amountSet: moneyBag,
});
export type RawTransaction = z.infer<typeof transaction>;
export const payments = z.object({
  order: z
    .object({
      currencyCode: z.string(),
      presentmentCurrencyCode: z.string(),
      refunds: z.array(refund),
      transactions: z.array(transaction),
    })
    .nullable(),
  nodes: z.array(z.object({ id: z.string(), unfulfilledQuantity: z.number().int().optional() }).nullable()),
});
export const createRefund = z.object({
  refundCreate: z.object({ refund: withId.nullable(), userErrors }).nullable(),
});

export const webhooks = z.object({
  webhookSubscriptions: page(z.object({ id: z.string(), topic: z.string(), uri: z.string() })),
});
export const createWebhook = z.object({
  webhookSubscriptionCreate: z.object({ webhookSubscription: withId.nullable(), userErrors }).nullable(),
});
export const deleteWebhook = z.object({
  webhookSubscriptionDelete: z.object({ deletedWebhookSubscriptionId: z.string().nullable(), userErrors }).nullable(),
});

const wholeProduct = product.extend({
  productType: z.string(),
  tags: z.array(z.string()),
  publishedAt: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
  options: z.array(option),
  priceRangeV2: z.object({ minVariantPrice: z.object({ currencyCode: z.string() }) }),
  media: z.object({
    nodes: z.array(z.object({ alt: z.string().nullish(), image: z.object({ url: z.string() }).nullish() })),
  }),
});
export const fullProduct = z.object({ product: wholeProduct.nullable() });

const catalogVariant = variant.extend({
  inventoryQuantity: z.number().int().nullable(),
  inventoryItem: inventoryItem.extend({ tracked: z.boolean() }),
});
export type RawCatalogVariant = z.infer<typeof catalogVariant>;
const catalogImage = z.object({ alt: z.string().nullish(), image: z.object({ url: z.string() }).nullish() });
const catalogProduct = product.extend({
  productType: z.string(),
  tags: z.array(z.string()),
  isGiftCard: z.boolean(),
  ref: metafield,
  options: z.array(option),
  media: page(catalogImage),
  variants: page(catalogVariant),
});
export type RawCatalogProduct = z.infer<typeof catalogProduct>;
export const catalog = z.object({ products: page(catalogProduct) });
export const catalogProducts = z.object({ nodes: z.array(catalogProduct.nullable()) });
export const catalogSearch = z.object({
  products: page(
    z.object({
      id: z.string(),
      title: z.string(),
      status: z.string(),
      isGiftCard: z.boolean(),
      variantsCount: z.object({ count: z.number().int() }).nullish(),
      ref: metafield,
      featuredMedia: z
        .object({ preview: z.object({ image: z.object({ url: z.string() }).nullish() }).nullish() })
        .nullish(),
      variants: z.object({ nodes: z.array(z.object({ sku: z.string().nullish() })) }),
    }),
  ),
});
export const catalogVariants = z.object({ product: z.object({ variants: page(catalogVariant) }).nullable() });
export const catalogMedia = z.object({ product: z.object({ media: page(catalogImage) }).nullable() });
