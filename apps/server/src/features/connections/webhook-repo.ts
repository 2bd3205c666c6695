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

/** A delivery about an object of its sender. */
export type ResourceDelivery = Delivery & { resource_id: string };

/**
 * Takes up a delivery with the others about the same object that wait unread, so that one read of the object serves
 * them all. false: another delivery's job took it up. True again for a retry.
 */
export async function joinDeliveries(
  tx: Executor,
  workplaceId: string,
  { delivery_id, sender_id, resource_id }: ResourceDelivery,
  kinds: readonly Delivery['kind'][],
): Promise<boolean> {
  const open = sql`workplace_id = ${workplaceId} and sender_id = ${sender_id} and resource_id = ${resource_id} and state = 'received'`;
  await tx.run(sql`update webhook_delivery set joined_to = ${delivery_id} where workplace_id = ${workplaceId} and delivery_id in (
    select delivery_id from webhook_delivery where ${open} and kind = any(${[...kinds]}::text[]) and joined_to is null
      order by delivery_id for update)`);
  const own = await tx.first(
    sql`select from webhook_delivery where ${open} and delivery_id = ${delivery_id} and joined_to = delivery_id`,
  );
  return own !== undefined;
}

/** Closes a delivery with those that joined it. */
export async function closeDelivery(
  tx: Executor,
  workplaceId: string,
  { delivery_id, sender_id, resource_id }: Delivery,
  state: 'done' | 'failed',
  reason?: string,
): Promise<void> {
  const closed = sql`state = ${state}, reason = ${reason?.slice(0, 500) ?? null}, done_at = now()`;
  await tx.run(
    sql`update webhook_delivery set ${closed} where workplace_id = ${workplaceId} and delivery_id = ${delivery_id}`,
  );
  if (resource_id === null) return;
  await tx.run(sql`update webhook_delivery set ${closed} where workplace_id = ${workplaceId} and sender_id = ${sender_id}
    and resource_id = ${resource_id} and state = 'received' and joined_to = ${delivery_id}`);
}
