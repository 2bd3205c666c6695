import type { SupplierConnector } from '@quayside/connector-kit';
import { ask } from './client.ts';
import * as goods from './goods.ts';
import * as orders from './orders.ts';
import * as raw from './raw.ts';
import { ensureWebhooks, verifyWebhook } from './webhooks.ts';

/** Quayside's own warehouse. The operator's key pays on account, and our wallet is charged. */
export const quayside: SupplierConnector = {
  id: 'quayside',
  label: 'Quayside',
  capabilities: { payers: ['wallet'], webhooks: true, cancel: true, feed: true, bulkStock: true },
  credentialFields: [
    {
      name: 'key',
      labelKey: 'suppliers.quayside.key',
      helpKey: 'suppliers.quayside.keyHelp',
      type: 'secret',
      required: true,
    },
  ],
  async verify(ctx) {
    const account = await ask(ctx, { method: 'GET', path: '/account', effect: false }, raw.account);
    return { accountName: account.name };
  },
  search: goods.search,
  feed: goods.feed,
  categories: goods.categories,
  priceZones: goods.priceZones,
  getProduct: (ctx, id) => goods.getProduct(ctx, id),
  getStock: goods.getStock,
  quoteShipping: goods.quoteShipping,
  createOrder: orders.createOrder,
  findOrder: orders.findOrder,
  getOrder: orders.getOrder,
  listOrders: orders.listOrders,
  cancelOrder: orders.cancelOrder,
  payOrder: orders.payOrder,
  findPayment: orders.findPayment,
  eraseOrders: orders.eraseOrders,
  ensureWebhooks,
  verifyWebhook,
};
