import type { NotificationKind } from '@quayside/contracts';
import { type MessageParams, newId } from '@quayside/kernel';
import { type Executor, sql } from '../../db/index.ts';
import { publish } from '../../live/publish.ts';
import { deleteNotifications, lockBatching } from './repo.ts';
import { getGroupKey } from './rules/batch-events.ts';

/** NOTIFY channel that tells workers about new events; the payload is the workplace. */
export const EVENT_CHANNEL = 'quayside_notices';

/** An event that people may want to know about. */
export interface NotificationEvent {
  kind: NotificationKind;
  /** The affected order, which provides name, store and mode. */
  orderId?: string;
  /** The affected store, if there is no order. */
  storeId?: string;
  /** The affected thing, if not the order, with its name. */
  subject?: { id: string; name: string };
  /** Set if neither order nor store determines it. */
  isSandbox?: boolean;
  params?: MessageParams;
  /** Key of an event that is reported only once. */
  once?: string;
  /** Only if the order is blocked until someone reviews it. */
  ifBlocked?: boolean;
  /** When it happened, ISO-8601 UTC; absent: now. */
  at?: string;
}

/**
 * Records an event in the transaction that causes it: one statement on its own rows, without contended locks. People
 * are notified within a second of the commit.
 */
export async function notify(tx: Executor, workplaceId: string, notices: readonly NotificationEvent[]): Promise<void> {
  if (notices.length === 0) return;
  const rows = notices.map((one) => ({
    event_id: newId(),
    kind: one.kind,
    order_id: one.orderId ?? null,
    store_id: one.storeId ?? null,
    subject_id: one.subject?.id ?? one.orderId ?? null,
    subject_name: one.subject?.name ?? null,
    is_sandbox: one.isSandbox ?? false,
    params: one.params ?? {},
    once_key: one.once ?? null,
    if_blocked: one.ifBlocked ?? false,
    at: one.at ?? null,
  }));
  const noted = await tx.run(sql`insert into notification_event (workplace_id, event_id, kind, store_id, is_sandbox,
      subject_id, subject_name, params, once_key, at)
    select ${workplaceId}, n.event_id, n.kind, s.store_id, coalesce(o.mode, s.mode, case when n.is_sandbox then 'sandbox' end) is not distinct from 'sandbox',
      n.subject_id, coalesce(n.subject_name, o.name),
      jsonb_strip_nulls(jsonb_build_object('order', o.name, 'store', coalesce(nullif(s.store_name, ''), s.platform_domain))) || n.params, n.once_key,
      coalesce(n.at, t.now)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(event_id uuid, kind text, order_id uuid, store_id uuid,
      subject_id text, subject_name text, is_sandbox boolean, params jsonb, once_key text, if_blocked boolean, at timestamptz)
    cross join (select clock_timestamp() as now) t
    left join sales_order o on o.workplace_id = ${workplaceId} and o.order_id = n.order_id
    left join store s on s.workplace_id = ${workplaceId} and s.store_id = coalesce(o.store_id, n.store_id)
    where not n.if_blocked or o.placement_status = 'needs_attention'
    returning 1`);
  if (noted > 0) tx.notify(EVENT_CHANNEL, workplaceId);
}

/**
 * Withdraws a notification with a `once` key after its cause is gone. Sent emails and webhooks stay.
 */
export async function withdrawNotification(
  tx: Executor,
  workplaceId: string,
  kind: NotificationKind,
  once: string,
): Promise<void> {
  // A concurrent run may hold the event without a visible notification yet.
  await lockBatching(tx, workplaceId);
  const group = getGroupKey({ kind, once_key: once, store_id: null, is_sandbox: false });
  const ids = await deleteNotifications(tx, workplaceId, { kind, once, group });
  if (ids.length > 0) await publish(tx, workplaceId, 'notifications', ids);
}
