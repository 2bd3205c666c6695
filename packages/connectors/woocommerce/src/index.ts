import type { ChannelConnector } from '@quayside/connector-kit';
import { normalizeAddress } from './address.ts';
import { authorizeUrl, finishAuthorize } from './authorize.ts';
import { createFulfillment, findTracking, listFulfillments, updateTracking } from './fulfillments.ts';
import * as listings from './listings.ts';
import { orderStates } from './order-states.ts';
import { getOrder, listOrders } from './orders.ts';
import { createRefund, findRefund } from './refunds.ts';
import { setStock } from './stock.ts';
import { verify } from './verify.ts';
import { ensureWebhooks, removeWebhooks, verifyWebhook } from './webhooks.ts';

/** WooCommerce REST v3, from 5.8 on: https with keys, plain http with OAuth 1.0a signatures. */
export const woocommerce: ChannelConnector = {
  id: 'woocommerce',
  label: 'WooCommerce',
  capabilities: {
    connect: ['keys', 'authorize'],
    publications: false,
    webhooks: true,
    // WooCommerce sets no limit; beyond this its own edit screen and REST answers get slow.
    maxVariants: 1000,
    partialFulfillment: true,
    refunds: true,
    writesLastMs: listings.WITH_PICTURES_MS,
  },
  credentialFields: [
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
  normalizeAddress,
  authorizeUrl,
  finishAuthorize,
  verify,
  createListing: listings.createListing,
  findListing: listings.findListing,
  updateListing: listings.updateListing,
  deleteListing: listings.deleteListing,
  isListingGone: listings.isListingGone,
  setStock,
  listOrders,
  getOrder,
  orderStates,
  createFulfillment,
  listFulfillments,
  updateTracking,
  findTracking,
  createRefund,
  findRefund,
  ensureWebhooks,
  removeWebhooks,
  verifyWebhook,
};
