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
  mark: { letters: 'Q', color: '#0f5f73' },
  settings: [
    {
      env: 'QUAYSIDE_WAREHOUSE_URL',
      sets: 'baseUrl',
      type: 'url',
      required: true,
      help: 'Warehouse API of another Quayside, https://…/warehouse/v1. See docs/guides/operators.md.',
    },
    {
      env: 'QUAYSIDE_WAREHOUSE_KEY',
      sets: { credential: 'key' },
      type: 'secret',
      required: true,
      minLength: 16,
      help: 'API key for that warehouse.',
    },
  ],
  connect: {
    keys: {
      fields: [
        {
          name: 'key',
          labelKey: 'suppliers.quayside.key',
          helpKey: 'suppliers.quayside.keyHelp',
          type: 'secret',
          required: true,
        },
      ],
    },
  },
  webhooks: { needsHttps: false, signedWith: 'connection' },
  isBuiltIn: true,
  capabilities: { payers: ['wallet'], cancel: true, feed: true, bulkStock: true, refunds: true },
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
