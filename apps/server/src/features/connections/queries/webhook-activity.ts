import type { WebhookActivity } from '@quayside/contracts';
import { type Executor, sql } from '../../../db/index.ts';

interface TroubleRow {
  sender_id: string;
  cause: WebhookActivity['problems'][number]['cause'];
  times: number;
  last_at: string;
  detail: string | null;
}

/**
 * Webhooks of the last 24 hours by connection: the last delivery, and rejected or failed ones by cause. Row-level
 * security excludes stores hidden from the caller.
 */
export async function listWebhookActivity(ex: Executor, workplaceId: string): Promise<WebhookActivity[]> {
  const senders = await ex.rows<{ sender: 'store' | 'supplier'; id: string; last_received_at: string | null }>(sql`
    with sender as (
      select 'store' as sender, store_id as id, created_at from store where workplace_id = ${workplaceId} and status <> 'uninstalled'
      union all select 'supplier', connection_id, created_at from supplier_connection where workplace_id = ${workplaceId} and status <> 'removed')
    select s.sender, s.id, (select max(d.received_at) from webhook_delivery d where d.workplace_id = ${workplaceId}
        and d.sender_id = s.id and d.state <> 'refused') as last_received_at
      from sender s order by s.sender, s.created_at, s.id`);
  const ids = senders.map((one) => one.id);
  // Failed ones may contain an internal error; rejected ones only a connector's fixed texts.
  const trouble = await ex.rows<TroubleRow>(sql`select sender_id,
      case state when 'failed' then 'failed' else coalesce(cause, 'malformed') end as cause, sum(times)::int as times,
      max(coalesce(done_at, received_at)) as last_at, (array_agg(reason order by coalesce(done_at, received_at) desc))[1] as detail
    from webhook_delivery where workplace_id = ${workplaceId} and sender_id = any(${ids}::uuid[])
      and state in ('refused', 'failed') and received_at > now() - interval '24 hours'
    group by 1, 2 order by 4 desc`);
  return senders.map((sender) => ({
    ...sender,
    problems: trouble.filter((one) => one.sender_id === sender.id).map(({ sender_id: _, ...one }) => one),
  }));
}
