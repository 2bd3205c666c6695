import { PUT_KEY, REF_KEY } from './put.ts';
import * as raw from './raw.ts';

/**
 * Every operation the connector sends, in one list: the tests validate each against Shopify's own schema, and refuse
 * deprecated fields. Shopify lets a request in only when the most it could cost is in the bucket, and never one of more
 * than 1,000 points: pages are short, so that a read does not wait behind a push, and a push not behind a read.
 */
const PAGE_INFO = 'pageInfo { hasNextPage endCursor }';
const MONEY = '{ shopMoney { amount currencyCode } }';
const FIXED_PRICE = 'variant { id } price { amount currencyCode } compareAtPrice { amount currencyCode }';

const ORDER_LINE_FIELDS = `
  id title variantTitle sku quantity nonFulfillableQuantity unfulfilledQuantity requiresShipping
  product { id } variant { id } image { url }
  originalUnitPriceSet ${MONEY}
  totalDiscountSet ${MONEY}`;
const ORDER_LINE = `
fragment OrderLine on LineItem {${ORDER_LINE_FIELDS}
}`;

const ORDER_HEAD_FIELDS = `
  id name createdAt updatedAt cancelledAt currencyCode email customerLocale note tags fullyPaid
  displayFinancialStatus displayFulfillmentStatus paymentGatewayNames taxesIncluded dutiesIncluded
  totalShippingPriceSet ${MONEY}
  totalTaxSet ${MONEY}
  totalDiscountsSet ${MONEY}
  originalTotalDutiesSet ${MONEY}
  originalTotalAdditionalFeesSet ${MONEY}
  totalTipReceivedSet ${MONEY}
  totalPriceSet ${MONEY}
  shippingLine { title }
  billingAddress { name }
  shippingAddress {
    firstName lastName company address1 address2 city province provinceCode zip countryCodeV2 phone
  }`;
/**
 * Who the shopper is, and where he lives: Shopify keeps it back from apps that are not approved for it, and from an owner's own
 * app on the Basic plan. The order itself is read all the same. Source: shopify.dev, "Work with protected customer data".
 */
const PERSONAL: ReadonlySet<string> = new Set(['email', 'shippingAddress', 'billingAddress']);

/** Shopify's own judgement of an order. Not part of bulk reads of the past, which are not bought. */
const JUDGED: ReadonlySet<string> = new Set(['risk', 'disputes']);
const JUDGEMENT = 'risk { assessments { riskLevel } } disputes { status }';
const MAY_LACK: ReadonlySet<string> = new Set([...PERSONAL, ...JUDGED]);

const ORDER_HEAD = `
fragment OrderHead on Order {${ORDER_HEAD_FIELDS}
  ${JUDGEMENT}
}`;

/**
 * The same order as a query for a bulk operation, which takes neither variables nor page lengths. `since` is a time that
 * we wrote ourselves.
 */
export const bulkOrdersQuery = (since: string): string => `{
  orders(query: "updated_at:>='${since}'") {
    edges { node { ${ORDER_HEAD_FIELDS}
      lineItems { edges { node { ${ORDER_LINE_FIELDS} } } }
    } }
  }
}`;

const CUSTOMS = 'id harmonizedSystemCode countryCodeOfOrigin';

const variantPage = (name: string, item: string): string => `
fragment ${name} on ProductVariantConnection {
  nodes { id sku price compareAtPrice barcode inventoryPolicy selectedOptions { name value } inventoryItem { ${item} } }
  ${PAGE_INFO}
}`;
const VARIANTS = variantPage('VariantPage', CUSTOMS);
/** Weights cost two points a variant, so they are read only where an update could undo the merchant's. */
const WEIGHED_VARIANTS = variantPage('WeighedPage', `${CUSTOMS} measurement { weight { unit value } }`);
/** Variants of products that are taken in: weights, and the stock of all locations. */
const CATALOG_VARIANTS = `
fragment CatalogVariants on ProductVariantConnection {
  nodes {
    id sku price compareAtPrice barcode inventoryPolicy inventoryQuantity selectedOptions { name value }
    inventoryItem { ${CUSTOMS} tracked measurement { weight { unit value } } }
  }
  ${PAGE_INFO}
}`;
const CATALOG_MEDIA = `
fragment CatalogMedia on MediaConnection {
  nodes { alt ... on MediaImage { image { url } } }
  ${PAGE_INFO}
}`;

/** Scalars cost no points, an object costs one. */
const HELD_FACTS = 'title descriptionHtml vendor status seo { title description }';
const PRODUCT_FACTS = `id handle legacyResourceId onlineStoreUrl ${HELD_FACTS}`;

/** All that taking in a product needs. */
const CATALOG_PRODUCT = `
      ${PRODUCT_FACTS} productType tags isGiftCard
      ref: metafield(key: "${REF_KEY}") { value }
      options(first: 3) { id name optionValues { name } }
      media(first: $media) { ...CatalogMedia }
      variants(first: $variants) { ...CatalogVariants }
    `;

export const documents = {
  shop: {
    name: 'Shop',
    data: raw.shop,
    text: `query Shop {
  shop {
    name myshopifyDomain currencyCode ianaTimezone email shopOwnerName
    plan { publicDisplayName } shopAddress { countryCodeV2 }
  }
  currentAppInstallation { accessScopes { handle } }
}`,
  },
  publications: {
    name: 'Publications',
    data: raw.publications,
    text: `query Publications($after: String) {
  publications(first: 20, after: $after, catalogType: APP) {
    nodes { id autoPublish catalog { title } channels(first: 1) { nodes { handle name } } }
    ${PAGE_INFO}
  }
}`,
  },
  productPublications: {
    name: 'ProductPublications',
    data: raw.productPublications,
    text: `query ProductPublications($id: ID!, $after: String) {
  product(id: $id) {
    resourcePublicationsV2(first: 20, after: $after, onlyPublished: false) {
      nodes { isPublished publication { id } }
      ${PAGE_INFO}
    }
  }
}`,
  },
  primaryLocation: {
    name: 'PrimaryLocation',
    data: raw.primaryLocation,
    text: `query PrimaryLocation {
  location { id }
}`,
  },
  stockLocation: {
    name: 'StockLocation',
    data: raw.stockLocation,
    text: `query StockLocation($id: ID!) {
  location(id: $id) { id isActive }
}`,
  },
  locations: {
    name: 'Locations',
    data: raw.locations,
    text: `query Locations($after: String) {
  locations(first: 100, after: $after, includeInactive: true) {
    nodes { id name isActive fulfillsOnlineOrders isFulfillmentService }
    ${PAGE_INFO}
  }
}`,
  },
  activateInventory: {
    name: 'ActivateInventory',
    data: raw.activateInventory,
    text: `mutation ActivateInventory($inventoryItemId: ID!, $locationId: ID!, $key: String!) {
  inventoryActivate(inventoryItemId: $inventoryItemId, locationId: $locationId) @idempotent(key: $key) {
    userErrors { field message }
  }
}`,
  },
  defineRef: {
    name: 'DefineRef',
    data: raw.defineRef,
    text: `mutation DefineRef($definition: MetafieldDefinitionInput!) {
  metafieldDefinitionCreate(definition: $definition) {
    userErrors { field message code }
  }
}`,
  },
  setProduct: {
    name: 'SetProduct',
    data: raw.setProduct,
    text: `mutation SetProduct($identifier: ProductSetIdentifiers, $input: ProductSetInput!, $synchronous: Boolean!, $variants: Int!) {
  productSet(identifier: $identifier, input: $input, synchronous: $synchronous) {
    product { ${PRODUCT_FACTS} variants(first: $variants) { ...VariantPage } }
    productSetOperation { id }
    userErrors { field message code }
  }
}${VARIANTS}`,
  },
  stageUploads: {
    name: 'StageUploads',
    data: raw.stageUploads,
    text: `mutation StageUploads($input: [StagedUploadInput!]!) {
  stagedUploadsCreate(input: $input) {
    stagedTargets { url resourceUrl parameters { name value } }
    userErrors { field message }
  }
}`,
  },
  productOperation: {
    name: 'ProductOperation',
    data: raw.productOperation,
    text: `query ProductOperation($id: ID!) {
  productOperation(id: $id) {
    status product { id }
    ... on ProductSetOperation { userErrors { field message code } }
  }
}`,
  },
  productByRef: {
    name: 'ProductByRef',
    data: raw.productByRef,
    text: `query ProductByRef($identifier: ProductIdentifierInput!, $variants: Int!) {
  productByIdentifier(identifier: $identifier) {
    ${PRODUCT_FACTS} resourcePublicationsCount(onlyPublished: false) { count }
    put: metafield(key: "${PUT_KEY}") { value }
    variants(first: $variants) { ...VariantPage }
  }
}${VARIANTS}`,
  },
  fullProduct: {
    name: 'FullProduct',
    data: raw.fullProduct,
    text: `query FullProduct($id: ID!, $variants: Int!) {
  product(id: $id) {
    ${PRODUCT_FACTS} productType tags publishedAt createdAt updatedAt
    options { id name optionValues { name } }
    priceRangeV2 { minVariantPrice { currencyCode } }
    media(first: 50) { nodes { alt ... on MediaImage { image { url } } } }
    variants(first: $variants) { ...VariantPage }
  }
}${VARIANTS}`,
  },
  catalog: {
    name: 'Catalog',
    data: raw.catalog,
    text: `query Catalog($first: Int!, $variants: Int!, $media: Int!, $after: String) {
  products(first: $first, after: $after, sortKey: ID) {
    nodes { ${CATALOG_PRODUCT} }
    ${PAGE_INFO}
  }
}${CATALOG_VARIANTS}${CATALOG_MEDIA}`,
  },
  catalogProducts: {
    name: 'CatalogProducts',
    data: raw.catalogProducts,
    text: `query CatalogProducts($ids: [ID!]!, $variants: Int!, $media: Int!) {
  nodes(ids: $ids) { ... on Product { ${CATALOG_PRODUCT} } }
}${CATALOG_VARIANTS}${CATALOG_MEDIA}`,
  },
  catalogSearch: {
    name: 'CatalogSearch',
    data: raw.catalogSearch,
    text: `query CatalogSearch($first: Int!, $after: String, $query: String) {
  products(first: $first, after: $after, query: $query, sortKey: ID) {
    nodes {
      id title status isGiftCard variantsCount { count }
      ref: metafield(key: "${REF_KEY}") { value }
      featuredMedia { preview { image { url } } }
      variants(first: 1) { nodes { sku } }
    }
    ${PAGE_INFO}
  }
}`,
  },
  catalogVariants: {
    name: 'MoreVariants',
    data: raw.catalogVariants,
    text: `query MoreVariants($id: ID!, $first: Int!, $after: String) {
  product(id: $id) { variants(first: $first, after: $after) { ...CatalogVariants } }
}${CATALOG_VARIANTS}`,
  },
  catalogMedia: {
    name: 'MoreMedia',
    data: raw.catalogMedia,
    text: `query MoreMedia($id: ID!, $first: Int!, $after: String) {
  product(id: $id) { media(first: $first, after: $after) { ...CatalogMedia } }
}${CATALOG_MEDIA}`,
  },
  productId: {
    name: 'ProductId',
    data: raw.productId,
    text: `query ProductId($identifier: ProductIdentifierInput!) {
  productByIdentifier(identifier: $identifier) { id }
}`,
  },
  productToUpdate: {
    name: 'ProductToUpdate',
    data: raw.productToUpdate,
    text: `query ProductToUpdate($id: ID!, $variants: Int!) {
  product(id: $id) {
    tags productType ${HELD_FACTS} options(first: 3) { id name optionValues { name } }
    put: metafield(key: "${PUT_KEY}") { value }
    variants(first: $variants) { ...WeighedPage }
  }
}${WEIGHED_VARIANTS}`,
  },
  weighedVariants: {
    name: 'WeighedVariants',
    data: raw.productVariants,
    text: `query WeighedVariants($id: ID!, $first: Int!, $after: String) {
  product(id: $id) { variants(first: $first, after: $after) { ...WeighedPage } }
}${WEIGHED_VARIANTS}`,
  },
  variantPictures: {
    name: 'VariantPictures',
    data: raw.variantPictures,
    text: `query VariantPictures($id: ID!, $after: String) {
  product(id: $id) {
    variants(first: 100, after: $after) { nodes { id media(first: 1) { nodes { id } } } ${PAGE_INFO} }
  }
}`,
  },
  detachPictures: {
    name: 'DetachPictures',
    data: raw.detachPictures,
    text: `mutation DetachPictures($productId: ID!, $variantMedia: [ProductVariantDetachMediaInput!]!) {
  productVariantDetachMedia(productId: $productId, variantMedia: $variantMedia) {
    userErrors { field message code }
  }
}`,
  },
  recordPut: {
    name: 'RecordPut',
    data: raw.recordPut,
    text: `mutation RecordPut($metafields: [MetafieldsSetInput!]!) {
  metafieldsSet(metafields: $metafields) { userErrors { field message code } }
}`,
  },
  publishAndRecord: {
    name: 'PublishAndRecord',
    data: raw.publishAndRecord,
    text: `mutation PublishAndRecord($id: ID!, $input: [PublicationInput!]!, $metafields: [MetafieldsSetInput!]!) {
  metafieldsSet(metafields: $metafields) { userErrors { field message code } }
  publishablePublish(id: $id, input: $input) {
    publishable { ... on Product { onlineStoreUrl } }
    userErrors { field message }
  }
}`,
  },
  listings: {
    name: 'Listings',
    data: raw.listings,
    text: `query Listings($ids: [ID!]!, $first: Int!) {
  nodes(ids: $ids) {
    ... on Product {
      id ${HELD_FACTS}
      variants(first: $first) { nodes { id sku price compareAtPrice barcode inventoryPolicy } ${PAGE_INFO} }
    }
  }
}`,
  },
  listedVariants: {
    name: 'ListedVariants',
    data: raw.listedVariants,
    text: `query ListedVariants($id: ID!, $first: Int!, $after: String) {
  product(id: $id) {
    variants(first: $first, after: $after) { nodes { id sku price compareAtPrice barcode inventoryPolicy } ${PAGE_INFO} }
  }
}`,
  },
  productVariants: {
    name: 'ProductVariants',
    data: raw.productVariants,
    text: `query ProductVariants($id: ID!, $first: Int!, $after: String) {
  product(id: $id) { variants(first: $first, after: $after) { ...VariantPage } }
}${VARIANTS}`,
  },
  productMedia: {
    name: 'ProductMedia',
    data: raw.productMedia,
    text: `query ProductMedia($id: ID!, $after: String) {
  product(id: $id) {
    media(first: 100, after: $after) { nodes { id alt status mediaContentType mediaErrors { message } ... on MediaImage { image { url } } } ${PAGE_INFO} }
  }
}`,
  },
  variantImages: {
    name: 'VariantImages',
    data: raw.variantImages,
    text: `mutation VariantImages($productId: ID!, $variants: [ProductVariantsBulkInput!]!) {
  productVariantsBulkUpdate(productId: $productId, variants: $variants) {
    userErrors { field message code }
  }
}`,
  },
  variantPrices: {
    name: 'VariantPrices',
    data: raw.variantImages,
    text: `mutation VariantPrices($productId: ID!, $variants: [ProductVariantsBulkInput!]!) {
  productVariantsBulkUpdate(productId: $productId, variants: $variants) {
    userErrors { field message code }
  }
}`,
  },
  productStatus: {
    name: 'ProductStatus',
    data: raw.productStatus,
    text: `mutation ProductStatus($product: ProductUpdateInput!) {
  productUpdate(product: $product) { product { id } userErrors { field message } }
}`,
  },
  collections: {
    name: 'Collections',
    data: raw.collections,
    text: `query Collections($query: String!, $after: String) {
  collections(first: 100, after: $after, query: $query) { nodes { id title } ${PAGE_INFO} }
}`,
  },
  membership: {
    name: 'Membership',
    data: raw.membership,
    text: `query Membership($ids: [ID!]!, $productId: ID!) {
  nodes(ids: $ids) { ... on Collection { id hasProduct(id: $productId) } }
}`,
  },
  moveCollections: {
    name: 'MoveCollections',
    data: raw.moveCollections,
    text: `mutation MoveCollections($product: ProductUpdateInput!) {
  productUpdate(product: $product) { userErrors { field message } }
}`,
  },
  moveAndRecord: {
    name: 'MoveAndRecord',
    data: raw.moveAndRecord,
    text: `mutation MoveAndRecord($product: ProductUpdateInput!, $metafields: [MetafieldsSetInput!]!) {
  productUpdate(product: $product) { userErrors { field message } }
  metafieldsSet(metafields: $metafields) { userErrors { field message code } }
}`,
  },
  markets: {
    name: 'Markets',
    data: raw.markets,
    text: `query Markets($after: String) {
  markets(first: 50, type: REGION, after: $after) { nodes { id name status } ${PAGE_INFO} }
}`,
  },
  marketRegions: {
    name: 'MarketRegions',
    data: raw.marketRegions,
    text: `query MarketRegions($id: ID!, $after: String) {
  market(id: $id) {
    conditions {
      regionsCondition {
        applicationLevel
        regions(first: 100, after: $after) {
          nodes { ... on MarketRegionCountry { code } ... on MarketRegionSubdivision { country { code } } }
          ${PAGE_INFO}
        }
      }
    }
  }
}`,
  },
  marketCatalogs: {
    name: 'MarketCatalogs',
    data: raw.marketCatalogs,
    text: `query MarketCatalogs($id: ID!, $after: String) {
  market(id: $id) {
    catalogs(first: 25, after: $after) {
      nodes { status priceList { id name currency parent { adjustment { type value } } } }
      ${PAGE_INFO}
    }
  }
}`,
  },
  marketPrices: {
    name: 'MarketPrices',
    data: raw.marketPrices,
    text: `query MarketPrices($id: ID!, $query: String!, $first: Int!, $after: String) {
  priceList(id: $id) {
    currency
    prices(first: $first, query: $query, after: $after) { nodes { originType ${FIXED_PRICE} } ${PAGE_INFO} }
  }
}`,
  },
  setMarketPrices: {
    name: 'SetMarketPrices',
    data: raw.setMarketPrices,
    text: `mutation SetMarketPrices($id: ID!, $prices: [PriceListPriceInput!]!) {
  priceListFixedPricesAdd(priceListId: $id, prices: $prices) { prices { ${FIXED_PRICE} } userErrors { field message code } }
}`,
  },
  removeMarketPrices: {
    name: 'RemoveMarketPrices',
    data: raw.removeMarketPrices,
    text: `mutation RemoveMarketPrices($id: ID!, $variantIds: [ID!]!) {
  priceListFixedPricesDelete(priceListId: $id, variantIds: $variantIds) {
    deletedFixedPriceVariantIds userErrors { field message code }
  }
}`,
  },
  metafieldDefinitions: {
    name: 'MetafieldDefinitions',
    data: raw.metafieldDefinitions,
    text: `query MetafieldDefinitions($after: String) {
  metafieldDefinitions(ownerType: PRODUCT, first: 50, after: $after) {
    nodes { namespace key name description type { name } validations { name value } access { admin } }
    ${PAGE_INFO}
  }
}`,
  },
  heldMetafields: {
    name: 'HeldMetafields',
    data: raw.heldMetafields,
    text: `query HeldMetafields($id: ID!, $keys: [String!]!, $first: Int!) {
  product(id: $id) {
    metafields(first: $first, keys: $keys) { nodes { namespace key type value compareDigest definition { id } } }
  }
}`,
  },
  metafieldsOf: {
    name: 'MetafieldsOf',
    data: raw.metafieldsOf,
    text: `query MetafieldsOf($ids: [ID!]!, $keys: [String!]!, $first: Int!) {
  nodes(ids: $ids) {
    id
    ... on Product { metafields(first: $first, keys: $keys) { nodes { namespace key type value } } }
  }
}`,
  },
  setMetafields: {
    name: 'SetMetafields',
    data: raw.setMetafields,
    text: `mutation SetMetafields($metafields: [MetafieldsSetInput!]!) {
  metafieldsSet(metafields: $metafields) {
    metafields { namespace key type value }
    userErrors { field message code elementIndex }
  }
}`,
  },
  removeMetafields: {
    name: 'RemoveMetafields',
    data: raw.removeMetafields,
    text: `mutation RemoveMetafields($metafields: [MetafieldIdentifierInput!]!, $record: [MetafieldsSetInput!]!) {
  metafieldsDelete(metafields: $metafields) { userErrors { field message } }
  metafieldsSet(metafields: $record) { userErrors { field message code } }
}`,
  },
  productPut: {
    name: 'ProductPut',
    data: raw.productPut,
    text: `query ProductPut($id: ID!) {
  product(id: $id) { id put: metafield(key: "${PUT_KEY}") { value } }
}`,
  },
  stockLevels: {
    name: 'StockLevels',
    data: raw.stockLevels,
    text: `query StockLevels($ids: [ID!]!, $locationId: ID!) {
  nodes(ids: $ids) {
    id
    ... on InventoryItem {
      tracked
      inventoryLevel(locationId: $locationId) { quantities(names: ["available"]) { quantity } }
    }
  }
}`,
  },
  publish: {
    name: 'Publish',
    data: raw.publish,
    text: `mutation Publish($id: ID!, $input: [PublicationInput!]!) {
  publishablePublish(id: $id, input: $input) {
    publishable { ... on Product { onlineStoreUrl } }
    userErrors { field message }
  }
}`,
  },
  deleteProduct: {
    name: 'DeleteProduct',
    data: raw.deleteProduct,
    text: `mutation DeleteProduct($input: ProductDeleteInput!) {
  productDelete(input: $input) { deletedProductId userErrors { field message } }
}`,
  },
  inventoryItems: {
    name: 'InventoryItems',
    data: raw.inventoryItems,
    text: `query InventoryItems($ids: [ID!]!) {
  nodes(ids: $ids) { id ... on ProductVariant { inventoryItem { id } } }
}`,
  },
  setQuantities: {
    name: 'SetQuantities',
    data: raw.setQuantities,
    text: `mutation SetQuantities($input: InventorySetQuantitiesInput!, $key: String!) {
  inventorySetQuantities(input: $input) @idempotent(key: $key) { userErrors { field message code } }
}`,
  },
  orders: {
    name: 'Orders',
    data: raw.orders,
    mayLack: MAY_LACK,
    text: `query Orders($query: String!, $first: Int!, $lines: Int!, $after: String) {
  orders(first: $first, after: $after, query: $query, sortKey: UPDATED_AT) {
    nodes { ...OrderHead lineItems(first: $lines) { nodes { ...OrderLine } ${PAGE_INFO} } }
    ${PAGE_INFO}
  }
}${ORDER_HEAD}${ORDER_LINE}`,
  },
  ordersCount: {
    name: 'OrdersCount',
    data: raw.ordersCount,
    text: `query OrdersCount($query: String!, $limit: Int!) {
  ordersCount(query: $query, limit: $limit) { count }
}`,
  },
  runBulk: {
    name: 'RunBulk',
    data: raw.runBulk,
    text: `mutation RunBulk($query: String!) {
  bulkOperationRunQuery(query: $query, groupObjects: false) {
    bulkOperation { id } userErrors { field message code }
  }
}`,
  },
  bulk: {
    name: 'Bulk',
    data: raw.bulk,
    text: `query Bulk($id: ID!) {
  bulkOperation(id: $id) { status url fileSize objectCount createdAt }
}`,
  },
  order: {
    name: 'Order',
    data: raw.orderById,
    mayLack: MAY_LACK,
    text: `query Order($id: ID!, $lines: Int!) {
  order(id: $id) { ...OrderHead lineItems(first: $lines) { nodes { ...OrderLine } ${PAGE_INFO} } }
}${ORDER_HEAD}${ORDER_LINE}`,
  },
  orderStates: {
    name: 'OrderStates',
    data: raw.orderStates,
    mayLack: JUDGED,
    text: `query OrderStates($ids: [ID!]!) {
  nodes(ids: $ids) { ... on Order {
    id updatedAt cancelledAt fullyPaid displayFinancialStatus paymentGatewayNames totalPriceSet ${MONEY}
    ${JUDGEMENT}
  } }
}`,
  },
  orderLines: {
    name: 'OrderLines',
    data: raw.orderLines,
    text: `query OrderLines($id: ID!, $first: Int!, $after: String) {
  order(id: $id) { lineItems(first: $first, after: $after) { nodes { ...OrderLine } ${PAGE_INFO} } }
}${ORDER_LINE}`,
  },
  orderOfFulfillmentOrder: {
    name: 'OrderOfFulfillmentOrder',
    data: raw.orderOfFulfillmentOrder,
    text: `query OrderOfFulfillmentOrder($id: ID!) {
  fulfillmentOrder(id: $id) { orderId }
}`,
  },
  fulfillments: {
    name: 'Fulfillments',
    data: raw.fulfillments,
    text: `query Fulfillments($id: ID!, $first: Int!) {
  order(id: $id) { fulfillments(first: $first) { id status trackingInfo { company number url } } }
}`,
  },
  fulfillmentLines: {
    name: 'FulfillmentLines',
    data: raw.fulfillmentLines,
    text: `query FulfillmentLines($id: ID!, $after: String) {
  fulfillment(id: $id) {
    fulfillmentLineItems(first: 50, after: $after) { nodes { quantity lineItem { id } } ${PAGE_INFO} }
  }
}`,
  },
  fulfillmentOrders: {
    name: 'FulfillmentOrders',
    data: raw.fulfillmentOrders,
    text: `query FulfillmentOrders($id: ID!, $after: String) {
  order(id: $id) {
    cancelledAt
    fulfillmentOrders(first: 10, after: $after) {
      nodes {
        id status fulfillAt supportedActions { action }
        fulfillmentHolds { displayReason reasonNotes }
        assignedLocation { name location { id } }
      }
      ${PAGE_INFO}
    }
  }
}`,
  },
  fulfillmentOrderLines: {
    name: 'FulfillmentOrderLines',
    data: raw.fulfillmentOrderLines,
    text: `query FulfillmentOrderLines($id: ID!, $after: String) {
  fulfillmentOrder(id: $id) {
    lineItems(first: 50, after: $after) { nodes { id remainingQuantity lineItem { id } } ${PAGE_INFO} }
  }
}`,
  },
  createFulfillment: {
    name: 'CreateFulfillment',
    data: raw.createFulfillment,
    text: `mutation CreateFulfillment($fulfillment: FulfillmentInput!) {
  fulfillmentCreate(fulfillment: $fulfillment) { fulfillment { id } userErrors { field message } }
}`,
  },
  updateTracking: {
    name: 'UpdateTracking',
    data: raw.updateTracking,
    text: `mutation UpdateTracking($id: ID!, $tracking: FulfillmentTrackingInput!, $notify: Boolean) {
  fulfillmentTrackingInfoUpdate(fulfillmentId: $id, trackingInfoInput: $tracking, notifyCustomer: $notify) {
    fulfillment { id } userErrors { field message }
  }
}`,
  },
  orderNotes: {
    name: 'OrderNotes',
    data: raw.orderNotes,
    text: `query OrderNotes($id: ID!) {
  order(id: $id) { note tags }
}`,
  },
  writeNote: {
    name: 'WriteNote',
    data: raw.writeNote,
    text: `mutation WriteNote($input: OrderInput!) {
  orderUpdate(input: $input) { order { id } userErrors { field message } }
}`,
  },
  addTags: {
    name: 'AddTags',
    data: raw.addTags,
    text: `mutation AddTags($id: ID!, $tags: [String!]!) {
  tagsAdd(id: $id, tags: $tags) { node { id } userErrors { field message } }
}`,
  },
  removeTags: {
    name: 'RemoveTags',
    data: raw.removeTags,
    text: `mutation RemoveTags($id: ID!, $tags: [String!]!) {
  tagsRemove(id: $id, tags: $tags) { node { id } userErrors { field message } }
}`,
  },
  refunds: {
    name: 'Refunds',
    data: raw.refunds,
    text: `query Refunds($id: ID!) {
  order(id: $id) { refunds(first: 50) { id note } }
}`,
  },
  payments: {
    name: 'Payments',
    data: raw.payments,
    text: `query Payments($id: ID!, $lines: [ID!]!) {
  order(id: $id) {
    currencyCode presentmentCurrencyCode
    refunds(first: 50) { id note }
    transactions(first: 25) {
      id kind status gateway parentTransaction { id } amountSet ${MONEY}
    }
  }
  nodes(ids: $lines) { id ... on LineItem { unfulfilledQuantity } }
}`,
  },
  createRefund: {
    name: 'CreateRefund',
    data: raw.createRefund,
    text: `mutation CreateRefund($input: RefundInput!, $key: String!) {
  refundCreate(input: $input) @idempotent(key: $key) { refund { id } userErrors { field message } }
}`,
  },
  webhooks: {
    name: 'Webhooks',
    data: raw.webhooks,
    text: `query Webhooks($uri: String!, $after: String) {
  webhookSubscriptions(first: 100, uri: $uri, after: $after) { nodes { id topic uri } ${PAGE_INFO} }
}`,
  },
  createWebhook: {
    name: 'CreateWebhook',
    data: raw.createWebhook,
    text: `mutation CreateWebhook($topic: WebhookSubscriptionTopic!, $webhook: WebhookSubscriptionInput!) {
  webhookSubscriptionCreate(topic: $topic, webhookSubscription: $webhook) {
    webhookSubscription { id } userErrors { field message }
  }
}`,
  },
  deleteWebhook: {
    name: 'DeleteWebhook',
    data: raw.deleteWebhook,
    text: `mutation DeleteWebhook($id: ID!) {
  webhookSubscriptionDelete(id: $id) { deletedWebhookSubscriptionId userErrors { field message } }
}`,
  },
} as const;
