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

export const findDeliveries = (
  ex: Executor,
  workplaceId: string,
  deliveryIds: readonly string[],
): Promise<Delivery[]> =>
  ex.rows<Delivery>(sql`select delivery_id, sender, sender_id, kind, topic, resource_id, state
    from webhook_delivery where workplace_id = ${workplaceId} and delivery_id = any(${deliveryIds}::uuid[])`);

/** A delivery about an object of its sender. */
export type ResourceDelivery = Delivery & { resource_id: string };

interface OpenDelivery {
  delivery_id: string;
  sender_id: string;
  resource_id: string;
  joined_to: string | null;
}

const objectOf = ({ sender_id, resource_id }: Pick<OpenDelivery, 'sender_id' | 'resource_id'>): string =>
  `${sender_id} ${resource_id}`;

/**
 * Takes up deliveries with the others about the same objects that wait unread, so that one read of an object serves them
 * all. Returns those to work on: the others were taken up with them or by another job. The same again for a retry.
 */
export async function joinDeliveries(
  tx: Executor,
  workplaceId: string,
  deliveries: readonly ResourceDelivery[],
  kinds: readonly Delivery['kind'][],
): Promise<ReadonlySet<string>> {
  if (deliveries.length === 0) return new Set();
  const own = new Set(deliveries.map((one) => one.delivery_id));
  const objects = new Set(deliveries.map(objectOf));
  const open =
    await tx.rows<OpenDelivery>(sql`select delivery_id, sender_id, resource_id, joined_to from webhook_delivery
    where workplace_id = ${workplaceId} and sender_id = any(${[...new Set(deliveries.map((one) => one.sender_id))]}::uuid[])
      and resource_id = any(${[...new Set(deliveries.map((one) => one.resource_id))]}::text[])
      and state = 'received' and kind = any(${[...kinds]}::text[]) order by delivery_id for update`);
  const byObject = Map.groupBy(
    open.filter((one) => objects.has(objectOf(one))),
    objectOf,
  );
  const leads = new Set<string>();
  const joined: { id: string; lead: string }[] = [];
  for (const group of byObject.values()) {
    for (const one of group)
      if (one.joined_to === one.delivery_id && own.has(one.delivery_id)) leads.add(one.delivery_id);
    const waiting = group.filter((one) => one.joined_to === null);
    const lead = group.find((one) => leads.has(one.delivery_id)) ?? waiting.find((one) => own.has(one.delivery_id));
    if (!lead || waiting.length === 0) continue;
    leads.add(lead.delivery_id);
    for (const one of waiting) joined.push({ id: one.delivery_id, lead: lead.delivery_id });
  }
  if (joined.length > 0)
    await tx.run(sql`update webhook_delivery d set joined_to = n.lead
      from unnest(${joined.map((one) => one.id)}::uuid[], ${joined.map((one) => one.lead)}::uuid[]) as n(delivery_id, lead)
      where d.workplace_id = ${workplaceId} and d.delivery_id = n.delivery_id`);
  return leads;
}

/** How the work on a delivery ended. */
export interface Outcome {
  delivery: Delivery;
  state: 'done' | 'failed';
  reason?: string | undefined;
}

/** Closes deliveries with those that joined them. */
export async function closeDeliveries(tx: Executor, workplaceId: string, outcomes: readonly Outcome[]): Promise<void> {
  const rows = outcomes.map(({ delivery, state, reason }) => ({
    ...delivery,
    state,
    reason: reason?.slice(0, 500) ?? null,
  }));
  const ofObjects = rows.filter((row) => row.resource_id !== null);
  await tx.run(sql`update webhook_delivery d set state = n.state, reason = n.reason, done_at = now()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(delivery_id uuid, state text, reason text)
    where d.workplace_id = ${workplaceId} and d.delivery_id = n.delivery_id`);
  if (ofObjects.length > 0)
    await tx.run(sql`update webhook_delivery d set state = n.state, reason = n.reason, done_at = now()
      from jsonb_to_recordset(${JSON.stringify(ofObjects)}::jsonb) as n(delivery_id uuid, sender_id uuid, resource_id text, state text, reason text)
      where d.workplace_id = ${workplaceId} and d.sender_id = n.sender_id and d.resource_id = n.resource_id
        and d.state = 'received' and d.joined_to = n.delivery_id`);
}

/** Deletes the bodies of a workspace's webhooks after a week. */
export const emptyOldBodies = (tx: Executor, workplaceId: string): Promise<number> =>
  tx.run(sql`update webhook_delivery set body = null
    where workplace_id = ${workplaceId} and body is not null and received_at < now() - interval '7 days'`);

/** Deletes at most `most` of a workspace's webhooks after three months; returns how many. */
export const deleteOldDeliveries = (tx: Executor, workplaceId: string, most: number): Promise<number> =>
  tx.run(sql`delete from webhook_delivery where workplace_id = ${workplaceId} and delivery_id in (select delivery_id
    from webhook_delivery where workplace_id = ${workplaceId} and received_at < now() - interval '90 days' limit ${most})`);
