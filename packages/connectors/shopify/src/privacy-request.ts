import { ConnectorError, type PrivacyRequest } from '@quayside/connector-kit';
import { z } from 'zod';

/** Source of the shapes: shopify.dev, "Privacy law compliance" (the mandatory compliance webhooks). */
const id = z.union([z.number(), z.string().max(40)]).transform(String);
const customer = z.looseObject({
  id: id.nullish(),
  email: z.string().max(320).nullish(),
  phone: z.string().max(60).nullish(),
});
const orders = z.array(id).nullish();
const shop = { shop_id: id, shop_domain: z.string().min(1).max(255) };
const shapes = {
  'customers/data_request': z.looseObject({
    ...shop,
    customer,
    orders_requested: orders,
    data_request: z.looseObject({ id }),
  }),
  'customers/redact': z.looseObject({ ...shop, customer, orders_to_redact: orders }),
  // Strict: a message about one customer must never be taken for one about the whole shop.
  'shop/redact': z.strictObject(shop),
};
export type PrivacyTopic = keyof typeof shapes;

/** Digits beyond 2^53 stay what they were. */
const exact = (text: string): unknown => JSON.parse(text.replaceAll(/([[:,]\s*)(\d{16,})(?=\s*[,\]}])/g, '$1"$2"'));

/** The topic by what the body holds: Shopify signs the body and not the header that names the topic. */
function topicOf(body: object): PrivacyTopic {
  if ('data_request' in body) return 'customers/data_request';
  return 'customer' in body || 'orders_to_redact' in body ? 'customers/redact' : 'shop/redact';
}

const gid = (order: string): string => (order.startsWith('gid://') ? order : `gid://shopify/Order/${order}`);

function refuse(): never {
  throw new ConnectorError('rejected', 'not a Shopify privacy request', { code: 'invalid_input' });
}

/**
 * Reads a privacy request. Throws rejected when the body is not one, or is one of another topic than `topic`.
 */
export function readPrivacyRequest(bytes: Buffer, topic?: string): PrivacyRequest {
  let body: unknown;
  try {
    body = exact(bytes.toString('utf8'));
  } catch {
    return refuse();
  }
  if (typeof body !== 'object' || body === null) return refuse();
  const found = topicOf(body);
  if (topic !== undefined && topic !== found) return refuse();
  const parsed = shapes[found].safeParse(body);
  if (!parsed.success) return refuse();
  const data: { shop_domain: string; orders_requested?: unknown; orders_to_redact?: unknown } = parsed.data;
  const platformDomain = data.shop_domain.toLowerCase();
  if (!('customer' in data)) return { kind: 'erase_store', platformDomain, customer: {}, orderIds: [] };
  const { id: customerId, email, phone } = data.customer as z.output<typeof customer>;
  const person = {
    ...(customerId ? { id: customerId } : {}),
    ...(email ? { email } : {}),
    ...(phone ? { phone } : {}),
  };
  const named = (data.orders_requested ?? data.orders_to_redact ?? []) as string[];
  return {
    kind: 'data_request' in data ? 'export' : 'erase',
    platformDomain,
    ...('data_request' in data ? { requestId: (data.data_request as { id: string }).id } : {}),
    customer: person,
    orderIds: named.map(gid),
  };
}
