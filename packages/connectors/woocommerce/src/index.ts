import type { ChannelConnector } from '@quayside/connector-kit';
import { normalizeAddress } from './address.ts';
import { authorizeUrl, finishAuthorize } from './authorize.ts';
import { getProducts, listProducts, searchProducts } from './catalog.ts';
import { readCollections } from './categories.ts';
import { changeListing } from './change-listing.ts';
import { createFulfillment, findTracking, listFulfillments, updateTracking } from './fulfillments.ts';
import * as listings from './listings.ts';
import { readOrderNotes, writeOrderNote } from './order-notes.ts';
import { orderStates } from './order-states.ts';
import { getOrder, listOrders, readOrders } from './orders.ts';
import { createRefund, findRefund, readRefundable } from './refunds.ts';
import { readStock, setStock } from './stock.ts';
import { verify } from './verify.ts';
import { ensureWebhooks, removeWebhooks, verifyWebhook } from './webhooks.ts';

/** WooCommerce REST v3, from 5.8 on: https with keys, plain http with OAuth 1.0a signatures. */
export const woocommerce: ChannelConnector = {
  id: 'woocommerce',
  label: 'WooCommerce',
  homepage: 'https://woocommerce.com',
  mark: { letters: 'W', color: '#7f54b3' },
  addressExample: 'https://your-store.com',
  adminPages: {
    home: 'https://{domain}/wp-admin',
    order: 'https://{domain}/wp-admin/post.php?post={order}&action=edit',
  },
  settings: [],
  connect: {
    keys: {
      fields: [
        {
          name: 'consumerKey',
          labelKey: 'connections.woocommerce.consumerKey',
          helpKey: 'connections.woocommerce.consumerKeyHelp',
          type: 'text',
          required: true,
          placeholder: 'ck_…',
        },
        {
          name: 'consumerSecret',
          labelKey: 'connections.woocommerce.consumerSecret',
          type: 'secret',
          required: true,
          placeholder: 'cs_…',
        },
      ],
    },
    // class-wc-auth.php posts the keys, to https addresses only.
    browser: { keysComeBy: 'post' },
  },
  webhooks: { needsHttps: false, signedWith: 'connection' },
  capabilities: {
    publications: false,
    // WooCommerce sets no limit; beyond this its own edit screen and REST answers get slow.
    maxVariants: 1000,
    partialFulfillment: true,
    dimensions: true,
    // WC_Product::set_global_unique_id removes every other character.
    barcodes: 'digits',
    collections: true,
    refunds: true,
    recordsRefunds: true,
    // WordPress sets no limit; its edit screen shows notes whole. No order tags in core.
    orderNotes: { kind: 'add', longest: 5000 },
    writesLastMs: listings.WITH_PICTURES_MS,
  },
  normalizeAddress,
  authorizeUrl,
  finishAuthorize,
  verify,
  createListing: listings.createListing,
  findListing: listings.findListing,
  updateListing: listings.updateListing,
  deleteListing: listings.deleteListing,
  isListingGone: listings.isListingGone,
  readListings: listings.readListings,
  setStock,
  readStock,
  changeListing,
  listProducts,
  searchProducts,
  getProducts,
  readCollections,
  listOrders,
  getOrder,
  readOrders,
  orderStates,
  createFulfillment,
  listFulfillments,
  updateTracking,
  findTracking,
  readOrderNotes,
  writeOrderNote,
  readRefundable,
  createRefund,
  findRefund,
  ensureWebhooks,
  removeWebhooks,
  verifyWebhook,
};
