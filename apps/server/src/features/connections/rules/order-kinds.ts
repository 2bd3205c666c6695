import type { WebhookEvent } from '@quayside/connector-kit';

/** Kinds of webhooks that report a change of one order. One read of the order serves all that wait. */
export const ORDER_KINDS: ReadonlySet<WebhookEvent['kind']> = new Set(['order', 'order-deleted', 'refund']);
