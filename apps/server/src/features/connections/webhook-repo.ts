import type { WebhookEvent } from '@quayside/connector-kit';
import { type Executor, sql } from '../../db/index.ts';

/** Stored bytes of a delivery: the current state is read from the sender. Privacy requests are stored completely. */
const KEPT_BYTES = 64 * 1024;

export interface Delivery {
  delivery_id: string;
  sender: 'store' | 'supplier';
  sender_id: string;
  kind: WebhookEvent['kind'];
  topic: string;
  resource_id: string | null;
  state: 'received' | 'done' | 'failed' | 'refused';
}

interface Received {
  workplaceId: string;
  deliveryId: string;
  sender: 'store' | 'supplier';
  senderId: string;
  body: Buffer;
}

/** Saves a verified delivery; false for a duplicate. */
export async function addDelivery(tx: Executor, received: Received, event: WebhookEvent): Promise<boolean> {
  const added =
    await tx.run(sql`insert into webhook_delivery (workplace_id, delivery_id, sender, sender_id, topic, kind, resource_id, dedupe_key, state, body)
    values (${received.workplaceId}, ${received.deliveryId}, ${received.sender}, ${received.senderId}, ${event.topic.slice(0, 200)},
      ${event.kind}, ${event.resourceId ?? null}, ${event.dedupeKey.slice(0, 500)}, 'received', ${event.kind === 'privacy' ? received.body : received.body.subarray(0, KEPT_BYTES)})
    on conflict (workplace_id, sender_id, dedupe_key) where state <> 'refused' do nothing`);
  return added > 0;
}

/** Reason for rejecting a message, explained by a screen. */
export interface Refusal {
  cause: 'signature' | 'malformed' | 'too_large';
  /** The connector's own text, never the message's. */
  reason: string;
}

/**
 * Counts an untrusted delivery for its owner: one row for each reason and hour, without content. true: the first of its
 * kind in this hour.
 */
export async function addRefused(
  tx: Executor,
  received: Omit<Received, 'body'>,
  { cause, reason }: Refusal,
): Promise<boolean> {
  const known = await tx.run(sql`update webhook_delivery set times = times + 1, done_at = now()
    where workplace_id = ${received.workplaceId} and sender_id = ${received.senderId} and state = 'refused'
      and reason = ${reason.slice(0, 500)} and received_at > now() - interval '1 hour'`);
  if (known > 0) return false;
  await tx.run(sql`insert into webhook_delivery (workplace_id, delivery_id, sender, sender_id, topic, kind, dedupe_key, state, cause, reason, done_at)
    values (${received.workplaceId}, ${received.deliveryId}, ${received.sender}, ${received.senderId}, '', 'other',
      ${received.deliveryId}, 'refused', ${cause}, ${reason.slice(0, 500)}, now())`);
  return true;
}

export const findDelivery = (ex: Executor, workplaceId: string, deliveryId: string): Promise<Delivery | undefined> =>
  ex.first<Delivery>(sql`select delivery_id, sender, sender_id, kind, topic, resource_id, state
    from webhook_delivery where workplace_id = ${workplaceId} and delivery_id = ${deliveryId}`);

export async function closeDelivery(
  tx: Executor,
  workplaceId: string,
  deliveryId: string,
  state: 'done' | 'failed',
  reason?: string,
): Promise<void> {
  await tx.run(sql`update webhook_delivery set state = ${state}, reason = ${reason?.slice(0, 500) ?? null}, done_at = now()
    where workplace_id = ${workplaceId} and delivery_id = ${deliveryId}`);
}
