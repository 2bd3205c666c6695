import type { ConnectorContext } from '@quayside/connector-kit';
import { ConnectorError } from '@quayside/connector-kit';
import { run } from './client.ts';
import { documents } from './documents.ts';
import { everyPage } from './pages.ts';

/** What we ask Shopify to tell us. The order itself is read again, so that the order of arrival does not matter. */
export const TOPICS = [
  'ORDERS_CREATE',
  'ORDERS_UPDATED',
  'ORDERS_CANCELLED',
  'ORDERS_DELETE',
  'REFUNDS_CREATE',
  'FULFILLMENT_ORDERS_ORDER_ROUTING_COMPLETE',
  'FULFILLMENT_ORDERS_PLACED_ON_HOLD',
  'FULFILLMENT_ORDERS_HOLD_RELEASED',
  'FULFILLMENT_ORDERS_SCHEDULED_FULFILLMENT_ORDER_READY',
  'FULFILLMENT_ORDERS_MOVED',
  'PRODUCTS_DELETE',
  'APP_UNINSTALLED',
] as const;

/** Topics whose payload can be cut down to ids: no name or address of a shopper travels then. */
const IDS_ONLY: Partial<Record<(typeof TOPICS)[number], string[]>> = {
  ORDERS_CREATE: ['id', 'admin_graphql_api_id', 'updated_at'],
  ORDERS_UPDATED: ['id', 'admin_graphql_api_id', 'updated_at'],
  ORDERS_CANCELLED: ['id', 'admin_graphql_api_id', 'updated_at'],
  REFUNDS_CREATE: ['id', 'admin_graphql_api_id', 'order_id', 'created_at'],
};

const readAt = (ctx: ConnectorContext, uri: string) =>
  everyPage(async (after) => (await run(ctx, documents.webhooks, { uri, after })).webhookSubscriptions);

/** Subscribes `address` to every topic it is not subscribed to. Shopify signs with the app's secret; none is given to it. */
export async function ensureWebhooks(ctx: ConnectorContext, address: string): Promise<{ missing: number }> {
  const there = new Set((await readAt(ctx, address)).map((subscription) => subscription.topic));
  const missing = TOPICS.filter((wanted) => !there.has(wanted));
  for (const topic of missing) {
    const includeFields = IDS_ONLY[topic];
    const webhook = { uri: address, format: 'JSON', ...(includeFields ? { includeFields } : {}) };
    const { webhookSubscriptionCreate } = await run(ctx, documents.createWebhook, { topic, webhook });
    // Taken: made by another process since the list was read.
    const errors = (webhookSubscriptionCreate?.userErrors ?? []).filter((error) => !/taken/i.test(error.message));
    if (errors.length > 0) {
      const words = errors.map((error) => error.message).join('; ');
      throw new ConnectorError('rejected', `Shopify refused to send ${topic} to ${new URL(address).host}: ${words}`, {
        code: 'invalid_input',
      });
    }
  }
  return { missing: missing.length };
}

/** Ends every subscription of `address`; those that are gone already are no error. */
export async function removeWebhooks(ctx: ConnectorContext, address: string): Promise<void> {
  for (const { id } of await readAt(ctx, address)) {
    const { webhookSubscriptionDelete } = await run(ctx, documents.deleteWebhook, { id });
    const errors = (webhookSubscriptionDelete?.userErrors ?? []).filter(
      (error) => !/does not exist|not found/i.test(error.message),
    );
    const [first] = errors;
    if (first) throw new ConnectorError('rejected', `Shopify refused to end a webhook: ${first.message}`);
  }
}
