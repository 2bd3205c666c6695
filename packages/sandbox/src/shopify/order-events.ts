import type { Call } from './call.ts';
import { gid } from './gid.ts';
import type { OrderDoc } from './model.ts';
import { decimal } from './money.ts';
import { EVERYTHING, financialStatus, getFulfilled, orderName, totalOf } from './order-facts.ts';

type Teller = Pick<Call, 'seed' | 'webhooks'>;

const wordOf = (status: string): string => status.toLowerCase();

function fulfillmentWord(order: OrderDoc): 'fulfilled' | 'partial' | null {
  const left = order.lines.filter((line) => getFulfilled(EVERYTHING, order, line) < line.quantity);
  if (left.length === 0) return 'fulfilled';
  return order.lines.some((line) => getFulfilled(EVERYTHING, order, line) > 0) ? 'partial' : null;
}

/** An order as webhooks tell it: in the words of the older REST API. */
function payloadOf({ seed }: Teller, order: OrderDoc): Record<string, unknown> {
  return {
    id: order.id,
    admin_graphql_api_id: gid('Order', order.id),
    name: orderName(order),
    order_number: order.number,
    email: order.email,
    note: order.note,
    tags: (order.tags ?? []).join(', '),
    currency: seed.currency,
    total_price: decimal(totalOf(order)),
    financial_status: wordOf(financialStatus(EVERYTHING, order)),
    fulfillment_status: fulfillmentWord(order),
    created_at: order.createdAt,
    updated_at: order.updatedAt,
    cancelled_at: order.cancelledAt,
    shipping_address: {
      first_name: order.address.firstName,
      last_name: order.address.lastName,
      address1: order.address.address1,
      address2: order.address.address2,
      city: order.address.city,
      province: order.address.province,
      zip: order.address.zip,
      country_code: order.address.countryCode,
      phone: order.address.phone,
    },
    line_items: order.lines.map((line) => ({
      id: line.id,
      admin_graphql_api_id: gid('LineItem', line.id),
      product_id: line.productId,
      variant_id: line.variantId,
      title: line.title,
      sku: line.sku,
      quantity: line.quantity,
      price: line.price,
    })),
  };
}

/** Tells several topics of one event: they carry one event id, as Shopify's do. */
export function sendOrderWebhooks(call: Teller, topics: readonly string[], order: OrderDoc): void {
  const eventId = crypto.randomUUID();
  for (const topic of topics) call.webhooks.tell(call.seed.shop, topic, payloadOf(call, order), eventId);
}

/** Only the id and the status travel: the order must be read again. */
export function sendFulfillmentOrderWebhook(call: Teller, topic: string, id: number, status: string): void {
  const fulfillment_order = { id: gid('FulfillmentOrder', id), status: wordOf(status) };
  call.webhooks.tell(call.seed.shop, topic, { fulfillment_order });
}

export function sendRefundWebhook(call: Teller, order: OrderDoc, refund: OrderDoc['refunds'][number]): void {
  call.webhooks.tell(call.seed.shop, 'REFUNDS_CREATE', {
    id: refund.id,
    admin_graphql_api_id: gid('Refund', refund.id),
    order_id: order.id,
    note: refund.note,
    created_at: refund.createdAt,
  });
}
