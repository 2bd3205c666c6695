import type { ChannelConnector, PaymentConnector, SupplierConnector, TrackingConnector } from '@quayside/connector-kit';

type Methods<T> = {
  [K in keyof T]-?: NonNullable<T[K]> extends (...args: never[]) => unknown ? K : never;
}[keyof T];

/** effect: changes something at the other side. read: a lookup, or local work. */
type Kinds<T> = Record<Methods<T>, 'effect' | 'read'>;

/** Every method of every kind of connector; a missing one is a type error. */
export const METHODS = {
  channels: {
    normalizeAddress: 'read',
    authorizeUrl: 'read',
    finishAuthorize: 'read',
    verify: 'read',
    createListing: 'effect',
    findListing: 'read',
    updateListing: 'effect',
    deleteListing: 'effect',
    isListingGone: 'read',
    readListings: 'read',
    pictureStates: 'read',
    setStock: 'effect',
    readStock: 'read',
    readLocations: 'read',
    readStockAt: 'read',
    moveStock: 'effect',
    changeListing: 'effect',
    readCollections: 'read',
    publications: 'read',
    productPublications: 'read',
    readProduct: 'read',
    listProducts: 'read',
    listOrders: 'read',
    getOrder: 'read',
    createFulfillment: 'effect',
    listFulfillments: 'read',
    updateTracking: 'effect',
    findTracking: 'read',
    readOrders: 'read',
    orderStates: 'read',
    readOrderNotes: 'read',
    writeOrderNote: 'effect',
    changeOrderTag: 'effect',
    readRefundable: 'read',
    createRefund: 'effect',
    findRefund: 'read',
    ensureWebhooks: 'effect',
    removeWebhooks: 'effect',
    verifyWebhook: 'read',
    readPrivacyRequest: 'read',
    isInstalled: 'read',
  } satisfies Kinds<ChannelConnector>,
  suppliers: {
    verify: 'read',
    search: 'read',
    feed: 'read',
    categories: 'read',
    getProduct: 'read',
    getStock: 'read',
    quoteShipping: 'read',
    warehouses: 'read',
    priceZones: 'read',
    createOrder: 'effect',
    findOrder: 'read',
    getOrder: 'read',
    listOrders: 'read',
    cancelOrder: 'effect',
    openDispute: 'effect',
    findDispute: 'read',
    getDispute: 'read',
    payOrder: 'effect',
    findPayment: 'read',
    eraseOrders: 'effect',
    ensureWebhooks: 'effect',
    webhookSecretOf: 'read',
    verifyWebhook: 'read',
  } satisfies Kinds<SupplierConnector>,
  payments: {
    createTopup: 'effect',
    getTopup: 'read',
    findTopup: 'read',
    listTopups: 'read',
    listDisputes: 'read',
    listClaimedPayments: 'read',
    verifyWebhook: 'read',
  } satisfies Kinds<PaymentConnector>,
  trackers: {
    verify: 'read',
    track: 'effect',
    getParcels: 'read',
    webhookSecretOf: 'read',
    verifyWebhook: 'read',
  } satisfies Kinds<TrackingConnector>,
};

export const getEffects = (kind: keyof typeof METHODS): string[] =>
  Object.entries(METHODS[kind]).flatMap(([name, what]) => (what === 'effect' ? [name] : []));
