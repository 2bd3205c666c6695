/** The scope that each root field asks for, as Shopify's reference says. Fields without an entry need none. */
export const SCOPE_OF: Record<string, string> = {
  location: 'read_locations',
  locations: 'read_locations',
  publications: 'read_publications',
  product: 'read_products',
  products: 'read_products',
  productVariant: 'read_products',
  productByIdentifier: 'read_products',
  productOperation: 'read_products',
  collection: 'read_products',
  collections: 'read_products',
  metafieldDefinitions: 'read_products',
  inventoryItem: 'read_inventory',
  market: 'read_markets',
  markets: 'read_markets',
  priceList: 'read_products',
  order: 'read_orders',
  orders: 'read_orders',
  ordersCount: 'read_orders',
  fulfillment: 'read_orders',
  fulfillmentOrder: 'read_merchant_managed_fulfillment_orders',
  productSet: 'write_products',
  priceListFixedPricesAdd: 'write_products',
  priceListFixedPricesDelete: 'write_products',
  productUpdate: 'write_products',
  productDelete: 'write_products',
  collectionCreate: 'write_products',
  collectionDelete: 'write_products',
  productVariantsBulkUpdate: 'write_products',
  productVariantDetachMedia: 'write_products',
  metafieldsSet: 'write_products',
  metafieldsDelete: 'write_products',
  metafieldDefinitionDelete: 'write_products',
  metafieldDefinitionCreate: 'write_products',
  publishablePublish: 'write_publications',
  publishableUnpublish: 'write_publications',
  inventorySetQuantities: 'write_inventory',
  inventoryActivate: 'write_inventory',
  fulfillmentCreate: 'write_merchant_managed_fulfillment_orders',
  fulfillmentTrackingInfoUpdate: 'write_merchant_managed_fulfillment_orders',
  fulfillmentCancel: 'write_merchant_managed_fulfillment_orders',
  fulfillmentOrderHold: 'write_merchant_managed_fulfillment_orders',
  fulfillmentOrderReleaseHold: 'write_merchant_managed_fulfillment_orders',
  orderUpdate: 'write_orders',
  tagsAdd: 'write_orders',
  tagsRemove: 'write_orders',
  orderRiskAssessmentCreate: 'write_orders',
  refundCreate: 'write_orders',
};

/** The scopes of which reading a type asks for one, where its owner's do not contain it. Source: the schema's requiredAccess. */
export const SCOPES_OF_TYPE: Record<string, readonly string[]> = {
  Customer: ['read_customers'],
  Location: ['read_locations', 'read_inventory'],
  FulfillmentOrder: [
    'read_merchant_managed_fulfillment_orders',
    'read_assigned_fulfillment_orders',
    'read_third_party_fulfillment_orders',
  ],
  InventoryItem: ['read_inventory', 'read_products'],
  Collection: ['read_products'],
  Product: ['read_products'],
  ProductVariant: ['read_products'],
};

/**
 * A mark among a token's scopes: the shop is on the Basic plan, where an owner's own app is told nothing of shoppers. Source:
 * help.shopify.com, "Custom apps", and public reports of it.
 */
export const NO_PERSONAL_DATA = 'no_personal_data';

const PERSONAL_FIELDS = new Set(['Order.email', 'Order.shippingAddress', 'Order.billingAddress', 'Order.customer']);
export const isPersonal = (field: string): boolean => PERSONAL_FIELDS.has(field);

/** Whether granted scopes cover a wanted one: writing contains reading. */
export const covers = (granted: ReadonlySet<string>, wanted: string): boolean =>
  granted.has(wanted) || (wanted.startsWith('read_') && granted.has(`write_${wanted.slice(5)}`));
