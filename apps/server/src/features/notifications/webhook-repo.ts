import type { MessageParams } from '@quayside/kernel';
import { type Executor, json, sql } from '../../db/index.ts';
import type { Sealed } from '../../vault/vault.ts';
import type { NotificationRow } from './rules/batch-events.ts';

export interface Webhook {
  url: string;
  secret: Sealed;
  secret_tail: string;
  kinds: string[];
  is_active: boolean;
  /** Waiting for the owner's confirmation: nothing is delivered. */
  suspended_at: string | null;
}

/** The vault context of a workplace's webhook secret. */
export const webhookSecretContext = (workplaceId: string): string => `notification-webhook:${workplaceId}`;

export const findWebhook = (ex: Executor, workplaceId: string): Promise<Webhook | undefined> =>
  ex.first<Webhook>(
    sql`select url, secret, secret_tail, kinds, is_active, suspended_at from notification_webhook where workplace_id = ${workplaceId}`,
  );

export const insertWebhook = (tx: Executor, workplaceId: string, hook: Omit<Webhook, 'suspended_at'>) =>
  tx.run(sql`insert into notification_webhook (workplace_id, url, secret, secret_tail, kinds, is_active)
    values (${workplaceId}, ${hook.url}, ${json(hook.secret)}, ${hook.secret_tail}, ${hook.kinds}::text[], ${hook.is_active})
    on conflict (workplace_id) do nothing`);

export const updateWebhook = (tx: Executor, workplaceId: string, hook: Pick<Webhook, 'url' | 'kinds' | 'is_active'>) =>
  tx.run(sql`update notification_webhook set url = ${hook.url}, kinds = ${hook.kinds}::text[], is_active = ${hook.is_active},
    updated_at = now() where workplace_id = ${workplaceId}`);

export const updateSecret = (tx: Executor, workplaceId: string, secret: Sealed, tail: string) =>
  tx.run(sql`update notification_webhook set secret = ${json(secret)}, secret_tail = ${tail}, updated_at = now()
    where workplace_id = ${workplaceId}`);

export const deleteWebhook = (tx: Executor, workplaceId: string) =>
  tx.run(sql`delete from notification_webhook where workplace_id = ${workplaceId}`);

export interface Delivery {
  delivery_id: string;
  notification_id: string | null;
  kind: string;
  state: 'waiting' | 'sent' | 'failed';
  attempts: number;
  http_status: number | null;
  error_key: string | null;
  error_params: MessageParams | null;
  created_at: string;
  sent_at: string | null;
}

const DELIVERY = sql`delivery_id, notification_id, kind, state, attempts, http_status, error_key, error_params, created_at, sent_at`;

/**
 * Inserts deliveries for notifications without a waiting one, which would contain everything anyway. Returns their ids.
 */
export const queueDeliveries = async (
  tx: Executor,
  workplaceId: string,
  rows: readonly (Pick<NotificationRow, 'notification_id' | 'kind'> & { delivery_id: string })[],
): Promise<string[]> =>
  (
    await tx.rows<{
      delivery_id: string;
    }>(sql`insert into notification_delivery (workplace_id, delivery_id, notification_id, kind)
    select ${workplaceId}, r.delivery_id, r.notification_id, r.kind
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(delivery_id uuid, notification_id uuid, kind text)
    where not exists (select 1 from notification_delivery d where d.workplace_id = ${workplaceId}
      and d.notification_id = r.notification_id and d.state = 'waiting')
    returning delivery_id`)
  ).map((row) => row.delivery_id);

export const insertTest = (tx: Executor, workplaceId: string, deliveryId: string) =>
  tx.run(
    sql`insert into notification_delivery (workplace_id, delivery_id, kind) values (${workplaceId}, ${deliveryId}, 'test')`,
  );

/** Unsent deliveries, oldest first; retries follow their own schedule. */
export const waitingDeliveries = async (ex: Executor, workplaceId: string): Promise<string[]> =>
  (
    await ex.rows<{ delivery_id: string }>(sql`select delivery_id from notification_delivery
      where workplace_id = ${workplaceId} and state = 'waiting' order by created_at, delivery_id limit 500`)
  ).map((row) => row.delivery_id);

export const findDelivery = (ex: Executor, workplaceId: string, deliveryId: string): Promise<Delivery | undefined> =>
  ex.first<Delivery>(sql`select ${DELIVERY} from notification_delivery
    where workplace_id = ${workplaceId} and delivery_id = ${deliveryId}`);

export const lastDeliveries = (ex: Executor, workplaceId: string, most: number): Promise<Delivery[]> =>
  ex.rows<Delivery>(sql`select ${DELIVERY} from notification_delivery where workplace_id = ${workplaceId}
    order by created_at desc, delivery_id desc limit ${most}`);

export interface DeliveryEnd {
  state: Delivery['state'];
  httpStatus?: number | undefined;
  error?: { key: string; params?: MessageParams } | undefined;
}

export const endAttempt = (tx: Executor, workplaceId: string, deliveryId: string, end: DeliveryEnd) =>
  tx.run(sql`update notification_delivery set state = ${end.state}, attempts = attempts + 1,
      http_status = ${end.httpStatus ?? null}, error_key = ${end.error?.key ?? null}, error_params = ${json(end.error?.params)},
      sent_at = ${end.state === 'sent' ? sql`db_clock()` : sql`null`}
    where workplace_id = ${workplaceId} and delivery_id = ${deliveryId}`);
